package kreflect

import (
	"bytes"
	"fmt"
	"math"
	"reflect"

	"github.com/kgen-go/kgen/kwire"
)

// Difference is one way in which two messages differ.
type Difference struct {
	// Path says where, such as "Topics[3].Name".
	Path string
	// Field describes the field; it is nil for unknown tagged fields.
	Field *Field
	// A and B are what the messages have there, of the type of the Go field or
	// of the array's element: nil for null, and for an element that one of them
	// lacks. They share memory with the messages.
	A, B any

	secret bool
}

// String gives the path and both values, shortened, secrets left out.
func (d Difference) String() string {
	if d.secret {
		return d.Path + ": " + redacted + ", changed"
	}
	return fmt.Sprintf("%s: %s, then %s", d.Path, valueText(d.Field, d.A), valueText(d.Field, d.B))
}

// Equal reports whether a and b, which may be of different types, are the same
// message in the given version: whether the same goes on the wire. Fields that
// the version lacks do not count, nil and empty are the same where null is not
// allowed, and unknown tagged fields count in flexible versions. It panics if
// the messages have no facts; see [Of].
func Equal(a, b kwire.Message, version int16) bool {
	if reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	facts := of(a)
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if x.IsNil() || y.IsNil() {
		return x.IsNil() && y.IsNil()
	}
	c := comparer{version: version, flexible: facts.Info.Flexible(version)}
	return c.structs(facts.Body, x.Elem(), y.Elem())
}

// Diff returns how b differs from a in the given version, by the rules of
// [Equal], in the order of the schema. Elements of arrays are compared with
// those of the same index. Both must be messages of one type, and not nil, or
// Diff panics.
func Diff[M kwire.Message](a, b M, version int16) []Difference {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if x.Type() != y.Type() {
		panic(fmt.Sprintf("kreflect: the difference of a %s and a %s", x.Type(), y.Type()))
	}
	facts := of(a)
	var list []Difference
	c := comparer{version: version, flexible: facts.Info.Flexible(version), found: &list}
	c.structs(facts.Body, x.Elem(), y.Elem())
	return list
}

type comparer struct {
	version  int16
	flexible bool
	// found collects the differences; where it is nil, comparing ends with the
	// first.
	found *[]Difference
	path  []frame
	// secret is set within structs whose values must not be shown.
	secret bool
}

// differ notes a difference in the field that the path ends with. It is false,
// what comparing is to return.
func (c *comparer) differ(f *Field, a, b reflect.Value, secret bool) bool {
	if c.found != nil {
		*c.found = append(*c.found, Difference{pathText(c.path), f, anyOf(f, a), anyOf(f, b), secret})
	}
	return false
}

// anyOf is what v holds, nil for null and for what is not there.
func anyOf(f *Field, v reflect.Value) any {
	if !v.IsValid() || v.Type() == f.goType && f.isNull(v) {
		return nil
	}
	return v.Interface()
}

// structs compares two structs. It goes on after a difference only if they are
// collected.
func (c *comparer) structs(s *Struct, a, b reflect.Value) bool {
	same := true
	depth := len(c.path)
	outer := c.secret
	defer func() { c.path, c.secret = c.path[:depth], outer }()
	c.secret = c.secret || s.isSensitive(a) || s.isSensitive(b)
	for _, f := range s.Fields {
		if !f.Versions.Contains(c.version) {
			continue
		}
		c.path = append(c.path[:depth], frame{f, -1})
		secret := c.secret && (f.isConfigValue() || f.Kind == StructKind) || s.isSecret(f, a) || s.isSecret(f, b)
		if !c.fields(f, a.Field(f.index), b.Field(f.index), secret) {
			if same = false; c.found == nil {
				return false
			}
		}
	}
	c.path = c.path[:depth]
	if c.flexible && !s.tags(a).Equal(s.tags(b)) {
		if same = false; c.found != nil {
			path := pathText(c.path) + ".UnknownTags"
			if depth == 0 {
				path = "UnknownTags"
			}
			*c.found = append(*c.found, Difference{Path: path, A: s.tags(a), B: s.tags(b)})
		}
	}
	return same
}

func (c *comparer) fields(f *Field, a, b reflect.Value, secret bool) bool {
	// What has its default is not on the wire; -0.0 is 0.0 there.
	if f.Tagged.Contains(c.version) && f.isDefault(a) && f.isDefault(b) {
		return true
	}
	if f.Nullable.Contains(c.version) && f.isNull(a) != f.isNull(b) {
		return c.differ(f, a, b, secret)
	}
	switch {
	case f.Array:
		return c.arrays(f, a, b, secret)
	case f.Kind == StructKind:
		return c.singleStructs(f, a, b)
	case f.nullString():
		return a.Field(0).String() == b.Field(0).String() || c.differ(f, a, b, secret)
	}
	return sameValue(f.Kind, a, b) || c.differ(f, a, b, secret)
}

// singleStructs compares fields of structs, where nil stands for the default
// unless it is null.
func (c *comparer) singleStructs(f *Field, a, b reflect.Value) bool {
	if !f.pointer() {
		return c.structs(f.Struct, a, b)
	}
	if a.IsNil() && b.IsNil() {
		return true
	}
	return c.structs(f.Struct, f.pointedTo(a), f.pointedTo(b))
}

// pointedTo is the struct that the pointer of a field has, a new one for nil.
func (f *Field) pointedTo(v reflect.Value) reflect.Value {
	if v.IsNil() {
		return f.Struct.newValue()
	}
	return v.Elem()
}

func (c *comparer) arrays(f *Field, a, b reflect.Value, secret bool) bool {
	same := a.Len() == b.Len()
	if !same && c.found == nil {
		return false
	}
	last := len(c.path) - 1
	for i := range max(a.Len(), b.Len()) {
		c.path[last].index = i
		switch {
		case i >= a.Len():
			c.differ(f, reflect.Value{}, b.Index(i), secret)
		case i >= b.Len():
			c.differ(f, a.Index(i), reflect.Value{}, secret)
		case f.Kind == StructKind:
			if !c.structs(f.Struct, a.Index(i), b.Index(i)) {
				same = false
			}
		case !sameValue(f.Kind, a.Index(i), b.Index(i)):
			same = c.differ(f, a.Index(i), b.Index(i), secret)
		}
		if !same && c.found == nil {
			return false
		}
	}
	return same
}

// sameValue compares values that are neither arrays nor structs by their bytes.
func sameValue(kind Kind, a, b reflect.Value) bool {
	switch kind {
	case Float64:
		return math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	case Bytes, Records:
		return bytes.Equal(a.Bytes(), b.Bytes())
	}
	return a.Equal(b)
}
