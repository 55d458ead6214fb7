package kwire

// DecodeFlags change how a message is decoded.
type DecodeFlags uint8

const (
	// AliasStrings lets strings refer to the input instead of a copy. The
	// input must then not be changed as long as any of them is in use, nor as
	// long as the value is decoded into without this flag: Decode keeps the
	// strings that it finds in place and unchanged.
	AliasStrings DecodeFlags = 1 << iota
	// Lenient accepts what Kafka's own classes accept: negative lengths as
	// null, tagged fields in any order and of any stated size, bits above the
	// 32nd in a varint, and bytes after the message.
	Lenient
)
