// Package taglist is how the tagged fields that a schema does not know are
// stored: by package kwire, which offers them to users, and by package codec,
// which decodes them.
package taglist

import (
	"cmp"
	"slices"
	"sync/atomic"
)

// A Tag is one tagged field.
type Tag struct {
	Number uint32
	Data   []byte
}

// A List is what a Tags holds. It has room for one Tag, so that the most
// frequent list takes one allocation. Once a Tags has it, it does not change:
// copies of the Tags share it, and several goroutines may read it.
type List struct {
	Tags []Tag // by number; without the last one set if added is not nil
	room [1]Tag
	// added is nil for a list that is complete. Else room has a tag that comes on
	// top of another list.
	added *addedTag
}

// An addedTag says what a tag was added to. A chain of them makes setting cheap,
// which would have to copy the whole list each time otherwise.
type addedTag struct {
	to     *List
	left   int // how much longer the chain may become
	merged atomic.Pointer[List]
}

// Of returns a list of one field.
func Of(number uint32, data []byte) *List {
	l := new(List)
	l.First(number, data)
	return l
}

// First makes a new list hold one field.
func (l *List) First(number uint32, data []byte) {
	l.room[0] = Tag{number, data}
	l.Tags = l.room[:]
}

// Add puts a field at the end of a list that is being decoded.
func (l *List) Add(number uint32, data []byte) { l.Tags = append(l.Tags, Tag{number, data}) }

// Sort orders by number what Add has put there in another order. Fields with the
// same number stay in their order.
func (l *List) Sort() { slices.SortStableFunc(l.Tags, byNumber) }

func byNumber(a, b Tag) int { return cmp.Compare(a.Number, b.Number) }

// With returns l with a tag set. A chain becomes as long as the list that it
// began with, and some, so that a merge costs a constant for each tag in it.
func (l *List) With(number uint32, data []byte) *List {
	if l.added != nil && (l.added.left == 0 || l.added.merged.Load() != nil) {
		l = l.Complete()
	}
	left := len(l.Tags) + 16
	if l.added != nil {
		left = l.added.left - 1
	}
	return &List{room: [1]Tag{{number, data}}, added: &addedTag{to: l, left: left}}
}

// Complete returns the list without a chain that has what l has. Two goroutines
// may come to do the same work.
func (l *List) Complete() *List {
	if l.added == nil {
		return l
	}
	if merged := l.added.merged.Load(); merged != nil {
		return merged
	}
	var recent []Tag // the last one first
	first := l
	for ; first.added != nil; first = first.added.to {
		recent = append(recent, first.room[0])
	}
	slices.SortStableFunc(recent, byNumber)
	recent = slices.CompactFunc(recent, func(a, b Tag) bool { return a.Number == b.Number })
	merged := &List{Tags: mergeTags(first.Tags, recent)}
	l.added.merged.Store(merged)
	return merged
}

// mergeTags merges two sorted lists; where both have a number, that of recent
// counts.
func mergeTags(old, recent []Tag) []Tag {
	all := make([]Tag, 0, len(old)+len(recent))
	for _, r := range recent {
		for len(old) > 0 && old[0].Number < r.Number {
			all, old = append(all, old[0]), old[1:]
		}
		for len(old) > 0 && old[0].Number == r.Number {
			old = old[1:]
		}
		all = append(all, r)
	}
	return append(all, old...)
}

// Find returns the place of the first tag of a sorted list that has the number,
// or of the next one.
func Find(list []Tag, number uint32) (at int, found bool) {
	return slices.BinarySearchFunc(list, number, func(e Tag, n uint32) int { return cmp.Compare(e.Number, n) })
}
