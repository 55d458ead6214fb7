package records

import (
	"fmt"
	"iter"
)

// DefaultMaxDecompressedSize is the limit on the decompressed records of one
// batch unless [Options] set another: 128 MiB. Kafka's brokers take batches of
// up to 1 MiB unless configured otherwise.
const DefaultMaxDecompressedSize = 128 << 20

// Options say how to read. A nil *Options, like the zero value, means the
// defaults.
type Options struct {
	// StartOffset is the first offset that is wanted. Brokers send whole
	// batches, so that the first one may begin before it; records below it are
	// left out.
	StartOffset int64
	// ControlRecords hands out the records of control batches too. Consumers
	// pass over them.
	ControlRecords bool
	// SkipChecksum reads batches whatever their checksum is.
	SkipChecksum bool
	// MaxDecompressedSize limits, in bytes, what the records of one batch may
	// decompress to; 0 or less means DefaultMaxDecompressedSize. A batch that
	// exceeds it is an error that wraps [ErrSizeLimit].
	MaxDecompressedSize int
}

func (o *Options) startOffset() int64 {
	if o == nil {
		return 0
	}
	return o.StartOffset
}

func (o *Options) controlRecords() bool { return o != nil && o.ControlRecords }
func (o *Options) skipChecksum() bool   { return o != nil && o.SkipChecksum }

func (o *Options) maxDecompressedSize() int {
	if o == nil {
		return 0
	}
	return o.MaxDecompressedSize
}

// Iterate gives the records in src, the records field of a fetched partition:
// any number of batches in a row, of which the last may be cut off. A nil o
// means the defaults. An error, of type [*Error], ends the sequence; the records
// before it are good.
//
// Use a [Reader] to learn whether a batch was cut off and where to fetch next.
func Iterate(src []byte, o *Options) iter.Seq2[Record, error] {
	return NewReader(src, o).Records()
}

// A Reader walks the batches of a fetched partition. It can be asked for them
// more than once, but not by several goroutines at a time.
type Reader struct {
	src        []byte
	options    *Options
	pos        int   // of the next batch in src
	err        error // what ended the run
	partial    Partial
	nextOffset int64
}

// A Partial describes the cut-off batch at the end of the data, if there is one.
type Partial struct {
	// Bytes is how many bytes of the batch are there, 0 if none was cut off.
	Bytes int
	// Needs is the size of the whole batch in bytes, 0 if not even that many
	// bytes are there as tell it. A client that got nothing but a partial batch
	// has to ask for at least as much.
	Needs int64
}

// String gives the description in words.
func (p Partial) String() string {
	switch {
	case p.Bytes == 0:
		return "no partial batch"
	case p.Needs == 0:
		return fmt.Sprintf("%d bytes of a batch of unknown size", p.Bytes)
	}
	return fmt.Sprintf("%d bytes of a batch of %d", p.Bytes, p.Needs)
}

// NewReader returns a Reader for src, which [Iterate] describes. The Reader
// keeps src and o; the caller must not change them while it reads.
func NewReader(src []byte, o *Options) *Reader {
	return &Reader{src: src, options: o, nextOffset: o.startOffset()}
}

// Partial describes the cut-off batch that the last run of [Reader.Batches] or
// [Reader.Records] found at the end. It is zero if there was none, or if the run
// did not get there.
func (r *Reader) Partial() Partial { return r.partial }

// NextOffset gives the offset to fetch next: the one after the last batch that
// the last run of [Reader.Batches] or [Reader.Records] was through with, and at
// least the start offset. After compaction it can lie beyond the last record's.
func (r *Reader) NextOffset() int64 { return r.nextOffset }

// Batches gives the complete batches that reach up to the start offset or beyond
// it, control batches included. The pointer is valid until the next step; copy
// the Batch to keep it. An error, of type [*Error], ends the sequence.
func (r *Reader) Batches() iter.Seq2[*Batch, error] {
	return func(yield func(*Batch, error) bool) {
		r.begin()
		var b Batch
		for r.advance(&b) {
			if !yield(&b, nil) {
				return
			}
			r.done(&b)
		}
		if r.err != nil {
			yield(nil, r.err)
		}
	}
}

// Records gives the records of all batches in order, as [Iterate] does.
func (r *Reader) Records() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		r.begin()
		var b Batch
		for r.advance(&b) {
			if b.Attributes.IsControl() && !r.options.controlRecords() {
				r.done(&b)
				continue
			}
			if !b.each(r.options.startOffset(), yield) {
				return
			}
			r.done(&b)
		}
		if r.err != nil {
			yield(Record{}, r.err)
		}
	}
}

// begin starts a run over the data.
func (r *Reader) begin() {
	r.pos, r.err = 0, nil
	r.partial, r.nextOffset = Partial{}, r.options.startOffset()
}

// done notes that all of b has been handed out.
func (r *Reader) done(b *Batch) { r.nextOffset = max(r.nextOffset, b.LastOffset()+1) }

// advance reads the next wanted batch into b. It reports false at the end, with
// r.err set if that is an error.
func (r *Reader) advance(b *Batch) bool {
	for r.pos < len(r.src) {
		src, at := r.src[r.pos:], place{batch: r.pos, origin: r.pos}
		var size int64
		if size, r.err = batchSize(src, at); r.err != nil {
			return false
		}
		if size == 0 || size > int64(len(src)) {
			r.partial = Partial{Bytes: len(src), Needs: size}
			return false
		}
		if *b, r.err = readBatch(src[:size], at, r.options); r.err != nil {
			return false
		}
		r.pos += int(size)
		if b.LastOffset() >= r.options.startOffset() {
			return true
		}
	}
	return false
}
