// Package sharecoordinator holds the records of the __share_group_state topic,
// in which the share coordinators of an Apache Kafka cluster keep what each
// share group has done with the records of a partition, as the schemas of Kafka
// 4.4 describe them.
//
// # Records
//
// There are two types of record: a snapshot of the state of a share group in a
// partition ([ShareSnapshotKey], [ShareSnapshotValue]), and an update of it
// ([ShareUpdateKey], [ShareUpdateValue]). The key's bytes start with the type,
// the value's with the version of what follows. [DecodeKey] and [DecodeValue]
// read them, [AppendKey] and [AppendValue] write them. A record whose value is
// null deletes the state; DecodeValue returns a nil message for it.
//
// # Names
//
// Names are those of the schemas with an upper-case first letter. A struct
// within a message is called after both: the StateBatch of ShareSnapshotValue
// is [ShareSnapshotValueStateBatch].
//
// The keys and values are messages of package kwire, which says more about
// memory, strictness and errors.
//
// Kafka and Apache Kafka are trademarks of the Apache Software Foundation, which
// neither made nor endorses this package.
package sharecoordinator

//go:generate go run ../../cmd/kgen -schemas ../../schemas/sharecoordinator -out . -package sharecoordinator
