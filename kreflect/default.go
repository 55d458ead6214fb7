package kreflect

import (
	"reflect"

	"github.com/kgen-go/kgen/kwire"
)

// isDefault reports whether a field has its default, by the rules of encoding:
// NaN never has it, null and empty differ where null is possible.
func (f *Field) isDefault(v reflect.Value) bool {
	nullable := !f.Nullable.Empty()
	switch {
	case f.Kind == Records && !f.Array:
		return v.IsNil()
	case f.Array || f.Kind == Bytes:
		if nullable {
			return v.IsNil() == f.defaultsToNull() && v.Len() == 0
		}
		return v.Len() == 0
	case f.Kind == StructKind && f.pointer():
		if v.IsNil() {
			return f.defaultsToNull()
		}
		return !(nullable && f.defaultsToNull()) && f.Struct.isDefault(v.Elem())
	case f.Kind == StructKind:
		return f.Struct.isDefault(v)
	case f.nullString() && f.defaultsToNull():
		return f.isNull(v)
	case !f.deflt.IsValid():
		// Unlike reflect.Value.IsZero this takes -0.0 for 0.0, as encoding does.
		return v.IsZero() || f.Kind == Float64 && v.Float() == 0
	}
	return v.Equal(f.deflt)
}

// defaultsToNull reports whether SetDefaults leaves nil in a field that can be
// nil.
func (f *Field) defaultsToNull() bool { return !f.deflt.IsValid() }

// isDefault reports whether all fields have their default and there are no
// unknown tagged fields.
func (s *Struct) isDefault(v reflect.Value) bool {
	for _, f := range s.Fields {
		if !f.isDefault(v.Field(f.index)) {
			return false
		}
	}
	return s.tags(v).IsEmpty()
}

// tags are the unknown tagged fields of the struct v.
func (s *Struct) tags(v reflect.Value) kwire.Tags {
	if !s.hasTags {
		return kwire.Tags{}
	}
	return v.Field(s.tagsIndex).Interface().(kwire.Tags)
}

// newValue returns a new struct with every field at its default.
func (s *Struct) newValue() reflect.Value {
	p := reflect.New(s.goType)
	if d, ok := p.Interface().(defaulter); ok {
		d.SetDefaults()
	}
	return p.Elem()
}

// defaulter is what structs with defaults other than zero are.
type defaulter interface{ SetDefaults() }

// isNull reports whether v is null, in a field that may be.
func (f *Field) isNull(v reflect.Value) bool {
	switch {
	case f.nullString():
		return !v.Field(1).Bool()
	case f.Array || f.Kind == Bytes || f.Kind == Records || f.pointer():
		return v.IsNil()
	}
	return false
}
