package records

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/klauspost/compress/snappy"
)

// Java's snappy streams start with this mark, then two version numbers, then
// blocks with a length of 4 bytes each in front.
var snappyMark = []byte{0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0}

const (
	snappyHeaderSize = 16
	// maxSnappyRatio is more than snappy can gain: its best is 64 bytes out of 3.
	maxSnappyRatio = 22
)

// unsnappy reads one bare block, or the blocks of a Java stream.
func unsnappy(src []byte, limit int) ([]byte, error) {
	if !bytes.HasPrefix(src, snappyMark) {
		size, err := snappySize(src, limit)
		if err != nil {
			return nil, err
		}
		return snappy.Decode(make([]byte, size), src)
	}
	if len(src) < snappyHeaderSize {
		return nil, errors.New("stream header is cut off")
	}
	// The sizes are known from the blocks' starts, so that all blocks decode
	// into one buffer. A record can span two blocks.
	total := 0
	for pos := snappyHeaderSize; pos < len(src); {
		block, next, err := snappyBlock(src, pos)
		if err != nil {
			return nil, err
		}
		size, err := snappySize(block, limit-total)
		if err != nil {
			return nil, err
		}
		total += size
		pos = next
	}
	out := make([]byte, total)
	done := 0
	for pos := snappyHeaderSize; pos < len(src); {
		block, next, err := snappyBlock(src, pos)
		if err != nil {
			return nil, err
		}
		decoded, err := snappy.Decode(out[done:], block)
		if err != nil {
			return nil, fmt.Errorf("block at byte %d: %w", pos, err)
		}
		done += len(decoded)
		pos = next
	}
	return out, nil
}

// snappyBlock gives the block at pos of a Java stream and the place of the next.
func snappyBlock(src []byte, pos int) (block []byte, next int, err error) {
	if len(src)-pos < 4 {
		return nil, 0, fmt.Errorf("block length at byte %d is cut off", pos)
	}
	length := int32(binary.BigEndian.Uint32(src[pos:]))
	start := pos + 4
	if length < 0 || int(length) > len(src)-start {
		return nil, 0, fmt.Errorf("block at byte %d has length %d, but %d bytes are left", pos, length, len(src)-start)
	}
	next = start + int(length)
	return src[start:next], next, nil
}

// snappySize gives the decompressed size that block claims, if it can be true
// and is within limit.
func snappySize(block []byte, limit int) (int, error) {
	size, err := snappy.DecodedLen(block)
	if err != nil {
		return 0, err
	}
	if size > limit {
		return 0, ErrSizeLimit
	}
	if size/maxSnappyRatio > len(block) {
		return 0, fmt.Errorf("block of %d bytes claims to hold %d", len(block), size)
	}
	return size, nil
}
