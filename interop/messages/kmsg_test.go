package messages_test

import (
	"encoding/binary"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/kgen-go/kgen/kwire"
)

type kmsgMessage interface {
	AppendTo([]byte) []byte
	ReadFrom([]byte) error
}

// kmsgOthers are messages other than requests and responses, all of which carry
// their version in front of the body.
var kmsgOthers = map[string]func() kmsgMessage{
	"ConsumerProtocolSubscription": func() kmsgMessage { return new(kmsg.ConsumerMemberMetadata) },
	"ConsumerProtocolAssignment":   func() kmsgMessage { return new(kmsg.ConsumerMemberAssignment) },
	"OffsetCommitKey":              func() kmsgMessage { return new(kmsg.OffsetCommitKey) },
	"OffsetCommitValue":            func() kmsgMessage { return new(kmsg.OffsetCommitValue) },
	"GroupMetadataKey":             func() kmsgMessage { return new(kmsg.GroupMetadataKey) },
	"GroupMetadataValue":           func() kmsgMessage { return new(kmsg.GroupMetadataValue) },
	"TransactionLogKey":            func() kmsgMessage { return new(kmsg.TxnMetadataKey) },
	"TransactionLogValue":          func() kmsgMessage { return new(kmsg.TxnMetadataValue) },
	"DefaultPrincipalData":         func() kmsgMessage { return new(kmsg.DefaultPrincipalData) },
	"ControlRecordTypeSchema":      func() kmsgMessage { return new(kmsg.ControlRecordKey) },
	"EndTxnMarker":                 func() kmsgMessage { return new(kmsg.EndTxnMarker) },
}

// TestKmsg compares with the codec of franz-go.
func TestKmsg(t *testing.T) {
	compare(t, "kmsg", func(m message) ([]byte, error) {
		info := m.value.Info()
		switch info.Kind {
		case kwire.KindRequest:
			if r := kmsg.RequestForKey(info.APIKey); r != nil && m.Version <= r.MaxVersion() {
				r.SetVersion(m.Version)
				return echoKmsg(r, m.body)
			}
		case kwire.KindResponse:
			if r := kmsg.ResponseForKey(info.APIKey); r != nil && m.Version <= r.MaxVersion() {
				r.SetVersion(m.Version)
				return echoKmsg(r, m.body)
			}
		default:
			if m.Message == "LeaderChangeMessage" {
				return echoKmsg(new(kmsg.LeaderChangeMessage), m.body) // the version is a field
			}
			if newMessage := kmsgOthers[m.Message]; newMessage != nil {
				body, err := echoKmsg(newMessage(), versioned(m))
				if len(body) >= 2 {
					body = body[2:]
				}
				return body, err
			}
		}
		return nil, errNotKnown
	})
}

// versioned puts the version in front of a body. Keys have their type there,
// which kmsg takes for a version.
func versioned(m message) []byte {
	number := m.Version
	if m.value.Info().Kind == kwire.KindCoordinatorKey {
		number = m.value.Info().APIKey
	}
	return append(binary.BigEndian.AppendUint16(nil, uint16(number)), m.body...)
}

func echoKmsg(k kmsgMessage, body []byte) ([]byte, error) {
	if err := k.ReadFrom(body); err != nil {
		return nil, err
	}
	return k.AppendTo(nil), nil
}
