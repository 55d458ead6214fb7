package kwire

import (
	"cmp"
	"slices"
	"sync/atomic"
)

type tag struct {
	number uint32
	data   []byte
}

// A tagList is what a Tags holds. It has room for one tag, so that the most
// frequent list takes one allocation. Once a Tags has it, it does not change:
// copies of the Tags share it, and several goroutines may read it.
type tagList struct {
	tags []tag // by number; without the last one set if added is not nil
	room [1]tag
	// added is nil for a list that is complete. Else room has a tag that comes on
	// top of another list.
	added *addedTag
}

// An addedTag says what a tag was added to. A chain of them makes setting cheap,
// which would have to copy the whole list each time otherwise.
type addedTag struct {
	to     *tagList
	left   int // how much longer the chain may become
	merged atomic.Pointer[tagList]
}

func newTagList(number uint32, data []byte) *tagList {
	l := new(tagList)
	l.room[0] = tag{number, data}
	l.tags = l.room[:]
	return l
}

// with returns l with a tag set. A chain becomes as long as the list that it
// began with, and some, so that a merge costs a constant for each tag in it.
func (l *tagList) with(number uint32, data []byte) *tagList {
	if l.added != nil && (l.added.left == 0 || l.added.merged.Load() != nil) {
		l = l.complete()
	}
	left := len(l.tags) + 16
	if l.added != nil {
		left = l.added.left - 1
	}
	return &tagList{room: [1]tag{{number, data}}, added: &addedTag{to: l, left: left}}
}

// complete returns the list without a chain that has what l has. Two goroutines
// may come to do the same work.
func (l *tagList) complete() *tagList {
	if l.added == nil {
		return l
	}
	if merged := l.added.merged.Load(); merged != nil {
		return merged
	}
	var recent []tag // the last one first
	first := l
	for ; first.added != nil; first = first.added.to {
		recent = append(recent, first.room[0])
	}
	slices.SortStableFunc(recent, func(a, b tag) int { return cmp.Compare(a.number, b.number) })
	recent = slices.CompactFunc(recent, func(a, b tag) bool { return a.number == b.number })
	merged := &tagList{tags: mergeTags(first.tags, recent)}
	l.added.merged.Store(merged)
	return merged
}

// mergeTags merges two sorted lists; where both have a number, that of recent
// counts.
func mergeTags(old, recent []tag) []tag {
	all := make([]tag, 0, len(old)+len(recent))
	for _, r := range recent {
		for len(old) > 0 && old[0].number < r.number {
			all, old = append(all, old[0]), old[1:]
		}
		for len(old) > 0 && old[0].number == r.number {
			old = old[1:]
		}
		all = append(all, r)
	}
	return append(all, old...)
}

// find returns the place of the first tag of a sorted list that has the number,
// or of the next one.
func find(list []tag, number uint32) (at int, found bool) {
	return slices.BinarySearchFunc(list, number, func(e tag, n uint32) int { return cmp.Compare(e.number, n) })
}
