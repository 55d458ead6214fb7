package suite

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// TestEveryStringLength: strings of all lengths come back whole, alone and one
// after the other, whatever memory they are copied into.
func TestEveryStringLength(t *testing.T) {
	letters := strings.Repeat("abcdefghijklmnopqrstuvwxyz0123456789", 200)
	all := kafka.NewDeleteTopicsRequest()
	for n := 0; n < 6000; n += 1 + n/50 {
		m := kafka.NewDeleteTopicsRequest()
		m.TopicNames = []string{letters[:n]}
		all.TopicNames = append(all.TopicNames, letters[n%36:n%36+n])
		for _, version := range []int16{1, 4} {
			b, err := m.Encode(nil, version)
			if err != nil {
				t.Fatal(err)
			}
			back := kafka.NewDeleteTopicsRequest()
			if err := back.Decode(b, version); err != nil || back.TopicNames[0] != letters[:n] {
				t.Errorf("v%d: a string of %d bytes becomes %d bytes, %v", version, n, len(back.TopicNames[0]), err)
			}
		}
	}
	b, err := all.Encode(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	back := kafka.NewDeleteTopicsRequest()
	if err := back.Decode(b, 1); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(all.TopicNames, back.TopicNames); diff != "" {
		t.Errorf("-want +got:\n%.2000s", diff)
	}
}

// brokers is a response with strings, arrays in arrays, and numbers.
func brokers(t *testing.T) *kafka.MetadataResponse {
	t.Helper()
	return fill(t, "MetadataResponse", `{
		"brokers": [{"nodeId": 1, "host": "a.example", "port": 9092, "rack": "r1"}, {"nodeId": 2, "host": "b.example", "port": 9092}],
		"clusterId": "cluster", "controllerId": 1,
		"topics": [
			{"name": "first", "partitions": [
				{"partitionIndex": 0, "leaderId": 1, "replicaNodes": [1, 2], "isrNodes": [1, 2], "offlineReplicas": []},
				{"partitionIndex": 1, "leaderId": 2, "replicaNodes": [2, 1], "isrNodes": [2], "offlineReplicas": [1]}]},
			{"name": "second", "isInternal": true, "partitions": [
				{"partitionIndex": 0, "leaderId": 2, "replicaNodes": [2], "isrNodes": [2], "offlineReplicas": []}]}]}`).(*kafka.MetadataResponse)
}

// TestStringsAreCopies: after Decode the input may be overwritten, as strings
// do not refer to it. With AliasStrings they do.
func TestStringsAreCopies(t *testing.T) {
	for _, version := range []int16{7, 12} {
		want := brokers(t)
		b, err := want.Encode(nil, version)
		if err != nil {
			t.Fatal(err)
		}
		copied, aliased := kafka.NewMetadataResponse(), kafka.NewMetadataResponse()
		if err := copied.Decode(b, version); err != nil {
			t.Fatal(err)
		}
		if err := aliased.DecodeWith(b, version, kwire.AliasStrings); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(copied, aliased); diff != "" {
			t.Errorf("v%d: -copied +aliased:\n%s", version, diff)
		}
		clear(b)
		if copied.Brokers[0].Host != "a.example" || copied.ClusterId.Value != "cluster" || copied.Topics[1].Name.Value != "second" {
			t.Errorf("v%d: strings changed with the input: %+v", version, copied)
		}
		if aliased.Brokers[0].Host != strings.Repeat("\x00", 9) {
			t.Errorf("v%d: an aliased string is %q", version, aliased.Brokers[0].Host)
		}
	}
}

// TestBytesReferToInput: bytes and records are not copied, and appending to
// them does not write on into the input.
func TestBytesReferToInput(t *testing.T) {
	for _, version := range []int16{3, 9} {
		m := fill(t, "ProduceRequest", `{"topicData": [{"name": "t", "partitionData": [{"records": "hex:0102"}, {"index": 1, "records": "hex:0304"}]}]}`)
		b, err := m.Encode(nil, version)
		if err != nil {
			t.Fatal(err)
		}
		before := bytes.Clone(b)
		back := kafka.NewProduceRequest()
		if err := back.Decode(b, version); err != nil {
			t.Fatal(err)
		}
		records := back.TopicData[0].PartitionData[0].Records
		if _ = append(records, 0xff); !bytes.Equal(b, before) {
			t.Errorf("v%d: appending to a field changed the input", version)
		}
		records[0] = 0x11
		if bytes.Equal(b, before) {
			t.Errorf("v%d: records are a copy of the input", version)
		}
	}
}

// TestReuseStopsAllocating: decoding the same again into a value needs no
// memory, nor does encoding into a buffer that is large enough.
func TestReuseStopsAllocating(t *testing.T) {
	for _, version := range []int16{7, 12} {
		want := brokers(t)
		b, err := want.Encode(nil, version)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) != cap(b) {
			t.Errorf("v%d: Encode(nil) gives %d bytes in a buffer of %d", version, len(b), cap(b))
		}
		m := kafka.NewMetadataResponse()
		decode := func() {
			if err := m.Decode(b, version); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(10, decode); n > 0 {
			t.Errorf("v%d: decoding again allocates %v times", version, n)
		}
		buffer := make([]byte, 0, len(b))
		encode := func() {
			if buffer, err = m.Encode(buffer[:0], version); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(10, encode); n > 0 {
			t.Errorf("v%d: encoding into a buffer allocates %v times", version, n)
		}
	}
}
