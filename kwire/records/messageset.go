package records

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/kgen-go/kgen/kwire"
)

// A message of magic 0: offset 8, size 4, CRC-32 4, magic 1, attributes 1, then
// key and value with a length of 4 bytes each. Magic 1 has a timestamp of 8 in
// front of the key. The checksum covers all from the magic.
const (
	posMessageCRC        = 12
	posMessageAttributes = 17
	posMessageTimestamp  = 18 // magic 1

	messageHeaderV0 = 18
	messageHeaderV1 = 26

	minMessageSizeV0 = messageHeaderV0 + 8
	minMessageSizeV1 = messageHeaderV1 + 8

	// messageAttributes are the bits that mean something in a message.
	messageAttributes = CodecMask | LogAppendTime
)

// readMessage reads the message of magic 0 or 1 that fills src, whose size
// batchSize has found good.
func readMessage(src []byte, at place, o *Options) (Batch, error) {
	b := Batch{
		BaseOffset:    baseOffset(src),
		LeaderEpoch:   NoLeaderEpoch,
		Magic:         int8(src[posMagic]),
		CRC:           binary.BigEndian.Uint32(src[posMessageCRC:]),
		Attributes:    Attributes(src[posMessageAttributes]) & messageAttributes,
		BaseTimestamp: NoTimestamp,
		MaxTimestamp:  NoTimestamp,
		ProducerID:    NoProducerID,
		ProducerEpoch: NoProducerEpoch,
		BaseSequence:  NoSequence,
		Count:         1,
		place:         at,
		maxSize:       o.maxDecompressedSize(),
		skipChecksum:  o.skipChecksum(),
	}
	header := messageHeaderV0
	if b.Magic == 1 {
		header = messageHeaderV1
		b.BaseTimestamp = int64(binary.BigEndian.Uint64(src[posMessageTimestamp:]))
		b.MaxTimestamp = b.BaseTimestamp
	}
	if b.Attributes.Codec() != None {
		b.Count = -1
	}
	b.Payload = src[header:len(src):len(src)]
	if !o.skipChecksum() {
		at.origin += posMessageCRC - posCRC // checkCRC knows the place of magic 2
		if err := checkCRC(b.CRC, crc32.ChecksumIEEE(src[posMagic:]), b.BaseOffset, at); err != nil {
			return Batch{}, err
		}
	}
	return b, nil
}

// keyAndValue takes the payload of a message apart.
func (b *Batch) keyAndValue() (key, value []byte, err error) {
	at := b.place
	at.origin += b.Size() - len(b.Payload)
	key, pos, err := messageBytes(b.Payload, 0, at, "key")
	if err != nil {
		return nil, nil, err
	}
	value, pos, err = messageBytes(b.Payload, pos, at, "value")
	if err != nil {
		return nil, nil, err
	}
	if pos != len(b.Payload) {
		return nil, nil, at.errorf(pos, kwire.ErrTrailingBytes, "message has %d bytes left over", len(b.Payload)-pos)
	}
	return key, value, nil
}

// messageBytes reads a byte string with a length of 4 bytes, nil if it is null.
func messageBytes(src []byte, start int, at place, what string) ([]byte, int, error) {
	if len(src)-start < 4 {
		return nil, 0, at.errorf(start, kwire.ErrShortBuffer, "%s length is cut off", what)
	}
	length, pos := int32(binary.BigEndian.Uint32(src[start:])), start+4
	switch {
	case length == -1:
		return nil, pos, nil
	case length < 0 || int(length) > len(src)-pos:
		return nil, 0, at.lengthError(start, what, int64(length), len(src)-pos)
	}
	end := pos + int(length)
	return src[pos:end:end], end, nil
}

// eachMessage is each for a message: itself, or what is inside it.
func (b *Batch) eachMessage(from int64, yield func(Record, error) bool) bool {
	key, value, err := b.keyAndValue()
	if err != nil {
		yield(Record{}, err)
		return false
	}
	if b.Attributes.Codec() != None {
		return b.eachInner(value, from, yield)
	}
	return b.BaseOffset < from || yield(Record{
		Offset: b.BaseOffset, Timestamp: b.BaseTimestamp,
		Key: key, Value: value, Attributes: b.Attributes,
	}, nil)
}

// eachInner is each for the message set that is compressed in the value of b.
func (b *Batch) eachInner(value []byte, from int64, yield func(Record, error) bool) bool {
	at := b.place
	at.origin += b.Size() - len(value)
	set, err := b.decompress(value, at)
	if err != nil {
		yield(Record{}, err)
		return false
	}
	lastOffset, err := b.checkInnerSet(set)
	if err != nil {
		yield(Record{}, err)
		return false
	}
	// Offsets inside magic 0 are absolute. Inside magic 1 they are relative, and
	// the wrapper has that of the last one; 0 means that no broker has set it.
	var base int64
	if b.Magic == 1 && b.BaseOffset != 0 {
		base = b.BaseOffset - lastOffset
	}
	options := Options{SkipChecksum: b.skipChecksum}
	for pos := 0; pos < len(set); {
		at := place{batch: b.place.batch, origin: pos, decompressed: true}
		size := prefixSize + int(binary.BigEndian.Uint32(set[pos+posLength:]))
		rec, err := innerMessage(set[pos:pos+size], at, &options)
		if err != nil {
			yield(Record{}, err)
			return false
		}
		rec.Offset += base
		rec.Attributes = b.Attributes
		if b.Attributes.IsLogAppendTime() {
			rec.Timestamp = b.BaseTimestamp // the broker has only set the wrapper's
		}
		if rec.Offset >= from && !yield(rec, nil) {
			return false
		}
		pos += size
	}
	return true
}

// innerMessage reads one message of a compressed set, its offset as it stands.
func innerMessage(src []byte, at place, o *Options) (Record, error) {
	inner, err := readMessage(src, at, o)
	if err != nil {
		return Record{}, err
	}
	if inner.Attributes.Codec() != None {
		return Record{}, at.errorf(posMessageAttributes, ErrCodec, "compressed message inside a compressed one")
	}
	key, value, err := inner.keyAndValue()
	return Record{Offset: inner.BaseOffset, Timestamp: inner.BaseTimestamp, Key: key, Value: value}, err
}

// checkInnerSet checks that set is made of whole messages of the wrapper's magic,
// at least one, and gives the offset of the last.
func (b *Batch) checkInnerSet(set []byte) (lastOffset int64, err error) {
	at := place{batch: b.place.batch, decompressed: true}
	if len(set) == 0 {
		return 0, at.errorf(0, kwire.ErrShortBuffer, "no message inside a compressed one")
	}
	for pos := 0; pos < len(set); {
		at.origin = pos
		left := set[pos:]
		size, err := batchSize(left, at)
		if err != nil {
			return 0, err
		}
		if size == 0 || size > int64(len(left)) {
			return 0, at.errorf(0, kwire.ErrShortBuffer, "%v", Partial{Bytes: len(left), Needs: size})
		}
		if magic := int8(left[posMagic]); magic != b.Magic {
			return 0, at.errorf(posMagic, ErrMagic, "magic %d inside a message of magic %d", magic, b.Magic)
		}
		lastOffset = baseOffset(left)
		pos += int(size)
	}
	return lastOffset, nil
}
