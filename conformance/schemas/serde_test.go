package schemas_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kgen-go/kgen/conformance/java"
	"github.com/kgen-go/kgen/gen/groupcoordinator"
	"github.com/kgen-go/kgen/gen/metadata"
	"github.com/kgen-go/kgen/gen/sharecoordinator"
	"github.com/kgen-go/kgen/gen/storage"
	"github.com/kgen-go/kgen/gen/transactioncoordinator"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

// serdeTool runs the program SerdeTool over Kafka's classes and splits the lines that
// it prints.
func serdeTool(t *testing.T, verb string) [][]string {
	t.Helper()
	cmd, err := java.Command(t.Context(), "256m", "SerdeTool", verb)
	if err != nil {
		t.Fatal(err)
	}
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &problems)
	}
	var lines [][]string
	for line := range strings.Lines(string(out)) {
		lines = append(lines, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
	}
	return lines
}

// TestErrorCodes compares the error codes with those of Kafka.
func TestErrorCodes(t *testing.T) {
	var want, got []string
	for _, line := range serdeTool(t, "errors") {
		want = append(want, strings.Join(line, " "))
	}
	for _, code := range kerror.Codes() {
		got = append(got, fmt.Sprintf("%d %s %t", int16(code), code.String(), code.Retriable()))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("error codes (-Kafka +ours):\n%s", d)
	}
}

// A coordinator is a package with records of a key and a value.
type coordinator struct {
	newKey, newValue func(key int16) (kwire.Message, error)
	appendKey        func(dst []byte, key kwire.Message) ([]byte, error)
	decodeKey        func(src []byte) (kwire.Message, error)
	appendValue      func(dst []byte, value kwire.Message, version int16) ([]byte, error)
	decodeValue      func(key kwire.Message, src []byte) (kwire.Message, int16, error)
}

var coordinators = map[string]coordinator{
	"groupcoordinator": {groupcoordinator.NewCoordinatorKey, groupcoordinator.NewCoordinatorValue,
		groupcoordinator.AppendKey, groupcoordinator.DecodeKey, groupcoordinator.AppendValue, groupcoordinator.DecodeValue},
	"sharecoordinator": {sharecoordinator.NewCoordinatorKey, sharecoordinator.NewCoordinatorValue,
		sharecoordinator.AppendKey, sharecoordinator.DecodeKey, sharecoordinator.AppendValue, sharecoordinator.DecodeValue},
	"transactioncoordinator": {transactioncoordinator.NewCoordinatorKey, transactioncoordinator.NewCoordinatorValue,
		func(dst []byte, key kwire.Message) ([]byte, error) {
			return transactioncoordinator.AppendKey(dst, key.(*transactioncoordinator.TransactionLogKey))
		},
		func(src []byte) (kwire.Message, error) { return transactioncoordinator.DecodeKey(src) },
		func(dst []byte, value kwire.Message, version int16) ([]byte, error) {
			return transactioncoordinator.AppendValue(dst, value.(*transactioncoordinator.TransactionLogValue), version)
		},
		func(_ kwire.Message, src []byte) (kwire.Message, int16, error) {
			value, version, err := transactioncoordinator.DecodeValue(src)
			if value == nil {
				return nil, version, err // not a nil pointer in an interface
			}
			return value, version, err
		},
	},
}

// A metadataLog is a package with records that are a value alone.
type metadataLog struct {
	new    func(name string) kwire.Message
	append func(dst []byte, record kwire.Message, version int16) ([]byte, error)
	decode func(src []byte) (kwire.Message, int16, error)
}

var metadataLogs = map[string]metadataLog{
	"metadata": {metadata.NewMessage, metadata.AppendRecord, metadata.DecodeRecord},
	"storage":  {storage.NewMessage, storage.AppendRecord, storage.DecodeRecord},
}

// samples are the records that SerdeTool marks with "*".
func samples() (messages map[string]kwire.Message, values map[string]kwire.Message) {
	offset := groupcoordinator.NewOffsetCommitValue()
	offset.Offset, offset.LeaderEpoch, offset.Metadata, offset.CommitTimestamp = 42, 6, "m", 3
	transaction := transactioncoordinator.NewTransactionLogValue()
	transaction.ProducerId = 8
	transaction.TransactionPartitions = []transactioncoordinator.TransactionLogValuePartitionsSchema{{Topic: "t", PartitionIds: []int32{2}}}
	return map[string]kwire.Message{
			"TopicRecord*":       &metadata.TopicRecord{Name: "orders", TopicId: kwire.UUID{7: 1, 15: 2}},
			"OffsetCommitKey*":   &groupcoordinator.OffsetCommitKey{Group: "g", Topic: "t", Partition: 7},
			"TransactionLogKey*": &transactioncoordinator.TransactionLogKey{TransactionalId: "tx"},
		}, map[string]kwire.Message{
			"OffsetCommitKey*":   offset,
			"TransactionLogKey*": transaction,
		}
}

// sameMessage compares messages. An array that cannot be null may be nil before
// it is encoded, and is empty after it is decoded; the bytes tell them apart
// where that matters.
var sameMessage = cmp.Options{cmp.Comparer(kwire.Tags.Equal), cmpopts.EquateEmpty()}

// TestRecordFrames writes and reads the records that brokers keep, and compares
// with what Kafka's own serializers write: every type in every version.
func TestRecordFrames(t *testing.T) {
	messages, values := samples()
	records := map[string]int{}
	for _, line := range serdeTool(t, "records") {
		set, name := line[0], line[1]
		n, err := strconv.ParseInt(line[2], 10, 16)
		if err != nil {
			t.Fatal(err)
		}
		version, key, value := int16(n), unhex(t, line[3]), unhex(t, line[4])
		records[set]++
		t.Run(fmt.Sprintf("%s/%s/%d", set, name, version), func(t *testing.T) {
			if log, found := metadataLogs[set]; found {
				record := messages[name]
				if record == nil {
					record = log.new(name)
				}
				checkMetadataRecord(t, log, record, version, value)
				return
			}
			c := coordinators[set]
			wantKey, wantValue := messages[name], values[name]
			if wantKey == nil {
				recordType := int16(key[0])<<8 | int16(key[1])
				wantKey, wantValue = must(t)(c.newKey(recordType)), must(t)(c.newValue(recordType))
			}
			checkCoordinatorRecord(t, c, wantKey, wantValue, version, key, value)
		})
	}
	for _, set := range []string{"metadata", "storage", "groupcoordinator", "sharecoordinator", "transactioncoordinator"} {
		t.Logf("%-22s %d records", set, records[set])
		if records[set] == 0 {
			t.Errorf("Kafka has written no records of %s", set)
		}
	}
}

func checkMetadataRecord(t *testing.T, log metadataLog, want kwire.Message, version int16, value []byte) {
	t.Helper()
	got, err := log.append(nil, want, version)
	if d := cmp.Diff(value, got); err != nil || d != "" {
		t.Errorf("encoded: %v (-Kafka +ours):\n%s", err, d)
	}
	record, gotVersion, err := log.decode(value)
	if d := cmp.Diff(want, record, sameMessage); err != nil || d != "" || gotVersion != version {
		t.Errorf("decoded: version %d, %v (-want +got):\n%s", gotVersion, err, d)
	}
}

// checkCoordinatorRecord takes a version of -1 for a record without a value.
func checkCoordinatorRecord(t *testing.T, c coordinator, wantKey, wantValue kwire.Message, version int16, key, value []byte) {
	t.Helper()
	got, err := c.appendKey(nil, wantKey)
	if d := cmp.Diff(key, got); err != nil || d != "" {
		t.Errorf("key encoded: %v (-Kafka +ours):\n%s", err, d)
	}
	decodedKey, err := c.decodeKey(key)
	if d := cmp.Diff(wantKey, decodedKey, sameMessage); err != nil || d != "" {
		t.Fatalf("key decoded: %v (-want +got):\n%s", err, d)
	}
	if version < 0 {
		wantValue = nil
	} else {
		got, err = c.appendValue(nil, wantValue, version)
		if d := cmp.Diff(value, got); err != nil || d != "" {
			t.Errorf("value encoded: %v (-Kafka +ours):\n%s", err, d)
		}
	}
	decoded, gotVersion, err := c.decodeValue(decodedKey, value)
	if d := cmp.Diff(wantValue, decoded, sameMessage); err != nil || d != "" || gotVersion != version {
		t.Errorf("value decoded: version %d, %v (-want +got):\n%s", gotVersion, err, d)
	}
}

// unhex reads the bytes of a line; "-" stands for nil.
func unhex(t *testing.T, text string) []byte {
	t.Helper()
	if text == "-" {
		return nil
	}
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// must takes the result of a function that fails only if the test has a mistake.
func must(t *testing.T) func(m kwire.Message, err error) kwire.Message {
	return func(m kwire.Message, err error) kwire.Message {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
}
