package codec

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/kgen-go/kgen/kwire"
)

// The functions for lists decode an array of elements that are no structs: its
// count, then the elements, into the memory that the list has. Within an array's
// elements new memory comes from a slab; see [Slab.Make] for groups.

// list decodes the count of a list of elements of size bytes at least, and makes
// room for them.
func decodeCount[T any](d *Decoder, b []byte, i int, form Form, list *[]T, slab *Slab[T], groups, size int, name string) int {
	n, i := d.ArrayLen(b, i, form, size, name)
	switch {
	case i < 0 || n < 0:
		*list = nil
	case n <= cap(*list) && *list != nil:
		*list = (*list)[:n]
	case slab != nil:
		*list = slab.Make(n, groups, (len(b)-i)/size)
	default:
		*list = make([]T, n)
	}
	return i
}

// Ints decodes a list of whole numbers.
func Ints[T Integer](d *Decoder, b []byte, i int, form Form, list *[]T, slab *Slab[T], groups int, name string) int {
	size := int(unsafe.Sizeof(*new(T)))
	i = decodeCount(d, b, i, form, list, slab, groups, size, name)
	a := *list
	if len(a) == 0 {
		return i
	}
	p := b[i : i+size*len(a)]
	switch size {
	case 1:
		for j := range a {
			a[j] = T(p[j])
		}
	case 2:
		for j := range a {
			a[j] = T(binary.BigEndian.Uint16(p[2*j:]))
		}
	case 4:
		for j := range a {
			a[j] = T(binary.BigEndian.Uint32(p[4*j:]))
		}
	default:
		for j := range a {
			v := binary.BigEndian.Uint64(p[8*j:])
			a[j] = T(v)
		}
	}
	return i + len(p)
}

// Lists of int32 make most of what a Metadata response consists of: the methods
// for them have the common cases in line.

// ClassicInt32s decodes a list of int32 in classic form.
func (d *Decoder) ClassicInt32s(b []byte, i int, list *[]int32, slab *Slab[int32], groups int, name string) int {
	n, start := -1, i+4
	if i >= 0 && start <= len(b) {
		n = int(int32(binary.BigEndian.Uint32(b[i:])))
	}
	if n < 0 || n > (len(b)-start)/4 {
		_, i = d.arrayLen(b, i, Classic, 4, name)
		return i
	}
	a := *list
	if n <= cap(a) && a != nil {
		a = a[:n]
		*list = (*list)[:n]
	} else {
		a = newInt32s(slab, n, groups, (len(b)-start)/4)
		*list = a
	}
	getInt32s(a, b[start:start+4*n])
	return start + 4*n
}

// CompactInt32s is ClassicInt32s for a count plus one as a varint.
func (d *Decoder) CompactInt32s(b []byte, i int, list *[]int32, slab *Slab[int32], groups int, name string) int {
	n, start := -1, i+1
	if uint(i) < uint(len(b)) && b[i] < 0x80 {
		n = int(b[i]) - 1
	}
	if n < 0 || 4*n > len(b)-start {
		if n, start = d.arrayLen(b, i, Compact, 4, name); start < 0 {
			return start
		}
	}
	a := *list
	if n <= cap(a) && a != nil {
		a = a[:n]
		*list = (*list)[:n]
	} else {
		a = newInt32s(slab, n, groups, (len(b)-start)/4)
		*list = a
	}
	getInt32s(a, b[start:start+4*n])
	return start + 4*n
}

// newInt32s is Slab.Make with the case in line that the chunk has room.
func newInt32s(s *Slab[int32], n, groups, most int) []int32 {
	if end := s.used + n; n > 0 && end <= len(s.chunk) {
		piece := s.chunk[s.used:end:end]
		s.used = end
		return piece
	}
	return s.Make(n, groups, most)
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

// Bools decodes a list of booleans; any byte but 0 is true.
func (d *Decoder) Bools(b []byte, i int, form Form, list *[]bool, slab *Slab[bool], groups int, name string) int {
	i = decodeCount(d, b, i, form, list, slab, groups, 1, name)
	for j := range *list {
		(*list)[j] = b[i+j] != 0
	}
	return i + len(*list)
}

// Floats decodes a list of float64.
func (d *Decoder) Floats(b []byte, i int, form Form, list *[]float64, slab *Slab[float64], groups int, name string) int {
	i = decodeCount(d, b, i, form, list, slab, groups, 8, name)
	for j := range *list {
		(*list)[j] = math.Float64frombits(binary.BigEndian.Uint64(b[i+8*j:]))
	}
	return i + 8*len(*list)
}

// UUIDs decodes a list of UUIDs.
func (d *Decoder) UUIDs(b []byte, i int, form Form, list *[]kwire.UUID, slab *Slab[kwire.UUID], groups int, name string) int {
	i = decodeCount(d, b, i, form, list, slab, groups, 16, name)
	for j := range *list {
		(*list)[j] = kwire.UUID(b[i+16*j:])
	}
	return i + 16*len(*list)
}

// Strings decodes a list of strings.
func (d *Decoder) Strings(b []byte, i int, form Form, list *[]string, slab *Slab[string], groups int, name string) int {
	i = decodeCount(d, b, i, form, list, slab, groups, minLen(form, 2), name)
	for j := range *list {
		if i = d.String(b, i, form, &(*list)[j], ""); i < 0 {
			return d.InElement(i, name, j)
		}
	}
	return i
}

// ByteStrings decodes a list of bytes or records, which refer to b.
func (d *Decoder) ByteStrings(b []byte, i int, form Form, list *[][]byte, slab *Slab[[]byte], groups int, name string) int {
	i = decodeCount(d, b, i, form, list, slab, groups, minLen(form, 4), name)
	for j := range *list {
		if i = d.Bytes(b, i, form&^Nullable, &(*list)[j], ""); i < 0 {
			return d.InElement(i, name, j)
		}
	}
	return i
}

// minLen is the least number of bytes of a length that takes so many in classic
// form.
func minLen(form Form, classic int) int {
	if form&Compact != 0 {
		return 1
	}
	return classic
}
