package kwire

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
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
	list *tagList
}

// maxTag is the greatest number of a tagged field; Kafka refuses to write the
// one above it.
const maxTag = 1<<31 - 2

// Len is the number of tagged fields.
func (t Tags) Len() int { return len(t.tags()) }

// IsEmpty reports whether there are none.
func (t Tags) IsEmpty() bool { return t.list == nil }

// Get returns the content of the field with the given number.
func (t Tags) Get(number uint32) (data []byte, found bool) {
	list := t.tags()
	at, found := find(list, number)
	if !found {
		return nil, false
	}
	return list[at].data, true
}

// All iterates over the numbers and contents in the order in which they are
// written.
func (t Tags) All() iter.Seq2[uint32, []byte] {
	return func(yield func(uint32, []byte) bool) {
		for _, e := range t.tags() {
			if !yield(e.number, e.data) {
				return
			}
		}
	}
}

// Set adds a field or replaces its content, which t keeps a reference to.
// Numbers go up to 2147483646. Setting n fields takes time in proportion to
// n log n, in whatever order they come. What reads t after a change, such as Get
// or encoding, takes time in proportion to its length once.
func (t *Tags) Set(number uint32, data []byte) {
	if t.list == nil {
		t.list = newTagList(number, data)
		return
	}
	t.list = t.list.with(number, data)
}

// Delete removes a field, if it is there, in time in proportion to t's length.
func (t *Tags) Delete(number uint32) {
	list := t.tags()
	if _, found := find(list, number); !found {
		return
	}
	t.replace(slices.DeleteFunc(slices.Clone(list), func(e tag) bool { return e.number == number }))
}

// Equal reports whether t and u have the same fields with the same contents.
func (t Tags) Equal(u Tags) bool {
	return slices.EqualFunc(t.tags(), u.tags(), func(a, b tag) bool {
		return a.number == b.number && bytes.Equal(a.data, b.data)
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

func (t Tags) tags() []tag {
	if t.list == nil {
		return nil
	}
	return t.list.complete().tags
}

// insert adds a field behind those with the same or a lower number. The list
// must be t's own.
func (t *Tags) insert(number uint32, data []byte) {
	list := t.tags()
	at := len(list)
	for at > 0 && list[at-1].number > number {
		at--
	}
	t.replace(slices.Insert(list, at, tag{number, data}))
}

// append adds a field while decoding. The list is t's own then, and fields
// come in order unless decoding is lenient.
func (t *Tags) append(number uint32, data []byte) {
	switch list := t.tags(); {
	case len(list) == 0:
		t.list = newTagList(number, data)
	case list[len(list)-1].number > number:
		t.insert(number, data)
	default:
		t.list.tags = append(list, tag{number, data})
	}
}

func (t *Tags) replace(list []tag) {
	if len(list) == 0 {
		t.list = nil
		return
	}
	t.list = &tagList{tags: list}
}

// Size is the number of bytes of the fields without their count.
func (t Tags) Size() int {
	n := 0
	for _, e := range t.tags() {
		n += SizeUvarint(e.number) + SizeUvarint(uint32(len(e.data))) + len(e.data)
	}
	return n
}

// Append appends the fields, without their count, to the tag section of a
// struct whose schema knows the numbers below known.
func (t Tags) Append(b []byte, known uint32) ([]byte, error) {
	next := known
	for _, e := range t.tags() {
		switch {
		case e.number < known:
			return b, tagError("unknown tagged field %d has the number of a known one", e.number)
		case e.number < next:
			return b, tagError("unknown tagged field %d is there twice", e.number)
		case e.number > maxTag:
			return b, tagError("unknown tagged field %d: numbers end at %d", e.number, uint32(maxTag))
		}
		next = e.number + 1
		b = AppendUvarint(b, e.number)
		b = AppendUvarint(b, uint32(len(e.data)))
		b = append(b, e.data...)
	}
	return b, nil
}

// AppendSection appends the tag section of a struct whose schema knows no
// tagged fields: the count, then t.
func (t Tags) AppendSection(b []byte) ([]byte, error) {
	b = AppendUvarint(b, uint32(t.Len()))
	return t.Append(b, 0)
}

func tagError(format string, args ...any) error {
	return &Error{Path: "UnknownTags", Offset: -1, Err: ErrTagOrder, Detail: fmt.Sprintf(format, args...)}
}

// BeginTag starts a known tagged field and returns where its content begins,
// for EndTag.
func BeginTag(b []byte, number uint32) (buf []byte, start int) {
	b = AppendUvarint(b, number)
	b = append(b, 0) // room for a size of one byte
	return b, len(b)
}

// EndTag fills in the size of the tagged field whose content begins at start.
func EndTag(b []byte, start int) []byte {
	size := len(b) - start
	if size < 0x80 {
		b[start-1] = byte(size)
		return b
	}
	// The size takes more than the one byte that was left for it.
	width := SizeUvarint(uint32(size))
	b = slices.Grow(b, width-1)[:len(b)+width-1]
	copy(b[start+width-1:], b[start:])
	AppendUvarint(b[:start-1], uint32(size))
	return b
}

// SizeTag is the size of a known tagged field whose content has size bytes.
func SizeTag(number uint32, size int) int {
	return SizeUvarint(number) + SizeUvarint(uint32(size)) + size
}
