// Package storage holds what the storage layer of an Apache Kafka broker keeps,
// as the schemas of Kafka 4.4 describe it: the records of the
// __remote_log_metadata topic, which say what tiered storage has copied and
// deleted, and the [ProducerSnapshot] that lies beside the segments of a log.
//
// # Records
//
// The value of a record of __remote_log_metadata holds one message behind a
// frame that names its type and version: [AppendRecord] writes that value and
// [DecodeRecord] reads it.
//
// # Names
//
// Names are those of the schemas with an upper-case first letter. A struct
// within a message is called after both: the ProducerEntry of ProducerSnapshot
// is [ProducerSnapshotProducerEntry].
//
// The messages are those of package kwire, which says more about memory,
// strictness and errors.
//
// Kafka and Apache Kafka are trademarks of the Apache Software Foundation, which
// neither made nor endorses this package.
package storage

//go:generate go run ../../cmd/kgen -schemas ../../schemas/storage -out . -package storage
