// Package kwire is the runtime of the code that kgen generates: the primitive
// types of the Kafka protocol in their classic and compact (flexible) forms,
// tagged fields, frames, and the errors that encoding and decoding give.
//
// # Messages
//
// Every generated message implements [Message]. Encode appends to a buffer of
// the caller's, Decode reads a whole body, and both take the version:
//
//	buf, err = req.Encode(buf[:0], 12)
//	err = resp.Decode(body, 12)
//
// Encode(nil, version) allocates once, the exact size.
//
// # Memory
//
// Decode reuses the slices that the message already holds, so a value decoded
// into again and again stops allocating. Slices within array elements are cut
// from shared chunks of at most 16 KB, and strings from chunks of at most 4 KB:
// keeping one of them alive keeps its chunk alive. Bytes, records and unknown
// tagged fields refer to the input; strings do not, unless [AliasStrings] is
// set. Whatever counts and lengths the input claims, the memory allocated is
// bounded by the bytes that are there: for Kafka's messages at most 64 times
// their number, and 64 KiB for the first chunks.
//
// Values that share memory with a message, such as a slice taken from it, see
// it change when the message is decoded into again.
//
// # Concurrency
//
// Encoding reads a message and decoding changes it: several goroutines may
// encode the same message at once, and one may decode into it while none does
// anything else with it. What describes messages, an [Info] or a generated
// registry, is never changed. A [Vector] belongs to one goroutine at a time.
// Functions that take no pointer to a value of yours may be called by any number
// of goroutines.
//
// # Strictness
//
// Decoding is strict: a length of -2 is no null, tagged fields must ascend and
// fill their stated size, and nothing may follow the message. Varints that are
// longer than they need be are read, as Kafka does, and never written. [Lenient]
// accepts all that Kafka's own classes accept. Kafka 4.4 reads at most 10,000
// tagged fields of a struct and 1,000,000 elements of an array; neither mode has
// such a limit.
//
// # Errors
//
// Errors are of type *[Error]: message, version, field path and, for decoding,
// byte offset. errors.Is tells their kinds apart ([ErrShortBuffer] and so on).
package kwire
