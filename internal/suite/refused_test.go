package suite

import (
	"errors"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// TestRefusedToEncode: what a version cannot say is an error that names the
// field, and the buffer stays as it was.
func TestRefusedToEncode(t *testing.T) {
	long := strings.Repeat("x", 32768)
	tests := []struct {
		name    string
		message string
		version int16
		value   string
		want    error
		field   string // path in the error
	}{
		{"a field of later versions", "MetadataRequest", 3, `{"allowAutoTopicCreation": false}`, kwire.ErrFieldNotInVersion, "AllowAutoTopicCreation"},
		{"a field of earlier versions", "MetadataRequest", 11, `{"includeClusterAuthorizedOperations": true}`, kwire.ErrFieldNotInVersion, "IncludeClusterAuthorizedOperations"},
		{"an array of later versions", "FetchRequest", 6, `{"forgottenTopicsData": [{}]}`, kwire.ErrFieldNotInVersion, "ForgottenTopicsData"},
		{"a tagged struct before its versions", "FetchRequest", 14, `{"replicaState": {"replicaId": 5}}`, kwire.ErrFieldNotInVersion, "ReplicaState"},
		{"the same where no tags are", "FetchRequest", 11, `{"replicaState": {"replicaId": 5}}`, kwire.ErrFieldNotInVersion, "ReplicaState"},
		{"a default struct with an unknown tag", "FetchRequest", 14, `{"replicaState": {"_tags": {"9": "hex:aa"}}}`, kwire.ErrFieldNotInVersion, "ReplicaState"},
		{"a positional field that became part of a tag", "FetchRequest", 15, `{"replicaId": 5}`, kwire.ErrFieldNotInVersion, "ReplicaId"},
		{"empty where null is the default", "JoinGroupRequest", 4, `{"groupInstanceId": ""}`, kwire.ErrFieldNotInVersion, "GroupInstanceId"},
		{"unknown tags in a classic version", "HeartbeatRequest", 3, `{"_tags": {"5": "hex:aa"}}`, kwire.ErrTagsNotInVersion, "UnknownTags"},
		{"unknown tags within an element", "MetadataRequest", 8, `{"topics": [{}, {"_tags": {"5": "hex:aa"}}]}`, kwire.ErrTagsNotInVersion, "Topics[1].UnknownTags"},
		{"an unknown tag that is known", "FetchRequest", 15, `{"_tags": {"1": "hex:aa"}}`, kwire.ErrTagOrder, "UnknownTags"},
		{"the same beside the known one", "FetchRequest", 15, `{"replicaState": {"replicaId": 1}, "_tags": {"1": "hex:aa"}}`, kwire.ErrTagOrder, "UnknownTags"},
		{"a known number that is not of the version", "FetchRequest", 12, `{"_tags": {"1": "hex:aa"}}`, kwire.ErrTagOrder, "UnknownTags"},
		{"an unknown tag of 2147483647", "HeartbeatRequest", 4, `{"_tags": {"2147483647": "hex:aa"}}`, kwire.ErrTagOrder, "UnknownTags"},
		{"an unknown tag above", "HeartbeatRequest", 4, `{"_tags": {"4294967295": "hex:aa"}}`, kwire.ErrTagOrder, "UnknownTags"},
		{"a null string that is nullable later", "MetadataRequest", 9, `{"topics": [{"name": null}]}`, kwire.ErrNullNotAllowed, "Topics[0].Name"},
		{"a null array that is nullable later", "MetadataRequest", 0, `{"topics": null}`, kwire.ErrNullNotAllowed, "Topics"},
		{"a long string", "HeartbeatRequest", 3, `{"groupId": "` + long + `"}`, kwire.ErrBadLength, "GroupId"},
		{"a long string in the compact form", "HeartbeatRequest", 4, `{"groupId": "` + long + `"}`, kwire.ErrBadLength, "GroupId"},
		{"a long string of two-byte characters", "HeartbeatRequest", 4, `{"groupId": "` + strings.Repeat("ü", 16384) + `"}`, kwire.ErrBadLength, "GroupId"},
		{"a long string within an array", "DeleteTopicsRequest", 1, `{"topicNames": ["a", "` + long + `"]}`, kwire.ErrBadLength, "TopicNames[1]"},
		{"a version above the highest", "HeartbeatRequest", 99, `{}`, kwire.ErrUnsupportedVersion, ""},
		{"a negative version", "HeartbeatRequest", -1, `{}`, kwire.ErrUnsupportedVersion, ""},
		{"a version below the lowest", "FetchRequest", 3, `{}`, kwire.ErrUnsupportedVersion, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := fill(t, test.message, test.value)
			for _, dst := range [][]byte{nil, []byte("before")} {
				got, err := m.Encode(dst, test.version)
				e, isOurs := errors.AsType[*kwire.Error](err)
				if !errors.Is(err, test.want) || !isOurs {
					t.Fatalf("error %v, want %v", err, test.want)
				}
				if e.Message != test.message || e.Version != test.version || e.Path != test.field || e.Offset != -1 {
					t.Errorf("error %#v, want %s v%d: %s", e, test.message, test.version, test.field)
				}
				if string(got) != string(dst) || (got == nil) != (dst == nil) {
					t.Errorf("the buffer became %#v", got)
				}
			}
		})
	}
}

// TestLongestString: 32767 bytes are the most that a string can have.
func TestLongestString(t *testing.T) {
	for version, prefix := range map[int16]string{3: "7fff", 4: "808002"} {
		m := kafka.NewHeartbeatRequest()
		m.GroupId, m.MemberId = strings.Repeat("a", 32767), "m"
		b, err := m.Encode(nil, version)
		if err != nil || len(b) != 32778 || !strings.HasPrefix(string(b), string(unhex(t, prefix))+"aaa") {
			t.Fatalf("v%d: %d bytes, %v", version, len(b), err)
		}
		back := kafka.NewHeartbeatRequest()
		if err := back.Decode(b, version); err != nil || back.GroupId != m.GroupId {
			t.Errorf("v%d: decodes to %d bytes, %v", version, len(back.GroupId), err)
		}
	}
}

// TestNilIsEmpty: nil in a field that is nullable in no version encodes as
// empty, so that callers need not fill in what they do not use.
func TestNilIsEmpty(t *testing.T) {
	topics := &kafka.DeleteTopicsRequest{}
	checkEncode(t, topics, 1, unhex(t, "00000000 00000000"))
	checkEncode(t, topics, 4, unhex(t, "01 00000000 00"))
	auth := &kafka.SaslAuthenticateRequest{}
	checkEncode(t, auth, 1, unhex(t, "00000000"))
	checkEncode(t, auth, 2, unhex(t, "01 00"))
}

// TestUnsupportedVersion: decoding and sizing refuse versions too, and the
// error tells which there are.
func TestUnsupportedVersion(t *testing.T) {
	m := kafka.NewHeartbeatRequest()
	for _, version := range []int16{-32768, -1, 5, 99, 32767} {
		if err := m.Decode(unhex(t, "0267 00000001 026d 00 00"), version); !errors.Is(err, kwire.ErrUnsupportedVersion) {
			t.Errorf("Decode of v%d: error %v", version, err)
		}
		if _, err := m.EncodedSize(version); !errors.Is(err, kwire.ErrUnsupportedVersion) {
			t.Errorf("EncodedSize of v%d: error %v", version, err)
		}
	}
	_, err := m.Encode(nil, 99)
	for _, word := range []string{"HeartbeatRequest", "99", "0-4"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("error %q does not mention %q", err, word)
		}
	}
}
