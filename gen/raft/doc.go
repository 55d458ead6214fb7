// Package raft holds what a member of the metadata quorum of an Apache Kafka
// cluster keeps beside the log, as the schemas of Kafka 4.4 describe it: the
// [QuorumStateData] with its epoch, its vote and the leader that it knows.
//
// Kafka stores that message as JSON, in the file quorum-state, and never in the
// binary form that Encode and Decode write and read. The requests and responses
// of the quorum are in package kafka, the records that it replicates in package
// metadata.
//
// Names are those of the schemas with an upper-case first letter. A struct
// within a message is called after both: the Voter of QuorumStateData is
// [QuorumStateDataVoter].
//
// Kafka and Apache Kafka are trademarks of the Apache Software Foundation, which
// neither made nor endorses this package.
package raft

//go:generate go run ../../cmd/kgen -schemas ../../schemas/raft -out . -package raft
