package codec

import (
	"fmt"
	"slices"

	"github.com/kgen-go/kgen/kwire"
)

// maxTag is the greatest number of a tagged field; Kafka refuses to write the
// one above it.
const maxTag = kwire.MaxTag

// UnknownTags appends the tag section of a struct whose schema knows no tagged
// fields in this version.
func (e *Encoder) UnknownTags(b []byte, t kwire.Tags) []byte {
	if t.IsEmpty() {
		return append(b, 0)
	}
	return e.tagSection(b, t)
}

//go:noinline
func (e *Encoder) tagSection(b []byte, t kwire.Tags) []byte {
	return e.RestOfTags(AppendUvarint(b, uint32(t.Len())), t, 0)
}

// Tags is UnknownTags, or NoTags for the classic form.
func (e *Encoder) Tags(b []byte, form Form, t kwire.Tags) []byte {
	if form == Compact && t.IsEmpty() {
		return append(b, 0)
	}
	return e.otherTags(b, form, t)
}

//go:noinline
func (e *Encoder) otherTags(b []byte, form Form, t kwire.Tags) []byte {
	if form == Compact {
		return e.tagSection(b, t)
	}
	e.NoTags(t)
	return b
}

// NoTags refuses unknown tagged fields, since the version is not flexible.
func (e *Encoder) NoTags(t kwire.Tags) {
	if !t.IsEmpty() {
		e.NotFlexible()
	}
}

// NotFlexible is NoTags for tagged fields that are set. It returns nil.
//
//go:noinline
func (e *Encoder) NotFlexible() []byte {
	return e.fail("UnknownTags", kwire.ErrTagsNotInVersion, "tagged fields are set, but this version is not flexible")
}

// RestOfTags appends the unknown fields behind the known ones, whose numbers
// are below known.
func (e *Encoder) RestOfTags(b []byte, t kwire.Tags, known uint32) []byte {
	next := known
	for number, data := range t.All() {
		switch {
		case number < known:
			e.badTag("unknown tagged field %d has the number of a known one", number)
		case number < next:
			e.badTag("unknown tagged field %d is there twice", number)
		case number > maxTag:
			e.badTag("unknown tagged field %d: numbers end at %d", number, uint32(maxTag))
		}
		next = number + 1
		b = AppendUvarint(b, number)
		b = AppendUvarint(b, uint32(len(data)))
		b = append(b, data...)
	}
	return b
}

func (e *Encoder) badTag(format string, args ...any) {
	e.fail("UnknownTags", kwire.ErrTagOrder, fmt.Sprintf(format, args...))
}

// BeginTag starts a known tagged field and returns where its content begins,
// for EndTag.
func (e *Encoder) BeginTag(b []byte, number uint32) (buf []byte, start int) {
	e.sized++
	e.into = nil
	b = AppendUvarint(b, number)
	b = append(b, 0) // room for a size of one byte
	return b, len(b)
}

// EndTag fills in the size of the tagged field whose content begins at start.
func (e *Encoder) EndTag(b []byte, start int) []byte {
	if e.sized--; e.sized == 0 {
		e.into = e.vector
	}
	size := len(b) - start
	if e.err != nil {
		return b // which may be nil
	}
	if size < 0x80 {
		b[start-1] = byte(size)
		return b
	}
	// The size takes more than the one byte that was left for it.
	width := sizeUvarint(uint32(size))
	b = slices.Grow(b, width-1)[:len(b)+width-1]
	copy(b[start+width-1:], b[start:])
	AppendUvarint(b[:start-1], uint32(size))
	return b
}
