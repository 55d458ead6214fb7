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
	if form&Compact != 0 {
		b = e.CompactStringLen(b, len(s), name)
	} else {
		b = e.StringLen(b, len(s), name)
	}
	return append(b, s...)
}

// NullString is String for a string that may be null.
//
//go:noinline
func (e *Encoder) NullString(b []byte, form Form, s kwire.NullString, name string) []byte {
	if !s.Valid {
		return e.nullString(b, form, len(s.Value), name)
	}
	return e.String(b, form, s.Value, name)
}

// ValidString is String for a string that may be null in other versions.
//
//go:noinline
func (e *Encoder) ValidString(b []byte, form Form, s kwire.NullString, name string) []byte {
	e.Null(!s.Valid, name)
	return e.String(b, form, s.Value, name)
}

// StringLen appends the length n of a string as two bytes.
func (e *Encoder) StringLen(b []byte, n int, name string) []byte {
	if n > kwire.MaxStringLen {
		return e.tooLong(b, n, name)
	}
	return append(b, byte(n>>8), byte(n))
}

// CompactStringLen appends the length n of a string, plus one, as a varint.
func (e *Encoder) CompactStringLen(b []byte, n int, name string) []byte {
	if n < 0x7f {
		return append(b, byte(n+1))
	}
	return e.longStringLen(b, n, name)
}

//go:noinline
func (e *Encoder) longStringLen(b []byte, n int, name string) []byte {
	if n > kwire.MaxStringLen {
		return e.tooLong(b, n, name)
	}
	return AppendUvarint(b, uint32(n)+1)
}

// NullStringLen is StringLen for a string that may be null, which has the length
// -1.
func (e *Encoder) NullStringLen(b []byte, valid bool, n int, name string) []byte {
	if !valid || n >= 0x80 {
		return e.longNullStringLen(b, valid, n, name)
	}
	return append(b, 0, byte(n))
}

//go:noinline
func (e *Encoder) longNullStringLen(b []byte, valid bool, n int, name string) []byte {
	if !valid {
		return e.nullString(b, Classic, n, name)
	}
	return e.StringLen(b, n, name)
}

// CompactNullStringLen is CompactStringLen for a string that may be null, which
// is written as 0.
func (e *Encoder) CompactNullStringLen(b []byte, valid bool, n int, name string) []byte {
	if !valid || n >= 0x7f {
		return e.longCompactNullStringLen(b, valid, n, name)
	}
	return append(b, byte(n+1))
}

//go:noinline
func (e *Encoder) longCompactNullStringLen(b []byte, valid bool, n int, name string) []byte {
	if !valid {
		return e.nullString(b, Compact, n, name)
	}
	return e.longStringLen(b, n, name)
}

// nullString appends a null, which must have no content of n bytes: whoever
// sets that means a string.
func (e *Encoder) nullString(b []byte, form Form, n int, name string) []byte {
	if n > 0 {
		e.fail(name, kwire.ErrNullNotAllowed, "null with a content: Value is set, but Valid is false")
	}
	if form&Compact != 0 {
		return append(b, 0)
	}
	return append(b, 0xff, 0xff)
}

//go:noinline
func (e *Encoder) tooLong(b []byte, n int, name string) []byte {
	e.fail(name, kwire.ErrBadLength, fmt.Sprintf("string of %d bytes, at most %d can be encoded", n, kwire.MaxStringLen))
	return b
}

// AppendLen appends the count of an array's elements, or the length of a bytes
// field, in the form; -1 is null.
func AppendLen(b []byte, form Form, n int) []byte {
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

// Bytes appends bytes or records. Large ones become buffers of their own where
// the message is encoded as buffers. Nil is empty unless the form is nullable.
func (e *Encoder) Bytes(b []byte, form Form, data []byte) []byte {
	n := len(data)
	if data == nil && form&Nullable != 0 {
		n = -1
	}
	b = AppendLen(b, form, n)
	if n < vector.MinField || e.vector == nil || e.sized > 0 {
		return append(b, data...)
	}
	e.vector.Refer(b, data)
	return b
}
