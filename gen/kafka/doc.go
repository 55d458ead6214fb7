// Package kafka holds the requests and responses of the Apache Kafka protocol,
// as Go structs that encode and decode every version that the Kafka 4.4 schemas
// describe. Beside them it has the headers, and the data that clients exchange
// within other messages, such as ConsumerProtocolSubscription.
//
// # Requests and responses
//
// Take a request from its constructor, which fills in the schema's defaults,
// set fields, and append a frame: size, header and body.
//
//	req := kafka.NewMetadataRequest()
//	req.AllowAutoTopicCreation = false
//	buf, err = kafka.AppendRequest(buf[:0], correlationID, "my-client", req, 12)
//
// The other end reads a frame with [kwire.ReadFrame] and finds API, version and
// body in it with [DecodeRequest]. A response does not say what it answers: the
// client remembers that by the correlation id, and passes a response of the
// right type and version to [DecodeResponse]. What versions a broker knows is
// the content of an [ApiVersionsResponse]; see the package example.
//
// To handle messages without naming their types there are [NewRequest],
// [NewResponse] and [NewMessage], and what a schema says of a message as a whole
// (API key, versions, header version, listeners) is in its Info.
//
// # Names
//
// Names are those of the schemas with an upper-case first letter, so that one
// spelling finds a field in Kafka's sources, in Wireshark and here. A struct
// within a message is called after both: the FetchTopic of FetchRequest is
// [FetchRequestTopic]. A field that would clash with a method has an underscore
// behind it.
//
// # Fields and versions
//
// A struct has the fields of all versions. The comment of each message lists
// them with their versions, and tells what each version changed. A field that
// the version to encode lacks must be at its default, or Encode refuses it
// ([kwire.ErrFieldNotInVersion]), except where the comment says that the field
// is left out then. Decoding sets fields that the version lacks to their
// defaults.
//
// A string that may be null is a [kwire.NullString]. A nil array or bytes field
// is null where the comment says that it may be, else the same as an empty one.
// A struct that may be null is a pointer. Bytes fields of a decoded message
// refer to the input. Package kwire says more about memory, strictness and
// errors, and kwire/records reads and writes what records fields hold.
//
// # Error codes
//
// ErrorCode fields hold the numbers that package kerror names and explains.
//
// Kafka and Apache Kafka are trademarks of the Apache Software Foundation, which
// neither made nor endorses this package.
package kafka

//go:generate go run ../../cmd/kgen -schemas ../../schemas/kafka -out . -package kafka
