package codec

import "encoding/binary"

// Bytes decodes bytes or records, which refer to b.
func (d *Decoder) Bytes(b []byte, i int, form Form, p *[]byte, name string) int {
	if form&Compact != 0 {
		return d.CompactBytes(b, i, form, p, name)
	}
	return d.ClassicBytes(b, i, form, p, name)
}

// The methods for each form have the common cases in line and leave null and
// errors to otherBytes.

// CompactBytes is Bytes for a compact form.
func (d *Decoder) CompactBytes(b []byte, i int, form Form, p *[]byte, name string) int {
	n, start := compactBytes(b, i)
	if n < 0 {
		n, start = longBytes(b, i)
	}
	if n >= 0 {
		*p = b[start : start+n : start+n]
		return start + n
	}
	return d.otherBytes(b, i, form, p, name)
}

// ClassicBytes is Bytes for a classic form.
func (d *Decoder) ClassicBytes(b []byte, i int, form Form, p *[]byte, name string) int {
	if n, start := classicBytes(b, i); n >= 0 {
		*p = b[start : start+n : start+n]
		return start + n
	}
	return d.otherBytes(b, i, form, p, name)
}

// classicBytes returns the length that four bytes at b[i] give, and where the
// content starts; -1 if it is null or not there.
func classicBytes(b []byte, i int) (n, start int) {
	if start = i + 4; i >= 0 && start <= len(b) {
		if n = int(int32(binary.BigEndian.Uint32(b[i:]))); n <= len(b)-start {
			return n, start
		}
	}
	return -1, i
}

// compactBytes is classicBytes for a varint of two bytes, or of one: a record
// batch takes more than 60 bytes.
func compactBytes(b []byte, i int) (n, start int) {
	if i < 0 || len(b)-i < 2 {
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
	if i < 0 || len(b)-i < 3 {
		return -1, i
	}
	p := b[i : i+3]
	n, start = int(p[0])&0x7f|int(p[1])&0x7f<<7|int(p[2])<<14-1, i+3
	if p[0]&p[1] < 0x80 || p[2] >= 0x80 || n > len(b)-start {
		return -1, i
	}
	return n, start
}

// otherBytes is Bytes for every input.
func (d *Decoder) otherBytes(b []byte, i int, form Form, p *[]byte, name string) int {
	if i < 0 {
		return i
	}
	n, start, err := d.length(b, i, form)
	switch {
	case err != nil:
	case n < 0 && form&Nullable == 0:
		err = nullAt(i)
	case n < 0:
		*p = nil
		return start
	case n > len(b)-start:
		err = short(b, start, n)
	default:
		*p = b[start : start+n : start+n]
		return start + n
	}
	return d.fail(i, err, name)
}
