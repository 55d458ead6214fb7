package records

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/kgen-go/kgen/kwire"
)

// AppendMessages appends recs to dst as a message set of magic 0 or 1, the
// formats from before Kafka 0.11. Offsets are those of the records; with a codec
// all go into one compressed message, whose offset is that of the last. Level is
// that of [BuilderOptions]. Headers cannot be written in these formats and are
// left out, as are the timestamps in magic 0.
//
// Another magic is an error that wraps [ErrMagic], a codec that the format does
// not have one that wraps [ErrCodec], a set or field that is too long one that
// wraps [kwire.ErrBadLength].
func AppendMessages(dst []byte, magic int8, codec Codec, level int, recs []Record) ([]byte, error) {
	w, err := newMessageWriter(magic, codec, level)
	if err != nil || len(recs) == 0 {
		return dst, err
	}
	if codec == None {
		for i := range recs {
			if dst, err = w.append(dst, &recs[i], None); err != nil {
				return dst, err
			}
		}
		return dst, nil
	}
	last := recs[len(recs)-1].Offset
	wrapper := Record{Offset: last, Timestamp: NoTimestamp}
	var set []byte
	for i := range recs {
		rec := recs[i]
		wrapper.Timestamp = max(wrapper.Timestamp, rec.Timestamp)
		if magic == 1 {
			rec.Offset -= recs[0].Offset
		}
		if set, err = w.append(set, &rec, None); err != nil {
			return dst, err
		}
	}
	if wrapper.Value, err = w.compressor.compress(nil, set); err != nil {
		return dst, err
	}
	return w.append(dst, &wrapper, codec)
}

// A messageWriter encodes messages of magic 0 or 1.
type messageWriter struct {
	magic      int8
	compressor compressor
}

func newMessageWriter(magic int8, codec Codec, level int) (messageWriter, error) {
	if magic != 0 && magic != 1 {
		return messageWriter{}, fmt.Errorf("records: write messages: %w: magic %d", ErrMagic, magic)
	}
	if codec == Zstd {
		return messageWriter{}, fmt.Errorf("records: write messages: %w: zstd needs magic 2", ErrCodec)
	}
	c, err := newCompressor(codec, level)
	if err != nil {
		return messageWriter{}, err
	}
	c.brokenLZ4 = magic == 0
	return messageWriter{magic, c}, nil
}

// append appends one message. The codec is that of the value.
func (w messageWriter) append(dst []byte, rec *Record, codec Codec) ([]byte, error) {
	header := messageHeaderV0
	if w.magic == 1 {
		header = messageHeaderV1
	}
	size := int64(header) + 8 + int64(len(rec.Key)) + int64(len(rec.Value))
	if size > math.MaxInt32 {
		return dst, fmt.Errorf("records: write messages: %w: message of %d bytes", kwire.ErrBadLength, size)
	}
	start := len(dst)
	dst = binary.BigEndian.AppendUint64(dst, uint64(rec.Offset))
	dst = binary.BigEndian.AppendUint32(dst, uint32(size-prefixSize))
	dst = append(dst, 0, 0, 0, 0, byte(w.magic), byte(codec))
	if w.magic == 1 {
		dst = binary.BigEndian.AppendUint64(dst, uint64(rec.Timestamp))
	}
	dst = appendMessageBytes(dst, rec.Key)
	dst = appendMessageBytes(dst, rec.Value)
	sum := crc32.ChecksumIEEE(dst[start+posMagic:])
	binary.BigEndian.PutUint32(dst[start+posMessageCRC:], sum)
	return dst, nil
}

func appendMessageBytes(dst, b []byte) []byte {
	if b == nil {
		return binary.BigEndian.AppendUint32(dst, math.MaxUint32)
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(b)))
	return append(dst, b...)
}
