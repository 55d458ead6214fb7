package codec_test

import (
	"math"
	"runtime"
	"testing"

	"github.com/kgen-go/kgen/kwire/codec"
)

// TestSlab: the pieces of a chunk are apart, whatever is done to them, and a
// slice that is long enough is used again with what it holds.
func TestSlab(t *testing.T) {
	var slab codec.Slab[int32]
	var pieces [][]int32
	for j := range 10 {
		piece := slab.Make(3, 10-j, 1000)
		if len(piece) != 3 || cap(piece) != 3 {
			t.Fatalf("a piece has length %d and room for %d", len(piece), cap(piece))
		}
		for k := range piece {
			piece[k] = int32(j)
		}
		pieces = append(pieces, piece)
	}
	_ = append(pieces[0], 99)
	for j, piece := range pieces {
		if piece[0] != int32(j) || piece[2] != int32(j) {
			t.Errorf("piece %d holds %v", j, piece)
		}
	}
	if empty := slab.Make(0, 1, 1000); empty == nil || len(empty) != 0 {
		t.Errorf("an empty slice is %v", empty)
	}
}

// kept keeps what TestSlabBound allocates from being optimised away.
var kept []element

type element [100]byte

// TestSlabBound: a chunk holds no more than the input has room for, nor than
// 16 KB, unless a single slice needs more.
func TestSlabBound(t *testing.T) {
	size := len(element{})
	allocated := func(n, groups, most int) int {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var slab codec.Slab[element]
		kept = slab.Make(n, groups, most)
		runtime.ReadMemStats(&after)
		return int(after.TotalAlloc - before.TotalAlloc)
	}
	if got := allocated(2, 1000, 5); got > 6*size {
		t.Errorf("where there is room for 5 elements, %d bytes are allocated", got)
	}
	if got := allocated(2, 1<<14, math.MaxInt32); got > 16<<10 {
		t.Errorf("a chunk of %d bytes", got)
	}
	if got := allocated(1000, 1000, math.MaxInt32); got > 1100*size {
		t.Errorf("one slice of 1000 elements takes %d bytes", got)
	}
}

func TestGroups(t *testing.T) {
	// Two arrays of three elements.
	if got := codec.Groups(2, 3); got != 6 {
		t.Errorf("got %d", got)
	}
	// Counts from the wire multiply to no more than matters.
	if got := codec.Groups(1<<22, math.MaxInt32); got != 1<<22 {
		t.Errorf("got %d", got)
	}
	if got := codec.Groups(3, 0); got != 0 {
		t.Errorf("no element has %d slices", got)
	}
}
