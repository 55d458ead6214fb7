package records

import (
	"errors"
	"fmt"
)

// What can be wrong with encoded batches, for errors.Is, besides what can be
// wrong with messages as well: [kwire.ErrShortBuffer], [kwire.ErrBadLength],
// [kwire.ErrBadVarint] and [kwire.ErrTrailingBytes].
var (
	// ErrChecksum: the stored checksum is not that of the data.
	ErrChecksum = errors.New("checksum mismatch")
	// ErrMagic: the format version of the batch is unknown, or not the one that
	// the operation is for.
	ErrMagic = errors.New("unsupported magic")
	// ErrVersion: a control record has a negative version.
	ErrVersion = errors.New("bad version")
	// ErrNotControl: a record is no control record, so its key has no type.
	ErrNotControl = errors.New("no control record")
	// ErrCodec: the batch names a compression that does not exist, or that its
	// format version does not have.
	ErrCodec = errors.New("unsupported compression")
	// ErrDecompress: the compressed records are damaged.
	ErrDecompress = errors.New("cannot decompress")
	// ErrSizeLimit: the records decompress to more than the limit.
	ErrSizeLimit = errors.New("decompressed size over the limit")
)

// An Error says what is wrong with encoded batches, and where. It wraps one of
// the sentinel errors of this package or of package kwire.
type Error struct {
	// Err is the kind of fault, one of these sentinels. With
	// [ErrDecompress] it also wraps what the codec reported.
	Err error
	// Detail says in words what was found.
	Detail string
	// Batch is the byte at which the batch starts in the data that the caller
	// handed in.
	Batch int
	// Pos is the byte of the fault: in the same data, or, if Decompressed is
	// set, in the decompressed records of the batch.
	Pos          int
	Decompressed bool
}

// Error gives the batch, the byte, the kind and the detail in one line.
func (e *Error) Error() string {
	where := ""
	if e.Decompressed {
		where = " of the decompressed records"
	}
	return fmt.Sprintf("records: batch at byte %d: byte %d%s: %v: %s", e.Batch, e.Pos, where, e.Err, e.Detail)
}

// Unwrap gives the kind of fault.
func (e *Error) Unwrap() error { return e.Err }

// What keeps a record out of a batch, for errors.Is.
var (
	// ErrFull: the record would make the batch larger than its limit; finish
	// this batch and append the record to the next one.
	ErrFull = errors.New("records: batch is full")
	// ErrTooLarge: the record is larger than the limit even in a batch of its
	// own.
	ErrTooLarge = errors.New("records: record is larger than the batch limit")
	// ErrOffset: the record's offset is not above the one before it, or too far
	// from the base offset for the format.
	ErrOffset = errors.New("records: offset cannot be in this batch")
)
