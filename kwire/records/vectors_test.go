package records

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A vector is what Kafka's own classes wrote, and what they read in it; see
// testdata/README.md.
type vector struct {
	Name    string        `json:"name"`
	Data    []byte        `json:"data"`
	Batches []vectorBatch `json:"batches"`
}

type vectorBatch struct {
	Magic         int8           `json:"magic"`
	BaseOffset    int64          `json:"baseOffset"`
	LastOffset    int64          `json:"lastOffset"`
	LeaderEpoch   int32          `json:"leaderEpoch"`
	CRC           uint32         `json:"crc"`
	Codec         string         `json:"codec"`
	AppendTime    bool           `json:"appendTime"`
	Transactional bool           `json:"transactional"`
	Control       bool           `json:"control"`
	DeleteHorizon *int64         `json:"deleteHorizon"`
	MaxTimestamp  int64          `json:"maxTimestamp"`
	ProducerID    int64          `json:"producerId"`
	ProducerEpoch int16          `json:"producerEpoch"`
	BaseSequence  int32          `json:"baseSequence"`
	Count         *int32         `json:"count"`
	Size          int            `json:"size"`
	Records       []vectorRecord `json:"records"`
}

type vectorRecord struct {
	Offset           int64          `json:"offset"`
	Timestamp        int64          `json:"timestamp"`
	Key              []byte         `json:"key"`
	Value            []byte         `json:"value"`
	Headers          []vectorHeader `json:"headers"`
	ControlType      *ControlType   `json:"controlType"`
	CoordinatorEpoch *int32         `json:"coordinatorEpoch"`
}

type vectorHeader struct {
	Key   []byte `json:"key"`
	Value []byte `json:"value"`
}

func kafkaVectors(t testing.TB) []vector {
	t.Helper()
	packed, err := os.ReadFile("testdata/kafka-4.4.0.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	lines, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	for d := json.NewDecoder(lines); d.More(); {
		var v vector
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		vectors = append(vectors, v)
	}
	if len(vectors) < 50 {
		t.Fatalf("only %d vectors", len(vectors))
	}
	return vectors
}

// describe reads data into the form that the vectors have.
func describe(t *testing.T, data []byte) []vectorBatch {
	t.Helper()
	var all []vectorBatch
	r := NewReader(data, nil)
	for b, err := range r.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		v := vectorBatch{
			Magic: b.Magic, BaseOffset: b.BaseOffset, LastOffset: b.LastOffset(),
			LeaderEpoch: b.LeaderEpoch, CRC: b.CRC, Codec: b.Attributes.Codec().String(),
			AppendTime: b.Attributes.IsLogAppendTime(), Transactional: b.Attributes.IsTransactional(),
			Control: b.Attributes.IsControl(), MaxTimestamp: b.MaxTimestamp, ProducerID: b.ProducerID,
			ProducerEpoch: b.ProducerEpoch, BaseSequence: b.BaseSequence, Size: b.Size(),
			Records: []vectorRecord{},
		}
		if ms, ok := b.DeleteHorizon(); ok {
			v.DeleteHorizon = &ms
		}
		if b.Magic == 2 {
			count := b.Count // the Batch is reused
			v.Count = &count
		}
		for rec, err := range b.Records() {
			if err != nil {
				t.Fatal(err)
			}
			v.Records = append(v.Records, describeRecord(t, rec))
		}
		all = append(all, v)
	}
	if p := r.Partial(); p != (Partial{}) {
		t.Errorf("partial: %v", p)
	}
	return all
}

func describeRecord(t *testing.T, rec Record) vectorRecord {
	t.Helper()
	v := vectorRecord{
		Offset: rec.Offset, Timestamp: rec.Timestamp,
		Key: rec.Key, Value: rec.Value, Headers: []vectorHeader{},
	}
	for _, h := range rec.Headers {
		v.Headers = append(v.Headers, vectorHeader{[]byte(h.Key), h.Value})
	}
	if !rec.Attributes.IsControl() {
		return v
	}
	kind, err := rec.ControlType()
	if err != nil {
		t.Fatal(err)
	}
	v.ControlType = &kind
	if kind == Abort || kind == Commit {
		marker, err := rec.EndTxnMarker()
		if err != nil {
			t.Fatal(err)
		}
		v.CoordinatorEpoch = &marker.CoordinatorEpoch
	}
	return v
}

func TestKafkaVectors(t *testing.T) {
	for _, v := range kafkaVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			got := describe(t, v.Data)
			for i := range v.Batches {
				// Kafka decompresses a message to find its first offset; a
				// Batch has the offset of the wrapper.
				if want := &v.Batches[i]; want.Magic < 2 {
					want.BaseOffset = want.LastOffset
				}
			}
			if !reflect.DeepEqual(v.Batches, got) { // much faster than cmp
				t.Errorf("-Kafka +kgen:\n%s", cmp.Diff(v.Batches, got))
			}
		})
	}
}

// TestKafkaBytes writes again what Kafka wrote and compares the bytes: batches
// with their header alone, uncompressed ones record by record.
func TestKafkaBytes(t *testing.T) {
	for _, v := range kafkaVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			var wholeBatches, newBatches []byte
			for b, err := range NewReader(v.Data, nil).Batches() {
				if err != nil {
					t.Fatal(err)
				}
				encoded := v.Data[len(wholeBatches):][:b.Size()]
				if wholeBatches, err = rewriteBatch(b, encoded, wholeBatches); err != nil {
					t.Fatal(err)
				}
				newBatches = rebuildBatch(t, b, encoded, newBatches)
			}
			if !bytes.Equal(wholeBatches, v.Data) {
				t.Errorf("batches written again:\n%x\nKafka's:\n%x", wholeBatches, v.Data)
			}
			if !bytes.Equal(newBatches, v.Data) {
				t.Errorf("batches built anew:\n%x\nKafka's:\n%x", newBatches, v.Data)
			}
		})
	}
}

func rewriteBatch(b *Batch, encoded, dst []byte) ([]byte, error) {
	if b.Magic < 2 {
		return append(dst, encoded...), nil
	}
	return b.AppendTo(dst)
}

// rebuildBatch builds b out of its records and appends it to dst. What a Builder
// has no option for is set afterwards. Compressed batches are taken over, as
// their bytes depend on the compressor, and so are those whose timestamps a
// broker has set.
func rebuildBatch(t *testing.T, b *Batch, encoded, dst []byte) []byte {
	t.Helper()
	if b.Attributes.Codec() != None || b.Count == 0 || b.Attributes&(LogAppendTime|HasDeleteHorizon) != 0 {
		return append(dst, encoded...)
	}
	var recs []Record
	for rec, err := range b.Records() {
		if err != nil {
			t.Fatal(err)
		}
		recs = append(recs, rec)
	}
	if b.Magic < 2 {
		out, err := AppendMessages(dst, b.Magic, None, 0, recs)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	o := BuilderOptions{
		BaseOffset:    b.BaseOffset,
		Transactional: b.Attributes.IsTransactional(),
		Control:       b.Attributes.IsControl(),
	}
	if b.ProducerID != NoProducerID {
		o.Producer = &Producer{b.ProducerID, b.ProducerEpoch, b.BaseSequence}
	}
	builder, err := NewBuilder(nil, &o)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range recs {
		if err := builder.AppendWithOffset(rec); err != nil {
			t.Fatal(err)
		}
	}
	built, err := builder.Finish()
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := ReadBatch(built, nil)
	if err != nil {
		t.Fatal(err)
	}
	again.LeaderEpoch, again.LastOffsetDelta = b.LeaderEpoch, b.LastOffsetDelta
	dst, err = again.AppendTo(dst)
	if err != nil {
		t.Fatal(err)
	}
	return dst
}
