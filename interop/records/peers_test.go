package records_test

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/twmb/franz-go/pkg/kbin"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/kgen-go/kgen/kwire/records"
)

// codecs are those that every peer has.
var codecs = []records.Codec{records.None, records.Gzip, records.Snappy, records.LZ4, records.Zstd}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sampleRecords makes n records with values of size bytes, half of which are
// compressible text.
func sampleRecords(n, size int) []records.Record {
	recs := make([]records.Record, n)
	noise := uint32(1)
	for i := range recs {
		value := make([]byte, size)
		text := fmt.Appendf(nil, "record %d of a batch with text that repeats itself; ", i)
		for j := range value {
			if j < size/2 {
				value[j] = text[j%len(text)]
				continue
			}
			noise = noise*1664525 + 1013904223
			value[j] = 'a' + byte(noise>>24)%26
		}
		recs[i] = records.Record{
			Offset:    int64(i),
			Timestamp: 1_700_000_000_000 + int64(i),
			Key:       fmt.Appendf(nil, "key-%d", i%100),
			Value:     value,
		}
	}
	return recs
}

// encode builds one batch with this project's package.
func encode(t testing.TB, codec records.Codec, recs []records.Record) []byte {
	t.Helper()
	b, err := records.NewBuilder(nil, &records.BuilderOptions{Codec: codec, MaxBytes: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range recs {
		if err := b.Append(rec); err != nil {
			t.Fatal(err)
		}
	}
	out, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// kgoCompressor is the one that kgo's producer uses unless it is told otherwise.
func kgoCompressor(t testing.TB, codec records.Codec) kgo.Compressor {
	t.Helper()
	c, err := kgo.DefaultCompressor(kgoCodec(codec))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// kmsgEncoder encodes batches as kgo's producer does, out of the parts that kmsg
// and kgo export.
type kmsgEncoder struct {
	codec      records.Codec
	compressor kgo.Compressor
	raw        []byte
	compressed bytes.Buffer
}

func (e *kmsgEncoder) encode(dst []byte, recs []records.Record) ([]byte, error) {
	batch := kmsg.RecordBatch{
		PartitionLeaderEpoch: -1,
		Magic:                2,
		Attributes:           int16(e.codec),
		LastOffsetDelta:      int32(len(recs) - 1),
		FirstTimestamp:       recs[0].Timestamp,
		MaxTimestamp:         recs[0].Timestamp,
		ProducerID:           -1,
		ProducerEpoch:        -1,
		FirstSequence:        -1,
		NumRecords:           int32(len(recs)),
	}
	e.raw = e.raw[:0]
	for i := range recs {
		batch.MaxTimestamp = max(batch.MaxTimestamp, recs[i].Timestamp)
		rec := kmsg.Record{
			TimestampDelta64: recs[i].Timestamp - batch.FirstTimestamp,
			OffsetDelta:      int32(i),
			Key:              recs[i].Key,
			Value:            recs[i].Value,
		}
		for _, h := range recs[i].Headers {
			rec.Headers = append(rec.Headers, kmsg.Header{Key: h.Key, Value: h.Value})
		}
		rec.Length = kmsgRecordLength(&rec)
		e.raw = rec.AppendTo(e.raw)
	}
	batch.Records = e.raw
	if e.compressor != nil {
		e.compressed.Reset()
		out, codec := e.compressor.Compress(&e.compressed, e.raw)
		if codec != kgo.CompressionCodecType(e.codec) {
			return nil, fmt.Errorf("kgo compressed with codec %d, not %d", codec, e.codec)
		}
		batch.Records = out
	}
	batch.Length = int32(49 + len(batch.Records))
	start := len(dst)
	dst = batch.AppendTo(dst)
	sum := crc32.Checksum(dst[start+21:], castagnoli)
	dst[start+17], dst[start+18], dst[start+19], dst[start+20] = byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum)
	return dst, nil
}

// kmsgRecordLength gives the length field, which kmsg leaves to its caller.
func kmsgRecordLength(rec *kmsg.Record) int32 {
	field := func(b []byte) int {
		if b == nil {
			return 1
		}
		return kmsgVarintSize(int64(len(b))) + len(b)
	}
	n := 1 + kmsgVarintSize(rec.TimestampDelta64) + kmsgVarintSize(int64(rec.OffsetDelta)) +
		field(rec.Key) + field(rec.Value) + kmsgVarintSize(int64(len(rec.Headers)))
	for _, h := range rec.Headers {
		n += kmsgVarintSize(int64(len(h.Key))) + len(h.Key) + field(h.Value)
	}
	return int32(n)
}

func kmsgVarintSize(v int64) int {
	n := 1
	for u := uint64(v)<<1 ^ uint64(v>>63); u >= 0x80; u >>= 7 {
		n++
	}
	return n
}

// kmsgDecode reads one batch with kmsg's types and kgo's decompressor.
func kmsgDecode(src []byte, d kgo.Decompressor) ([]kmsg.Record, error) {
	var batch kmsg.RecordBatch
	if err := batch.ReadFrom(src); err != nil {
		return nil, err
	}
	if crc32.Checksum(src[21:], castagnoli) != uint32(batch.CRC) {
		return nil, errors.New("checksum")
	}
	raw, err := d.Decompress(batch.Records, kgo.CompressionCodecType(batch.Attributes&7))
	if err != nil {
		return nil, err
	}
	recs := make([]kmsg.Record, 0, batch.NumRecords)
	for len(raw) > 0 {
		length, used := kbin.Varint(raw)
		end := used + int(length)
		if used <= 0 || length < 0 || end > len(raw) {
			return nil, errors.New("record length")
		}
		recs = append(recs, kmsg.Record{})
		if err := recs[len(recs)-1].ReadFrom(raw[:end]); err != nil {
			return nil, err
		}
		raw = raw[end:]
	}
	return recs, nil
}

// kgoDecode reads a partition's bytes as kgo's consumer does.
func kgoDecode(src []byte, d kgo.Decompressor) (kgo.FetchPartition, error) {
	part := kmsg.NewFetchResponseTopicPartition()
	part.RecordBatches = src
	fetched, _ := kgo.ProcessFetchPartition(kgo.ProcessFetchPartitionOpts{
		KeepControlRecords: true,
		Topic:              "t",
	}, &part, d, nil)
	return fetched, fetched.Err
}
