package codec

import "unsafe"

// maxChunk bounds the chunks that a Slab allocates, in bytes. Greater ones save
// little, and a single element that is kept alive keeps its chunk alive.
const maxChunk = 16 << 10

// maxGroups bounds estimates of groups to come, which are products of counts.
const maxGroups = 1 << 22

// A Slab hands out the slices of one type that lie within the elements of
// arrays. Allocating them one by one is most of the cost of decoding, so it
// allocates chunks for several at once.
type Slab[T any] struct {
	chunk []T
	used  int
}

// Make returns a slice of n elements for a field, a piece of a chunk. Groups is
// the number of such slices to expect in all, this one included; most is the
// number of elements that the input has room for.
func (s *Slab[T]) Make(n, groups, most int) []T {
	if n == 0 {
		return []T{} // not nil, which would be null
	}
	if n > len(s.chunk)-s.used {
		chunk := chunkLen(n, groups, most, unsafe.Sizeof(*new(T)))
		if chunk == 0 {
			return make([]T, n) // and go on with the rest of the chunk
		}
		s.chunk, s.used = make([]T, chunk), 0
	}
	piece := s.chunk[s.used : s.used+n : s.used+n]
	s.used += n
	return piece
}

// New returns one element of a slab; see [Slab.Make].
func New[T any](s *Slab[T], groups, most int) *T { return &s.Make(1, groups, max(1, most))[0] }

// chunkLen is the number of elements of the given size, in bytes, for a new
// chunk that n are needed of; 0 if those are better allocated on their own.
//
//go:noinline
func chunkLen(n, groups, most int, size uintptr) int {
	perChunk := maxChunk / max(1, int(size))
	if n > perChunk/2 {
		return 0
	}
	// No chunk has 2^14 elements, so neither factor can overflow the product.
	return max(n, min(n*min(groups, maxChunk), perChunk, most))
}

// Groups estimates how many slices like those within the elements of an array
// of n are to come, where as many such arrays follow as groups says.
func Groups(groups, n int) int {
	if groups > maxGroups/max(n, 1) {
		return maxGroups
	}
	return groups * n
}
