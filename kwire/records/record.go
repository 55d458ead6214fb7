package records

import (
	"fmt"

	"github.com/kgen-go/kgen/kwire"
)

// NoTimestamp stands for a missing timestamp, as in messages of magic 0.
const NoTimestamp = -1

// A Record is one record of a batch, or one message of a message set.
type Record struct {
	// Offset is the record's place in the partition. [Builder.Append] ignores
	// it and gives the next one.
	Offset int64
	// Timestamp is in milliseconds since the Unix epoch, or NoTimestamp.
	Timestamp int64
	// Key and Value are nil for null; empty ones are not nil.
	Key, Value []byte
	// Headers are in the order of the wire, repeated keys included. Messages of
	// magic 0 and 1 have none.
	Headers []Header
	// Attributes are those of the record's batch; only reading sets them.
	Attributes Attributes
}

// A Header is a key and a value that accompany a record.
type Header struct {
	Key string
	// Value is nil for null; an empty one is not nil.
	Value []byte
}

// minRecordSize is that of a record of magic 2 without anything in it: length,
// attributes, two deltas, null key, null value and no headers.
const minRecordSize = 7

// maxSlab bounds the headers that are allocated at once for coming records.
const maxSlab = 256

// A recordReader walks the uncompressed records of a batch of magic 2.
type recordReader struct {
	src   []byte
	pos   int
	batch *Batch
	// place turns positions in src into errors.
	place place
	left  int      // records that are still to come, the one being read included
	keys  []Header // headers of the last record that had any, to share key strings
	slab  []Header // spare room for the headers of coming records
}

// next reads the record at r.pos into rec and moves behind it.
func (r *recordReader) next(rec *Record) error {
	start := r.pos
	length, pos := varint(r.src, start)
	if pos < 0 {
		return r.place.varintError(start, pos, "record length")
	}
	if length < 0 || int(length) > len(r.src)-pos {
		return r.place.lengthError(start, "record", int64(length), len(r.src)-pos)
	}
	// No field may reach beyond the record, so all below reads from body.
	body := r.src[:pos+int(length)]
	if length == 0 {
		return r.place.errorf(pos, kwire.ErrShortBuffer, "no attributes in a record of 0 bytes")
	}
	pos++ // the record's own attributes: no bit has a meaning yet

	fieldPos := pos
	timestampDelta, pos := varlong(body, pos)
	if pos < 0 {
		return r.place.varintError(fieldPos, pos, "timestamp delta")
	}
	fieldPos = pos
	offsetDelta, pos := varint(body, pos)
	if pos < 0 {
		return r.place.varintError(fieldPos, pos, "offset delta")
	}
	key, pos, err := r.bytes(body, pos, "key")
	if err != nil {
		return err
	}
	value, pos, err := r.bytes(body, pos, "value")
	if err != nil {
		return err
	}
	fieldPos = pos
	headers, pos := varint(body, pos)
	if pos < 0 {
		return r.place.varintError(fieldPos, pos, "header count")
	}

	rec.Offset = r.batch.BaseOffset + int64(offsetDelta)
	rec.Timestamp = r.batch.BaseTimestamp + timestampDelta
	if r.batch.Attributes.IsLogAppendTime() {
		rec.Timestamp = r.batch.MaxTimestamp
	}
	rec.Key, rec.Value, rec.Headers = key, value, nil
	rec.Attributes = r.batch.Attributes
	if headers != 0 {
		// A header takes at least two bytes: the lengths of its key and value.
		if headers < 0 || int(headers) > (len(body)-pos)/2 {
			return r.place.errorf(fieldPos, kwire.ErrBadLength, "%d headers, but %d bytes left", headers, len(body)-pos)
		}
		if rec.Headers, pos, err = r.headers(body, pos, int(headers)); err != nil {
			return err
		}
	}
	if pos != len(body) {
		return r.place.errorf(pos, kwire.ErrTrailingBytes, "record of %d bytes has %d left over", length, len(body)-pos)
	}
	r.pos = pos
	return nil
}

// bytes reads a byte string with its length, nil if it is null.
func (r *recordReader) bytes(body []byte, start int, what string) ([]byte, int, error) {
	length, pos := varint(body, start)
	if uint(length) <= uint(len(body)-pos) && pos > 0 {
		end := pos + int(length)
		return body[pos:end:end], end, nil
	}
	switch {
	case pos < 0:
		return nil, 0, r.place.varintError(start, pos, what+" length")
	case length == -1:
		return nil, pos, nil
	}
	return nil, 0, r.place.lengthError(start, what, int64(length), len(body)-pos)
}

// headers reads n headers. Records of a batch tend to have the same header keys,
// so that a key equal to the one at its place in the record before shares the
// string; and their slices come out of common slabs.
func (r *recordReader) headers(body []byte, pos, n int) ([]Header, int, error) {
	if n > len(r.slab) {
		r.slab = make([]Header, max(n, min(n*r.left, maxSlab)))
	}
	headers := r.slab[:n:n]
	r.slab = r.slab[n:]
	for i := range headers {
		start := pos
		key, next, err := r.bytes(body, pos, "header key")
		if err != nil {
			return nil, 0, err
		}
		if key == nil {
			return nil, 0, r.place.errorf(start, kwire.ErrBadLength, "header key is null")
		}
		h := &headers[i]
		if i < len(r.keys) && r.keys[i].Key == string(key) {
			h.Key = r.keys[i].Key
		} else {
			h.Key = string(key)
		}
		if h.Value, pos, err = r.bytes(body, next, "header value"); err != nil {
			return nil, 0, err
		}
	}
	r.keys = headers
	return headers, pos, nil
}

// A place knows where the bytes being read come from, and makes the errors.
type place struct {
	batch        int // start of the batch in the caller's data
	origin       int // where position 0 is: in the caller's data, unless decompressed
	decompressed bool
}

func (p place) errorf(pos int, kind error, format string, args ...any) error {
	return &Error{
		Err: kind, Detail: fmt.Sprintf(format, args...),
		Batch: p.batch, Pos: p.origin + pos, Decompressed: p.decompressed,
	}
}

// varintError is for a number that could not be read; code is what the reader
// returned in place of a position.
func (p place) varintError(pos, code int, what string) error {
	if code == varintShort {
		return p.errorf(pos, kwire.ErrShortBuffer, "%s is cut off", what)
	}
	return p.errorf(pos, kwire.ErrBadVarint, "%s has too many bits", what)
}

func (p place) lengthError(pos int, what string, length int64, left int) error {
	return p.errorf(pos, kwire.ErrBadLength, "%s of %d bytes, but %d left", what, length, left)
}
