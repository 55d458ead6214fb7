package codec

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/internal/vector"
)

// Extend lengthens b by n bytes, whose content is left to the caller.
func Extend(b []byte, n int) []byte {
	if cap(b)-len(b) < n {
		b = grow(b, n)
	}
	return b[:len(b)+n]
}

//go:noinline
func grow(b []byte, n int) []byte { return slices.Grow(b, n) }

// BoolByte is 1 for true and 0 for false.
func BoolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}

// The methods for whole strings are for fields that a message has once. They
// are not inlined: a call costs such a field next to nothing, and in line they
// would be a good part of a generated package. Within the elements of arrays
// generated code appends length and content itself.

// String appends s. One of more than [kwire.MaxStringLen] bytes is refused.
//
//go:noinline
func (e *Encoder) String(b []byte, form Form, s, name string) []byte {
	return append(e.stringLen(b, form, len(s), name), s...)
}

// NullString is String for a string that may be null.
//
//go:noinline
func (e *Encoder) NullString(b []byte, form Form, s kwire.NullString, name string) []byte {
	return append(e.stringLen(b, form, NullStringLen(s), name), s.Value...)
}

// ValidString is String for a string that may be null in other versions.
//
//go:noinline
func (e *Encoder) ValidString(b []byte, form Form, s kwire.NullString, name string) []byte {
	e.Null(!s.Valid, name)
	return append(e.stringLen(b, form, len(s.Value), name), s.Value...)
}

func (e *Encoder) stringLen(b []byte, form Form, n int, name string) []byte {
	if form&Compact != 0 {
		return e.CompactStringLen(b, n, name)
	}
	return e.ClassicStringLen(b, n, name)
}

// NullStringLen is the length of s, -1 for null. A null with a content, which
// is to be refused, has a length below that.
func NullStringLen(s kwire.NullString) int {
	if s.Valid {
		return len(s.Value)
	}
	return -1 - len(s.Value)
}

// ClassicStringLen appends the length n of a string as two bytes; -1 is null.
func (e *Encoder) ClassicStringLen(b []byte, n int, name string) []byte {
	if uint(n+1) > kwire.MaxStringLen+1 {
		return e.badStringLen(b, n, name)
	}
	return append(b, byte(n>>8), byte(n))
}

// CompactStringLen appends the length n of a string, plus one, as a varint; -1
// is null.
func (e *Encoder) CompactStringLen(b []byte, n int, name string) []byte {
	if uint(n+1) < 0x80 {
		return append(b, byte(n+1))
	}
	return e.longStringLen(b, n, name)
}

//go:noinline
func (e *Encoder) longStringLen(b []byte, n int, name string) []byte {
	if uint(n+1) > kwire.MaxStringLen+1 {
		return e.badStringLen(b, n, name)
	}
	return AppendUvarint(b, uint32(n)+1)
}

//go:noinline
func (e *Encoder) badStringLen(b []byte, n int, name string) []byte {
	if n < 0 {
		e.fail(name, kwire.ErrNullNotAllowed, "null with a content: Value is set, but Valid is false")
	} else {
		e.fail(name, kwire.ErrBadLength, fmt.Sprintf("string of %d bytes, at most %d can be encoded", n, kwire.MaxStringLen))
	}
	return b
}

// AppendLen appends the count of an array's elements, or the length of a bytes
// field, in the form; -1 is null.
//
//go:noinline
func AppendLen(b []byte, form Form, n int) []byte {
	if form&Compact != 0 && n < 0x7f {
		return append(b, byte(n+1))
	}
	return appendLen(b, form, n)
}

//go:noinline
func appendLen(b []byte, form Form, n int) []byte {
	if form&Compact != 0 {
		return AppendCompactLen(b, n)
	}
	return AppendClassicLen(b, n)
}

// AppendClassicLen appends a count or a length as four bytes; -1 is null.
func AppendClassicLen(b []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(b, uint32(n))
}

// AppendCompactLen appends a count or a length plus one as a varint; -1 is null.
func AppendCompactLen(b []byte, n int) []byte {
	return AppendUvarint(b, uint32(n)+1)
}

// NullableLen is the length of s, -1 if s is nil.
func NullableLen[T any](s []T) int {
	if s == nil {
		return -1
	}
	return len(s)
}

// Bytes appends bytes or records. Nil is empty unless the form is nullable.
func (e *Encoder) Bytes(b []byte, form Form, data []byte) []byte {
	n := len(data)
	if form&Nullable != 0 {
		n = NullableLen(data)
	}
	return e.Content(AppendLen(b, form, n), data)
}

// Content appends the content of a bytes field. If it is large, it becomes a
// buffer of its own where the message is encoded as buffers.
func (e *Encoder) Content(b, data []byte) []byte {
	if len(data) < vector.MinField || e.into == nil {
		return append(b, data...)
	}
	e.into.Refer(b, data)
	return b
}
