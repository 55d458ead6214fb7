package records

import "math/bits"

// What the varint readers return in place of the next position.
const (
	varintShort    = -1 // the data end within the number
	varintOverlong = -2 // the number has too many bytes or bits
)

// varint reads the zigzag number at pos, of up to 5 bytes, and gives the
// position behind it, or varintShort or varintOverlong. Forms with needless
// zero groups are read, as Kafka reads them.
func varint(src []byte, pos int) (v int32, next int) {
	if uint(pos) < uint(len(src)) && src[pos] < 0x80 {
		b := src[pos]
		return int32(b>>1) ^ -int32(b&1), pos + 1
	}
	wide, next := longVarint(src, pos, 5, 0x0f)
	return int32(wide), next
}

// varlong is varint for numbers of up to 64 bits, 10 bytes.
func varlong(src []byte, pos int) (v int64, next int) {
	if uint(pos) < uint(len(src)) && src[pos] < 0x80 {
		b := src[pos]
		return int64(b>>1) ^ -int64(b&1), pos + 1
	}
	return longVarint(src, pos, 10, 0x01)
}

// longVarint reads a zigzag number of up to maxBytes bytes, the last of which
// may not exceed lastMax.
func longVarint(src []byte, pos, maxBytes int, lastMax byte) (int64, int) {
	var u uint64
	for i := range maxBytes {
		if pos+i >= len(src) {
			return 0, varintShort
		}
		b := src[pos+i]
		if i == maxBytes-1 && b > lastMax {
			return 0, varintOverlong
		}
		u |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			return int64(u>>1) ^ -int64(u&1), pos + i + 1
		}
	}
	return 0, varintOverlong // not reached: the last byte is below 0x80
}

// putVarlong writes v as a zigzag number to dst at pos and gives the position
// behind it. The 32-bit numbers of the format have the same form.
func putVarlong(dst []byte, pos int, v int64) int {
	u := uint64(v)<<1 ^ uint64(v>>63)
	for u >= 0x80 {
		dst[pos] = byte(u) | 0x80
		pos++
		u >>= 7
	}
	dst[pos] = byte(u)
	return pos + 1
}

// varlongSize gives the number of bytes that putVarlong writes. Most numbers in
// a batch are small, so that comparing beats counting bits.
func varlongSize(v int64) int {
	u := uint64(v)<<1 ^ uint64(v>>63)
	switch {
	case u < 1<<7:
		return 1
	case u < 1<<14:
		return 2
	}
	return (bits.Len64(u) + 6) / 7
}

// lengthSize is varlongSize for a length; that of nothing and that of null, -1,
// take one byte.
func lengthSize(n int) int {
	if n < 1<<6 {
		return 1
	}
	return varlongSize(int64(n))
}
