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
	if n >= 0 && err == nil && n <= len(b)-start {
		*p = b[start : start+n : start+n]
		return start + n, nil
	}
	if n < 0 {
		return i, NullAt(i)
	}
	return cutBytes(b, i, n, start, err, p)
}

// CompactNullableBytes decodes bytes or records with their length plus one as
// a varint, 0 for null.
func (d *Decoder) CompactNullableBytes(b []byte, i int, p *[]byte) (int, error) {
	n, start, err := d.bytesLen(b, i)
	if n >= 0 && err == nil && n <= len(b)-start {
		*p = b[start : start+n : start+n]
		return start + n, nil
	}
	return cutBytes(b, i, n, start, err, p)
}

// bytesLen is compactLen with lengths of one and two bytes in line: a record
// batch takes more than 60 bytes.
func (d *Decoder) bytesLen(b []byte, i int) (n, next int, err error) {
	if len(b)-i >= 2 {
		low, high := int(b[i]), int(b[i+1])
		if low < 0x80 {
			return low - 1, i + 1, nil
		}
		if high < 0x80 {
			return low&0x7f | high<<7 - 1, i + 2, nil
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
