package records

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func newBuilder(t testing.TB, o *BuilderOptions) *Builder {
	t.Helper()
	b, err := NewBuilder(nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func finish(t testing.TB, b *Builder) []byte {
	t.Helper()
	out, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestBuilderRoundTrip(t *testing.T) {
	want := []Record{
		{Offset: 70, Timestamp: 5000, Key: []byte("k"), Value: []byte("v")},
		{Offset: 71, Timestamp: NoTimestamp, Value: bytes.Repeat([]byte("long "), 4000)},
		{Offset: 72, Timestamp: 4_102_444_800_000, Key: []byte{}, Headers: []Header{
			{"a", []byte("1")}, {"a", nil}, {"", []byte{}},
		}},
	}
	for _, codec := range codecs {
		b := newBuilder(t, &BuilderOptions{BaseOffset: 70, Codec: codec})
		for i := range want {
			want[i].Attributes = Attributes(codec)
			if err := b.Append(want[i]); err != nil {
				t.Fatal(err)
			}
		}
		batch := finish(t, b)
		if d := cmp.Diff(want, mustCollect(t, batch)); d != "" {
			t.Errorf("%v: -want +got:\n%s", codec, d)
		}
		head, _, err := ReadBatch(batch, nil)
		if err != nil {
			t.Fatal(err)
		}
		head.Payload, head.CRC, head.place = nil, 0, place{}
		wantHead := Batch{
			BaseOffset: 70, LeaderEpoch: -1, Magic: 2, Attributes: Attributes(codec), LastOffsetDelta: 2,
			BaseTimestamp: 5000, MaxTimestamp: 4_102_444_800_000,
			ProducerID: -1, ProducerEpoch: -1, BaseSequence: -1, Count: 3,
		}
		if d := cmp.Diff(wantHead, head, cmp.AllowUnexported(Batch{}, place{})); d != "" {
			t.Errorf("%v: -want +got:\n%s", codec, d)
		}
	}
}

// TestBuilderLimit fills a batch to the last byte.
func TestBuilderLimit(t *testing.T) {
	// 61 bytes of header; each record has 7 bytes and its value of 3.
	const room = 61 + 5*10
	for _, codec := range []Codec{None, Gzip} {
		b := newBuilder(t, &BuilderOptions{Codec: codec, MaxBytes: room})
		for i := range 5 {
			if err := b.Append(Record{Value: []byte("abc")}); err != nil {
				t.Fatalf("%v: record %d: %v", codec, i, err)
			}
		}
		if b.Size() != room || b.Len() != 5 {
			t.Errorf("%v: size %d of %d records", codec, b.Size(), b.Len())
		}
		if err := b.Append(Record{}); err != ErrFull {
			t.Errorf("%v: sixth record: %v", codec, err)
		}
		batch := finish(t, b)
		if codec == None && len(batch) != room {
			t.Errorf("%d bytes, want %d", len(batch), room)
		}
		if got := len(mustCollect(t, batch)); got != 5 {
			t.Errorf("%v: %d records read", codec, got)
		}
		b.Reset(nil)
		if err := b.Append(Record{Value: make([]byte, 44)}); err != ErrTooLarge {
			t.Errorf("%v: record that never fits: %v", codec, err)
		}
		if err := b.Append(Record{Value: make([]byte, 43)}); err != nil {
			t.Errorf("%v: record that just fits: %v", codec, err)
		}
	}
}

// TestBuilderGoesOn: offsets and sequence numbers count on, from one batch to the
// next, and all end up in one slice.
func TestBuilderGoesOn(t *testing.T) {
	b := newBuilder(t, &BuilderOptions{
		Transactional: true,
		Producer:      &Producer{ID: 9, Epoch: 2, BaseSequence: 2147483646},
	})
	dst := []byte("head")
	for range 3 {
		b.Reset(dst)
		for range 2 {
			if err := b.Append(Record{Timestamp: 1}); err != nil {
				t.Fatal(err)
			}
		}
		dst = finish(t, b)
	}
	rest, ok := bytes.CutPrefix(dst, []byte("head"))
	if !ok {
		t.Fatalf("what was in the slice is gone: %q", dst[:4])
	}
	var got []string
	for batch, err := range NewReader(rest, nil).Batches() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(batch.BaseOffset, batch.LastOffset(), batch.ProducerID, batch.ProducerEpoch,
			batch.BaseSequence, batch.Attributes.IsTransactional()))
	}
	// After the largest sequence number comes 0.
	want := []string{"0 1 9 2 2147483646 true", "2 3 9 2 0 true", "4 5 9 2 2 true"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// TestBuilderWithoutReset: a batch that nobody has given a place gets its own.
func TestBuilderWithoutReset(t *testing.T) {
	for _, codec := range codecs {
		b := newBuilder(t, &BuilderOptions{Codec: codec})
		var batches [][]byte
		for i := range 3 {
			if b.Size() != HeaderSize || b.Len() != 0 {
				t.Errorf("%v: size %d, %d records before the first", codec, b.Size(), b.Len())
			}
			if err := b.Append(Record{Value: []byte{byte(i)}}); err != nil {
				t.Fatal(err)
			}
			batches = append(batches, finish(t, b))
		}
		for i, batch := range batches {
			recs := mustCollect(t, batch)
			if len(recs) != 1 || recs[0].Offset != int64(i) || recs[0].Value[0] != byte(i) {
				t.Errorf("%v: batch %d holds %v", codec, i, recs)
			}
		}
	}
}

func TestBuilderOffsets(t *testing.T) {
	b := newBuilder(t, &BuilderOptions{BaseOffset: 10})
	for _, c := range []struct {
		offset int64
		want   error
	}{
		{9, ErrOffset},
		{10, nil},
		{10, ErrOffset},
		{15, nil},
		{10 + 1<<31, ErrOffset}, // a delta of 32 bits is signed
		{10 + 1<<31 - 1, nil},
	} {
		if err := b.AppendWithOffset(Record{Offset: c.offset}); err != c.want {
			t.Errorf("offset %d: %v, want %v", c.offset, err, c.want)
		}
	}
	if err := b.Append(Record{}); err != ErrOffset {
		t.Errorf("beyond the largest delta: %v", err)
	}
	var got []int64
	for _, rec := range mustCollect(t, finish(t, b)) {
		got = append(got, rec.Offset)
	}
	if d := cmp.Diff([]int64{10, 15, 2147483657}, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestBuilderWithoutRecords(t *testing.T) {
	for _, codec := range codecs {
		b, err := NewBuilder([]byte("x"), &BuilderOptions{Codec: codec})
		if err != nil {
			t.Fatal(err)
		}
		if got := finish(t, b); string(got) != "x" {
			t.Errorf("%v: %x", codec, got)
		}
	}
}

func TestBuilderRefuses(t *testing.T) {
	for words, o := range map[string]BuilderOptions{
		"codec 6":                 {Codec: 6},
		"gzip has no level 10":    {Codec: Gzip, Level: 10},
		"snappy has no level 1":   {Codec: Snappy, Level: 1},
		"lz4 has no level -1":     {Codec: LZ4, Level: -1},
		"zstd has no level 23":    {Codec: Zstd, Level: 23},
		"needs a producer":        {Transactional: true},
		"none has no level 3, bu": {Level: 3},
	} {
		if _, err := NewBuilder(nil, &o); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%+v: %v, want a mention of %q", o, err, words)
		}
	}
}

func TestAppendMessages(t *testing.T) {
	recs := []Record{
		{Offset: 20, Timestamp: 1000, Key: []byte("k"), Value: []byte("v")},
		{Offset: 23, Timestamp: 900, Key: []byte{}},
	}
	for magic := range int8(2) {
		for _, codec := range codecs[:4] {
			set, err := AppendMessages([]byte("x"), magic, codec, 0, recs)
			if err != nil {
				t.Fatal(err)
			}
			want := make([]Record, len(recs))
			for i, rec := range recs {
				rec.Attributes = Attributes(codec)
				if magic == 0 {
					rec.Timestamp = NoTimestamp
				}
				want[i] = rec
			}
			if d := cmp.Diff(want, mustCollect(t, set[1:])); d != "" {
				t.Errorf("magic %d, %v: -want +got:\n%s", magic, codec, d)
			}
		}
	}
	for _, c := range []struct {
		magic int8
		codec Codec
		want  error
	}{{2, None, ErrMagic}, {-1, None, ErrMagic}, {1, Zstd, ErrCodec}, {0, 7, ErrCodec}} {
		if _, err := AppendMessages(nil, c.magic, c.codec, 0, recs); !errors.Is(err, c.want) {
			t.Errorf("magic %d, %v: %v, want %v", c.magic, c.codec, err, c.want)
		}
	}
	if set, err := AppendMessages(nil, 1, Gzip, 0, nil); err != nil || len(set) != 0 {
		t.Errorf("no messages: %x, %v", set, err)
	}
}
