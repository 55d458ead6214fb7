package gogen

import "github.com/kgen-go/kgen/internal/model"

// goElem is the Go type of an array's elements.
func (g *messageGen) goElem(t *model.Type) string {
	switch t.Kind {
	case model.String:
		return "string"
	case model.Bytes, model.Records:
		return "[]byte"
	case model.StructKind:
		return g.structNames[t.Struct]
	}
	return scalars[t.Kind].goType
}

// goType is the Go type of a field.
func (g *messageGen) goType(f *model.Field) string {
	switch {
	case f.Type.Kind == model.Array:
		return "[]" + g.goElem(f.Type.Elem)
	case f.Type.Kind == model.String && isNullable(f):
		return "kwire.NullString"
	case isPointer(f):
		return "*" + g.structNames[f.Type.Struct]
	}
	return g.goElem(&f.Type)
}

func isNullable(f *model.Field) bool { return !f.Nullable.Empty() }

// isPointer reports whether a struct field is a pointer: where it may be null,
// and where it is tagged in every version, so that nil can stand for its
// absence. Most structs do without such a field most of the time.
func isPointer(f *model.Field) bool {
	return f.Type.Kind == model.StructKind && (isNullable(f) || f.Tagged == f.Versions)
}

// structOf is the struct of a field of structs or of an array of them, or nil.
func structOf(f *model.Field) *model.Struct {
	if f.Type.Kind == model.Array {
		return f.Type.Elem.Struct
	}
	return f.Type.Struct
}

// liveFields are the fields of s that some valid version has.
func liveFields(s *model.Struct) []*model.Field {
	var live []*model.Field
	for _, f := range s.Fields {
		if !f.Versions.Empty() {
			live = append(live, f)
		}
	}
	return live
}
