package records_test

import (
	"testing"

	"github.com/kgen-go/kgen/kwire/records"
)

// TestVerdicts compares what Kafka and this project make of batches that no
// correct writer makes. All have a good checksum. Where the two differ, this
// project is the stricter one.
func TestVerdicts(t *testing.T) {
	type verdict struct {
		attributes  records.Attributes
		count       int32
		payload     string
		kafka, kgen bool // whether it is accepted
	}
	verdicts := map[string]verdict{
		"good":                         {0, 1, "\x0c\x00\x00\x00\x01\x01\x00", true, true},
		"padded timestamp delta":       {0, 1, "\x0e\x00\x80\x00\x00\x01\x01\x00", true, true},
		"count -1":                     {0, -1, "", false, false},
		"more records than bytes":      {0, 2, "\x0c\x00\x00\x00\x01\x01\x00", false, false},
		"bytes behind the last record": {0, 1, "\x0c\x00\x00\x00\x01\x01\x00\x09", false, false},
		"codec 5":                      {5, 1, "\x0c\x00\x00\x00\x01\x01\x00", false, false},
		"record length -1":             {0, 1, "\x01\x00\x00\x00\x01\x01\x00", false, false},
		"record length 0":              {0, 1, "\x00\x00\x00\x00\x01\x01\x00", false, false},
		"record longer than the batch": {0, 1, "\x0e\x00\x00\x00\x01\x01\x00", false, false},
		"header count -1":              {0, 1, "\x0c\x00\x00\x00\x01\x01\x01", false, false},
		"null header key":              {0, 1, "\x10\x00\x00\x00\x01\x01\x02\x01\x01", false, false},
		"bytes behind the headers":     {0, 1, "\x0e\x00\x00\x00\x01\x01\x00\x00", false, false},
		"no records, gzip":             {1, 0, "", true, true},
		"no records, zstd":             {4, 0, "", true, true},
		"no records, but bytes":        {0, 0, "\x0c\x00\x00\x00\x01\x01\x00", true, false},
		"key length -2 for null":       {0, 1, "\x0c\x00\x00\x00\x03\x01\x00", true, false},
		"value length -3 for null":     {0, 1, "\x0c\x00\x00\x00\x01\x05\x00", true, false},
		"header value length -2":       {0, 1, "\x10\x00\x00\x00\x01\x01\x02\x00\x03", true, false},
		"offset delta of 33 bits":      {0, 1, "\x14\x00\x00\xfe\xff\xff\xff\x1f\x01\x01\x00", true, false},
	}
	partitions := make(map[string][]byte)
	for name, v := range verdicts {
		b := records.Batch{
			Magic: 2, Attributes: v.attributes, Count: v.count, Payload: []byte(v.payload),
			LeaderEpoch: records.NoLeaderEpoch, ProducerID: records.NoProducerID,
			ProducerEpoch: records.NoProducerEpoch, BaseSequence: records.NoSequence,
		}
		data, err := b.AppendTo(nil)
		if err != nil {
			t.Fatal(err)
		}
		partitions[name] = data
	}
	for name, reading := range kafkaReads(t, partitions) {
		v := verdicts[name]
		if accepted := reading.Error == ""; accepted != v.kafka {
			t.Errorf("%s: Kafka accepts: %v, want %v (%s)", name, accepted, v.kafka, reading.Error)
		}
		var failed error
		for _, err := range records.Iterate(partitions[name], nil) {
			failed = err
		}
		if accepted := failed == nil; accepted != v.kgen {
			t.Errorf("%s: kgen accepts: %v, want %v (%v)", name, accepted, v.kgen, failed)
		}
	}
}
