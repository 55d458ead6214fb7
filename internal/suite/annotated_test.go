package suite

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/kwire"
)

// An annotated value is one whose bytes Kafka's own classes have written, piece
// by piece.
type annotated struct {
	name    string
	message string
	version int16
	value   string   // in JSON; fields that are left out have their default
	pieces  []string // hexadecimal
	// oneWay marks a value that does not come back from its bytes, because the
	// version has no room for part of it.
	oneWay bool
}

// fill returns a message of package kafka with a value given in JSON.
func fill(t *testing.T, name, value string) kwire.Message {
	t.Helper()
	m := kafka.NewMessage(name)
	if m == nil {
		t.Fatalf("there is no message %s", name)
	}
	if err := goform.Fill(m, parse(t, value), nil); err != nil {
		t.Fatal(err)
	}
	return m
}

// parse reads JSON notation.
func parse(t *testing.T, value string) any {
	t.Helper()
	parsed, err := goform.Parse([]byte(value))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// unhex reads hexadecimal text, in which blanks may part groups.
func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAnnotated(t *testing.T) {
	for _, a := range annotatedValues {
		t.Run(a.name, func(t *testing.T) {
			m := fill(t, a.message, a.value)
			want := unhex(t, strings.Join(a.pieces, ""))
			checkEncode(t, m, a.version, want)
			if a.oneWay {
				return
			}
			back := kafka.NewMessage(a.message)
			if err := back.Decode(want, a.version); err != nil {
				t.Fatal(err)
			}
			for _, difference := range goform.Compare(back, parse(t, a.value), nil) {
				t.Error(difference)
			}
			checkEncode(t, back, a.version, want)
			for n := range want {
				if err := back.Decode(want[:n:n], a.version); err == nil {
					t.Errorf("the first %d bytes decode without an error", n)
				}
			}
		})
	}
}

// checkEncode compares what a message encodes to, and its size.
func checkEncode(t *testing.T, m kwire.Message, version int16, want []byte) {
	t.Helper()
	got, err := m.Encode(nil, version)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("Encode gives %v\n got %x\nwant %x", err, got, want)
	}
	if n, err := m.EncodedSize(version); err != nil || n != len(want) {
		t.Errorf("EncodedSize gives %d, %v, want %d", n, err, len(want))
	}
}

var annotatedValues = []annotated{
	{
		name: "nothing but defaults", message: "ApiVersionsResponse", version: 3, value: `{}`,
		pieces: []string{
			"0000",     // ErrorCode
			"01",       // ApiKeys: none
			"00000000", // ThrottleTimeMs
			"00",       // no tagged fields
		},
	},
	{
		name: "three tagged fields in rising order", message: "ApiVersionsResponse", version: 3,
		value: `{"zkMigrationReady": true, "finalizedFeaturesEpoch": 5, "supportedFeatures": [{"name": "f"}]}`,
		pieces: []string{
			"0000", "01", "00000000",
			"03",   // three tagged fields
			"0008", // tag 0, 8 bytes
			"02",   // SupportedFeatures: one
			"0266", // Name "f"
			"0000", // MinVersion
			"0000", // MaxVersion
			"00",   // no tagged fields in the element
			"0108", // tag 1, 8 bytes
			"0000000000000005",
			"0301", // tag 3, 1 byte
			"01",
		},
	},
	{
		name: "an unknown tagged field above the known ones", message: "ApiVersionsResponse", version: 3,
		value: `{"finalizedFeaturesEpoch": 5, "_tags": {"9": "hex:aa"}}`,
		pieces: []string{
			"0000", "01", "00000000",
			"02", // two tagged fields
			"01080000000000000005",
			"0901aa",
		},
	},
	{
		name: "defaults other than zero", message: "FetchRequest", version: 12, value: `{}`,
		pieces: []string{
			"ffffffff", // ReplicaId -1
			"00000000", // MaxWaitMs
			"00000000", // MinBytes
			"7fffffff", // MaxBytes
			"00",       // IsolationLevel
			"00000000", // SessionId
			"ffffffff", // SessionEpoch -1
			"01",       // Topics: none
			"01",       // ForgottenTopicsData: none
			"01",       // RackId ""
			"00",       // no tagged fields
		},
	},
	{
		name: "a struct as a tagged field", message: "FetchRequest", version: 15, value: `{"replicaState": {"replicaId": 5}}`,
		pieces: []string{
			"00000000", "00000000", "7fffffff", "00", "00000000", "ffffffff", "01", "01", "01",
			"01",               // one tagged field
			"010d",             // tag 1, 13 bytes
			"00000005",         // ReplicaId
			"ffffffffffffffff", // ReplicaEpoch -1
			"00",               // no tagged fields in the struct
		},
	},
	{
		name: "a tagged struct of defaults", message: "FetchRequest", version: 15, value: `{"replicaState": {}}`,
		pieces: []string{
			"00000000", "00000000", "7fffffff", "00", "00000000", "ffffffff", "01", "01", "01",
			"00", // not written
		},
		oneWay: true, // it comes back as nil
	},
	{
		name: "a tagged struct that is default but for an unknown tag", message: "FetchRequest", version: 15,
		value: `{"replicaState": {"_tags": {"9": "hex:aa"}}}`,
		pieces: []string{
			"00000000", "00000000", "7fffffff", "00", "00000000", "ffffffff", "01", "01", "01",
			"01",   // one tagged field
			"0110", // tag 1, 16 bytes
			"ffffffff", "ffffffffffffffff",
			"01",     // one tagged field in the struct
			"0901aa", // tag 9
		},
	},
	{
		name: "an ignorable field that the version lacks", message: "FetchRequest", version: 11, value: `{"clusterId": "c"}`,
		pieces: []string{
			"ffffffff", "00000000", "00000000", "7fffffff", "00", "00000000", "ffffffff",
			"00000000", // Topics: none
			"00000000", // ForgottenTopicsData: none
			"0000",     // RackId ""
		},
		oneWay: true,
	},
	{
		name: "a nullable struct that is null", message: "DescribeTopicPartitionsRequest", version: 0, value: `{}`,
		pieces: []string{
			"01",       // Topics: none
			"000007d0", // ResponsePartitionLimit 2000
			"ff",       // Cursor: null
			"00",
		},
	},
	{
		name: "a nullable struct that is there", message: "DescribeTopicPartitionsRequest", version: 0,
		value: `{"cursor": {"topicName": "t", "partitionIndex": 1}}`,
		pieces: []string{
			"01", "000007d0",
			"01",       // Cursor: present, one byte in flexible versions too
			"0274",     // TopicName
			"00000001", // PartitionIndex
			"00",       // no tagged fields in Cursor
			"00",
		},
	},
	{
		name: "client id in the flexible header", message: "RequestHeader", version: 2, value: `{"clientId": "abc"}`,
		pieces: []string{
			"0000",           // RequestApiKey
			"0000",           // RequestApiVersion
			"00000000",       // CorrelationId
			"0003", "616263", // ClientId: two-byte length
			"00", // no tagged fields
		},
	},
	{
		name: "null client id in the flexible header", message: "RequestHeader", version: 2, value: `{"clientId": null}`,
		pieces: []string{"0000", "0000", "00000000", "ffff", "00"},
	},
	{
		name: "client id in the classic header", message: "RequestHeader", version: 1, value: `{"clientId": "abc"}`,
		pieces: []string{"0000", "0000", "00000000", "0003616263"},
	},
	{
		name: "response headers", message: "ResponseHeader", version: 1, value: `{"correlationId": 7}`,
		pieces: []string{"00000007", "00"},
	},
	{
		name: "null records", message: "ProduceRequest", version: 3, value: `{"acks": 1, "topicData": [{"partitionData": [{"records": null}]}]}`,
		pieces: []string{
			"ffff",     // TransactionalId: null
			"0001",     // Acks
			"00000000", // TimeoutMs
			"00000001", // TopicData: one
			"0000",     // Name ""
			"00000001", // PartitionData: one
			"00000000", // Index
			"ffffffff", // Records: null
		},
	},
	{
		name: "null records in the compact form", message: "ProduceRequest", version: 9, value: `{"acks": 1, "topicData": [{"partitionData": [{"records": null}]}]}`,
		pieces: []string{
			"00",       // TransactionalId: null
			"0001",     // Acks
			"00000000", // TimeoutMs
			"02",       // TopicData: one
			"01",       // Name ""
			"02",       // PartitionData: one
			"00000000", // Index
			"00",       // Records: null
			"00",       // no tagged fields in the partition,
			"00",       // in the topic,
			"00",       // in the message
		},
	},
	{
		name: "records that are no batch", message: "ProduceRequest", version: 3, value: `{"topicData": [{"name": "t", "partitionData": [{"records": "hex:0102"}]}]}`,
		pieces: []string{"ffff", "0000", "00000000", "00000001", "000174", "00000001", "00000000", "00000002", "0102"},
	},
	{
		name: "strings and null in the classic form", message: "HeartbeatRequest", version: 3, value: `{"groupId": "g", "generationId": 1, "memberId": "m"}`,
		pieces: []string{
			"0001", "67", // GroupId
			"00000001",   // GenerationId
			"0001", "6d", // MemberId
			"ffff", // GroupInstanceId: null
		},
	},
	{
		name: "strings and null in the compact form", message: "HeartbeatRequest", version: 4, value: `{"groupId": "g", "generationId": 1, "memberId": "m"}`,
		pieces: []string{
			"02", "67", // GroupId
			"00000001", // GenerationId
			"02", "6d", // MemberId
			"00", // GroupInstanceId: null
			"00",
		},
	},
	{
		name: "unknown tagged fields where none are known", message: "HeartbeatRequest", version: 4,
		value: `{"groupId": "g", "generationId": 1, "memberId": "m", "_tags": {"5": "hex:aabb", "9": "hex:"}}`,
		pieces: []string{
			"0267", "00000001", "026d", "00",
			"02",       // two tagged fields
			"0502aabb", // tag 5, 2 bytes
			"0900",     // tag 9, no bytes
		},
	},
	{
		name: "the greatest unknown tag", message: "HeartbeatRequest", version: 4,
		value: `{"groupId": "g", "generationId": 1, "memberId": "m", "_tags": {"2147483646": "hex:aa"}}`,
		pieces: []string{
			"0267", "00000001", "026d", "00",
			"01",
			"feffffff07", "01", "aa",
		},
	},
	{
		name: "an array that is empty", message: "MetadataRequest", version: 1, value: `{"topics": []}`,
		pieces: []string{"00000000"},
	},
	{
		name: "an array that is null", message: "MetadataRequest", version: 1, value: `{"topics": null}`,
		pieces: []string{"ffffffff"},
	},
	{
		name: "an array that is null in the compact form", message: "MetadataRequest", version: 9, value: `{"topics": null}`,
		pieces: []string{
			"00", // Topics: null
			"01", // AllowAutoTopicCreation: true
			"00", // IncludeClusterAuthorizedOperations
			"00", // IncludeTopicAuthorizedOperations
			"00",
		},
	},
	{
		name: "an ignorable id within an element", message: "MetadataRequest", version: 9,
		value: `{"topics": [{"topicId": "01020304-0506-0708-090a-0b0c0d0e0f10", "name": "t"}]}`,
		pieces: []string{
			"02",   // Topics: one
			"0274", // Name
			"00",   // no tagged fields in the element
			"01", "00", "00", "00",
		},
		oneWay: true,
	},
	{
		name: "id and null name", message: "MetadataRequest", version: 12,
		value: `{"topics": [{"topicId": "01020304-0506-0708-090a-0b0c0d0e0f10", "name": null}], "allowAutoTopicCreation": false}`,
		pieces: []string{
			"02",
			"0102030405060708090a0b0c0d0e0f10", // TopicId, most significant byte first
			"00",                               // Name: null
			"00",                               // no tagged fields in the element
			"00",                               // AllowAutoTopicCreation: false
			"00",                               // IncludeTopicAuthorizedOperations
			"00",
		},
	},
	{
		name: "minus zero", message: "AlterClientQuotasRequest", version: 0,
		value: `{"entries": [{"entity": [], "ops": [{"key": "k", "value": -0.0}]}]}`,
		pieces: []string{
			"00000001",         // Entries: one
			"00000000",         // Entity: none
			"00000001",         // Ops: one
			"00016b",           // Key
			"8000000000000000", // Value
			"00",               // Remove
			"00",               // ValidateOnly
		},
	},
	{
		name: "the greatest uint16", message: "AddRaftVoterRequest", version: 0,
		value: `{"clusterId": null, "listeners": [{"name": "l", "host": "h", "port": 65535}]}`,
		pieces: []string{
			"00",                               // ClusterId: null
			"00000000",                         // TimeoutMs
			"00000000",                         // VoterId
			"00000000000000000000000000000000", // VoterDirectoryId
			"02",                               // Listeners: one
			"026c",                             // Name
			"0268",                             // Host
			"ffff",                             // Port
			"00",
			"00",
		},
	},
	{
		name: "an array of strings", message: "DeleteTopicsRequest", version: 1, value: `{"topicNames": ["a", "bc"], "timeoutMs": 1000}`,
		pieces: []string{
			"00000002", // TopicNames: two
			"000161",
			"00026263",
			"000003e8", // TimeoutMs
		},
	},
	{
		name: "an array of strings in the compact form", message: "DeleteTopicsRequest", version: 4, value: `{"topicNames": ["a", "bc"], "timeoutMs": 1000}`,
		pieces: []string{
			"03",
			"0261",
			"036263",
			"000003e8",
			"00",
		},
	},
	{
		name: "repeated keys keep their order", message: "MetadataResponse", version: 0,
		value: `{"brokers": [{"nodeId": 1, "host": "a"}, {"nodeId": 1, "host": "b"}]}`,
		pieces: []string{
			"00000002",                       // Brokers: two
			"00000001", "000161", "00000000", // NodeId, Host, Port
			"00000001", "000162", "00000000",
			"00000000", // Topics: none
		},
	},
}
