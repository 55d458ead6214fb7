package kwire

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
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

// The functions for strings are called for fields that a message has once. They
// are not inlined: a call costs such a field next to nothing, and in line they
// would be a good part of a generated package. Within the elements of arrays
// generated code has the same statements in line.

// AppendString appends s with a length of two bytes. A string of more than
// [MaxStringLen] bytes is an error, which the name of the field is for.
//
//go:noinline
func AppendString(b []byte, s, name string) ([]byte, error) {
	if len(s) > MaxStringLen {
		return nil, StringTooLong(name, len(s))
	}
	b = binary.BigEndian.AppendUint16(b, uint16(len(s)))
	return append(b, s...), nil
}

// AppendNullableString is AppendString for a string that may be null, which has
// the length -1.
//
//go:noinline
func AppendNullableString(b []byte, s NullString, name string) ([]byte, error) {
	if !s.Valid {
		return append(b, 0xff, 0xff), nil
	}
	return AppendString(b, s.Value, name)
}

// AppendCompactString appends s with its length plus one as a varint. A string
// of more than [MaxStringLen] bytes is an error, which the name of the field is
// for.
//
//go:noinline
func AppendCompactString(b []byte, s, name string) ([]byte, error) {
	if len(s) > MaxStringLen {
		return nil, StringTooLong(name, len(s))
	}
	b = AppendCompactLen(b, len(s))
	return append(b, s...), nil
}

// AppendCompactNullableString is AppendCompactString for a string that may be
// null, which is written as 0.
//
//go:noinline
func AppendCompactNullableString(b []byte, s NullString, name string) ([]byte, error) {
	if !s.Valid {
		return append(b, 0), nil
	}
	return AppendCompactString(b, s.Value, name)
}

// StringTooLong is the error for a string to encode that has n bytes, more
// than MaxStringLen.
//
//go:noinline
func StringTooLong(name string, n int) error {
	return &Error{Path: name, Offset: -1, Err: ErrBadLength, Detail: fmt.Sprintf("string of %d bytes, at most %d can be encoded", n, MaxStringLen)}
}

// AppendLen appends the count of an array's elements, or the length of a bytes
// field, as four bytes; -1 is null.
func AppendLen(b []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(b, uint32(n))
}

// AppendCompactLen appends the count of an array's elements, or the length of a
// string or a bytes field, plus one as a varint; -1 is null.
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

// MaxLen is the greatest number of bytes of an encoded message. A frame holds no
// more, and within it every length fits its field.
const MaxLen = math.MaxInt32 - 1

// EncodeError completes an error that a message's own encoder met. Without one
// the message has become longer than MaxLen.
//
//go:noinline
func EncodeError(err error, info *Info, version int16) error {
	if err == nil {
		err = tooLong()
	}
	return InMessage(err, info, version)
}

func tooLong() error {
	return &Error{Offset: -1, Err: ErrBadLength, Detail: fmt.Sprintf("more than %d bytes", MaxLen)}
}

// BoolByte is 1 for true and 0 for false.
func BoolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}
