package broker_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/kwire/records"
)

const firstSegment = "00000000000000000000.log"

// TestStored reads the broker's files record by record, and compares each with
// what Kafka's dump tool prints for it.
func TestStored(t *testing.T) {
	b := theBroker(t)
	c := b.dial(t)
	for n := range 2 { // something to read
		s := scenario{t, c, c, fmt.Sprintf("stored-%d", n), fmt.Sprintf("stored-group-%d", n)}
		s.topic()
	}
	topic := b.topic(t, c, "stored")
	s := scenario{t, c, c, topic.Name, "stored-group"}
	s.produceAndFetch(topic)
	if err := c.CommitOffset(s.group, nil, topic, 7, "größe"); err != nil {
		t.Fatal(err)
	}
	checkpoints, err := filepath.Glob(filepath.Join(b.data, "__cluster_metadata-0", "*.checkpoint"))
	if err != nil || len(checkpoints) == 0 {
		t.Fatalf("snapshots: %v, %v", checkpoints, err)
	}
	const metadata, offsets, transactions, plain = "--cluster-metadata-decoder", "--offsets-decoder", "--transaction-log-decoder", "--print-data-log"
	compareWithDump(t, filepath.Join(b.data, "__cluster_metadata-0", firstSegment), metadata, clusterRecord)
	compareWithDump(t, checkpoints[0], metadata, clusterRecord)
	compareWithDump(t, filepath.Join(b.data, "__consumer_offsets-0", firstSegment), offsets, groupRecord)
	compareWithDump(t, filepath.Join(b.data, "__transaction_state-0", firstSegment), transactions, transactionRecord)
	compareWithDump(t, filepath.Join(b.data, topic.Name+"-0", firstSegment), plain, plainRecord)
}

// compareWithDump compares the batches of a file, and the records in them, with
// the lines that the dump tool prints. What it prints behind a record's header
// is for the function content to compare.
func compareWithDump(t *testing.T, path, decoder string, content func(t *testing.T, rec *records.Record, text string)) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The dump comes after that: it may have more.
	lines := slices.Collect(strings.Lines(kafkaTool(t, nil, "org.apache.kafka.tools.DumpLogSegments", decoder, "--files", path)))
	next := 2 // behind the heading
	line := func() string {
		if next >= len(lines) {
			t.Fatalf("%s: the dump ends after %d lines", path, next)
		}
		next++
		return strings.TrimSuffix(lines[next-1], "\n")
	}
	position, count := 0, 0
	for batch, err := range records.NewReader(data, nil).Batches() {
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if got, want := line(), batchLine(batch, position); got != want {
			t.Errorf("%s: batch differs\ndump %s\nkgen %s", path, got, want)
		}
		position += batch.Size()
		index := int32(0)
		for rec, err := range batch.Records() {
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			text, found := strings.CutPrefix(line(), recordLine(batch, &rec, index))
			if !found {
				t.Errorf("%s: record differs\ndump %s\nkgen %s", path, text, recordLine(batch, &rec, index))
			}
			content(t, &rec, text)
			index++
			count++
		}
	}
	if position != len(data) || count == 0 {
		t.Errorf("%s: %d records in %d of %d bytes", path, count, position, len(data))
	}
	t.Logf("%s: %d records in %d bytes", filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path)), count, position)
}

// batchLine is what the dump tool prints for a batch.
func batchLine(b *records.Batch, position int) string {
	lastSequence := int32(records.NoSequence)
	if b.BaseSequence != records.NoSequence {
		lastSequence = b.BaseSequence + b.LastOffsetDelta
	}
	horizon := "OptionalLong.empty"
	if ms, found := b.DeleteHorizon(); found {
		horizon = fmt.Sprintf("OptionalLong[%d]", ms)
	}
	return fmt.Sprintf("baseOffset: %d lastOffset: %d count: %d baseSequence: %d lastSequence: %d producerId: %d "+
		"producerEpoch: %d partitionLeaderEpoch: %d isTransactional: %v isControl: %v deleteHorizonMs: %s position: %d "+
		"%s: %d size: %d magic: %d compresscodec: %v crc: %d isvalid: true",
		b.BaseOffset, b.LastOffset(), b.Count, b.BaseSequence, lastSequence, b.ProducerID,
		b.ProducerEpoch, b.LeaderEpoch, b.Attributes.IsTransactional(), b.Attributes.IsControl(), horizon, position,
		timestampType(b.Attributes), b.MaxTimestamp, b.Size(), b.Magic, b.Attributes.Codec(), b.CRC)
}

// recordLine is what the dump tool prints for a record, its content apart.
func recordLine(b *records.Batch, rec *records.Record, index int32) string {
	sequence := int32(records.NoSequence)
	if b.BaseSequence != records.NoSequence {
		sequence = b.BaseSequence + index
	}
	keys := make([]string, len(rec.Headers))
	for i, h := range rec.Headers {
		keys[i] = h.Key
	}
	return fmt.Sprintf("| offset: %d %s: %d keySize: %d valueSize: %d sequence: %d headerKeys: [%s]",
		rec.Offset, timestampType(rec.Attributes), rec.Timestamp, size(rec.Key), size(rec.Value), sequence, strings.Join(keys, ","))
}

func timestampType(a records.Attributes) string {
	if a.IsLogAppendTime() {
		return "LogAppendTime"
	}
	return "CreateTime"
}

func size(b []byte) int {
	if b == nil {
		return -1
	}
	return len(b)
}
