// Package transactioncoordinator holds the records of the __transaction_state
// topic, in which the transaction coordinators of an Apache Kafka cluster keep
// the state of each transactional id, as the schemas of Kafka 4.4 describe them.
//
// # Records
//
// There is one type of record. Its key is a [TransactionLogKey] and its value a
// [TransactionLogValue]. The key's bytes start with the type, the value's with
// the version of what follows. [DecodeKey] and [DecodeValue] read them,
// [AppendKey] and [AppendValue] write them. A record whose value is null says
// that the transactional id has expired; DecodeValue returns nil for it.
//
// # Names
//
// Names are those of the schemas with an upper-case first letter. A struct
// within a message is called after both: the PartitionsSchema of
// TransactionLogValue is [TransactionLogValuePartitionsSchema].
//
// The keys and values are messages of package kwire, which says more about
// memory, strictness and errors.
//
// Kafka and Apache Kafka are trademarks of the Apache Software Foundation, which
// neither made nor endorses this package.
package transactioncoordinator

//go:generate go run ../../cmd/kgen -schemas ../../schemas/transactioncoordinator -out . -package transactioncoordinator
