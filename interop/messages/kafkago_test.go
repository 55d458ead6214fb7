package messages_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/segmentio/kafka-go/protocol"

	_ "github.com/segmentio/kafka-go" // registers all messages

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// TestKafkaGo compares with segmentio's kafka-go, which reads and writes frames
// only.
func TestKafkaGo(t *testing.T) {
	compare(t, "kafka-go", func(m message) ([]byte, error) {
		info := m.value.Info()
		if info.Kind != kwire.KindRequest && info.Kind != kwire.KindResponse || !kafkaGoKnows(info.APIKey, m.Version) {
			return nil, errNotKnown
		}
		var frame bytes.Buffer
		var again protocol.Message
		if info.Kind == kwire.KindRequest {
			whole, err := kafka.AppendRequest(nil, 1, "", m.value, m.Version)
			if err != nil {
				return nil, err
			}
			if _, _, _, again, err = protocol.ReadRequest(bytes.NewReader(whole)); err != nil {
				return nil, err
			}
			if err := protocol.WriteRequest(&frame, m.Version, 1, "", again); err != nil {
				return nil, err
			}
		} else {
			whole, err := kafka.AppendResponse(nil, 1, m.value, m.Version)
			if err != nil {
				return nil, err
			}
			if _, again, err = protocol.ReadResponse(bytes.NewReader(whole), protocol.ApiKey(info.APIKey), m.Version); err != nil {
				return nil, err
			}
			if err := protocol.WriteResponse(&frame, m.Version, 1, again); err != nil {
				return nil, err
			}
		}
		return body(info, m.Version, frame.Bytes()), nil
	})
}

// kafkaGoKnows reports whether kafka-go has a version of an API. Reading an API
// that it has only the name of is a panic.
func kafkaGoKnows(key, version int16) (known bool) {
	defer func() {
		if recover() != nil {
			known = false
		}
	}()
	frame := []byte{0, 0, 0, 10, byte(key >> 8), byte(key), byte(version >> 8), byte(version), 0, 0, 0, 0, 0, 0}
	_, _, _, _, err := protocol.ReadRequest(bytes.NewReader(frame))
	k := protocol.ApiKey(key)
	return (err == nil || !strings.Contains(err.Error(), "unsupported")) && k.MinVersion() <= version && version <= k.MaxVersion()
}

// body cuts size and header off a frame with an empty client id.
func body(info kwire.Info, version int16, frame []byte) []byte {
	header := map[int16]int{0: 8, 1: 9}[info.HeaderVersion(version)]
	if info.Kind == kwire.KindRequest {
		header = map[int16]int{1: 14, 2: 15}[info.HeaderVersion(version)]
	}
	return frame[min(header, len(frame)):]
}
