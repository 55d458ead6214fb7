package kwire

import (
	"encoding/binary"
	"fmt"
)

// compactLen reads a length plus one as a varint; -1 means null.
func (d *Decoder) compactLen(b []byte, i int) (n, next int, err error) {
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
func (d *Decoder) classicLen(b []byte, i int) (n, next int, err error) {
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
func (d *Decoder) nullLen(n, i, next int) (int, int, error) {
	if n != -1 && !d.lenient() {
		return 0, i, badLength(i, "length %d", n)
	}
	return -1, next, nil
}

// ArrayLen decodes the count of an array whose elements take at least size
// bytes each.
func (d *Decoder) ArrayLen(b []byte, i, size int) (n, next int, err error) {
	if len(b)-i >= 4 {
		n, next = int(int32(binary.BigEndian.Uint32(b[i:]))), i+4
		if n >= 0 && int64(n)*int64(size) <= int64(len(b)-next) {
			return n, next, nil
		}
	}
	n, next, err = d.NullableArrayLen(b, i, size)
	if n < 0 {
		return 0, i, NullAt(i)
	}
	return n, next, err
}

// NullableArrayLen is ArrayLen for an array that may be null; n is then -1.
func (d *Decoder) NullableArrayLen(b []byte, i, size int) (n, next int, err error) {
	n, next, err = d.classicLen(b, i)
	if err == nil && n > 0 && n > (len(b)-next)/size {
		return 0, i, tooMany(b, i, next, n, size)
	}
	return n, next, err
}

// CompactArrayLen is ArrayLen for a count plus one as a varint.
func (d *Decoder) CompactArrayLen(b []byte, i, size int) (n, next int, err error) {
	if i < len(b) && b[i] < 0x80 {
		n, next = int(b[i])-1, i+1
		if n >= 0 && n*size <= len(b)-next {
			return n, next, nil
		}
	}
	n, next, err = d.longCompactArrayLen(b, i, size)
	if n < 0 {
		return 0, i, NullAt(i)
	}
	return n, next, err
}

// CompactNullableArrayLen is CompactArrayLen for an array that may be null; n
// is then -1.
func (d *Decoder) CompactNullableArrayLen(b []byte, i, size int) (n, next int, err error) {
	if i < len(b) && b[i] < 0x80 {
		n, next = int(b[i])-1, i+1
		if n*size <= len(b)-next {
			return n, next, nil
		}
	}
	return d.longCompactArrayLen(b, i, size)
}

// longCompactArrayLen is CompactNullableArrayLen for a count of more than one
// byte, and for errors.
func (d *Decoder) longCompactArrayLen(b []byte, i, size int) (n, next int, err error) {
	n, next, err = d.compactLen(b, i)
	if err == nil && n > 0 && n > (len(b)-next)/size {
		return 0, i, tooMany(b, i, next, n, size)
	}
	return n, next, err
}

// tooMany is the error for a count of elements that the rest of the input has
// no room for. It is found before anything is allocated for them.
func tooMany(b []byte, i, next, n, size int) error {
	return badLength(i, "%s of at least %s each, but %s left",
		plural(n, "element"), plural(size, "byte"), plural(len(b)-next, "byte"))
}

// Present decodes the byte in front of a nullable struct: -1 for null, 1 for a
// struct that follows.
func (d *Decoder) Present(b []byte, i int) (present bool, next int, err error) {
	if i >= len(b) {
		return false, i, short(b, i, 1)
	}
	marker := int8(b[i])
	if marker != 1 && marker != -1 && !d.lenient() {
		return false, i, &Error{Offset: i, Err: ErrBadMarker, Detail: fmt.Sprintf("presence marker %d, want 1 or -1", marker)}
	}
	return marker >= 0, i + 1, nil
}
