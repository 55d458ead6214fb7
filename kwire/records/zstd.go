package records

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

const (
	// maxZstdWindow is the window of zstd's highest level. It does not cost
	// memory, as whole batches decompress at once into their result.
	maxZstdWindow = 128 << 20
	// maxZstdBlock is what one block can decompress to.
	maxZstdBlock = 128 << 10
)

// zstdDecoder serves all callers. The room that they hand over is the limit,
// so that the decoder itself needs none but that of the window.
var zstdDecoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil,
		zstd.WithDecoderConcurrency(runtime.GOMAXPROCS(0)),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxZstdWindow),
		zstd.WithDecodeAllCapLimit(true),
	)
	if err != nil {
		panic(err) // the options are constants
	}
	return d
})

// unzstd reads frames of zstd. The frames of streaming writers, such as Java's,
// do not say what they hold; what their blocks can hold at most is the room then.
func unzstd(src []byte, limit int) ([]byte, error) {
	size, exact, err := zstdSize(src)
	if err != nil {
		return nil, err
	}
	if exact && size > int64(limit) {
		return nil, ErrSizeLimit
	}
	if exact {
		return decodeZstd(src, make([]byte, 0, size))
	}
	s := scratches.Get().(*scratch)
	defer s.release()
	s.buf = slices.Grow(s.buf[:0], int(min(size, int64(limit))))
	out, err := decodeZstd(src, s.buf[:0:min(cap(s.buf), limit)])
	return bytes.Clone(out), err
}

func decodeZstd(src, room []byte) ([]byte, error) {
	out, err := zstdDecoder().DecodeAll(src, room)
	if errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return nil, ErrSizeLimit
	}
	return out, err
}

// zstdSize gives the size that frames will decompress to at most, and whether
// that is what they say themselves, which must not be more than they can hold.
// For damaged frames it is that of the part that is in order; decoding them finds
// the damage. Sizes take 64 bits, as 48 KiB of blocks can hold 2 GiB.
func zstdSize(src []byte) (size int64, exact bool, err error) {
	exact = true
	for len(src) > 0 {
		var header zstd.Header
		rest, err := header.DecodeAndStrip(src)
		if err != nil {
			break
		}
		if header.Skippable {
			rest = rest[min(int64(len(rest)), int64(header.SkippableSize)):]
			src = rest
			continue
		}
		blocks, rest := zstdBlocks(rest)
		switch {
		case !header.HasFCS:
			size += blocks
			exact = false
		case header.FrameContentSize > uint64(blocks):
			return 0, false, fmt.Errorf("frame claims to hold %d bytes, but its blocks hold %d at most", header.FrameContentSize, blocks)
		default:
			size += int64(header.FrameContentSize)
		}
		if header.HasCheckSum {
			rest = rest[min(len(rest), 4):]
		}
		src = rest
	}
	return size, exact, nil
}

// zstdBlocks adds up what the blocks of a frame can hold and gives the bytes
// behind the last. A block has 3 bytes in front, from the lowest bit up: whether
// it is the last, its type in two bits, its size.
func zstdBlocks(src []byte) (size int64, rest []byte) {
	const (
		raw        = 0
		repeated   = 1
		compressed = 2
	)
	for len(src) >= 3 {
		header := int(src[0]) | int(src[1])<<8 | int(src[2])<<16
		last, kind, length := header&1 != 0, header>>1&3, header>>3
		src = src[3:]
		stored := length
		switch kind {
		case raw:
			size += int64(length)
		case repeated:
			size += int64(length)
			stored = 1
		case compressed:
			size += maxZstdBlock
		}
		src = src[min(len(src), stored):]
		if last {
			break
		}
	}
	return size, src
}
