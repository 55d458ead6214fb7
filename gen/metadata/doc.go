// Package metadata holds the records of the __cluster_metadata log, in which the
// controllers of an Apache Kafka cluster keep its state: brokers, topics,
// partitions, configurations, access control entries and so on, as the schemas
// of Kafka 4.4 describe them. Snapshots of that log hold the same records.
//
// # Records
//
// Take a record from its constructor, which fills in the schema's defaults. The
// value of a Kafka record holds one of them behind a frame that names its type
// and version: [AppendRecord] writes that value and [DecodeRecord] reads it; the
// key of the Kafka record is null. Log segments also have control batches, whose
// records (leader changes, snapshot headers) are messages of package kafka.
//
//	record, version, err := metadata.DecodeRecord(value)
//	switch r := record.(type) {
//	case *metadata.TopicRecord:
//		topics[r.TopicId] = r.Name
//	}
//
// Kafka 4.4 still reads each version that a schema lists; which one it writes
// depends on the metadata.version of the cluster.
//
// # Names
//
// Names are those of the schemas with an upper-case first letter. A struct
// within a record is called after both: the BrokerEndpoint of
// RegisterBrokerRecord is [RegisterBrokerRecordBrokerEndpoint].
//
// The records are messages of package kwire, which says more about memory,
// strictness and errors.
//
// Kafka and Apache Kafka are trademarks of the Apache Software Foundation, which
// neither made nor endorses this package.
package metadata

//go:generate go run ../../cmd/kgen -schemas ../../schemas/metadata -out . -package metadata
