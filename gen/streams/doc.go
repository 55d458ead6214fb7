// Package streams holds what Kafka Streams puts into messages of the classic
// group protocol, as the schemas of Kafka 4.4 describe it: the
// [SubscriptionInfoData] with which an instance tells the leader of its group
// what it runs. It is the user data of a ConsumerProtocolSubscription of package
// kafka.
//
// The versions are those of the Streams group metadata. The first field repeats
// the version in which the message is encoded, so that a reader knows it from
// the first four bytes, which every version has in common.
//
// Names are those of the schemas with an upper-case first letter. A struct
// within a message is called after both: the TaskId of SubscriptionInfoData is
// [SubscriptionInfoDataTaskId].
//
// Kafka and Apache Kafka are trademarks of the Apache Software Foundation, which
// neither made nor endorses this package.
package streams

//go:generate go run ../../cmd/kgen -schemas ../../schemas/streams -out . -package streams
