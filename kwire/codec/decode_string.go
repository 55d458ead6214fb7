package codec

import (
	"encoding/binary"
	"unsafe"

	"github.com/kgen-go/kgen/kwire"
)

// The string methods have the common case in line and leave the rest, errors
// included, to functions of their own, which keeps them small. A string that
// the field holds already is not copied again: that makes decoding into the
// same value free.

// String decodes a string.
func (d *Decoder) String(b []byte, i int, form Form, s *string, name string) int {
	if form&Compact != 0 {
		return d.CompactString(b, i, s, name)
	}
	return d.ClassicString(b, i, s, name)
}

// NullString decodes a string that may be null.
func (d *Decoder) NullString(b []byte, i int, form Form, s *kwire.NullString, name string) int {
	if form&Compact != 0 {
		return d.CompactNullString(b, i, s, name)
	}
	return d.ClassicNullString(b, i, s, name)
}

// ValidString decodes a string that may be null in other versions.
func (d *Decoder) ValidString(b []byte, i int, form Form, s *kwire.NullString, name string) int {
	s.Valid = true
	return d.String(b, i, form, &s.Value, name)
}

// CompactString decodes a string with its length plus one as a varint.
func (d *Decoder) CompactString(b []byte, i int, s *string, name string) int {
	if uint(i) < uint(len(b)) && b[i] < 0x80 {
		n, start := int(b[i])-1, i+1
		if n >= 0 && n <= len(b)-start {
			if d.text != "" {
				*s = d.text[start : start+n]
			} else if text := b[start : start+n]; string(text) != *s {
				if d.hasRoom(n) {
					*s = d.intoChunk(text)
				} else {
					d.copyText(b, start, n, s)
				}
			}
			return start + n
		}
	}
	return d.longString(b, i, s, name)
}

// longString is CompactString for a length of more than one byte, and for
// errors.
func (d *Decoder) longString(b []byte, i int, s *string, name string) int {
	if i < 0 {
		return i
	}
	n, start, err := d.compactStringLen(b, i)
	if err == nil && n < 0 {
		err = nullAt(i)
	}
	if err != nil {
		return d.fail(i, err, name)
	}
	d.cut(b, start, n, s)
	return start + n
}

// CompactNullString decodes a string with its length plus one as a varint, 0
// for null.
func (d *Decoder) CompactNullString(b []byte, i int, s *kwire.NullString, name string) int {
	if uint(i) < uint(len(b)) && b[i] < 0x80 {
		n, start := int(b[i])-1, i+1
		if n < 0 {
			*s = kwire.NullString{}
			return start
		}
		if n <= len(b)-start {
			if d.text != "" {
				s.Value = d.text[start : start+n]
			} else if text := b[start : start+n]; string(text) != s.Value {
				if d.hasRoom(n) {
					s.Value = d.intoChunk(text)
				} else {
					d.copyText(b, start, n, &s.Value)
				}
			}
			s.Valid = true
			return start + n
		}
	}
	return d.longNullString(b, i, s, name)
}

func (d *Decoder) longNullString(b []byte, i int, s *kwire.NullString, name string) int {
	if i < 0 {
		return i
	}
	n, start, err := d.compactStringLen(b, i)
	if err != nil {
		return d.fail(i, err, name)
	}
	if n < 0 {
		*s = kwire.NullString{}
		return start
	}
	d.cut(b, start, n, &s.Value)
	s.Valid = true
	return start + n
}

// ClassicString decodes a string with a length of two bytes.
func (d *Decoder) ClassicString(b []byte, i int, s *string, name string) int {
	if i >= 0 && len(b)-i >= 2 {
		n, start := int(int16(binary.BigEndian.Uint16(b[i:]))), i+2
		if n >= 0 && n <= len(b)-start {
			if d.text != "" {
				*s = d.text[start : start+n]
			} else if text := b[start : start+n]; string(text) != *s {
				if d.hasRoom(n) {
					*s = d.intoChunk(text)
				} else {
					d.copyText(b, start, n, s)
				}
			}
			return start + n
		}
	}
	return d.badString(b, i, name)
}

// badString is the failure of a string that ClassicString cannot read.
func (d *Decoder) badString(b []byte, i int, name string) int {
	if i < 0 {
		return i
	}
	_, _, err := d.stringLen(b, i)
	if err == nil {
		err = nullAt(i)
	}
	return d.fail(i, err, name)
}

// ClassicNullString decodes a string with a length of two bytes, -1 for null.
func (d *Decoder) ClassicNullString(b []byte, i int, s *kwire.NullString, name string) int {
	if uint(i) < uint(len(b)) && b[i] >= 0x80 { // negative
		_, start, err := d.stringLen(b, i)
		if err != nil {
			return d.fail(i, err, name)
		}
		*s = kwire.NullString{}
		return start
	}
	s.Valid = true
	return d.ClassicString(b, i, &s.Value, name)
}

// stringLen reads the two-byte length of a string and checks that the string
// is there; -1 means null.
func (d *Decoder) stringLen(b []byte, i int) (n, next int, err *kwire.Error) {
	if len(b)-i < 2 {
		return 0, i, short(b, i, 2)
	}
	n = int(int16(binary.BigEndian.Uint16(b[i:])))
	if n < 0 {
		return d.nullLen(n, i, i+2)
	}
	if n > len(b)-i-2 {
		return 0, i, short(b, i+2, n)
	}
	return n, i + 2, nil
}

func (d *Decoder) compactStringLen(b []byte, i int) (n, next int, err *kwire.Error) {
	n, next, err = d.compactLen(b, i)
	switch {
	case err != nil:
		return 0, i, err
	case n > kwire.MaxStringLen:
		return 0, i, badLength(i, "string length %d, at most %d is possible", n, kwire.MaxStringLen)
	case n > len(b)-next:
		return 0, i, short(b, next, n)
	}
	return n, next, nil
}

// cut sets s to the n bytes at b[i].
func (d *Decoder) cut(b []byte, i, n int, s *string) {
	switch {
	case d.text != "":
		*s = d.text[i : i+n]
	case string(b[i:i+n]) != *s:
		d.copyText(b, i, n, s)
	}
}

// Sizes of the chunks that strings are copied into.
const (
	minTextChunk = 512
	maxTextChunk = 4 << 10
)

// copyText sets s to a copy of the n bytes at b[i].
func (d *Decoder) copyText(b []byte, i, n int, s *string) {
	text := b[i : i+n]
	switch {
	case n == 0:
		*s = ""
	case d.hasRoom(n):
		*s = d.intoChunk(text)
	case n > maxTextChunk/4:
		*s = string(text)
	default:
		// What is left of the input bounds the strings to come.
		size := min(max(n, minTextChunk, 4*len(d.chunk)), maxTextChunk, len(b)-i)
		d.chunk, d.used = make([]byte, size), 0
		*s = d.intoChunk(text)
	}
}

// hasRoom reports whether n bytes, at least one, fit the current chunk.
func (d *Decoder) hasRoom(n int) bool { return uint(n-1) < uint(len(d.chunk)-d.used) }

// intoChunk copies text to the current chunk, which has room. Nothing writes
// there again, so the string can share that memory.
func (d *Decoder) intoChunk(text []byte) string {
	place := d.chunk[d.used:]
	n := copy(place, text)
	d.used += n
	return unsafe.String(unsafe.SliceData(place), n)
}
