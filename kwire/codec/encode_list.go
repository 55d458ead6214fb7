package codec

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/kgen-go/kgen/kwire"
)

// Integer is the types of the protocol's whole numbers.
type Integer interface {
	int8 | int16 | uint16 | int32 | uint32 | int64
}

// The functions for lists append an array of elements that are no structs: its
// count, then the elements. Nil is empty unless the form is nullable.

func appendCount[T any](b []byte, form Form, list []T) []byte {
	if list == nil && form&Nullable != 0 {
		return AppendLen(b, form, -1)
	}
	return AppendLen(b, form, len(list))
}

// AppendInts appends a list of whole numbers.
func AppendInts[T Integer](b []byte, form Form, list []T) []byte {
	b = appendCount(b, form, list)
	i := len(b)
	switch unsafe.Sizeof(*new(T)) {
	case 1:
		b = Extend(b, len(list))
		for j, v := range list {
			b[i+j] = byte(v)
		}
	case 2:
		b = Extend(b, 2*len(list))
		for j, v := range list {
			binary.BigEndian.PutUint16(b[i+2*j:], uint16(v))
		}
	case 4:
		b = Extend(b, 4*len(list))
		for j, v := range list {
			binary.BigEndian.PutUint32(b[i+4*j:], uint32(v))
		}
	case 8:
		b = Extend(b, 8*len(list))
		for j, v := range list {
			binary.BigEndian.PutUint64(b[i+8*j:], uint64(v))
		}
	}
	return b
}

// AppendClassicInt32s appends a list of int32 in classic form. Such lists, which
// hold node ids and partition numbers, are by far the most frequent and mostly
// short: this function and the next are small enough to be inlined.
func AppendClassicInt32s(b []byte, list []int32) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(list)))
	for _, v := range list {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// AppendCompactInt32s is AppendClassicInt32s in compact form.
func AppendCompactInt32s(b []byte, list []int32) []byte {
	n := uint32(len(list)) + 1
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	b = append(b, byte(n))
	for _, v := range list {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// AppendBools appends a list of booleans.
func AppendBools(b []byte, form Form, list []bool) []byte {
	b = appendCount(b, form, list)
	for _, v := range list {
		b = append(b, BoolByte(v))
	}
	return b
}

// AppendFloats appends a list of float64.
func AppendFloats(b []byte, form Form, list []float64) []byte {
	b = appendCount(b, form, list)
	for _, v := range list {
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// AppendUUIDs appends a list of UUIDs.
func AppendUUIDs(b []byte, form Form, list []kwire.UUID) []byte {
	b = appendCount(b, form, list)
	for j := range list {
		b = append(b, list[j][:]...)
	}
	return b
}

// AppendByteStrings appends a list of bytes or records.
func AppendByteStrings(b []byte, form Form, list [][]byte) []byte {
	b = appendCount(b, form, list)
	for _, v := range list {
		b = append(AppendLen(b, form, len(v)), v...)
	}
	return b
}

// Strings appends a list of strings. One of more than [kwire.MaxStringLen]
// bytes is refused.
func (e *Encoder) Strings(b []byte, form Form, list []string, name string) []byte {
	b = appendCount(b, form, list)
	for j, s := range list {
		if len(s) > kwire.MaxStringLen {
			return e.badStringLen(b, len(s), element(name, j))
		}
		if form&Compact != 0 {
			b = AppendCompactLen(b, len(s))
		} else {
			b = append(b, byte(len(s)>>8), byte(len(s)))
		}
		b = append(b, s...)
	}
	return b
}
