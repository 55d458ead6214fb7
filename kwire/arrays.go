package kwire

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// Integer is the types of the protocol's whole numbers.
type Integer interface {
	int8 | int16 | uint16 | int32 | uint32 | int64
}

// AppendInts appends the elements of a, without their count.
func AppendInts[T Integer](b []byte, a []T) []byte {
	i := len(b)
	switch unsafe.Sizeof(*new(T)) {
	case 1:
		b = Extend(b, len(a))
		for j, v := range a {
			b[i+j] = byte(v)
		}
	case 2:
		b = Extend(b, 2*len(a))
		for j, v := range a {
			binary.BigEndian.PutUint16(b[i+2*j:], uint16(v))
		}
	case 4:
		b = Extend(b, 4*len(a))
		for j, v := range a {
			binary.BigEndian.PutUint32(b[i+4*j:], uint32(v))
		}
	case 8:
		b = Extend(b, 8*len(a))
		for j, v := range a {
			binary.BigEndian.PutUint64(b[i+8*j:], uint64(v))
		}
	}
	return b
}

// AppendInt32s appends a with its count. Arrays of int32, which hold node ids
// and partition numbers, are by far the most frequent and mostly short: these
// functions are small enough to be inlined.
func AppendInt32s(b []byte, a []int32) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(a)))
	for _, v := range a {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// AppendCompactInt32s appends a with its count plus one as a varint.
func AppendCompactInt32s(b []byte, a []int32) []byte {
	n := uint32(len(a)) + 1
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	b = append(b, byte(n))
	for _, v := range a {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// AppendBools appends the elements of a, without their count.
func AppendBools(b []byte, a []bool) []byte {
	for _, v := range a {
		b = append(b, BoolByte(v))
	}
	return b
}

// AppendFloats appends the elements of a, without their count.
func AppendFloats(b []byte, a []float64) []byte {
	for _, v := range a {
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// AppendUUIDs appends the elements of a, without their count.
func AppendUUIDs(b []byte, a []UUID) []byte {
	for j := range a {
		b = append(b, a[j][:]...)
	}
	return b
}

// AppendStrings appends the elements of a in the classic form, without their
// count. Strings of more than MaxStringLen bytes are an error.
func AppendStrings(b []byte, a []string) ([]byte, error) {
	var err error
	for j, s := range a {
		if b, err = AppendString(b, s, ""); err != nil {
			return nil, inIndex(err, j)
		}
	}
	return b, nil
}

// AppendCompactStrings appends the elements of a in the compact form, without
// their count. Strings of more than MaxStringLen bytes are an error.
func AppendCompactStrings(b []byte, a []string) ([]byte, error) {
	var err error
	for j, s := range a {
		if b, err = AppendCompactString(b, s, ""); err != nil {
			return nil, inIndex(err, j)
		}
	}
	return b, nil
}

// AppendByteStrings appends the elements of a in the classic form, without
// their count.
func AppendByteStrings(b []byte, a [][]byte) []byte {
	for _, v := range a {
		b = append(AppendLen(b, len(v)), v...)
	}
	return b
}

// AppendCompactByteStrings appends the elements of a in the compact form,
// without their count.
func AppendCompactByteStrings(b []byte, a [][]byte) []byte {
	for _, v := range a {
		b = append(AppendCompactLen(b, len(v)), v...)
	}
	return b
}

// inIndex adds the index of an array's element to the path of an error; the
// field's name comes before it.
func inIndex(err error, j int) error { return InElement(err, "", j) }

// DecodeInts decodes the elements of an array of n whole numbers, which
// ArrayLen has found to be there.
func DecodeInts[T Integer](b []byte, i int, a []T) int {
	switch unsafe.Sizeof(*new(T)) {
	case 1:
		p := b[i : i+len(a)]
		for j := range a {
			a[j] = T(p[j])
		}
		return i + len(a)
	case 2:
		p := b[i : i+2*len(a)]
		for j := range a {
			a[j] = T(binary.BigEndian.Uint16(p[2*j:]))
		}
		return i + 2*len(a)
	case 4:
		p := b[i : i+4*len(a)]
		for j := range a {
			a[j] = T(binary.BigEndian.Uint32(p[4*j:]))
		}
		return i + 4*len(a)
	default:
		p := b[i : i+8*len(a)]
		for j := range a {
			v := binary.BigEndian.Uint64(p[8*j:])
			a[j] = T(v)
		}
		return i + 8*len(a)
	}
}

// Arrays of int32 make most of what a Metadata response consists of: the
// functions for them have the common cases in line.

// Int32s decodes an array of int32 with its count, from a slab where the array
// is within an array's element; see [Slab.Make] for groups.
func (d *Decoder) Int32s(b []byte, i int, a *[]int32, slab *Slab[int32], groups int) (int, error) {
	n, start := -1, i+4
	if start <= len(b) {
		n = int(int32(binary.BigEndian.Uint32(b[i:])))
	}
	if n < 0 || n > (len(b)-start)/4 { // 4*n need not fit into an int
		_, _, err := d.ArrayLen(b, i, 4)
		return i, err
	}
	list := *a
	if n <= cap(list) && list != nil {
		list = list[:n]
		*a = (*a)[:n]
	} else {
		if list = nextInt32s(slab, n); list == nil {
			list = slab.Make(n, groups, (len(b)-start)/4)
		}
		*a = list
	}
	getInt32s(list, b[start:start+4*n])
	return start + 4*n, nil
}

// CompactInt32s is Int32s for a count plus one as a varint.
func (d *Decoder) CompactInt32s(b []byte, i int, a *[]int32, slab *Slab[int32], groups int) (int, error) {
	n, start := -1, i+1
	if i < len(b) && b[i] < 0x80 {
		n = int(b[i]) - 1
	}
	if n < 0 || 4*n > len(b)-start {
		var err error
		if n, start, err = d.CompactArrayLen(b, i, 4); err != nil {
			return i, err
		}
	}
	list := *a
	if n <= cap(list) && list != nil {
		list = list[:n]
		*a = (*a)[:n]
	} else {
		if list = nextInt32s(slab, n); list == nil {
			list = slab.Make(n, groups, (len(b)-start)/4)
		}
		*a = list
	}
	getInt32s(list, b[start:start+4*n])
	return start + 4*n, nil
}

// nextInt32s returns the next n elements of the slab's chunk, or nil if there
// are fewer.
func nextInt32s(s *Slab[int32], n int) []int32 {
	if n == 0 {
		return []int32{} // not nil, which would be null
	}
	end := s.used + n
	if end > len(s.chunk) {
		return nil
	}
	piece := s.chunk[s.used:end:end]
	s.used = end
	return piece
}

// getInt32s fills list from p, which has exactly the bytes for that.
func getInt32s(list []int32, p []byte) {
	for len(p) >= 8 && len(list) >= 2 {
		v := binary.BigEndian.Uint64(p)
		list[0], list[1] = int32(v>>32), int32(v)
		p, list = p[8:], list[2:]
	}
	if len(p) >= 4 && len(list) > 0 {
		list[0] = int32(binary.BigEndian.Uint32(p))
	}
}

// DecodeBools decodes the elements of an array of booleans; any byte but 0 is
// true.
func DecodeBools(b []byte, i int, a []bool) int {
	for j := range a {
		a[j] = b[i+j] != 0
	}
	return i + len(a)
}

// DecodeFloats decodes the elements of an array of float64.
func DecodeFloats(b []byte, i int, a []float64) int {
	for j := range a {
		a[j] = math.Float64frombits(binary.BigEndian.Uint64(b[i+8*j:]))
	}
	return i + 8*len(a)
}

// DecodeUUIDs decodes the elements of an array of UUIDs.
func DecodeUUIDs(b []byte, i int, a []UUID) int {
	for j := range a {
		a[j] = UUID(b[i+16*j:])
	}
	return i + 16*len(a)
}

// Strings decodes the elements of an array of classic strings.
func (d *Decoder) Strings(b []byte, i int, a []string) (int, error) {
	var err error
	for j := range a {
		if i, err = d.String(b, i, &a[j]); err != nil {
			return i, inIndex(err, j)
		}
	}
	return i, nil
}

// CompactStrings decodes the elements of an array of compact strings.
func (d *Decoder) CompactStrings(b []byte, i int, a []string) (int, error) {
	var err error
	for j := range a {
		if i, err = d.CompactString(b, i, &a[j]); err != nil {
			return i, inIndex(err, j)
		}
	}
	return i, nil
}

// ByteStrings decodes the elements of an array of classic bytes.
func (d *Decoder) ByteStrings(b []byte, i int, a [][]byte) (int, error) {
	var err error
	for j := range a {
		if i, err = d.Bytes(b, i, &a[j]); err != nil {
			return i, inIndex(err, j)
		}
	}
	return i, nil
}

// CompactByteStrings decodes the elements of an array of compact bytes.
func (d *Decoder) CompactByteStrings(b []byte, i int, a [][]byte) (int, error) {
	var err error
	for j := range a {
		if i, err = d.CompactBytes(b, i, &a[j]); err != nil {
			return i, inIndex(err, j)
		}
	}
	return i, nil
}
