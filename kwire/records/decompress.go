package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/pierrec/lz4/v4"
)

// decompress gives the uncompressed form of src, compressed as the attributes of
// b say; at is the place of src.
func (b *Batch) decompress(src []byte, at place) ([]byte, error) {
	limit := b.maxSize
	if limit <= 0 {
		limit = DefaultMaxDecompressedSize
	}
	var out []byte
	var err error
	switch codec := b.Attributes.Codec(); {
	case codec == None:
		return src, nil
	case len(src) == 0:
		err = io.ErrUnexpectedEOF // not all decoders mind
	case codec == Gzip:
		out, err = gunzip(src, limit)
	case codec == Snappy:
		out, err = unsnappy(src, limit)
	case codec == LZ4:
		out, err = unlz4(src, limit, b.Magic == 0)
	case codec == Zstd && b.Magic == 2:
		out, err = unzstd(src, limit)
	default:
		return nil, at.errorf(0, ErrCodec, "%v in magic %d", codec, b.Magic)
	}
	switch {
	case err == nil:
		return out, nil
	case errors.Is(err, ErrSizeLimit):
		return nil, at.errorf(0, ErrSizeLimit, "%d bytes of %v hold more than %d", len(src), b.Attributes.Codec(), limit)
	}
	return nil, at.errorf(0, fmt.Errorf("%w: %w", ErrDecompress, err), "%d bytes of %v", len(src), b.Attributes.Codec())
}

// A scratch is a buffer for output whose size is not known beforehand. The
// result is copied out of it, so that it holds no more memory than it needs.
type scratch struct{ buf []byte }

// maxScratch is the largest buffer that is kept for later batches.
const maxScratch = 4 << 20

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (s *scratch) release() {
	if cap(s.buf) <= maxScratch {
		scratches.Put(s)
	}
}

// readAll gives all that r holds, up to limit bytes.
func readAll(r io.Reader, limit int) ([]byte, error) {
	s := scratches.Get().(*scratch)
	defer s.release()
	out := s.buf[:0]
	for {
		if len(out) == cap(out) {
			out = slices.Grow(out, max(4096, len(out)))
		}
		n, err := r.Read(out[len(out):cap(out)])
		out = out[:len(out)+n]
		s.buf = out
		switch {
		case len(out) > limit:
			return nil, ErrSizeLimit
		case err == io.EOF:
			return bytes.Clone(out), nil
		case err != nil:
			return nil, err
		}
	}
}

// A gzipReader is pooled with the source it reads from.
type gzipReader struct {
	gzip.Reader
	src bytes.Reader
}

var gzipReaders = sync.Pool{New: func() any { return new(gzipReader) }}

func gunzip(src []byte, limit int) ([]byte, error) {
	r := gzipReaders.Get().(*gzipReader)
	defer gzipReaders.Put(r)
	r.src.Reset(src)
	defer r.src.Reset(nil) // the pool must not keep the caller's data alive
	if err := r.Reset(&r.src); err != nil {
		return nil, err
	}
	return readAll(r, limit)
}

// An lz4Reader is pooled with the sources it reads from.
type lz4Reader struct {
	*lz4.Reader
	header, src bytes.Reader
}

var lz4Readers = sync.Pool{New: func() any { return &lz4Reader{Reader: lz4.NewReader(nil)} }}

// unlz4 reads an LZ4 frame. Messages of magic 0 may have the wrong checksum in
// the frame's header, see fixedLZ4Header; in any other Kafka refuses that.
func unlz4(src []byte, limit int, fixHeader bool) ([]byte, error) {
	r := lz4Readers.Get().(*lz4Reader)
	defer lz4Readers.Put(r)
	r.src.Reset(src)
	defer r.src.Reset(nil)
	r.Reset(&r.src)
	if fixHeader {
		header := fixedLZ4Header(src)
		r.src.Reset(src[len(header):])
		r.header.Reset(header)
		r.Reset(io.MultiReader(&r.header, &r.src))
	}
	return readAll(r, limit)
}
