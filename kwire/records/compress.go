package records

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// A compressor compresses with one codec at one level. It is a value without
// state; encoders come from pools that all compressors share.
type compressor struct {
	codec     Codec
	level     int
	brokenLZ4 bool // set the header checksum that messages of magic 0 have
}

// newCompressor checks the codec and the level, which 0 leaves to the codec.
func newCompressor(codec Codec, level int) (compressor, error) {
	highest := 0
	switch codec {
	case None, Snappy:
	case Gzip, LZ4:
		highest = 9
	case Zstd:
		highest = 22
	default:
		return compressor{}, fmt.Errorf("records: %w: %v", ErrCodec, codec)
	}
	if level < 0 || level > highest {
		return compressor{}, fmt.Errorf("records: %v has no level %d, but 0 to %d", codec, level, highest)
	}
	return compressor{codec: codec, level: level}, nil
}

// compress appends the compressed form of src to dst.
func (c compressor) compress(dst, src []byte) ([]byte, error) {
	switch c.codec {
	case Gzip:
		return streamTo(dst, src, &gzipWriters[c.level], func() streamWriter {
			level := c.level
			if level == 0 {
				level = gzip.DefaultCompression
			}
			w, _ := gzip.NewWriterLevel(nil, level) // the level is valid
			return w
		})
	case Snappy:
		start := len(dst)
		dst = slices.Grow(dst, s2.MaxEncodedLen(len(src)))
		block := s2.EncodeSnappy(dst[start:cap(dst)], src)
		return dst[:start+len(block)], nil
	case LZ4:
		start := len(dst)
		dst, err := streamTo(dst, src, &lz4Writers[c.level], func() streamWriter { return newLZ4Writer(c.level) })
		if c.brokenLZ4 && err == nil {
			breakLZ4Header(dst[start:])
		}
		return dst, err
	case Zstd:
		return zstdEncoders[zstdLevel(c.level)]().EncodeAll(src, dst), nil
	}
	return append(dst, src...), nil
}

// A streamWriter is what the encoders of gzip and LZ4 have in common.
type streamWriter interface {
	io.WriteCloser
	Reset(io.Writer)
}

// An encoder is pooled with the place it writes to, as resetting it once more to
// let go of that would cost as much as a small batch.
type encoder struct {
	streamWriter
	out appendWriter
}

// An appendWriter appends what is written to a slice.
type appendWriter []byte

func (w *appendWriter) Write(p []byte) (int, error) {
	*w = append(*w, p...)
	return len(p), nil
}

// Pools of encoders, one for each level.
var (
	gzipWriters [10]sync.Pool
	lz4Writers  [10]sync.Pool
)

// streamTo compresses src through an encoder of the pool.
func streamTo(dst, src []byte, pool *sync.Pool, create func() streamWriter) ([]byte, error) {
	e, ok := pool.Get().(*encoder)
	if !ok {
		e = &encoder{streamWriter: create()}
	}
	defer pool.Put(e)
	e.out = dst
	defer func() { e.out = nil }()
	e.Reset(&e.out)
	if _, err := e.Write(src); err != nil {
		return dst, err
	}
	err := e.Close()
	return e.out, err
}

// newLZ4Writer makes frames like those of Kafka's own clients: independent
// blocks of 64 KiB without checksums, as the batch has its own.
func newLZ4Writer(level int) *lz4.Writer {
	w := lz4.NewWriter(nil)
	speed := lz4.Fast
	if level > 0 {
		speed = lz4.Level1 << (level - 1)
	}
	if err := w.Apply(lz4.BlockSizeOption(lz4.Block64Kb), lz4.ChecksumOption(false), lz4.CompressionLevelOption(speed)); err != nil {
		panic(err) // the options are constants
	}
	return w
}

// zstdWindow is how far back the encoder looks, and most of the memory that it
// takes. Batches are seldom larger.
const zstdWindow = 1 << 20

// zstdEncoders are shared by all callers, one for each speed that the encoder
// knows.
var zstdEncoders = func() (encoders [zstd.SpeedBestCompression + 1]func() *zstd.Encoder) {
	for speed := zstd.SpeedFastest; speed <= zstd.SpeedBestCompression; speed++ {
		encoders[speed] = sync.OnceValue(func() *zstd.Encoder {
			e, err := zstd.NewWriter(nil,
				zstd.WithEncoderLevel(speed),
				zstd.WithWindowSize(zstdWindow),
				zstd.WithZeroFrames(true),
				zstd.WithEncoderCRC(false), // the batch has its own checksum
			)
			if err != nil {
				panic(err) // the options are constants
			}
			return e
		})
	}
	return encoders
}()

// zstdLevel gives the encoder's speed for a level of zstd.
func zstdLevel(level int) zstd.EncoderLevel {
	if level == 0 {
		return zstd.SpeedDefault
	}
	return zstd.EncoderLevelFromZstd(level)
}
