package codec

import (
	"encoding/binary"
	"math"

	"github.com/kgen-go/kgen/kwire"
)

// The methods below decode a field of fixed width that a message has once. Like
// their counterparts for encoding they are not inlined.

// Bool decodes a byte, of which any value but 0 is true.
//
//go:noinline
func (d *Decoder) Bool(b []byte, i int, name string) (v bool, next int) {
	if uint(i) >= uint(len(b)) {
		return false, d.short(b, i, 1, name)
	}
	return b[i] != 0, i + 1
}

// Int8 decodes one byte.
//
//go:noinline
func (d *Decoder) Int8(b []byte, i int, name string) (v int8, next int) {
	if uint(i) >= uint(len(b)) {
		return 0, d.short(b, i, 1, name)
	}
	return int8(b[i]), i + 1
}

// Int16 decodes two bytes.
//
//go:noinline
func (d *Decoder) Int16(b []byte, i int, name string) (v int16, next int) {
	if i < 0 || len(b)-i < 2 {
		return 0, d.short(b, i, 2, name)
	}
	return int16(binary.BigEndian.Uint16(b[i:])), i + 2
}

// Uint16 decodes two bytes.
//
//go:noinline
func (d *Decoder) Uint16(b []byte, i int, name string) (v uint16, next int) {
	if i < 0 || len(b)-i < 2 {
		return 0, d.short(b, i, 2, name)
	}
	return binary.BigEndian.Uint16(b[i:]), i + 2
}

// Int32 decodes four bytes.
//
//go:noinline
func (d *Decoder) Int32(b []byte, i int, name string) (v int32, next int) {
	if i < 0 || len(b)-i < 4 {
		return 0, d.short(b, i, 4, name)
	}
	return int32(binary.BigEndian.Uint32(b[i:])), i + 4
}

// Uint32 decodes four bytes.
//
//go:noinline
func (d *Decoder) Uint32(b []byte, i int, name string) (v uint32, next int) {
	if i < 0 || len(b)-i < 4 {
		return 0, d.short(b, i, 4, name)
	}
	return binary.BigEndian.Uint32(b[i:]), i + 4
}

// Int64 decodes eight bytes.
//
//go:noinline
func (d *Decoder) Int64(b []byte, i int, name string) (v int64, next int) {
	if i < 0 || len(b)-i < 8 {
		return 0, d.short(b, i, 8, name)
	}
	return int64(binary.BigEndian.Uint64(b[i:])), i + 8
}

// Float64 decodes the eight bytes of a float64, whose bits it keeps.
//
//go:noinline
func (d *Decoder) Float64(b []byte, i int, name string) (v float64, next int) {
	if i < 0 || len(b)-i < 8 {
		return 0, d.short(b, i, 8, name)
	}
	return math.Float64frombits(binary.BigEndian.Uint64(b[i:])), i + 8
}

// UUID decodes 16 bytes.
//
//go:noinline
func (d *Decoder) UUID(b []byte, i int, name string) (v kwire.UUID, next int) {
	if i < 0 || len(b)-i < len(v) {
		return v, d.short(b, i, len(v), name)
	}
	return kwire.UUID(b[i:]), i + len(v)
}
