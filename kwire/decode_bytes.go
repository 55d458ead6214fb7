package kwire

// Bytes decodes bytes or records with a length of four bytes. They refer to b.
func (d *Decoder) Bytes(b []byte, i int, p *[]byte) (int, error) {
	n, start, err := d.classicLen(b, i)
	if n < 0 {
		return i, NullAt(i)
	}
	return cutBytes(b, i, n, start, err, p)
}

// NullableBytes decodes bytes or records with a length of four bytes, -1 for
// null.
func (d *Decoder) NullableBytes(b []byte, i int, p *[]byte) (int, error) {
	n, start, err := d.classicLen(b, i)
	return cutBytes(b, i, n, start, err, p)
}

// CompactBytes decodes bytes or records with their length plus one as a
// varint.
func (d *Decoder) CompactBytes(b []byte, i int, p *[]byte) (int, error) {
	next, err := d.CompactNullableBytes(b, i, p)
	if *p == nil && err == nil {
		return i, NullAt(i)
	}
	return next, err
}

// CompactNullableBytes decodes bytes or records with their length plus one as
// a varint, 0 for null. Lengths of one and two bytes are read in line: a record
// batch takes more than 60 bytes.
func (d *Decoder) CompactNullableBytes(b []byte, i int, p *[]byte) (int, error) {
	if len(b)-i >= 2 {
		low, high := int(b[i]), int(b[i+1])
		n, start := low-1, i+1
		if low >= 0x80 {
			n, start = low&0x7f|high<<7-1, i+2
		}
		if (low < 0x80 || high < 0x80) && n >= 0 && n <= len(b)-start {
			*p = b[start : start+n : start+n]
			return start + n, nil
		}
	}
	n, start, err := d.compactLen(b, i)
	return cutBytes(b, i, n, start, err, p)
}

// cutBytes sets p to the n bytes at b[start], or to null if n is negative.
func cutBytes(b []byte, i, n, start int, err error, p *[]byte) (int, error) {
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
