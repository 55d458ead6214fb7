package compare

import (
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// order finds the fields that have moved among those that are written in order.
// Fields that no version of in has both may change places. It names as few
// fields as explain the new order: those outside a longest run of fields that
// kept theirs.
func (c *comparer) order(pairs []fieldPair, from []*model.Field, path string, in scope) {
	var written []fieldPair
	var places []int // of the old fields
	for _, p := range pairs {
		if !inline(p.old).Empty() && !inline(p.new).Empty() {
			written = append(written, p)
			places = append(places, slices.Index(from, p.old))
		}
	}
	kept := longestIncreasing(places)
	inOldOrder := slices.SortedFunc(slices.Values(written), func(a, b fieldPair) int {
		return slices.Index(from, a.old) - slices.Index(from, b.old)
	})
	for i, p := range written {
		if slices.Contains(kept, i) {
			continue
		}
		if s := overtaken(written, places, i, in); !s.all.Empty() {
			c.differ(Order, s.class(Added), s, join(path, p.new.Name), p.old.Pos, p.new.Pos,
				placeWord(inOldOrder, slices.Index(inOldOrder, p)), placeWord(written, i))
		}
	}
}

// overtaken returns the versions, from the first to the last, in which the i-th
// field has changed places with another one.
func overtaken(written []fieldPair, places []int, i int, in scope) scope {
	inlineBoth := func(p fieldPair) scope { return in.within(inline(p.old)).within(inline(p.new)) }
	result := noVersion
	for j := range written {
		if j != i && (j < i) != (places[j] < places[i]) {
			both := inlineBoth(written[i])
			other := inlineBoth(written[j])
			result.all = hull(result.all, both.all.Intersect(other.all))
			result.stable = hull(result.stable, both.stable.Intersect(other.stable))
		}
	}
	return result
}

// hull is the least range that holds a and b.
func hull(a, b model.Versions) model.Versions {
	switch {
	case a.Empty():
		return b
	case b.Empty():
		return a
	}
	return model.Versions{Low: min(a.Low, b.Low), High: max(a.High, b.High)}
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
