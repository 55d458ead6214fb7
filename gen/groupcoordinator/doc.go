// Package groupcoordinator holds the records of the __consumer_offsets topic, in
// which the group coordinators of an Apache Kafka cluster keep the state of
// groups (classic, consumer, share and streams) and the offsets committed by
// them, as the schemas of Kafka 4.4 describe them.
//
// # Records
//
// Each type of record has a message for the key and one for the value, such as
// [OffsetCommitKey] and [OffsetCommitValue]. The key's bytes start with the type,
// the value's with the version of what follows. [DecodeKey] and [DecodeValue]
// read them, [AppendKey] and [AppendValue] write them:
//
//	key, err := groupcoordinator.DecodeKey(record.Key)
//	value, version, err := groupcoordinator.DecodeValue(key, record.Value)
//
// A record whose value is null deletes what an earlier one said under that key;
// DecodeValue returns a nil message for it.
//
// # Names
//
// Names are those of the schemas with an upper-case first letter. A struct
// within a message is called after both: the MemberMetadata of
// GroupMetadataValue is [GroupMetadataValueMemberMetadata].
//
// The keys and values are messages of package kwire, which says more about
// memory, strictness and errors.
//
// Kafka and Apache Kafka are trademarks of the Apache Software Foundation, which
// neither made nor endorses this package.
package groupcoordinator

//go:generate go run ../../cmd/kgen -schemas ../../schemas/groupcoordinator -out . -package groupcoordinator
