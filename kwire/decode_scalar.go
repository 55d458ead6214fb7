package kwire

import (
	"encoding/binary"
	"math"
)

// The functions below decode a field of fixed width that a message has once, at
// b[i], and return it with the offset that follows. Like their counterparts for
// encoding they are not inlined.

// DecodeBool decodes a byte, of which any value but 0 is true.
//
//go:noinline
func DecodeBool(b []byte, i int) (v bool, next int, err error) {
	if len(b)-i < 1 {
		return false, i, short(b, i, 1)
	}
	return b[i] != 0, i + 1, nil
}

// DecodeInt8 decodes one byte.
//
//go:noinline
func DecodeInt8(b []byte, i int) (v int8, next int, err error) {
	if len(b)-i < 1 {
		return 0, i, short(b, i, 1)
	}
	return int8(b[i]), i + 1, nil
}

// DecodeInt16 decodes two bytes.
//
//go:noinline
func DecodeInt16(b []byte, i int) (v int16, next int, err error) {
	if len(b)-i < 2 {
		return 0, i, short(b, i, 2)
	}
	return int16(binary.BigEndian.Uint16(b[i:])), i + 2, nil
}

// DecodeUint16 decodes two bytes.
//
//go:noinline
func DecodeUint16(b []byte, i int) (v uint16, next int, err error) {
	if len(b)-i < 2 {
		return 0, i, short(b, i, 2)
	}
	return binary.BigEndian.Uint16(b[i:]), i + 2, nil
}

// DecodeInt32 decodes four bytes.
//
//go:noinline
func DecodeInt32(b []byte, i int) (v int32, next int, err error) {
	if len(b)-i < 4 {
		return 0, i, short(b, i, 4)
	}
	return int32(binary.BigEndian.Uint32(b[i:])), i + 4, nil
}

// DecodeUint32 decodes four bytes.
//
//go:noinline
func DecodeUint32(b []byte, i int) (v uint32, next int, err error) {
	if len(b)-i < 4 {
		return 0, i, short(b, i, 4)
	}
	return binary.BigEndian.Uint32(b[i:]), i + 4, nil
}

// DecodeInt64 decodes eight bytes.
//
//go:noinline
func DecodeInt64(b []byte, i int) (v int64, next int, err error) {
	if len(b)-i < 8 {
		return 0, i, short(b, i, 8)
	}
	return int64(binary.BigEndian.Uint64(b[i:])), i + 8, nil
}

// DecodeFloat64 decodes the eight bytes of a float64, whose bits it keeps.
//
//go:noinline
func DecodeFloat64(b []byte, i int) (v float64, next int, err error) {
	if len(b)-i < 8 {
		return 0, i, short(b, i, 8)
	}
	return math.Float64frombits(binary.BigEndian.Uint64(b[i:])), i + 8, nil
}

// DecodeUUID decodes 16 bytes.
//
//go:noinline
func DecodeUUID(b []byte, i int) (v UUID, next int, err error) {
	if len(b)-i < len(v) {
		return v, i, short(b, i, len(v))
	}
	return UUID(b[i:]), i + len(v), nil
}
