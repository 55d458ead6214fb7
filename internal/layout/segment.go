package layout

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// maxBatch is the largest batch that is read from a log segment, in bytes.
// Kafka's own limit is 1 MiB unless configured otherwise.
const maxBatch = 256 << 20

// ReadSegment reads a log segment one batch at a time, so that it may be larger
// than memory, and calls each with every batch and the byte at which it begins.
// The remark tells why reading has ended before the end of the segment; empty if
// it has not. The error is that of r or each.
func ReadSegment(r io.Reader, each func(at int64, batch []byte) error) (remark string, err error) {
	b := bufio.NewReaderSize(r, 1<<16)
	for at := int64(0); ; {
		head, err := b.Peek(batchPrefix)
		switch {
		case len(head) == 0 && errors.Is(err, io.EOF):
			return "", nil
		case errors.Is(err, io.EOF):
			return fmt.Sprintf("at byte %d: the segment ends with %s of a batch", at, plural(len(head), "byte")), nil
		case err != nil:
			return "", err
		}
		length := int64(int32(binary.BigEndian.Uint32(head[8:])))
		if length == 0 && binary.BigEndian.Uint64(head) == 0 {
			return fmt.Sprintf("at byte %d: zeros, as brokers leave them behind the end of a segment that they have allocated", at), nil
		}
		size := length + batchPrefix
		if size < magicEnd || size > maxBatch {
			return fmt.Sprintf("at byte %d: no batch can have %d bytes", at, size), nil
		}
		// The size is only a claim, so that memory grows with what is there.
		batch, err := io.ReadAll(io.LimitReader(b, size))
		if err != nil {
			return "", err
		}
		if int64(len(batch)) < size {
			return fmt.Sprintf("at byte %d: the segment ends within a batch, with %d of %d bytes", at, len(batch), size), nil
		}
		if err := each(at, batch); err != nil {
			return "", err
		}
		at += size
	}
}
