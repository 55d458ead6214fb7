package codec

import (
	"encoding/binary"
	"fmt"

	"github.com/kgen-go/kgen/kwire"
)

// length reads a length or a count in the form; -1 means null.
func (d *Decoder) length(b []byte, i int, form Form) (n, next int, err *kwire.Error) {
	if form&Compact != 0 {
		return d.compactLen(b, i)
	}
	return d.classicLen(b, i)
}

// compactLen reads a length plus one as a varint; -1 means null.
func (d *Decoder) compactLen(b []byte, i int) (n, next int, err *kwire.Error) {
	v, next, err := uvarint(b, i, d.lenient())
	if err != nil {
		return 0, i, err
	}
	// Kafka subtracts in 32 bits, so that 2^31 becomes the greatest length.
	n = int(int32(v - 1))
	if n < 0 {
		return d.nullLen(n, i, next)
	}
	return n, next, nil
}

// classicLen reads a length of four bytes; -1 means null.
func (d *Decoder) classicLen(b []byte, i int) (n, next int, err *kwire.Error) {
	if len(b)-i < 4 {
		return 0, i, short(b, i, 4)
	}
	n = int(int32(binary.BigEndian.Uint32(b[i:])))
	if n < 0 {
		return d.nullLen(n, i, i+4)
	}
	return n, i + 4, nil
}

// nullLen judges a negative length: -1 is null, and for Kafka all others are
// too.
func (d *Decoder) nullLen(n, i, next int) (int, int, *kwire.Error) {
	if n != -1 && !d.lenient() {
		return 0, i, badLength(i, "length %d", n)
	}
	return -1, next, nil
}

// ArrayLen decodes the count of an array whose elements take at least size
// bytes each, -1 for null where the form is nullable. It is 0 after a failure.
func (d *Decoder) ArrayLen(b []byte, i int, form Form, size int, name string) (n, next int) {
	if form&Compact != 0 {
		return d.CompactArrayLen(b, i, form, size, name)
	}
	return d.ClassicArrayLen(b, i, form, size, name)
}

// CompactArrayLen is ArrayLen for a compact form.
func (d *Decoder) CompactArrayLen(b []byte, i int, form Form, size int, name string) (n, next int) {
	if uint(i) < uint(len(b)) && b[i] < 0x80 {
		n, next = int(b[i])-1, i+1
		if (n >= 0 || form&Nullable != 0) && n*size <= len(b)-next {
			return n, next
		}
	}
	return d.arrayLen(b, i, form, size, name)
}

// ClassicArrayLen is ArrayLen for a classic form.
func (d *Decoder) ClassicArrayLen(b []byte, i int, form Form, size int, name string) (n, next int) {
	if i >= 0 && len(b)-i >= 4 {
		n, next = int(int32(binary.BigEndian.Uint32(b[i:]))), i+4
		if n >= 0 && int64(n)*int64(size) <= int64(len(b)-next) {
			return n, next
		}
	}
	return d.arrayLen(b, i, form, size, name)
}

// arrayLen is ArrayLen for every input.
func (d *Decoder) arrayLen(b []byte, i int, form Form, size int, name string) (n, next int) {
	if i < 0 {
		return 0, i
	}
	n, next, err := d.length(b, i, form)
	switch {
	case err != nil:
	case n < 0 && form&Nullable == 0:
		err = nullAt(i)
	case n > 0 && n > (len(b)-next)/size:
		err = tooMany(b, i, next, n, size)
	default:
		return n, next
	}
	return 0, d.fail(i, err, name)
}

// tooMany is the error for a count of elements that the rest of the input has
// no room for. It is found before anything is allocated for them.
func tooMany(b []byte, i, next, n, size int) *kwire.Error {
	return badLength(i, "%s of at least %s each, but %s left",
		plural(n, "element"), plural(size, "byte"), plural(len(b)-next, "byte"))
}

// Present decodes the byte in front of a nullable struct: -1 for null, 1 for a
// struct that follows.
func (d *Decoder) Present(b []byte, i int, name string) (present bool, next int) {
	if uint(i) >= uint(len(b)) {
		return false, d.short(b, i, 1, name)
	}
	marker := int8(b[i])
	if marker != 1 && marker != -1 && !d.lenient() {
		return false, d.badMarker(i, int(marker), -1, name)
	}
	return marker >= 0, i + 1
}

// TagPresent decodes the varint in front of a nullable struct that is a tagged
// field: 0 for null, 1 for a struct that follows.
func (d *Decoder) TagPresent(b []byte, i int, name string) (present bool, next int) {
	v, next, err := uvarint(b, i, d.lenient())
	if err != nil {
		return false, d.fail(i, err, name)
	}
	if v > 1 && !d.lenient() {
		return false, d.badMarker(i, int(v), 0, name)
	}
	return int32(v) > 0, next
}

func (d *Decoder) badMarker(i, marker, null int, name string) int {
	return d.fail(i, &kwire.Error{Offset: i, Err: kwire.ErrBadMarker, Detail: fmt.Sprintf("presence marker %d, want 1 or %d", marker, null)}, name)
}
