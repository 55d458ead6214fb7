// Package value holds messages whose shape is known only at run time: the
// fields that a schema lists, as plain Go values. It makes instances, encodes
// them, and reads and writes them as JSON, straight from the checked model and
// without any generated code.
//
// A field's value is one of these, by the kind of its type:
//
//	bool                   bool
//	all integer kinds      int64
//	float64                float64
//	uuid                   UUID
//	string                 string, which need not be UTF-8
//	bytes, records         []byte
//	array                  []any, of values of the element's kind
//	struct                 *Struct
//
// Null is nil, for every kind that can be null.
package value

import (
	"bytes"
	"encoding/base64"

	"github.com/kgen-go/kgen/internal/model"
)

// A UUID is a field of 16 bytes, in the order of the wire.
type UUID [16]byte

// String gives the form that Kafka prints: 22 characters of URL-safe base64.
func (u UUID) String() string { return base64.RawURLEncoding.EncodeToString(u[:]) }

// A Struct is a message's body, or a struct within it.
type Struct struct {
	Type *model.Struct
	// Fields has a value for each of Type.Fields, at the same index.
	Fields []any
	// Unknown are tagged fields that the schema does not list, as they were read.
	Unknown []Tag
}

// A Tag is a tagged field of unknown content.
type Tag struct {
	Number uint32
	Data   []byte
}

// New returns a struct of type t in which every field has its default.
func New(t *model.Struct) *Struct {
	s := &Struct{Type: t, Fields: make([]any, len(t.Fields))}
	for i, f := range t.Fields {
		s.Fields[i] = defaultOf(f)
	}
	return s
}

// defaultOf is the default of f, which no one else holds.
func defaultOf(f *model.Field) any {
	if f.Default.Null {
		return nil
	}
	switch f.Type.Kind {
	case model.Bool:
		return f.Default.Bool
	case model.Float64:
		return f.Default.Float
	case model.UUID:
		return UUID(f.Default.UUID)
	case model.String:
		return f.Default.String
	case model.Bytes:
		return []byte{}
	case model.Array:
		return []any{}
	case model.StructKind:
		return New(f.Type.Struct)
	}
	return f.Default.Int
}

// isDefault reports whether v needs no place on the wire where f is tagged, and
// may be left out where f is absent.
func isDefault(f *model.Field, v any) bool {
	if v == nil || f.Default.Null {
		return v == nil && f.Default.Null
	}
	switch f.Type.Kind {
	case model.Bytes:
		return len(v.([]byte)) == 0
	case model.Array:
		return len(v.([]any)) == 0
	case model.StructKind:
		return equal(v, New(f.Type.Struct))
	}
	// For floats this is what Kafka asks too: NaN differs from itself, -0.0 is 0.0.
	return v == defaultOf(f)
}

// equal compares two values of the same kind, unknown tags included.
func equal(a, b any) bool {
	switch a := a.(type) {
	case []byte:
		b, ok := b.([]byte)
		return ok && bytes.Equal(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && equalAll(a, b)
	case *Struct:
		b, ok := b.(*Struct)
		return ok && equalAll(a.Fields, b.Fields) && equalTags(a.Unknown, b.Unknown)
	}
	return a == b
}

func equalAll(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalTags(a, b []Tag) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Number != b[i].Number || !bytes.Equal(a[i].Data, b[i].Data) {
			return false
		}
	}
	return true
}
