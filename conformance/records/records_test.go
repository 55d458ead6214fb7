// Package records_test has Kafka's own classes read what kwire/records writes,
// and makes the vectors that kwire/records reads in its own tests.
package records_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/conformance/packed"
	"github.com/kgen-go/kgen/kwire/records"
)

const vectorFile = "../../kwire/records/testdata/kafka-4.4.0.jsonl.gz"

var update = flag.Bool("update", false, "write the vectors anew")

// TestVectors compares the vectors with what Kafka writes today. Compressed bytes
// may differ with the libraries; what is read in them may not.
func TestVectors(t *testing.T) {
	lines := kafka(t, nil, "write")
	if *update {
		if err := packed.Write(vectorFile, lines); err != nil {
			t.Fatal(err)
		}
	}
	stored := readVectors(t)
	fresh := parse(t, lines)
	if len(fresh) != len(stored) {
		t.Fatalf("Kafka writes %d vectors, %d are stored", len(fresh), len(stored))
	}
	for i := range fresh {
		diff(t, fresh[i].Name, stored[i].Batches, fresh[i].Batches)
	}
}

func readVectors(t *testing.T) []reading {
	t.Helper()
	file, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, lines)
}

// codecs are those that a format has.
func codecs(magic int8) []records.Codec {
	if magic < 2 {
		return []records.Codec{records.None, records.Gzip, records.Snappy, records.LZ4}
	}
	return []records.Codec{records.None, records.Gzip, records.Snappy, records.LZ4, records.Zstd}
}

func levels(codec records.Codec) []int {
	if codec == records.None || codec == records.Snappy {
		return []int{0}
	}
	return []int{0, 1, 9}
}

// TestKafkaReadsOurs writes the records of all vectors with every codec and has
// Kafka read them. What it reads must be what it read in its own batches.
func TestKafkaReadsOurs(t *testing.T) {
	partitions := make(map[string][]byte)
	want := make(map[string]batch)
	for _, v := range readVectors(t) {
		i := 0
		for b, err := range records.NewReader(v.Data, nil).Batches() {
			if err != nil {
				t.Fatalf("%s: %v", v.Name, err)
			}
			wanted := v.Batches[i]
			i++
			if b.Magic < 2 && wanted.AppendTime || wanted.DeleteHorizon != nil || len(wanted.Records) == 0 {
				continue // only brokers write these
			}
			for _, codec := range codecs(b.Magic) {
				for _, level := range levels(codec) {
					name := fmt.Sprintf("%s, batch %d, %v level %d", v.Name, i, codec, level)
					wanted.Codec = codec.String()
					partitions[name], want[name] = write(t, b, codec, level), wanted
				}
			}
		}
	}
	if len(partitions) < 500 {
		t.Fatalf("only %d partitions", len(partitions))
	}
	for name, got := range kafkaReads(t, partitions) {
		if got.Error != "" || len(got.Batches) == 0 {
			t.Errorf("%s: %d batches, %s", name, len(got.Batches), got.Error)
			continue
		}
		diff(t, name, []batch{want[name]}, []batch{joined(got.Batches)})
	}
}

// diff reports how what Kafka reads differs from what is wanted, other than in
// what depends on the compressor.
func diff(t *testing.T, name string, want, got []batch) {
	t.Helper()
	for _, batches := range [][]batch{want, got} {
		for i := range batches {
			batches[i].CRC, batches[i].Size = 0, 0
		}
	}
	if !reflect.DeepEqual(want, got) { // much faster than cmp
		t.Errorf("%s: -want +Kafka reads:\n%s", name, cmp.Diff(want, got))
	}
}

// joined makes one batch of the messages of a set, each of which is one to Kafka.
func joined(batches []batch) batch {
	all := batches[0]
	for _, b := range batches[1:] {
		all.LastOffset = b.LastOffset
		all.MaxTimestamp = max(all.MaxTimestamp, b.MaxTimestamp)
		all.Records = append(all.Records, b.Records...)
	}
	return all
}

// write encodes the records of b anew, with another codec.
func write(t *testing.T, b *records.Batch, codec records.Codec, level int) []byte {
	t.Helper()
	var recs []records.Record
	for rec, err := range b.Records() {
		if err != nil {
			t.Fatal(err)
		}
		recs = append(recs, rec)
	}
	if b.Magic < 2 {
		set, err := records.AppendMessages(nil, b.Magic, codec, level, recs)
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	header := *b
	header.Attributes = b.Attributes.WithCodec(codec)
	header.Payload, header.BaseTimestamp = payload(t, b, recs, codec, level)
	out, err := header.AppendTo(nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// payload encodes recs for a batch of b's offsets, and gives the timestamp that
// they are relative to.
func payload(t *testing.T, b *records.Batch, recs []records.Record, codec records.Codec, level int) ([]byte, int64) {
	t.Helper()
	builder, err := records.NewBuilder(nil, &records.BuilderOptions{
		BaseOffset: b.BaseOffset, Codec: codec, Level: level,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range recs {
		if err := builder.AppendWithOffset(rec); err != nil {
			t.Fatal(err)
		}
	}
	data, err := builder.Finish()
	if err != nil {
		t.Fatal(err)
	}
	built, _, err := records.ReadBatch(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	return built.Payload, built.BaseTimestamp
}
