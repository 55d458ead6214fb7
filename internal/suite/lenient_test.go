package suite

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/kwire"
)

// An oddity is an input at the edge of the protocol and what Kafka's own
// classes make of it. Lenient decoding does the same, strict decoding refuses
// what would be written back otherwise or not at all.
type oddity struct {
	name    string
	message string
	version int16
	input   string // hexadecimal
	// value is what Kafka reads, "" for an error, whose kind is lenient.
	value   string
	lenient error
	// again is what encoding the value gives then; "" means the input, "-" that
	// it is refused. It is what Kafka writes, but that unknown tagged fields come
	// out sorted where Kafka would refuse them.
	again string
	// strict is the kind of error of strict decoding, nil for the same value.
	strict error
}

func TestOddities(t *testing.T) {
	for _, o := range oddities {
		t.Run(o.name, func(t *testing.T) {
			input := unhex(t, o.input)
			m := kafka.NewMessage(o.message)
			err := m.DecodeWith(input, o.version, kwire.Lenient)
			if o.value == "" {
				if o.lenient == nil || !errors.Is(err, o.lenient) {
					t.Errorf("lenient decoding: error %v, want %v", err, o.lenient)
				}
			} else {
				o.checkValue(t, m, err)
				o.checkAgain(t, m, input)
			}
			m = kafka.NewMessage(o.message)
			err = m.Decode(input, o.version)
			if o.strict != nil {
				if !errors.Is(err, o.strict) {
					t.Errorf("strict decoding: error %v, want %v", err, o.strict)
				}
				return
			}
			o.checkValue(t, m, err)
		})
	}
}

func (o oddity) checkValue(t *testing.T, m kwire.Message, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
		return
	}
	want := parse(t, o.value)
	for _, difference := range goform.Compare(m, want, nil) {
		t.Error(difference)
	}
	if !strings.Contains(o.value, "_tags") && goform.UnknownTags(m) > 0 {
		t.Error("there are unknown tagged fields")
	}
}

func (o oddity) checkAgain(t *testing.T, m kwire.Message, input []byte) {
	t.Helper()
	got, err := m.Encode(nil, o.version)
	want := input
	switch o.again {
	case "-":
		if !errors.Is(err, kwire.ErrTagOrder) {
			t.Errorf("encoding again gives %x, error %v", got, err)
		}
		return
	case "":
	default:
		want = unhex(t, o.again)
	}
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("encoding again gives %x, %v, want %x", got, err, want)
	}
}

const (
	heartbeat = `{"groupId": "g", "generationId": 1, "memberId": "m"}`
	// apiVersions is ApiVersionsResponse v3 up to its tagged fields, of which
	// FinalizedFeaturesEpoch is tag 1 and ZkMigrationReady tag 3.
	apiVersions = "0000 01 00000000 "
)

var oddities = []oddity{
	// Order and repetition of tagged fields.
	{"a known tag twice: the last counts", "ApiVersionsResponse", 3, apiVersions + "02 0108 0000000000000005 0108 0000000000000006",
		`{"finalizedFeaturesEpoch": 6}`, nil, apiVersions + "01 0108 0000000000000006", kwire.ErrTagOrder},
	{"tags in falling order", "ApiVersionsResponse", 3, apiVersions + "02 0301 01 0108 0000000000000005",
		`{"finalizedFeaturesEpoch": 5, "zkMigrationReady": true}`, nil, apiVersions + "02 0108 0000000000000005 0301 01", kwire.ErrTagOrder},
	{"an unknown tag before a known one", "ApiVersionsResponse", 3, apiVersions + "02 0901 aa 0108 0000000000000005",
		`{"finalizedFeaturesEpoch": 5, "_tags": {"9": "hex:aa"}}`, nil, apiVersions + "02 0108 0000000000000005 0901 aa", kwire.ErrTagOrder},
	{"unknown tags in falling order", "ApiVersionsResponse", 3, apiVersions + "02 0901 aa 0800",
		`{"_tags": {"8": "hex:", "9": "hex:aa"}}`, nil, apiVersions + "02 0800 0901 aa", kwire.ErrTagOrder},

	// Numbers and sizes of tagged fields.
	{"a known tag at its default", "ApiVersionsResponse", 3, apiVersions + "01 0108 ffffffffffffffff",
		`{}`, nil, apiVersions + "00", nil},
	{"a known tag larger than its size", "ApiVersionsResponse", 3, apiVersions + "01 0104 0000000000000005",
		`{"finalizedFeaturesEpoch": 5}`, nil, apiVersions + "01 0108 0000000000000005", kwire.ErrShortBuffer},
	{"a known tag smaller than its size, at the end", "ApiVersionsResponse", 3, apiVersions + "01 0109 0000000000000005 ff",
		`{"finalizedFeaturesEpoch": 5}`, nil, apiVersions + "01 0108 0000000000000005", kwire.ErrTagSize},
	{"an unknown tag with a size above what is left", "ApiVersionsResponse", 3, apiVersions + "01 0905 aaaa",
		"", kwire.ErrShortBuffer, "", kwire.ErrShortBuffer},
	{"an unknown tag with a size negative in 32 bits", "ApiVersionsResponse", 3, apiVersions + "01 09 ffffffff0f aaaa",
		"", kwire.ErrBadLength, "", kwire.ErrShortBuffer},
	{"a number of tags negative in 32 bits: none", "ApiVersionsResponse", 3, apiVersions + "ffffffff0f 0301",
		`{}`, nil, apiVersions + "00", kwire.ErrBadLength},
	{"a number of tags above what is there", "ApiVersionsResponse", 3, apiVersions + "05",
		"", kwire.ErrShortBuffer, "", kwire.ErrBadLength},
	{"a tag number negative in 32 bits", "ApiVersionsResponse", 3, apiVersions + "01 ffffffff0f 00",
		`{"_tags": {"4294967295": "hex:"}}`, nil, "-", kwire.ErrTagOrder},
	{"the tag number that Kafka does not write", "ApiVersionsResponse", 3, apiVersions + "01 ffffffff07 00",
		`{"_tags": {"2147483647": "hex:"}}`, nil, "-", kwire.ErrTagOrder},
	{"an unknown tag 0 where none is known", "HeartbeatRequest", 4, "0267 00000001 026d 00 01 0002 aabb",
		`{"groupId": "g", "generationId": 1, "memberId": "m", "_tags": {"0": "hex:aabb"}}`, nil, "", nil},
	{"a tag of another version", "FetchRequest", 12, "ffffffff 00000000 00000000 7fffffff 00 00000000 ffffffff 01 01 01 01 010d 00000005 ffffffffffffffff 00",
		"", kwire.ErrTagNotInVersion, "", kwire.ErrTagNotInVersion},

	// Unsigned varints, as the length of the first string.
	{"a padded null", "HeartbeatRequest", 4, "8000", "", kwire.ErrNullNotAllowed, "", kwire.ErrNullNotAllowed},
	{"a null padded to five bytes", "HeartbeatRequest", 4, "8080808000", "", kwire.ErrNullNotAllowed, "", kwire.ErrNullNotAllowed},
	{"minus one in 32 bits", "HeartbeatRequest", 4, "ffffffff0f", "", kwire.ErrNullNotAllowed, "", kwire.ErrBadLength},
	{"more than 32 bits that are all set", "HeartbeatRequest", 4, "ffffffff7f", "", kwire.ErrNullNotAllowed, "", kwire.ErrBadVarint},
	{"a 33rd bit above zero", "HeartbeatRequest", 4, "8080808010", "", kwire.ErrNullNotAllowed, "", kwire.ErrBadVarint},
	{"a sixth byte", "HeartbeatRequest", 4, "808080808000", "", kwire.ErrBadVarint, "", kwire.ErrBadVarint},
	{"a sixth byte after bits that are all set", "HeartbeatRequest", 4, "ffffffffff01", "", kwire.ErrBadVarint, "", kwire.ErrBadVarint},
	{"the first byte only", "HeartbeatRequest", 4, "80", "", kwire.ErrShortBuffer, "", kwire.ErrShortBuffer},
	{"a padded length", "HeartbeatRequest", 4, "828000 67 00000001 026d 00 00", heartbeat, nil, "0267 00000001 026d 00 00", nil},

	// Lengths that lie.
	{"a string of length -1", "HeartbeatRequest", 3, "ffff", "", kwire.ErrNullNotAllowed, "", kwire.ErrNullNotAllowed},
	{"a string of length -2", "HeartbeatRequest", 3, "fffe", "", kwire.ErrNullNotAllowed, "", kwire.ErrBadLength},
	{"a nullable string of length -2", "HeartbeatRequest", 3, "0000 00000001 0000 fffe",
		`{"generationId": 1}`, nil, "0000 00000001 0000 ffff", kwire.ErrBadLength},
	{"a string longer than what is left", "HeartbeatRequest", 3, "0005 6767", "", kwire.ErrShortBuffer, "", kwire.ErrShortBuffer},
	{"a compact string of 32768 bytes", "HeartbeatRequest", 4, "818002" + strings.Repeat("61", 32768), "", kwire.ErrBadLength, "", kwire.ErrBadLength},
	{"bytes of length -1", "SaslAuthenticateRequest", 0, "ffffffff", "", kwire.ErrNullNotAllowed, "", kwire.ErrNullNotAllowed},
	{"bytes of length -5", "SaslAuthenticateRequest", 0, "fffffffb", "", kwire.ErrNullNotAllowed, "", kwire.ErrBadLength},
	{"bytes longer than what is left", "SaslAuthenticateRequest", 0, "00000005 0000", "", kwire.ErrShortBuffer, "", kwire.ErrShortBuffer},
	{"compact bytes that are null", "SaslAuthenticateRequest", 2, "00", "", kwire.ErrNullNotAllowed, "", kwire.ErrNullNotAllowed},
	{"compact bytes of 2147483647", "SaslAuthenticateRequest", 2, "8080808008 0000", "", kwire.ErrShortBuffer, "", kwire.ErrShortBuffer},
	{"compact bytes of minus two in 32 bits", "SaslAuthenticateRequest", 2, "ffffffff0f 0000", "", kwire.ErrNullNotAllowed, "", kwire.ErrBadLength},
	{"an array of length -1", "MetadataRequest", 1, "ffffffff", `{"topics": null}`, nil, "", nil},
	{"an array of length -7", "MetadataRequest", 1, "fffffff9", `{"topics": null}`, nil, "ffffffff", kwire.ErrBadLength},
	{"an array of length -7 that is not nullable", "MetadataRequest", 0, "fffffff9", "", kwire.ErrNullNotAllowed, "", kwire.ErrBadLength},
	{"an array of 1000 and nothing left", "MetadataRequest", 1, "000003e8", "", kwire.ErrBadLength, "", kwire.ErrBadLength},
	{"an array of 2147483647", "MetadataRequest", 1, "7fffffff 0000", "", kwire.ErrBadLength, "", kwire.ErrBadLength},
	{"an array of 3 and three bytes left", "MetadataRequest", 1, "00000003 000000", "", kwire.ErrBadLength, "", kwire.ErrBadLength},
	{"a compact array of 1000 and three bytes left", "MetadataRequest", 9, "e907 010000", "", kwire.ErrBadLength, "", kwire.ErrBadLength},
	{"a compact array of minus two in 32 bits", "MetadataRequest", 9, "ffffffff0f 00000000",
		`{"topics": null, "allowAutoTopicCreation": false}`, nil, "00 00 00 00 00", kwire.ErrBadLength},
	{"records longer than what is left", "ProduceRequest", 3, "ffff 0001 00000000 00000001 0000 00000001 00000000 0000000a 0102",
		"", kwire.ErrShortBuffer, "", kwire.ErrShortBuffer},
	{"records of length -9", "ProduceRequest", 3, "ffff 0001 00000000 00000001 0000 00000001 00000000 fffffff7",
		`{"acks": 1, "topicData": [{"partitionData": [{"records": null}]}]}`, nil,
		"ffff 0001 00000000 00000001 0000 00000001 00000000 ffffffff", kwire.ErrBadLength},
	{"a cut number", "SaslHandshakeResponse", 0, "00", "", kwire.ErrShortBuffer, "", kwire.ErrShortBuffer},
	{"nothing at all", "HeartbeatRequest", 3, "", "", kwire.ErrShortBuffer, "", kwire.ErrShortBuffer},
	{"nothing, for a message without fields", "ListGroupsRequest", 0, "", `{}`, nil, "", nil},
	{"nothing, where tagged fields are missing", "ListGroupsRequest", 3, "", "", kwire.ErrShortBuffer, "", kwire.ErrShortBuffer},
	{"bytes after the message", "HeartbeatRequest", 3, "000167 00000001 00016d ffff 0102", heartbeat, nil, "000167 00000001 00016d ffff", kwire.ErrTrailingBytes},

	// Markers of nullable structs.
	{"marker ff", "DescribeTopicPartitionsRequest", 0, "01 00000000 ff 00", `{"responsePartitionLimit": 0}`, nil, "", nil},
	{"marker 80", "DescribeTopicPartitionsRequest", 0, "01 00000000 80 00", `{"responsePartitionLimit": 0}`, nil, "01 00000000 ff 00", kwire.ErrBadMarker},
	{"marker 00", "DescribeTopicPartitionsRequest", 0, "01 00000000 00 01 00000000 00 00",
		`{"responsePartitionLimit": 0, "cursor": {}}`, nil, "01 00000000 01 01 00000000 00 00", kwire.ErrBadMarker},
	{"marker 7f", "DescribeTopicPartitionsRequest", 0, "01 00000000 7f 01 00000000 00 00",
		`{"responsePartitionLimit": 0, "cursor": {}}`, nil, "01 00000000 01 01 00000000 00 00", kwire.ErrBadMarker},

	// Booleans.
	{"true as 02", "ApiVersionsResponse", 3, apiVersions + "01 0301 02", `{"zkMigrationReady": true}`, nil, apiVersions + "01 0301 01", nil},
	{"true as ff", "ApiVersionsResponse", 3, apiVersions + "01 0301 ff", `{"zkMigrationReady": true}`, nil, apiVersions + "01 0301 01", nil},
}

// TestUnknownTagTwice: lenient decoding keeps both, like Kafka, and encoding
// then refuses them.
func TestUnknownTagTwice(t *testing.T) {
	input := unhex(t, apiVersions+"02 0901 aa 0900")
	m := kafka.NewApiVersionsResponse()
	if err := m.Decode(input, 3); !errors.Is(err, kwire.ErrTagOrder) {
		t.Errorf("strict decoding: error %v", err)
	}
	if err := m.DecodeWith(input, 3, kwire.Lenient); err != nil || m.UnknownTags.Len() != 2 {
		t.Fatalf("lenient decoding: %d tags, %v", m.UnknownTags.Len(), err)
	}
	if _, err := m.Encode(nil, 3); !errors.Is(err, kwire.ErrTagOrder) {
		t.Errorf("encoding: error %v", err)
	}
}

// TestSizeIgnored: after a known tagged field lenient decoding goes on where
// its content ended, so that what the size counts too much is left over.
func TestSizeIgnored(t *testing.T) {
	input := unhex(t, apiVersions+"02 0109 0000000000000005 0301 01 ff")
	m := kafka.NewApiVersionsResponse()
	if err := m.DecodeWith(input, 3, kwire.Lenient); err != nil || m.FinalizedFeaturesEpoch != 5 || !m.ZkMigrationReady {
		t.Errorf("got %+v, %v", m, err)
	}
	if err := m.Decode(input, 3); !errors.Is(err, kwire.ErrTagSize) {
		t.Errorf("strict decoding: error %v", err)
	}
}

// TestIllFormedText: strings keep the bytes that they came with, though they
// are no UTF-8. Kafka would replace them.
func TestIllFormedText(t *testing.T) {
	for _, text := range []string{"ff", "c080", "c3", "c328", "e282", "eda080", "f0808080", "f09f98", "f888808080", "80", "f4908080", "61ff62", "efbbbf61"} {
		b := unhex(t, text)
		input := append(append([]byte{0, byte(len(b))}, b...), unhex(t, "00000001 00016d ffff")...)
		m := kafka.NewHeartbeatRequest()
		if err := m.Decode(input, 3); err != nil || m.GroupId != string(b) {
			t.Errorf("%s decodes to %x, %v", text, m.GroupId, err)
			continue
		}
		checkEncode(t, m, 3, input)
	}
}
