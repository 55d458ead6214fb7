package layout

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	// maxBatch is the largest batch that is read from a log segment, in bytes.
	// Kafka's own limit is 1 MiB unless configured otherwise.
	maxBatch = 256 << 20
	// segmentBuffer is how many bytes are looked at for the end of zeros.
	segmentBuffer = 1 << 16
)

// A SegmentReader takes what is found in a log segment.
type SegmentReader struct {
	// Batch takes every batch and the byte at which it begins. An error ends the
	// reading.
	Batch func(at int64, batch []byte) error
	// Damage takes a remark about what is wrong with the segment.
	Damage func(text string)
	// Zeros takes the byte from which on there are only zeros up to the end. Brokers
	// leave them behind the end of a segment that they have allocated beforehand.
	Zeros func(at int64)
}

// ReadSegment reads a log segment one batch at a time, so that it may be larger
// than memory. Zeros between batches are damage, behind which it goes on. The
// error is that of src or Batch.
func ReadSegment(src io.Reader, r *SegmentReader) error {
	b := bufio.NewReaderSize(src, segmentBuffer)
	for at := int64(0); ; {
		head, err := b.Peek(batchPrefix)
		switch {
		case len(head) == 0 && errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case len(bytes.Trim(head, "\x00")) == 0:
			n, found, err := skipZeros(b)
			switch {
			case err != nil:
				return err
			case !found && n > 0:
				r.Damage(fmt.Sprintf("at byte %d: zeros, and behind them bytes that are no batch", at))
				return nil
			case !found:
				r.Zeros(at)
				return nil
			}
			r.Damage(fmt.Sprintf("at byte %d: %s that are zero, with a batch behind them", at, plural(int(n), "byte")))
			at += n
			continue
		case err != nil:
			r.Damage(fmt.Sprintf("at byte %d: the segment ends with %s of a batch", at, plural(len(head), "byte")))
			return nil
		}
		size := int64(int32(binary.BigEndian.Uint32(head[8:]))) + batchPrefix
		if size < magicEnd || size > maxBatch {
			r.Damage(fmt.Sprintf("at byte %d: no batch can have %d bytes", at, size))
			return nil
		}
		// The size is only a claim, so that memory grows with what is there.
		batch, err := io.ReadAll(io.LimitReader(b, size))
		if err != nil {
			return err
		}
		if int64(len(batch)) < size {
			r.Damage(fmt.Sprintf("at byte %d: the segment ends within a batch, with %d of %d bytes", at, len(batch), size))
			return nil
		}
		if err := r.Batch(at, batch); err != nil {
			return err
		}
		at += size
	}
}

// skipZeros passes zeros up to the next batch and tells how many. If there is
// none, n is 0 at the end of the segment, and not before other bytes.
func skipZeros(b *bufio.Reader) (n int64, found bool, err error) {
	for {
		buffer, err := b.Peek(segmentBuffer)
		if err != nil && !errors.Is(err, io.EOF) {
			return n, false, err
		}
		rest := bytes.TrimLeft(buffer, "\x00")
		// A batch may begin with zeros itself, those of its offset and its length.
		first := len(buffer) - len(rest)
		start := max(first-batchPrefix, 0)
		if len(rest) == 0 {
			if err != nil {
				return 0, false, nil
			}
			skipped, _ := b.Discard(start)
			n += int64(skipped)
			continue
		}
		for i := start; i <= first; i++ {
			if looksLikeAnyBatch(buffer[i:]) {
				skipped, _ := b.Discard(i)
				return n + int64(skipped), true, nil
			}
		}
		return n + int64(first), false, nil
	}
}

// looksLikeAnyBatch reports whether data may begin with a batch of any magic. Of
// one that is there whole the checksum has to fit.
func looksLikeAnyBatch(data []byte) bool {
	size := batchSize(data)
	if size > maxBatch {
		return false
	}
	if looksLikeBatch(data) {
		return size > int64(len(data)) || checksumFits(data[:size])
	}
	const legacy = 26 // the smallest message
	return size >= legacy && len(data) > 17 && data[16] <= 1 && data[17]&0xf0 == 0
}
