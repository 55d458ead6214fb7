package records

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/kgen-go/kgen/kwire"
)

// DefaultMaxBytes is the limit on a batch unless [BuilderOptions] set another. It
// is the largest batch that brokers take unless configured otherwise.
const DefaultMaxBytes = 1<<20 + prefixSize

// BuilderOptions say what batches a [Builder] makes.
type BuilderOptions struct {
	// BaseOffset is that of the first batch. Producers leave it at 0, as the
	// broker sets it.
	BaseOffset int64
	// Codec compresses the records, at Level: 1 to 9 for gzip and LZ4, 1 to 22
	// for zstd (which knows four speeds, each for a range of levels), 0 for the
	// codec's default.
	Codec Codec
	Level int
	// MaxBytes limits the size of a batch, before compression; 0 or less means
	// DefaultMaxBytes.
	MaxBytes int
	// Producer identifies an idempotent or transactional producer; nil for none.
	Producer *Producer
	// Transactional marks the batches as part of a transaction; it needs a
	// Producer.
	Transactional bool
	// Control marks the records as control records, see [EndTxnMarker.Record].
	Control bool
}

// A Producer is what a broker tells an idempotent producer's batches apart by.
type Producer struct {
	ID           int64
	Epoch        int16
	BaseSequence int32 // number of the first batch's first record
}

// A Builder makes one batch of magic 2 after another, each at the end of a byte
// slice. Records without a codec are encoded in place, without a copy.
//
// A Builder must not be used by several goroutines at a time.
type Builder struct {
	options    BuilderOptions
	compressor compressor
	batch      Batch
	dst        []byte // ends in the batch that is being built
	start      int    // of the batch in dst
	records    []byte // encoded records that are to be compressed
}

// NewBuilder returns a Builder whose first batch goes to the end of dst. A nil o
// means the defaults. Unknown codecs and levels, and a transaction without a
// producer, are errors.
//
// The Builder owns dst until [Builder.Finish].
func NewBuilder(dst []byte, o *BuilderOptions) (*Builder, error) {
	b := new(Builder)
	if o != nil {
		b.options = *o
	}
	if b.options.MaxBytes <= 0 {
		b.options.MaxBytes = DefaultMaxBytes
	}
	b.options.MaxBytes = min(b.options.MaxBytes, math.MaxInt32)
	if b.options.Transactional && b.options.Producer == nil {
		return nil, errors.New("records: a transaction needs a producer")
	}
	var err error
	if b.compressor, err = newCompressor(b.options.Codec, b.options.Level); err != nil {
		return nil, err
	}
	b.batch = Batch{
		BaseOffset:    b.options.BaseOffset,
		LeaderEpoch:   NoLeaderEpoch,
		Magic:         2,
		Attributes:    Attributes(b.options.Codec),
		ProducerID:    NoProducerID,
		ProducerEpoch: NoProducerEpoch,
		BaseSequence:  NoSequence,
	}
	if p := b.options.Producer; p != nil {
		b.batch.ProducerID, b.batch.ProducerEpoch, b.batch.BaseSequence = p.ID, p.Epoch, p.BaseSequence
	}
	if b.options.Transactional {
		b.batch.Attributes |= Transactional
	}
	if b.options.Control {
		b.batch.Attributes |= Control
	}
	b.Reset(dst)
	return b, nil
}

// Reset begins the next batch, at the end of dst, and drops the records appended
// since the last [Builder.Finish], if any. Offsets and sequence numbers go on
// from the batch that was finished last.
func (b *Builder) Reset(dst []byte) {
	b.dst, b.start = dst, len(dst)
	b.records = b.records[:0]
	b.batch.Count, b.batch.LastOffsetDelta = 0, -1
	b.batch.BaseTimestamp, b.batch.MaxTimestamp = NoTimestamp, NoTimestamp
}

// Len gives the number of records in the batch.
func (b *Builder) Len() int { return int(b.batch.Count) }

// Size gives the size of the batch in bytes, before compression.
func (b *Builder) Size() int {
	if b.batch.Count == 0 {
		return HeaderSize
	}
	return len(b.dst) - b.start + len(b.records)
}

// Append adds a record with the offset after the one before it; rec's own offset
// is ignored. It copies all that rec refers to.
//
// [ErrFull] means that the record does not fit any more and [ErrTooLarge] that it
// never will; the batch is as before then, and errors are not wrapped, so that
// they can be compared.
func (b *Builder) Append(rec Record) error {
	return b.append(&rec, int64(b.batch.LastOffsetDelta)+1)
}

// AppendWithOffset adds a record with the offset that it has, as is done to copy
// what compaction has left of a log. An offset that is not above those before it
// is [ErrOffset].
func (b *Builder) AppendWithOffset(rec Record) error {
	return b.append(&rec, rec.Offset-b.batch.BaseOffset)
}

func (b *Builder) append(rec *Record, offsetDelta int64) error {
	if offsetDelta <= int64(b.batch.LastOffsetDelta) || offsetDelta > math.MaxInt32 {
		return ErrOffset
	}
	baseTimestamp := b.batch.BaseTimestamp
	if b.batch.Count == 0 {
		baseTimestamp = rec.Timestamp
		b.dst = append(b.dst[:b.start], make([]byte, HeaderSize)...) // Finish fills it in
	}
	dst := &b.records
	if b.options.Codec == None {
		dst = &b.dst
	}
	var fits bool
	*dst, fits = appendRecord(*dst, rec, rec.Timestamp-baseTimestamp, offsetDelta, b.options.MaxBytes-b.Size())
	if !fits {
		if b.batch.Count == 0 {
			return ErrTooLarge
		}
		return ErrFull
	}
	if b.batch.Count == 0 {
		b.batch.BaseTimestamp = baseTimestamp
		b.batch.MaxTimestamp = rec.Timestamp
	}
	b.batch.MaxTimestamp = max(b.batch.MaxTimestamp, rec.Timestamp)
	b.batch.LastOffsetDelta = int32(offsetDelta)
	b.batch.Count++
	return nil
}

// Finish completes the batch and returns the slice that was given to NewBuilder
// or Reset with the batch appended. It belongs to the caller from now on. Without
// a record the slice is as it was.
//
// The next batch goes into memory of its own unless Reset names a slice for it.
func (b *Builder) Finish() ([]byte, error) {
	defer b.Reset(nil)
	dst := b.dst
	if b.batch.Count == 0 {
		return dst[:b.start], nil
	}
	if b.options.Codec != None {
		var err error
		if dst, err = b.compressor.compress(dst, b.records); err != nil {
			return dst[:b.start], fmt.Errorf("records: compress batch: %w", err)
		}
		if int64(len(dst)-b.start) > math.MaxInt32 {
			return dst[:b.start], fmt.Errorf("records: compress batch: %w: %d bytes", kwire.ErrBadLength, len(dst)-b.start)
		}
	}
	b.batch.putHeader(dst[b.start:])
	b.batch.BaseOffset += int64(b.batch.LastOffsetDelta) + 1
	if b.batch.BaseSequence != NoSequence {
		b.batch.BaseSequence = nextSequence(b.batch.BaseSequence, b.batch.Count)
	}
	return dst, nil
}

// nextSequence counts n on from sequence; after the largest number comes 0.
func nextSequence(sequence, n int32) int32 {
	return int32((int64(sequence) + int64(n)) & math.MaxInt32)
}

// appendRecord appends rec if it takes at most room bytes.
func appendRecord(dst []byte, rec *Record, timestampDelta, offsetDelta int64, room int) (_ []byte, fits bool) {
	const attributes = 1
	body := attributes + varlongSize(timestampDelta) + varlongSize(offsetDelta) +
		bytesSize(rec.Key) + bytesSize(rec.Value) + lengthSize(len(rec.Headers))
	for i := range rec.Headers {
		h := &rec.Headers[i]
		body += lengthSize(len(h.Key)) + len(h.Key) + bytesSize(h.Value)
	}
	size := lengthSize(body) + body
	if size > room || size < 0 {
		return dst, false
	}

	start := len(dst)
	dst = slices.Grow(dst, size)[:start+size]
	out := dst[start:]
	pos := putVarlong(out, 0, int64(body))
	out[pos] = 0 // attributes: no bit has a meaning yet
	pos = putVarlong(out, pos+1, timestampDelta)
	pos = putVarlong(out, pos, offsetDelta)
	pos = putVarlong(out, pos, wireLength(rec.Key))
	pos += copy(out[pos:], rec.Key)
	pos = putVarlong(out, pos, wireLength(rec.Value))
	pos += copy(out[pos:], rec.Value)
	pos = putVarlong(out, pos, int64(len(rec.Headers)))
	for i := range rec.Headers {
		h := &rec.Headers[i]
		pos = putVarlong(out, pos, int64(len(h.Key)))
		pos += copy(out[pos:], h.Key)
		pos = putVarlong(out, pos, wireLength(h.Value))
		pos += copy(out[pos:], h.Value)
	}
	return dst, true
}

// bytesSize gives the size of b with its length in front.
func bytesSize(b []byte) int { return lengthSize(len(b)) + len(b) }

// wireLength gives the length of b as it is written: -1 for null.
func wireLength(b []byte) int64 {
	if b == nil {
		return -1
	}
	return int64(len(b))
}
