package gogen

import "github.com/kgen-go/kgen/internal/model"

// A scalarKind is a kind whose values all have the same width on the wire.
type scalarKind struct {
	width  int
	goType string
	call   string // end of the names of functions for it
}

var scalars = map[model.Kind]scalarKind{
	model.Bool:    {1, "bool", "Bool"},
	model.Int8:    {1, "int8", "Int8"},
	model.Int16:   {2, "int16", "Int16"},
	model.Uint16:  {2, "uint16", "Uint16"},
	model.Int32:   {4, "int32", "Int32"},
	model.Uint32:  {4, "uint32", "Uint32"},
	model.Int64:   {8, "int64", "Int64"},
	model.Float64: {8, "float64", "Float64"},
	model.UUID:    {16, "kwire.UUID", "UUID"},
}

// width is the number of bytes of a kind's values, 0 if that varies.
func width(k model.Kind) int { return scalars[k].width }

// newScalar plans a field of fixed width at an offset of its run.
func newScalar(f *model.Field, x, in string, at int) scalar {
	k := scalars[f.Type.Kind]
	return scalar{Name: f.Name, X: x, In: in, Kind: k.goType, Call: k.call, At: at, Bits: 8 * k.width}
}

// minWidth is the least number of bytes that a struct takes in the versions of
// a form.
func (g *messageGen) minWidth(s *model.Struct, f form) int {
	least := -1
	for _, fm := range forms(g.m) {
		fm = fm.within(f.versions).within(s.Versions)
		if fm.versions.Empty() {
			continue
		}
		n := 0
		if fm.layout == flexible {
			n = 1 // its tag section
		}
		for _, field := range s.Fields {
			inline := without(field.Versions, field.Tagged)
			if inline.ContainsAll(fm.versions) { // no version does without it
				n += g.minFieldWidth(field, fm)
			}
		}
		if least < 0 || n < least {
			least = n
		}
	}
	return max(least, 0)
}

func (g *messageGen) minFieldWidth(field *model.Field, f form) int {
	layout := classic
	if !field.Flexible.Intersect(f.versions).Empty() {
		layout = flexible // in some of the versions, which is where it is shorter
	}
	if field.Type.Kind == model.StructKind && isNullable(field) {
		if !field.Nullable.ContainsAll(f.versions) {
			return min(1, g.minTypeWidth(&field.Type, f, layout))
		}
		return 1 // the presence marker
	}
	return g.minTypeWidth(&field.Type, f, layout)
}

// minElemWidth is the least number of bytes that an element of an array takes,
// at least 1, which is what Kafka counts with.
func (g *messageGen) minElemWidth(t *model.Type, f form, length lengthForm) int {
	return max(1, g.minTypeWidth(t, f, length.layout))
}

func (g *messageGen) minTypeWidth(t *model.Type, f form, layout layout) int {
	switch {
	case width(t.Kind) > 0:
		return width(t.Kind)
	case t.Kind == model.StructKind:
		return g.minWidth(t.Struct, f)
	case layout != classic:
		return 1
	case t.Kind == model.String:
		return 2
	}
	return 4
}
