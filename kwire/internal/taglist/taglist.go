// Package taglist is how the tagged fields that a schema does not know are
// stored: by package kwire, which offers them to users, and by package codec,
// which decodes them.
package taglist

import (
	"cmp"
	"slices"
)

// A Tag is one tagged field.
type Tag struct {
	Number uint32
	Data   []byte
}

// A List is tagged fields by ascending number. It has room for one, so that the
// most frequent list takes one allocation.
type List struct {
	Tags []Tag
	room [1]Tag
}

// First makes the list hold one field.
func (l *List) First(number uint32, data []byte) {
	l.room[0] = Tag{number, data}
	l.Tags = l.room[:]
}

// Sort orders the fields by number. Those with the same number keep their order.
func (l *List) Sort() {
	slices.SortStableFunc(l.Tags, func(a, b Tag) int { return cmp.Compare(a.Number, b.Number) })
}

// Find returns the place of the first field that has the number or a greater
// one.
func (l *List) Find(number uint32) (at int, found bool) {
	return slices.BinarySearchFunc(l.Tags, number, func(t Tag, n uint32) int { return cmp.Compare(t.Number, n) })
}
