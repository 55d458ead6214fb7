package kwire

import (
	"slices"
	"strings"
)

// Kind is what a message is for, as its schema's "type" says.
type Kind uint8

// The kinds of messages.
const (
	KindRequest Kind = iota + 1
	KindResponse
	KindHeader
	KindData
	KindMetadata
	KindCoordinatorKey
	KindCoordinatorValue
)

var kindNames = [...]string{"invalid", "request", "response", "header", "data", "metadata", "coordinator-key", "coordinator-value"}

// String gives the word that schemas use.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[0]
}

// Info is what a schema says of a message as a whole.
type Info struct {
	Name string
	Kind Kind
	// APIKey numbers the request type, or the kind of metadata or coordinator
	// record; -1 for messages that have none.
	APIKey int16
	// Lowest and Highest are the versions that can be encoded and decoded.
	Lowest, Highest int16
	// Unstable is set where the layout of the newest version may still change:
	// brokers do not advertise it unless they are told to.
	Unstable bool
	// FirstFlexible is the first version with compact lengths and tagged
	// fields, Highest+1 where none has them.
	FirstFlexible int
	// Versions from DeprecatedFrom up to, but not including, DeprecatedBelow are
	// to be removed. Both are 0 where there are none.
	DeprecatedFrom, DeprecatedBelow int
	// Listeners are the roles that answer a request, with commas between them:
	// "broker,controller". Use the method HasListener.
	Listeners string
	// HeaderVersions has the header version of each body version as the code of a
	// character, from version 0 on; the last counts for all later ones. It is empty
	// for messages that go without a header. Use the method HeaderVersion.
	HeaderVersions string
}

// Supports reports whether the message has the version.
func (f Info) Supports(version int16) bool { return f.Lowest <= version && version <= f.Highest }

// HighestStable is the highest version whose layout will not change any more.
// It is below Lowest where there is none.
func (f Info) HighestStable() int16 {
	if f.Unstable {
		return f.Highest - 1
	}
	return f.Highest
}

// Flexible reports whether the version has compact lengths and tagged fields.
func (f Info) Flexible(version int16) bool { return int(version) >= f.FirstFlexible }

// Deprecated reports whether the version is to be removed.
func (f Info) Deprecated(version int16) bool {
	return f.DeprecatedFrom <= int(version) && int(version) < f.DeprecatedBelow
}

// HasListener reports whether nodes of the role, such as "broker" or
// "controller", answer the request.
func (f Info) HasListener(role string) bool {
	return slices.Contains(strings.Split(f.Listeners, ","), role)
}

// HeaderVersion is the version of the request or response header in front of
// a body of the given version; -1 for messages that go without one. A version
// above the highest has the header of the highest, so that a broker can read
// what it does not support and say so (KIP-511).
func (f Info) HeaderVersion(version int16) int16 {
	header := int16(-1)
	for _, v := range f.HeaderVersions {
		header = int16(v)
		if version <= 0 {
			break
		}
		version--
	}
	return header
}

// Message is what every generated message implements, as methods of its pointer
// type. Any number of goroutines may encode a message at the same time as long
// as none changes it; decoding and SetDefaults change it.
type Message interface {
	// Info describes the message. It works on a nil pointer too.
	Info() Info
	// SetDefaults sets every field to the schema's default.
	SetDefaults()
	// Encode appends the message to dst as the version lays it out and returns
	// the longer slice. After an error, an [*Error], it returns dst as it was.
	// With a nil dst it allocates once, the exact size. A message of more than
	// [MaxLen] bytes is an [ErrBadLength].
	Encode(dst []byte, version int16) ([]byte, error)
	// EncodedSize is the number of bytes that Encode appends. It encodes the
	// message to find out, into memory that is used again, and fails where Encode
	// does.
	EncodedSize(version int16) (int, error)
	// Decode replaces the message with what src holds, which must be one whole
	// body of that version. Bytes fields and unknown tagged fields then refer to
	// src. After an error, an [*Error], the message's content is undefined.
	Decode(src []byte, version int16) error
	// DecodeWith is Decode with flags.
	DecodeWith(src []byte, version int16, flags DecodeFlags) error
}
