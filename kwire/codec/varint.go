package codec

import (
	"math/bits"

	"github.com/kgen-go/kgen/kwire"
)

// Unsigned varints carry 7 bits a byte, low bits first, the top bit set in all
// bytes but the last. Kafka's have at most 5 bytes and a value of 32 bits;
// padded forms such as 82 00 are read but never written.

// AppendUvarint appends v as an unsigned varint.
func AppendUvarint(b []byte, v uint32) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	return appendUvarint(b, v)
}

//go:noinline
func appendUvarint(b []byte, v uint32) []byte {
	switch {
	case v >= 1<<7 && v < 1<<14:
		return append(b, byte(v)|0x80, byte(v>>7))
	case v >= 1<<14 && v < 1<<21:
		return append(b, byte(v)|0x80, byte(v>>7)|0x80, byte(v>>14))
	}
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

// sizeUvarint is the number of bytes of v as an unsigned varint, 1 to 5.
func sizeUvarint(v uint32) int {
	return (bits.Len32(v|1) + 6) / 7
}

// uvarint reads an unsigned varint. Kafka drops the bits of the fifth byte
// that exceed 32; with dropExcess this does too.
func uvarint(b []byte, i int, dropExcess bool) (uint32, int, *kwire.Error) {
	if len(b)-i >= 3 {
		// Most have up to three bytes: lengths below two million.
		p := b[i : i+3]
		v := uint32(p[0])
		if p[0] < 0x80 {
			return v, i + 1, nil
		}
		v = v&0x7f | uint32(p[1])<<7
		if p[1] < 0x80 {
			return v, i + 2, nil
		}
		v = v&0x3fff | uint32(p[2])<<14
		if p[2] < 0x80 {
			return v, i + 3, nil
		}
	}
	var v uint32
	for n := range 5 {
		if i+n >= len(b) {
			return 0, i, short(b, i, n+1)
		}
		c := b[i+n]
		v |= uint32(c&0x7f) << (7 * n)
		if c >= 0x80 {
			continue
		}
		if n == 4 && c > 0x0f && !dropExcess {
			return 0, i, &kwire.Error{Offset: i, Err: kwire.ErrBadVarint, Detail: "varint of more than 32 bits"}
		}
		return v, i + n + 1, nil
	}
	return 0, i, &kwire.Error{Offset: i, Err: kwire.ErrBadVarint, Detail: "varint of more than 5 bytes"}
}
