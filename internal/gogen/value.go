package gogen

import (
	"math"
	"strconv"

	"github.com/kgen-go/kgen/internal/model"
)

// A value is the default of a field, for the templates to write as Go.
type value struct {
	// Kind chooses the Go text: "bool", "int", "float", "nan", "inf", "-inf",
	// "-0", "uuid", "string", "nullString" (null), "validString", "nil", "list"
	// (an empty list), "new" (a pointer to a struct), "make" (the same with a
	// constructor), "struct".
	Kind string
	Text string // of numbers, booleans and strings
	UUID [16]byte
	Type string // Go type of lists and structs
	Zero bool   // Go's zero value
}

func (g *messageGen) defaultOf(f *model.Field) value {
	d := f.Default
	switch f.Type.Kind {
	case model.Bool:
		return value{Kind: "bool", Text: strconv.FormatBool(d.Bool), Zero: !d.Bool}
	case model.Float64:
		return floatValue(d.Float)
	case model.UUID:
		return value{Kind: "uuid", UUID: d.UUID, Zero: d.UUID == [16]byte{}}
	case model.String:
		switch {
		case !isNullable(f):
			return value{Kind: "string", Text: d.String, Zero: d.String == ""}
		case d.Null:
			return value{Kind: "nullString", Zero: true}
		}
		return value{Kind: "validString", Text: d.String}
	case model.Bytes, model.Array:
		if isNullable(f) && !d.Null {
			return value{Kind: "list", Type: g.goType(f)}
		}
		return value{Kind: "nil", Zero: true}
	case model.Records:
		return value{Kind: "nil", Zero: true}
	case model.StructKind:
		s := f.Type.Struct
		v := value{Kind: "struct", Type: g.structNames[s], Zero: !g.hasDefaults[s]}
		if isPointer(f) {
			switch {
			case !isNullable(f) || d.Null:
				return value{Kind: "nil", Zero: true}
			case g.hasDefaults[s]:
				v.Kind = "make"
			default:
				v.Kind = "new"
			}
			v.Zero = false
		}
		return v
	}
	return value{Kind: "int", Text: strconv.FormatInt(d.Int, 10), Zero: d.Int == 0}
}

// floatValue is a float with exactly these bits. NaN has those that Java gives
// it; math.NaN has others.
func floatValue(f float64) value {
	switch {
	case math.IsNaN(f):
		return value{Kind: "nan"}
	case math.IsInf(f, 1):
		return value{Kind: "inf"}
	case math.IsInf(f, -1):
		return value{Kind: "-inf"}
	case f == 0 && math.Signbit(f):
		return value{Kind: "-0"}
	}
	return value{Kind: "float", Text: strconv.FormatFloat(f, 'g', -1, 64), Zero: f == 0}
}

// A difference is the condition for a field not to have its default, by Kafka's
// rules: NaN always differs, null differs from empty, and structs are compared
// with their unknown tagged fields.
type difference struct {
	X string
	// Kind chooses the Go text: "true" and "false" (of a default that is a
	// boolean), "always", "valid" (not null), "not nil", "not empty", "not an
	// empty list", "struct", "pointer" (to a struct, nil if default), "struct
	// pointer" (nil differs), "value" (not equal to Default).
	Kind    string
	Default value
}

// Either reports whether the condition is one of two.
func (d difference) Either() bool {
	return d.Kind == "not an empty list" || d.Kind == "struct pointer"
}

func (g *messageGen) differs(f *model.Field, x string) difference {
	d := difference{X: x, Kind: "value", Default: g.defaultOf(f)}
	switch f.Type.Kind {
	case model.Bool:
		d.Kind = d.Default.Text
	case model.Float64:
		if d.Default.Kind == "nan" {
			d.Kind = "always"
		}
	case model.String:
		if d.Default.Kind == "nullString" {
			d.Kind = "valid"
		}
	case model.Bytes, model.Array, model.Records:
		switch {
		case f.Default.Null && isNullable(f) || f.Type.Kind == model.Records:
			d.Kind = "not nil"
		case isNullable(f):
			d.Kind = "not an empty list"
		default:
			d.Kind = "not empty"
		}
	case model.StructKind:
		switch {
		case isNullable(f) && f.Default.Null:
			d.Kind = "not nil"
		case isNullable(f):
			d.Kind = "struct pointer"
		case isPointer(f):
			d.Kind = "pointer"
		default:
			d.Kind = "struct"
		}
	}
	return d
}
