package records

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"iter"
	"math"

	"github.com/kgen-go/kgen/kwire"
)

// HeaderSize is the size of a batch of magic 2 without records.
const HeaderSize = 61

// What stands for "none" in the header of a batch.
const (
	NoLeaderEpoch   = -1
	NoProducerID    = -1
	NoProducerEpoch = -1
	NoSequence      = -1
)

// Where the fields of a batch of magic 2 are. Offset, length and magic are at
// the same places in messages of magic 0 and 1.
const (
	posBaseOffset      = 0
	posLength          = 8 // of all that follows this field
	posLeaderEpoch     = 12
	posMagic           = 16
	posCRC             = 17
	posAttributes      = 21 // the checksum covers all from here
	posLastOffsetDelta = 23
	posBaseTimestamp   = 27
	posMaxTimestamp    = 35
	posProducerID      = 43
	posProducerEpoch   = 51
	posBaseSequence    = 53
	posCount           = 57

	// prefixSize is that of the fields that the length does not count.
	prefixSize = 12
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A Batch is the header of a record batch, with its records still encoded.
//
// A message of magic 0 or 1 is a batch too: of one record, or, if compressed,
// of all the messages inside it. It has no value for most fields of the header,
// which then say "none"; BaseOffset is the message's own offset, which for a
// compressed one is the offset of the last message inside.
type Batch struct {
	// BaseOffset is the offset of the first record when the batch was written,
	// even if compaction has removed that record.
	BaseOffset int64
	// LeaderEpoch is that of the broker that appended the batch, NoLeaderEpoch
	// on the way there.
	LeaderEpoch int32
	// Magic is the version of the format: 0, 1 or 2.
	Magic int8
	// CRC is the stored checksum: CRC-32C in magic 2, CRC-32 in 0 and 1. Writing
	// computes it anew.
	CRC uint32
	// Attributes are the flags, the codec among them.
	Attributes Attributes
	// LastOffsetDelta is the distance from BaseOffset to the last offset of the
	// batch, even if compaction has removed that record.
	LastOffsetDelta int32
	// BaseTimestamp is what the records' timestamps are relative to.
	BaseTimestamp int64
	// MaxTimestamp is the largest timestamp of a record, or the time of the
	// append if Attributes say so.
	MaxTimestamp int64
	// ProducerID, ProducerEpoch and BaseSequence identify what an idempotent
	// producer sent, or are NoProducerID, NoProducerEpoch and NoSequence.
	ProducerID    int64
	ProducerEpoch int16
	BaseSequence  int32
	// Count is the number of records, -1 for a compressed message of magic 0 or
	// 1, which does not say.
	Count int32
	// Payload holds the records as they are on the wire, compressed if
	// Attributes say so. In magic 0 and 1 it is the message's key and value.
	Payload []byte

	place        place
	maxSize      int  // limit on the decompressed records, 0 for the default
	skipChecksum bool // for the messages inside a compressed one
}

// ReadBatch reads the batch, or the message of magic 0 or 1, at the start of src
// and gives the bytes behind it. The records themselves are not looked at before
// [Batch.Records]. A nil o means the defaults; StartOffset and ControlRecords have
// no effect here.
//
// The batch's Payload aliases src. Errors are of type [*Error]; one that wraps
// [kwire.ErrShortBuffer] means that the batch goes on beyond the end of src.
func ReadBatch(src []byte, o *Options) (b Batch, rest []byte, err error) {
	size, err := batchSize(src, place{})
	if err != nil {
		return Batch{}, src, err
	}
	if size == 0 || size > int64(len(src)) {
		return Batch{}, src, place{}.errorf(len(src), kwire.ErrShortBuffer, "%v", Partial{Bytes: len(src), Needs: size})
	}
	b, err = readBatch(src[:size], place{}, o)
	if err != nil {
		return Batch{}, src, err
	}
	return b, src[size:], nil
}

// batchSize gives the size that the batch at the start of src says it has, 0 if
// too few bytes are there to say. Where src holds enough of it, it refuses
// lengths that no batch can have and versions that are not known.
func batchSize(src []byte, at place) (int64, error) {
	if len(src) < prefixSize {
		return 0, nil
	}
	length := int32(binary.BigEndian.Uint32(src[posLength:]))
	smallest := int64(posMagic + 1)
	if len(src) > posMagic {
		switch magic := int8(src[posMagic]); magic {
		case 0:
			smallest = minMessageSizeV0
		case 1:
			smallest = minMessageSizeV1
		case 2:
			smallest = HeaderSize
		default:
			return 0, at.errorf(posMagic, ErrMagic, "magic %d, base offset %d", magic, baseOffset(src))
		}
	}
	size := int64(length) + prefixSize
	if size < smallest {
		return 0, at.errorf(posLength, kwire.ErrBadLength, "batch length %d, but at least %d are needed", length, smallest-prefixSize)
	}
	return size, nil
}

// readBatch reads the batch that fills src, whose size batchSize has found good.
func readBatch(src []byte, at place, o *Options) (Batch, error) {
	if src[posMagic] < 2 {
		return readMessage(src, at, o)
	}
	b := Batch{
		BaseOffset:      baseOffset(src),
		LeaderEpoch:     int32(binary.BigEndian.Uint32(src[posLeaderEpoch:])),
		Magic:           int8(src[posMagic]),
		CRC:             binary.BigEndian.Uint32(src[posCRC:]),
		Attributes:      Attributes(binary.BigEndian.Uint16(src[posAttributes:])),
		LastOffsetDelta: int32(binary.BigEndian.Uint32(src[posLastOffsetDelta:])),
		BaseTimestamp:   int64(binary.BigEndian.Uint64(src[posBaseTimestamp:])),
		MaxTimestamp:    int64(binary.BigEndian.Uint64(src[posMaxTimestamp:])),
		ProducerID:      int64(binary.BigEndian.Uint64(src[posProducerID:])),
		ProducerEpoch:   int16(binary.BigEndian.Uint16(src[posProducerEpoch:])),
		BaseSequence:    int32(binary.BigEndian.Uint32(src[posBaseSequence:])),
		Count:           int32(binary.BigEndian.Uint32(src[posCount:])),
		Payload:         src[HeaderSize:len(src):len(src)],
		place:           at,
		maxSize:         o.maxDecompressedSize(),
	}
	if !o.skipChecksum() {
		if err := checkCRC(b.CRC, crc32.Checksum(src[posAttributes:], castagnoli), b.BaseOffset, at); err != nil {
			return Batch{}, err
		}
	}
	if b.Count < 0 {
		return Batch{}, at.errorf(posCount, kwire.ErrBadLength, "record count %d", b.Count)
	}
	return b, nil
}

func checkCRC(stored, computed uint32, offset int64, at place) error {
	if stored == computed {
		return nil
	}
	return at.errorf(posCRC, ErrChecksum, "stored %08x, computed %08x, base offset %d", stored, computed, offset)
}

func baseOffset(src []byte) int64 {
	return int64(binary.BigEndian.Uint64(src[posBaseOffset:]))
}

// LastOffset gives the last offset that the batch takes up. The offset after it
// is the one to fetch next.
func (b *Batch) LastOffset() int64 { return b.BaseOffset + int64(b.LastOffsetDelta) }

// DeleteHorizon gives the time, in milliseconds since the Unix epoch, from which
// compaction may drop the tombstones and markers of the batch, if it is set.
func (b *Batch) DeleteHorizon() (ms int64, ok bool) {
	if b.Attributes&HasDeleteHorizon == 0 {
		return 0, false
	}
	return b.BaseTimestamp, true
}

// Records decodes the records in order, decompressing them first if need be. An
// error, of type [*Error], ends the sequence.
//
// The records alias b.Payload, or, if it is compressed, a buffer that each call
// makes for itself.
func (b *Batch) Records() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) { b.each(math.MinInt64, yield) }
}

// each hands the records from an offset on to yield, or an error, and reports
// whether to go on behind the batch.
func (b *Batch) each(from int64, yield func(Record, error) bool) bool {
	if b.Magic < 2 {
		return b.eachMessage(from, yield)
	}
	if b.Count == 0 && len(b.Payload) == 0 {
		return true // compaction has removed all records, but not the codec
	}
	at := b.place
	at.origin += HeaderSize
	src, err := b.decompress(b.Payload, at)
	if err != nil {
		yield(Record{}, err)
		return false
	}
	if b.Attributes.Codec() != None {
		at.origin, at.decompressed = 0, true
	}
	r := recordReader{src: src, batch: b, place: at, left: int(b.Count)}
	if r.left > len(src)/minRecordSize {
		yield(Record{}, at.errorf(0, kwire.ErrBadLength, "%d records in %d bytes", b.Count, len(src)))
		return false
	}
	var rec Record
	for ; r.left > 0; r.left-- {
		if err := r.next(&rec); err != nil {
			yield(Record{}, err)
			return false
		}
		if rec.Offset >= from && !yield(rec, nil) {
			return false
		}
	}
	if r.pos != len(src) {
		yield(Record{}, at.errorf(r.pos, kwire.ErrTrailingBytes, "%d bytes behind the last of %d records", len(src)-r.pos, b.Count))
		return false
	}
	return true
}

// Size gives the size of the encoded batch in bytes.
func (b *Batch) Size() int {
	switch b.Magic {
	case 0:
		return messageHeaderV0 + len(b.Payload)
	case 1:
		return messageHeaderV1 + len(b.Payload)
	}
	return HeaderSize + len(b.Payload)
}

// AppendTo appends the encoded batch to dst, with length and checksum computed
// from what b holds now. That the other fields fit the payload, above all the
// codec and the count, is up to the caller. Only batches of magic 2 can be written this way; another
// magic is an error that wraps [ErrMagic], and a payload for which the length
// field is too small one that wraps [kwire.ErrBadLength].
func (b *Batch) AppendTo(dst []byte) ([]byte, error) {
	if b.Magic != 2 {
		return dst, fmt.Errorf("records: write batch: %w: magic %d", ErrMagic, b.Magic)
	}
	if int64(len(b.Payload)) > math.MaxInt32-(HeaderSize-prefixSize) {
		return dst, fmt.Errorf("records: write batch: %w: payload of %d bytes", kwire.ErrBadLength, len(b.Payload))
	}
	start := len(dst)
	dst = append(dst, make([]byte, HeaderSize)...)
	dst = append(dst, b.Payload...)
	b.putHeader(dst[start:])
	return dst, nil
}

// putHeader writes the header into the first bytes of dst, which holds the whole
// batch and nothing else.
func (b *Batch) putHeader(dst []byte) {
	binary.BigEndian.PutUint64(dst[posBaseOffset:], uint64(b.BaseOffset))
	binary.BigEndian.PutUint32(dst[posLength:], uint32(len(dst)-prefixSize))
	binary.BigEndian.PutUint32(dst[posLeaderEpoch:], uint32(b.LeaderEpoch))
	dst[posMagic] = byte(b.Magic)
	binary.BigEndian.PutUint16(dst[posAttributes:], uint16(b.Attributes))
	binary.BigEndian.PutUint32(dst[posLastOffsetDelta:], uint32(b.LastOffsetDelta))
	binary.BigEndian.PutUint64(dst[posBaseTimestamp:], uint64(b.BaseTimestamp))
	binary.BigEndian.PutUint64(dst[posMaxTimestamp:], uint64(b.MaxTimestamp))
	binary.BigEndian.PutUint64(dst[posProducerID:], uint64(b.ProducerID))
	binary.BigEndian.PutUint16(dst[posProducerEpoch:], uint16(b.ProducerEpoch))
	binary.BigEndian.PutUint32(dst[posBaseSequence:], uint32(b.BaseSequence))
	binary.BigEndian.PutUint32(dst[posCount:], uint32(b.Count))
	binary.BigEndian.PutUint32(dst[posCRC:], crc32.Checksum(dst[posAttributes:], castagnoli))
}

// SetBaseOffset changes the base offset of the encoded batch at the start of
// batch, in place, as a broker does that appends it. The checksum stays valid.
// Batches of magic 0 and 1 are refused with [ErrMagic], too few bytes with
// [kwire.ErrShortBuffer].
func SetBaseOffset(batch []byte, offset int64) error {
	if err := checkMagic2(batch); err != nil {
		return err
	}
	binary.BigEndian.PutUint64(batch[posBaseOffset:], uint64(offset))
	return nil
}

// SetLeaderEpoch changes the leader epoch as [SetBaseOffset] does the offset.
func SetLeaderEpoch(batch []byte, epoch int32) error {
	if err := checkMagic2(batch); err != nil {
		return err
	}
	binary.BigEndian.PutUint32(batch[posLeaderEpoch:], uint32(epoch))
	return nil
}

func checkMagic2(batch []byte) error {
	if len(batch) <= posMagic {
		return fmt.Errorf("records: change batch: %w: %d bytes", kwire.ErrShortBuffer, len(batch))
	}
	if magic := int8(batch[posMagic]); magic != 2 {
		return fmt.Errorf("records: change batch: %w: magic %d", ErrMagic, magic)
	}
	return nil
}
