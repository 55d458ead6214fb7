package layout_test

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/value"
)

// decodeJSON encodes a body of the embedded schemas, written as JSON, and
// explains the bytes.
func decodeJSON(t *testing.T, message string, version int16, json string) (*layout.Decoded, string) {
	t.Helper()
	catalog := embedded(t)
	m := find(t, catalog, message)
	body, err := value.FromJSON(m, []byte(json), version)
	if err != nil {
		t.Fatal(err)
	}
	src, err := catalog.Encode(m, version, layout.BodyOnly, nil, body)
	if err != nil {
		t.Fatal(err)
	}
	d, err := catalog.Decode(src, m, version, layout.BodyOnly, layout.Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkNodes(t.Errorf, d.Root, len(src))
	var text strings.Builder
	outline(&text, "", d.Root)
	return d, text.String()
}

func base64Of(t *testing.T, digits string) string {
	return base64.StdEncoding.EncodeToString(unhex(t, digits))
}

// TestBytesWithin has messages in the bytes of others, written by hand.
func TestBytesWithin(t *testing.T) {
	const (
		subscription = "0001 00000001 0001 74 ffffffff 00000000"          // version 1; topic t, no user data, no partitions
		assignment   = "0000 00000001 0001 74 00000001 00000005 ffffffff" // version 0; topic t, partition 5, no user data
		streams      = "0000 00000000 00000018 00000001" + "000102030405060708090a0b0c0d0e0f" + "00000000" + "00000000"
	)
	streamsFixed := strings.Replace(streams, "00000018", fmt.Sprintf("%08x", 4+16+4+4), 1)
	join := func(protocol, metadata string) string {
		return fmt.Sprintf(`{"groupId":"g","sessionTimeoutMs":1,"rebalanceTimeoutMs":1,"memberId":"","protocolType":%q,"protocols":[{"name":"range","metadata":%q}]}`,
			protocol, base64Of(t, metadata))
	}
	tests := []struct {
		name, message string
		version       int16
		json          string
		want          []string
		closed        bool
	}{
		{"subscription", "JoinGroupRequest", 1, join("consumer", subscription),
			[]string{"ConsumerProtocolSubscription struct", "version int16 = 1", `Topics[0] string = "t" (int16 len=1)`}, false},
		{"of a connector", "JoinGroupRequest", 1, join("connect", subscription), []string{"ConsumerProtocolSubscription"}, true},
		{"with a byte too many", "JoinGroupRequest", 1, join("consumer", subscription+"00"), []string{"ConsumerProtocolSubscription"}, true},
		{"streams", "JoinGroupRequest", 1, join("consumer", streamsFixed),
			[]string{"SubscriptionInfoData struct", "processId uuid = AAECAwQFBgcICQoLDA0ODw"}, false},
		{"assignment", "SyncGroupRequest", 0,
			fmt.Sprintf(`{"groupId":"g","generationId":1,"memberId":"m","assignments":[{"memberId":"m","assignment":%q}]}`, base64Of(t, assignment)),
			[]string{"ConsumerProtocolAssignment struct", "Partitions[0] int32 = 5"}, false},
		{"an empty one", "SyncGroupResponse", 0, `{"errorCode":0,"assignment":""}`, []string{"ConsumerProtocolAssignment"}, true},
		{"forwarded request", "EnvelopeRequest", 0,
			fmt.Sprintf(`{"requestData":%q,"requestPrincipal":%q,"clientHostAddress":""}`,
				base64Of(t, "000c 0000 00000007 0002 6d65 0001 67 00000001 0001 6d"), base64Of(t, "0000 05 55736572 02 61 00 00")),
			[]string{"HeartbeatRequest struct", "correlation_id int32 = 7", "DefaultPrincipalData struct", `Name string = "a" (compact, len+1=2)`}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d, text := decodeJSON(t, test.message, test.version, test.json)
			if !d.OK() {
				t.Errorf("damaged: %v %v", d.Fault, d.Damaged)
			}
			for _, want := range test.want {
				if strings.Contains(text, " "+want) == test.closed {
					t.Errorf("%q is there: %v, in\n%s", want, !test.closed, text)
				}
			}
		})
	}
}

// TestInternalTopicsInMessages opens the records of internal topics in requests
// and responses, by the topic's name or the id that it always has.
func TestInternalTopicsInMessages(t *testing.T) {
	offset := batchOf(t, nil, unhex(t, "0001 0001 67 0001 74 00000003"), unhex(t, "0003 0000000000000005 00000009 0000 00000000000000ff"))
	topic := batchOf(t, nil, nil, unhex(t, "01 02 00 02 74 00000000000000000000000000000001 00"))
	produce := func(name string, batch []byte) string {
		return fmt.Sprintf(`{"transactionalId":null,"acks":1,"timeoutMs":1,"topicData":[{"name":%q,"partitionData":[{"index":0,"records":%q}]}]}`,
			name, base64.StdEncoding.EncodeToString(batch))
	}
	if _, text := decodeJSON(t, "ProduceRequest", 3, produce("__consumer_offsets", offset)); !strings.Contains(text, "OffsetCommitValue struct") {
		t.Errorf("not opened:\n%s", text)
	}
	if _, text := decodeJSON(t, "ProduceRequest", 3, produce("orders", offset)); strings.Contains(text, "OffsetCommitValue") {
		t.Errorf("records of a user are opened:\n%s", text)
	}
	fetch := fmt.Sprintf(`{"throttleTimeMs":0,"errorCode":0,"sessionId":0,"responses":[{"topicId":"AAAAAAAAAAAAAAAAAAAAAQ","partitions":[{"partitionIndex":0,"errorCode":0,
		"highWatermark":1,"lastStableOffset":1,"logStartOffset":0,"abortedTransactions":null,"preferredReadReplica":-1,"records":%q}]}]}`, base64.StdEncoding.EncodeToString(topic))
	if _, text := decodeJSON(t, "FetchResponse", 13, fetch); !strings.Contains(text, "TopicRecord struct") {
		t.Errorf("not opened:\n%s", text)
	}
}

// TestSnapshotSlices cuts slices of every place and length out of a file of two
// batches: none is at fault, and whole batches are opened.
func TestSnapshotSlices(t *testing.T) {
	one := batchOf(t, nil, nil, unhex(t, "01 14 00 00"))
	file := append(append([]byte{}, one...), one...)
	catalog := embedded(t)
	m := find(t, catalog, "FetchSnapshotResponse")
	for from := 0; from <= len(file); from++ {
		for to := from; to <= len(file); to++ {
			slice := file[from:to]
			src := unhex(t, "00000000 0000 02 13"+hex.EncodeToString([]byte("__cluster_metadata"))+"02 00000000 0000 0000000000000001 00000001 00 0000000000000001 0000000000000000")
			src = binary.AppendUvarint(src, uint64(len(slice)+1))
			src = append(append(src, slice...), 0, 0, 0)
			d, err := catalog.Decode(src, m, 0, layout.BodyOnly, layout.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			outline(&text, "", d.Root)
			if !d.OK() {
				t.Fatalf("%d to %d: %v %v\n%s", from, to, d.Fault, d.Damaged, text.String())
			}
			checkNodes(t.Errorf, d.Root, len(src))
			whole := 0
			if from == 0 && to >= len(one) {
				whole++
			}
			if from <= len(one) && to == len(file) {
				whole++
			}
			if got := strings.Count(text.String(), "NoOpRecord struct"); got != whole {
				t.Fatalf("%d to %d: %d batches are opened, want %d\n%s", from, to, got, whole, text.String())
			}
		}
	}
}
