package kwire

import "fmt"

// A TagReader goes through the tag section of a struct:
//
//	t := d.ReadTags(b, i)
//	for t.Next() {
//		switch t.Number {
//		case 0:
//			i, err := d.CompactString(t.Bytes, t.Start, &m.Name)
//			if err != nil {
//				return i, err
//			}
//			t.Done(i, "Name")
//		default:
//			t.Keep(&m.UnknownTags)
//		}
//	}
//	return t.End()
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
	next int   // offset of what comes after the current field
	left int   // fields still to come
	last int64 // number of the field before, -1 at first
	err  error
}

// ReadTags starts the tag section at b[i].
func (d *Decoder) ReadTags(b []byte, i int) TagReader {
	count, next, err := uvarint(b, i, d.lenient())
	t := TagReader{lenient: d.lenient(), b: b, next: next, left: int(int32(count)), last: -1, err: err}
	// Every field takes two bytes at least.
	if err == nil && !d.lenient() && int64(count) > int64(len(b)-next)/2 {
		t.err = badLength(i, "%d tagged fields, but %s left", count, plural(len(b)-next, "byte"))
	}
	return t
}

// Next moves to the next field. It is false at the end and after an error.
func (t *TagReader) Next() bool {
	if t.left <= 0 || t.err != nil {
		return false
	}
	t.left--
	start := t.next
	number, i, err := uvarint(t.b, start, t.lenient)
	if err != nil {
		t.err = err
		return false
	}
	if !t.lenient && (int64(number) <= t.last || number > maxTag) {
		t.err = &Error{Offset: start, Err: ErrTagOrder, Detail: orderDetail(int64(number), t.last)}
		return false
	}
	size, i, err := uvarint(t.b, i, t.lenient)
	if err != nil {
		t.err = err
		return false
	}
	t.Number, t.Start, t.last = number, i, int64(number)
	t.Bytes, t.next = t.b, i+int(int32(size))
	if !t.lenient {
		if int64(size) > int64(len(t.b)-i) {
			t.err = short(t.b, i, int(size))
			return false
		}
		t.Bytes = t.b[:t.next]
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
// that name, ended.
func (t *TagReader) Done(end int, name string) {
	switch {
	case t.lenient:
		t.next = end
	case end != t.next:
		t.err = InField(&Error{Offset: end, Err: ErrTagSize,
			Detail: fmt.Sprintf("tagged field %d has a size of %d bytes, its content %d", t.Number, t.next-t.Start, end-t.Start)}, name)
	}
}

// NotInVersion refuses a field that the schema knows, but not in the version
// to decode.
func (t *TagReader) NotInVersion(name string) {
	t.err = InField(&Error{Offset: t.Start, Err: ErrTagNotInVersion,
		Detail: fmt.Sprintf("tagged field %d does not exist in this version", t.Number)}, name)
}

// Keep adds an unknown field to tags, which then refers to the input.
func (t *TagReader) Keep(tags *Tags) {
	if t.next < t.Start {
		t.err = badLength(t.Start, "tagged field of size %d", t.next-t.Start)
		return
	}
	if t.next > len(t.b) {
		t.err = short(t.b, t.Start, t.next-t.Start)
		return
	}
	tags.append(t.Number, t.b[t.Start:t.next:t.next])
}

// End returns the offset after the tag section.
func (t *TagReader) End() (int, error) { return t.next, t.err }

// UnknownTags decodes the tag section of a struct whose schema knows no tagged
// fields, in place of what tags held.
func (d *Decoder) UnknownTags(b []byte, i int, tags *Tags) (int, error) {
	if tags.list != nil {
		tags.list = nil
	}
	if i < len(b) && b[i] == 0 {
		return i + 1, nil
	}
	t := d.ReadTags(b, i)
	for t.Next() {
		t.Keep(tags)
	}
	return t.End()
}

// TagPresent decodes the varint in front of a nullable struct that is a tagged
// field: 0 for null, 1 for a struct that follows.
func (d *Decoder) TagPresent(b []byte, i int) (present bool, next int, err error) {
	v, next, err := uvarint(b, i, d.lenient())
	if err != nil {
		return false, i, err
	}
	if v > 1 && !d.lenient() {
		return false, i, &Error{Offset: i, Err: ErrBadMarker, Detail: fmt.Sprintf("presence marker %d, want 0 or 1", v)}
	}
	return int32(v) > 0, next, nil
}
