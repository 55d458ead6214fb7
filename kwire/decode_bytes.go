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
	n, start, err := d.bytesLen(b, i)
	if n < 0 {
		return i, NullAt(i)
	}
	return cutBytes(b, i, n, start, err, p)
}

// CompactNullableBytes decodes bytes or records with their length plus one as
// a varint, 0 for null.
func (d *Decoder) CompactNullableBytes(b []byte, i int, p *[]byte) (int, error) {
	n, start, err := d.bytesLen(b, i)
	return cutBytes(b, i, n, start, err, p)
}

// bytesLen is compactLen with the lengths of one to three bytes in line.
func (d *Decoder) bytesLen(b []byte, i int) (n, next int, err error) {
	if len(b)-i >= 3 {
		p := b[i : i+3]
		switch {
		case p[0] < 0x80:
			return int(p[0]) - 1, i + 1, nil
		case p[1] < 0x80:
			return int(p[0]&0x7f) | int(p[1])<<7 - 1, i + 2, nil
		case p[2] < 0x80:
			return int(p[0]&0x7f) | int(p[1]&0x7f)<<7 | int(p[2])<<14 - 1, i + 3, nil
		}
	}
	return d.compactLen(b, i)
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
