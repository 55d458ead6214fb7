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

// The functions for strings leave it to the caller to refuse those of more than
// [MaxStringLen] bytes. That makes them small enough to be inlined, which is
// most of the speed of encoding messages full of strings.

// AppendString appends s with a length of two bytes.
func AppendString(b []byte, s string) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(s)))
	return append(b, s...)
}

// AppendNullableString appends s with a length of two bytes, -1 for null.
func AppendNullableString(b []byte, s NullString) []byte {
	if !s.Valid {
		return append(b, 0xff, 0xff)
	}
	return AppendString(b, s.Value)
}

// AppendCompactString appends s with its length plus one as a varint.
func AppendCompactString(b []byte, s string) []byte {
	b = AppendUvarint(b, uint32(len(s))+1)
	return append(b, s...)
}

// AppendCompactNullableString appends s with its length plus one as a varint,
// 0 for null.
func AppendCompactNullableString(b []byte, s NullString) []byte {
	if !s.Valid {
		return append(b, 0)
	}
	return AppendCompactString(b, s.Value)
}

// StringTooLong is the error for a string to encode that has n bytes, more
// than MaxStringLen.
//
//go:noinline
func StringTooLong(name string, n int) error {
	return &Error{Path: name, Offset: -1, Err: ErrBadLength, Detail: fmt.Sprintf("string of %d bytes, at most %d can be encoded", n, MaxStringLen)}
}

// AppendArrayLen appends the count of an array's elements, or the length of a
// bytes field, as four bytes.
func AppendArrayLen(b []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(b, uint32(n))
}

// AppendNullableArrayLen is AppendArrayLen for an array that may be null,
// which is written as -1.
func AppendNullableArrayLen(b []byte, n int, null bool) []byte {
	if null {
		n = -1
	}
	return binary.BigEndian.AppendUint32(b, uint32(n))
}

// AppendCompactArrayLen appends the count of an array's elements, or the
// length of a bytes field, plus one as a varint.
func AppendCompactArrayLen(b []byte, n int) []byte {
	return AppendUvarint(b, uint32(n)+1)
}

// AppendCompactNullableArrayLen is AppendCompactArrayLen for an array that may
// be null, which is written as 0.
func AppendCompactNullableArrayLen(b []byte, n int, null bool) []byte {
	if null {
		return append(b, 0)
	}
	return AppendUvarint(b, uint32(n)+1)
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
