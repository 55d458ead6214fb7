package records_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/kwire/records"
)

// TestUncompressed compares what is inside compressed batches with the same
// records written without compression.
func TestUncompressed(t *testing.T) {
	recs := []records.Record{
		{Offset: 0, Timestamp: 5, Key: []byte("k"), Value: []byte("a value, a value, a value, a value")},
		{Offset: 1, Timestamp: 7, Value: []byte("another one")},
	}
	batch := func(codec records.Codec) records.Batch {
		builder, err := records.NewBuilder(nil, &records.BuilderOptions{Codec: codec})
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range recs {
			if err := builder.Append(rec); err != nil {
				t.Fatal(err)
			}
		}
		encoded, err := builder.Finish()
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := records.ReadBatch(encoded, nil)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	plain := batch(records.None)
	for _, codec := range []records.Codec{records.None, records.Gzip, records.Snappy, records.LZ4, records.Zstd} {
		b := batch(codec)
		got, err := b.Uncompressed()
		if err != nil {
			t.Errorf("%v: %v", codec, err)
		}
		if d := cmp.Diff(plain.Payload, got); d != "" {
			t.Errorf("%v (-want +got):\n%s", codec, d)
		}
	}
	for magic := range int8(2) {
		want, err := records.AppendMessages(nil, magic, records.None, 0, recs)
		if err != nil {
			t.Fatal(err)
		}
		compressed, err := records.AppendMessages(nil, magic, records.Gzip, 0, recs)
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := records.ReadBatch(compressed, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.Uncompressed()
		if err != nil {
			t.Errorf("magic %d: %v", magic, err)
		}
		// The offsets inside magic 1 count from 0, as those of recs do.
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("magic %d (-want +got):\n%s", magic, d)
		}
	}

	damaged := batch(records.Gzip)
	damaged.Payload = damaged.Payload[:10]
	if _, err := damaged.Uncompressed(); !errors.Is(err, records.ErrDecompress) {
		t.Errorf("of cut gzip: error %v, want ErrDecompress", err)
	}
}
