package kwire

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

// Info is what a schema says of a message as a whole. Infos belong to the
// generated package and must not be changed.
type Info struct {
	Name string
	Kind Kind
	// APIKey numbers the request type, or the kind of metadata or coordinator
	// record; -1 for messages that have none.
	APIKey int16
	// Lowest and Highest are the versions that can be encoded and decoded.
	Lowest, Highest int16
	// HighestStable is below Highest where the newest version is still
	// unstable: brokers do not advertise that unless they are told to. It is
	// below Lowest where no version is stable.
	HighestStable int16
	// FirstFlexible is the first version with compact lengths and tagged
	// fields, Highest+1 where none has them.
	FirstFlexible int16
	// LowestDeprecated and HighestDeprecated are the versions that are to be
	// removed; -1 and -2 where there are none.
	LowestDeprecated, HighestDeprecated int16
	// Listeners are the roles that answer a request: "broker", "controller".
	Listeners []string
	// HeaderVersions has the header version of each body version, by index; it is
	// empty for messages that go without a header. Use the method HeaderVersion.
	HeaderVersions []int16
}

// Supports reports whether the message has the version.
func (f *Info) Supports(version int16) bool { return f.Lowest <= version && version <= f.Highest }

// Flexible reports whether the version has compact lengths and tagged fields.
func (f *Info) Flexible(version int16) bool { return version >= f.FirstFlexible }

// Deprecated reports whether the version is to be removed.
func (f *Info) Deprecated(version int16) bool {
	return f.LowestDeprecated <= version && version <= f.HighestDeprecated
}

// HeaderVersion is the version of the request or response header in front of
// a body of the given version; -1 for messages that go without one. A version
// above the highest has the header of the highest, so that a broker can read
// what it does not support and say so (KIP-511).
func (f *Info) HeaderVersion(version int16) int16 {
	if len(f.HeaderVersions) == 0 {
		return -1
	}
	return f.HeaderVersions[min(max(int(version), 0), len(f.HeaderVersions)-1)]
}

// Message is what every generated message implements.
type Message interface {
	// Info describes the message. It works on a nil message too.
	Info() *Info
	// SetDefaults sets every field to the schema's default.
	SetDefaults()
	// Encode appends the message to dst as the version lays it out and returns
	// the longer slice. After an error it returns dst as it was. With a nil dst
	// it allocates once, the exact size.
	Encode(dst []byte, version int16) ([]byte, error)
	// EncodedSize is the number of bytes that Encode appends.
	EncodedSize(version int16) (int, error)
	// Decode replaces the message with what src holds, which must be one whole
	// body of that version. After an error the message's content is undefined.
	Decode(src []byte, version int16) error
	// DecodeWith is Decode with flags.
	DecodeWith(src []byte, version int16, flags DecodeFlags) error
}
