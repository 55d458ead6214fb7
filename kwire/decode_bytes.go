package kwire

import "encoding/binary"

// The methods for bytes have the common case in line and leave null and errors
// to those for a length alone.

// Bytes decodes bytes or records with a length of four bytes. They refer to b.
func (d *Decoder) Bytes(b []byte, i int, p *[]byte) (int, error) {
	if n, start := classicBytes(b, i); n >= 0 {
		*p = b[start : start+n : start+n]
		return start + n, nil
	}
	n, start, err := d.classicLen(b, i)
	if err == nil && n < 0 {
		err = NullAt(i)
	}
	return otherBytes(b, i, n, start, err, p)
}

// NullableBytes decodes bytes or records with a length of four bytes, -1 for
// null.
func (d *Decoder) NullableBytes(b []byte, i int, p *[]byte) (int, error) {
	if n, start := classicBytes(b, i); n >= 0 {
		*p = b[start : start+n : start+n]
		return start + n, nil
	}
	n, start, err := d.classicLen(b, i)
	return otherBytes(b, i, n, start, err, p)
}

// CompactBytes decodes bytes or records with their length plus one as a
// varint.
func (d *Decoder) CompactBytes(b []byte, i int, p *[]byte) (int, error) {
	n, start := compactBytes(b, i)
	if n < 0 {
		n, start = longBytes(b, i)
	}
	if n >= 0 {
		*p = b[start : start+n : start+n]
		return start + n, nil
	}
	n, start, err := d.compactLen(b, i)
	if err == nil && n < 0 {
		err = NullAt(i)
	}
	return otherBytes(b, i, n, start, err, p)
}

// CompactNullableBytes decodes bytes or records with their length plus one as
// a varint, 0 for null.
func (d *Decoder) CompactNullableBytes(b []byte, i int, p *[]byte) (int, error) {
	n, start := compactBytes(b, i)
	if n < 0 {
		n, start = longBytes(b, i)
	}
	if n >= 0 {
		*p = b[start : start+n : start+n]
		return start + n, nil
	}
	n, start, err := d.compactLen(b, i)
	return otherBytes(b, i, n, start, err, p)
}

// classicBytes returns the length that four bytes at b[i] give, and where the
// content starts; -1 if it is null or not there.
func classicBytes(b []byte, i int) (n, start int) {
	if start = i + 4; start <= len(b) {
		if n = int(int32(binary.BigEndian.Uint32(b[i:]))); n <= len(b)-start {
			return n, start
		}
	}
	return -1, i
}

// compactBytes is classicBytes for a varint of two bytes, or of one: a record
// batch takes more than 60 bytes.
func compactBytes(b []byte, i int) (n, start int) {
	if len(b)-i < 2 {
		return -1, i
	}
	n, start = int(b[i])-1, i+1
	if b[i] >= 0x80 {
		n, start = int(b[i])&0x7f|int(b[i+1])<<7-1, i+2
		if b[i+1] >= 0x80 {
			return -1, i
		}
	}
	if n > len(b)-start {
		return -1, i
	}
	return n, start
}

// longBytes is compactBytes for a varint of three bytes, up to two million.
//
//go:noinline
func longBytes(b []byte, i int) (n, start int) {
	if len(b)-i < 3 {
		return -1, i
	}
	p := b[i : i+3]
	n, start = int(p[0])&0x7f|int(p[1])&0x7f<<7|int(p[2])<<14-1, i+3
	if p[0]&p[1] < 0x80 || p[2] >= 0x80 || n > len(b)-start {
		return -1, i
	}
	return n, start
}

// otherBytes sets p to the n bytes at b[start], or to null if n is negative.
func otherBytes(b []byte, i, n, start int, err error, p *[]byte) (int, error) {
	switch {
	case err != nil:
		return i, err
	case n < 0:
		*p = nil
		return start, nil
	case n > len(b)-start:
		return i, short(b, start, n)
	}
	*p = b[start : start+n : start+n]
	return start + n, nil
}
