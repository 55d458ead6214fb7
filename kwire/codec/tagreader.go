package codec

import (
	"fmt"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/internal/taglist"
)

// A TagReader goes through the tag section of a struct:
//
//	var t codec.TagReader
//	t.Begin(d, b, i)
//	for t.Next() {
//		i = t.Start
//		switch t.Number {
//		case 0:
//			i = d.CompactString(t.Bytes, i, &m.Name, "Name")
//			t.Done(i, "Name")
//		default:
//			t.Keep(d, &m.UnknownTags)
//		}
//	}
//	return t.End(d)
//
// In strict mode it hands out the input up to the end of each field's content,
// so that no field reads beyond its own; in lenient mode, like Kafka, it
// ignores the sizes of known fields.
type TagReader struct {
	// Number is the current field's.
	Number uint32
	// Bytes is the input, and Start the offset of the field's content in it.
	Bytes []byte
	Start int

	// A pointer to the Decoder here would move that to the heap.
	lenient bool

	b    []byte
	size int           // stated size of the current field's content
	next int           // offset of the next field, below 0 after a failure within one
	left int           // fields still to come
	last int64         // number of the field before, -1 at first
	kept *taglist.List // the unknown fields
	err  *kwire.Error  // a failure that the Decoder does not have yet
}

// Begin starts the tag section at b[i].
func (t *TagReader) Begin(d *Decoder, b []byte, i int) {
	t.lenient, t.b, t.next, t.last = d.lenient(), b, i, -1
	if i < 0 {
		return
	}
	count, next, err := uvarint(b, i, t.lenient)
	t.next, t.left, t.err = next, int(int32(count)), err
	// Every field takes two bytes at least.
	if err == nil && !t.lenient && int64(count) > int64(len(b)-next)/2 {
		t.err = badLength(i, "%s, but %s left", plural(int(count), "tagged field"), plural(len(b)-next, "byte"))
	}
}

// Next moves to the next field. It is false at the end and after a failure.
func (t *TagReader) Next() bool {
	if t.left <= 0 || t.err != nil || t.next < 0 {
		return false
	}
	t.left--
	start := t.next
	if start+2 <= len(t.b) && t.b[start]|t.b[start+1] < 0x80 {
		return t.field(start, uint32(t.b[start]), uint32(t.b[start+1]), start+2)
	}
	number, i, err := uvarint(t.b, start, t.lenient)
	if err != nil {
		t.err = err
		return false
	}
	size, i, err := uvarint(t.b, i, t.lenient)
	if err != nil {
		t.err = err
		return false
	}
	return t.field(start, number, size, i)
}

// field makes the field at start the current one, if it may be that.
func (t *TagReader) field(start int, number, size uint32, i int) bool {
	if !t.lenient && (int64(number) <= t.last || number > maxTag) {
		t.err = &kwire.Error{Offset: start, Err: kwire.ErrTagOrder, Detail: orderDetail(int64(number), t.last)}
		return false
	}
	t.Number, t.Start, t.last, t.size = number, i, int64(number), int(int32(size))
	t.Bytes = t.b
	if !t.lenient {
		if int64(size) > int64(len(t.b)-i) {
			t.err = short(t.b, i, int(min(size, kwire.MaxLen)))
			return false
		}
		t.Bytes = t.b[:i+t.size]
	}
	return true
}

func orderDetail(number, last int64) string {
	switch {
	case number == last:
		return fmt.Sprintf("tagged field %d is there twice", number)
	case number < last:
		return fmt.Sprintf("tagged field %d comes after %d", number, last)
	}
	return fmt.Sprintf("tagged field %d: numbers end at %d", number, uint32(maxTag))
}

// Done says at which offset the decoding of the current field, known under
// that name, ended; below 0 if it has failed.
func (t *TagReader) Done(end int, name string) {
	t.next = end
	if end != t.Start+t.size {
		t.otherSize(end, name)
	}
}

//go:noinline
func (t *TagReader) otherSize(end int, name string) {
	if end >= 0 && !t.lenient {
		t.err = &kwire.Error{Path: name, Offset: end, Err: kwire.ErrTagSize,
			Detail: fmt.Sprintf("tagged field %d has a size of %d bytes, its content %d", t.Number, t.size, end-t.Start)}
	}
}

// NotInVersion refuses a field that the schema knows, but not in the version
// to decode.
func (t *TagReader) NotInVersion(name string) {
	t.err = &kwire.Error{Path: name, Offset: t.Start, Err: kwire.ErrTagNotInVersion,
		Detail: fmt.Sprintf("tagged field %d does not exist in this version", t.Number)}
}

// Keep adds an unknown field to those of tags, which then refer to the input.
func (t *TagReader) Keep(d *Decoder, tags *kwire.Tags) {
	switch {
	case t.size < 0:
		t.err = badLength(t.Start, "tagged field of size %d", t.size)
		return
	case t.size > len(t.b)-t.Start:
		t.err = short(t.b, t.Start, t.size)
		return
	}
	t.next = t.Start + t.size
	data := t.b[t.Start:t.next:t.next]
	if t.kept != nil {
		t.kept.Add(t.Number, data)
		return
	}
	// Where one struct has an unknown field, those after it mostly have too.
	if d.lists == nil {
		d.lists = new(Slab[taglist.List])
	}
	t.kept = New(d.lists, 4*len(d.lists.chunk), (len(t.b)-t.Start)/2)
	t.kept.First(t.Number, data)
	tags.SetList(t.kept)
}

// End returns the offset after the tag section.
func (t *TagReader) End(d *Decoder) int {
	if t.err != nil {
		return d.fail(0, t.err, "")
	}
	if t.lenient && t.kept != nil {
		t.kept.Sort()
	}
	return t.next
}

// UnknownTags decodes the tag section of a struct whose schema knows no tagged
// fields, in place of what tags held.
func (d *Decoder) UnknownTags(b []byte, i int, tags *kwire.Tags) int {
	if uint(i) < uint(len(b)) && b[i] == 0 && tags.IsEmpty() {
		return i + 1
	}
	return d.tagSection(b, i, tags)
}

//go:noinline
func (d *Decoder) tagSection(b []byte, i int, tags *kwire.Tags) int {
	*tags = kwire.Tags{}
	var t TagReader
	t.Begin(d, b, i)
	for t.Next() {
		t.Keep(d, tags)
	}
	return t.End(d)
}

// Tags is UnknownTags, or nothing for the classic form, which has no tag
// section.
func (d *Decoder) Tags(b []byte, i int, form Form, tags *kwire.Tags) int {
	if form&Compact != 0 {
		return d.UnknownTags(b, i, tags)
	}
	*tags = kwire.Tags{}
	return i
}

// NoTags reports whether the tag section at b[i] is empty, and takes one byte.
func NoTags(b []byte, i int) bool { return uint(i) < uint(len(b)) && b[i] == 0 }
