package compare

import (
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// order finds the fields that have moved among those that are written in order,
// which fields that are tagged in all their versions are not. It names as few
// fields as explain the new order: those outside a longest run of fields that
// kept theirs.
func (c *comparer) order(pairs []fieldPair, from []*model.Field, path string) {
	var inline []fieldPair
	var places []int // of the old fields
	for _, p := range pairs {
		if p.old.Tagged != p.old.Versions && p.new.Tagged != p.new.Versions {
			inline = append(inline, p)
			places = append(places, slices.Index(from, p.old))
		}
	}
	kept := longestIncreasing(places)
	inOldOrder := slices.SortedFunc(slices.Values(inline), func(a, b fieldPair) int {
		return slices.Index(from, a.old) - slices.Index(from, b.old)
	})
	for i, p := range inline {
		if !slices.Contains(kept, i) {
			c.differ(Order, join(path, p.new.Name), p.old.Pos, p.new.Pos,
				placeWord(inOldOrder, slices.Index(inOldOrder, p)), placeWord(inline, i))
		}
	}
}

// placeWord says what stands before the i-th field.
func placeWord(fields []fieldPair, i int) string {
	if i == 0 {
		return "first"
	}
	return "after " + fields[i-1].new.Name
}

// longestIncreasing returns the indexes of a longest increasing subsequence.
func longestIncreasing(values []int) []int {
	// best[i] is the longest such sequence that ends with values[i].
	best := make([][]int, len(values))
	var longest []int
	for i := range values {
		for j := range i {
			if values[j] < values[i] && len(best[j]) > len(best[i]) {
				best[i] = best[j]
			}
		}
		best[i] = append(slices.Clone(best[i]), i)
		if len(best[i]) > len(longest) {
			longest = best[i]
		}
	}
	return longest
}
