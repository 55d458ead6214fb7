package kwire

import (
	"bytes"
	"fmt"
	"iter"
	"slices"

	"github.com/kgen-go/kgen/kwire/internal/taglist"
)

// Tags are the tagged fields of a struct that its schema does not know, by
// ascending number (KIP-482). They are kept when decoding and written back
// when encoding. The zero value is empty. Copies of a Tags share their content
// until one of them is changed.
type Tags struct {
	// Tags that are equal need not have the same list: == is not for them, nor
	// for the structs that hold them.
	_ [0]func()

	// A pointer rather than a slice: every struct of a flexible message holds
	// a Tags, and hardly any has something in it.
	list *taglist.List
}

// MaxTag is the greatest number of a tagged field. Kafka reads one more, but
// refuses to write it.
const MaxTag = 1<<31 - 2

// Len is the number of tagged fields.
func (t Tags) Len() int { return len(t.tags()) }

// IsEmpty reports whether there are none.
func (t Tags) IsEmpty() bool { return t.list == nil }

// Get returns the content of the field with the given number.
func (t Tags) Get(number uint32) (data []byte, found bool) {
	list := t.tags()
	at, found := taglist.Find(list, number)
	if !found {
		return nil, false
	}
	return list[at].Data, true
}

// All iterates over the numbers and contents in the order in which they are
// written.
func (t Tags) All() iter.Seq2[uint32, []byte] {
	return func(yield func(uint32, []byte) bool) {
		for _, e := range t.tags() {
			if !yield(e.Number, e.Data) {
				return
			}
		}
	}
}

// Set adds a field or replaces its content, which t keeps a reference to.
// Numbers go up to [MaxTag]. Setting n fields takes time in proportion to
// n log n, in whatever order; what reads t after a change, such as Get or
// encoding, takes time in proportion to its length once. Copies of t stay as
// they are.
func (t *Tags) Set(number uint32, data []byte) {
	if t.list == nil {
		t.list = taglist.Of(number, data)
		return
	}
	t.list = t.list.With(number, data)
}

// Delete removes a field, if it is there, in time in proportion to t's length.
// Copies of t keep it.
func (t *Tags) Delete(number uint32) {
	list := t.tags()
	if _, found := taglist.Find(list, number); !found {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(e taglist.Tag) bool { return e.Number == number })
	if len(kept) == 0 {
		t.list = nil
		return
	}
	t.list = &taglist.List{Tags: kept}
}

// Equal reports whether t and u have the same fields with the same contents.
func (t Tags) Equal(u Tags) bool {
	return slices.EqualFunc(t.tags(), u.tags(), func(a, b taglist.Tag) bool {
		return a.Number == b.Number && bytes.Equal(a.Data, b.Data)
	})
}

// String lists the fields as number=hex.
func (t Tags) String() string {
	var b bytes.Buffer
	for number, data := range t.All() {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d=%x", number, data)
	}
	return b.String()
}

// SetList is for generated code: it hands over a list that is made while
// decoding.
func (t *Tags) SetList(list *taglist.List) { t.list = list }

func (t Tags) tags() []taglist.Tag {
	if t.list == nil {
		return nil
	}
	return t.list.Complete().Tags
}
