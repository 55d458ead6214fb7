package gogen

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// scalar describes a kind whose values all have the same width on the wire.
type scalar struct {
	width  int
	goType string
}

var scalars = map[model.Kind]scalar{
	model.Bool:    {1, "bool"},
	model.Int8:    {1, "int8"},
	model.Int16:   {2, "int16"},
	model.Uint16:  {2, "uint16"},
	model.Int32:   {4, "int32"},
	model.Uint32:  {4, "uint32"},
	model.Int64:   {8, "int64"},
	model.Float64: {8, "float64"},
	model.UUID:    {16, "kwire.UUID"},
}

// name is the type's in the names of functions.
func (s scalar) name() string {
	name := strings.TrimPrefix(s.goType, "kwire.")
	return strings.ToUpper(name[:1]) + name[1:]
}

// width is the number of bytes of a kind's values, 0 if that varies.
func width(k model.Kind) int { return scalars[k].width }

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

// defaultExpr is the Go expression of a field's default, and zero reports
// whether that is the Go type's zero value.
func (g *messageGen) defaultExpr(f *model.Field) (expr string, zero bool) {
	d := f.Default
	switch f.Type.Kind {
	case model.Bool:
		return strconv.FormatBool(d.Bool), !d.Bool
	case model.Float64:
		return floatExpr(d.Float), math.Float64bits(d.Float) == 0
	case model.UUID:
		if d.UUID == [16]byte{} {
			return "kwire.UUID{}", true
		}
		return fmt.Sprintf("kwire.UUID{%s}", byteList(d.UUID)), false
	case model.String:
		if !isNullable(f) {
			return strconv.Quote(d.String), d.String == ""
		}
		if d.Null {
			return "kwire.NullString{}", true
		}
		return fmt.Sprintf("kwire.StringOf(%q)", d.String), false
	case model.Bytes, model.Array:
		if isNullable(f) && !d.Null {
			return g.goType(f) + "{}", false
		}
		return "nil", true
	case model.Records:
		return "nil", true
	case model.StructKind:
		name := g.structNames[f.Type.Struct]
		if isNullable(f) && !d.Null {
			return "new" + name + "()", false
		}
		if isPointer(f) {
			return "nil", true
		}
		return name + "{}", !g.hasDefaults[f.Type.Struct]
	}
	return strconv.FormatInt(d.Int, 10), d.Int == 0
}

// floatExpr is a Go expression with exactly the bits of f. NaN has those that
// Java gives it; math.NaN has others.
func floatExpr(f float64) string {
	switch {
	case math.IsNaN(f):
		return "math.Float64frombits(0x7ff8000000000000)"
	case math.IsInf(f, 0):
		return fmt.Sprintf("math.Inf(%+d)", int(math.Copysign(1, f)))
	case f == 0 && math.Signbit(f):
		return "math.Copysign(0, -1)"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func byteList(b [16]byte) string {
	var s []string
	for _, c := range b {
		s = append(s, fmt.Sprintf("%#02x", c))
	}
	return strings.Join(s, ", ")
}

// notDefault is the Go condition for field x to differ from its default, by
// Kafka's rules: NaN always differs, null differs from empty, and structs are
// compared with their unknown tagged fields.
func (g *messageGen) notDefault(f *model.Field, x string) string {
	d := f.Default
	expr, _ := g.defaultExpr(f)
	switch f.Type.Kind {
	case model.Bool:
		if d.Bool {
			return "!" + x
		}
		return x
	case model.Float64:
		if math.IsNaN(d.Float) {
			return "true"
		}
	case model.UUID:
		return x + " != (" + expr + ")"
	case model.String:
		if isNullable(f) && d.Null {
			return x + ".Valid"
		}
		return x + " != " + expr
	case model.Bytes, model.Array:
		switch {
		case isNullable(f) && d.Null:
			return x + " != nil"
		case isNullable(f):
			return "(" + x + " == nil || len(" + x + ") != 0)"
		}
		return "len(" + x + ") != 0"
	case model.Records:
		return x + " != nil"
	case model.StructKind:
		switch {
		case isNullable(f) && d.Null:
			return x + " != nil"
		case isNullable(f):
			return "(" + x + " == nil || !" + x + ".isDefault())"
		case isPointer(f):
			return "(" + x + " != nil && !" + x + ".isDefault())"
		}
		return "!" + x + ".isDefault()"
	}
	return x + " != " + expr
}

// minWidth is the least number of bytes that a struct takes in a form.
func minWidth(s *model.Struct, f form) int {
	f = f.within(s.Versions)
	n := 0
	if f.flexible {
		n = 1 // its tag section
	}
	for _, field := range s.Fields {
		inline := without(field.Versions, field.Tagged)
		if !inline.ContainsAll(f.versions) {
			continue // some version does without it
		}
		n += minFieldWidth(field, f)
	}
	return n
}

func minFieldWidth(field *model.Field, f form) int {
	if field.Type.Kind == model.StructKind && isNullable(field) {
		return 1 // the presence marker
	}
	return minTypeWidth(&field.Type, f, f.flexible && !field.Flexible.Intersect(f.versions).Empty())
}

// minElemWidth is the least number of bytes that an element of an array takes,
// at least 1, which is what Kafka counts with.
func minElemWidth(t *model.Type, f form, compact bool) int {
	return max(1, minTypeWidth(t, f, compact))
}

func minTypeWidth(t *model.Type, f form, compact bool) int {
	switch {
	case width(t.Kind) > 0:
		return width(t.Kind)
	case t.Kind == model.StructKind:
		return minWidth(t.Struct, f)
	case compact:
		return 1
	case t.Kind == model.String:
		return 2
	}
	return 4
}
