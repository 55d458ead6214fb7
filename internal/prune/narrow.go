package prune

import "github.com/kgen-go/kgen/internal/model"

// narrow returns m with those of its versions that are in versions, and without
// the fields and structs that no version is left of. A message without any
// version left is as one whose validVersions is "none". The result shares
// nothing with m that either could change.
func narrow(m *model.Message, versions model.Versions) *model.Message {
	n := *m
	n.Valid = m.Valid.Intersect(versions)
	n.Deprecated = m.Deprecated.Intersect(n.Valid)
	n.Unstable = m.Unstable && n.Valid.Contains(m.Valid.High)
	r := narrower{valid: n.Valid, structs: map[*model.Struct]*model.Struct{}}
	n.Body = r.narrow(m.Body)
	n.Body.Uses = m.Body.Uses
	n.Structs = nil
	for _, s := range m.Structs { // in the order of the schema
		if kept := r.structs[s]; kept != nil {
			n.Structs = append(n.Structs, kept)
		}
	}
	if n.Valid.Empty() {
		n.Flexible = model.None
	}
	return &n
}

// A narrower makes the structs of one message anew.
type narrower struct {
	valid   model.Versions
	structs map[*model.Struct]*model.Struct // old to new, of those that are reached
}

// narrow makes s anew, and the structs below it that its fields reach.
func (r *narrower) narrow(s *model.Struct) *model.Struct {
	n := *s
	n.Versions = s.Versions.Intersect(r.valid)
	n.Fields = nil
	n.Uses = 0
	r.structs[s] = &n // before its fields, which may lead back to it
	for _, f := range s.Fields {
		if f := r.field(f); !f.Versions.Empty() {
			n.Fields = append(n.Fields, f)
		}
	}
	return &n
}

// field makes f anew. The structs of fields without a version are not reached.
func (r *narrower) field(f *model.Field) *model.Field {
	n := *f
	n.Versions = f.Versions.Intersect(r.valid)
	n.Nullable = f.Nullable.Intersect(r.valid)
	n.Tagged = f.Tagged.Intersect(r.valid)
	if n.Tagged.Empty() && !f.Tagged.Empty() {
		n.Tag = -1
	}
	if !n.Versions.Empty() {
		n.Type = r.typ(f.Type)
	}
	return &n
}

func (r *narrower) typ(t model.Type) model.Type {
	if t.Elem != nil {
		element := r.typ(*t.Elem)
		t.Elem = &element
	}
	if t.Struct != nil {
		kept := r.structs[t.Struct]
		if kept == nil {
			kept = r.narrow(t.Struct)
		}
		kept.Uses++
		t.Struct = kept
	}
	return t
}
