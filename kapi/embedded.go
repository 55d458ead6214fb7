package kapi

import (
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// AppendVersioned appends data that has its version in front: two bytes, then
// the message. After an error it returns dst as it was.
func AppendVersioned(dst []byte, m kwire.Message, version int16) ([]byte, error) {
	b, err := m.Encode(binary.BigEndian.AppendUint16(dst, uint16(version)), version)
	if err != nil {
		return dst, err
	}
	return b, nil
}

// DecodeVersioned decodes data that has its version in front into m, and returns
// the version in which m was read. As Kafka does, it reads a version that is
// newer than all it knows as the newest, and passes over what follows. Bytes
// fields of m refer to data.
func DecodeVersioned(data []byte, m kwire.Message) (version int16, err error) {
	info := m.Info()
	if len(data) < 2 {
		return 0, &kwire.Error{Message: info.Name, Path: "Version", Err: kwire.ErrShortBuffer, Detail: fmt.Sprintf("need 2 bytes, have %d", len(data))}
	}
	version = min(int16(binary.BigEndian.Uint16(data)), info.Highest)
	return version, m.DecodeWith(data[2:], version, kwire.Lenient)
}

// Data is a bytes field that has a message within.
type Data struct {
	// Bytes is the field.
	Bytes *[]byte
	empty func() kwire.Message
}

// Decode decodes the message within, and returns it with its version. Empty
// data, as a member of a group without an assignment has, gives nil.
func (d Data) Decode() (m kwire.Message, version int16, err error) {
	if len(*d.Bytes) == 0 {
		return nil, 0, nil
	}
	m = d.empty()
	version, err = DecodeVersioned(*d.Bytes, m)
	return m, version, err
}

// Set puts a message into the field.
func (d Data) Set(m kwire.Message, version int16) error {
	b, err := AppendVersioned(nil, m, version)
	if err == nil {
		*d.Bytes = b
	}
	return err
}

// consumers is the protocol type of groups whose members are consumers.
const consumers = "consumer"

// Embedded iterates over the fields of a request or response that have data of
// the consumer protocol: the subscriptions and assignments that members of a
// classic group of consumers tell each other. Groups of another kind, such as
// those of Kafka Connect, have data of their own, which is passed over. A
// response that is older than the protocol type in it is taken to be about
// consumers.
func Embedded(m kwire.Message) iter.Seq[Data] {
	return func(yield func(Data) bool) {
		subscription := func(b *[]byte) bool {
			return yield(Data{b, func() kwire.Message { return kafka.NewConsumerProtocolSubscription() }})
		}
		assignment := func(b *[]byte) bool {
			return yield(Data{b, func() kwire.Message { return kafka.NewConsumerProtocolAssignment() }})
		}
		switch m := m.(type) {
		case *kafka.JoinGroupRequest:
			for i := 0; m.ProtocolType == consumers && i < len(m.Protocols) && subscription(&m.Protocols[i].Metadata); i++ {
			}
		case *kafka.JoinGroupResponse:
			for i := 0; m.ProtocolType.Or(consumers) == consumers && i < len(m.Members) && subscription(&m.Members[i].Metadata); i++ {
			}
		case *kafka.SyncGroupRequest:
			for i := 0; m.ProtocolType.Or(consumers) == consumers && i < len(m.Assignments) && assignment(&m.Assignments[i].Assignment); i++ {
			}
		case *kafka.SyncGroupResponse:
			if m.ProtocolType.Or(consumers) == consumers {
				assignment(&m.Assignment)
			}
		case *kafka.DescribeGroupsResponse:
			for _, g := range m.Groups {
				for i := 0; g.ProtocolType == consumers && i < len(g.Members); i++ {
					if !subscription(&g.Members[i].MemberMetadata) || !assignment(&g.Members[i].MemberAssignment) {
						return
					}
				}
			}
		}
	}
}
