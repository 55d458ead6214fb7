// Package kapi knows what Kafka's schemas do not say about the APIs of package
// kafka, and has what every program that speaks the protocol needs beside the
// messages: a choice of versions, a connection to one broker, a server, and the
// data that messages carry within bytes fields.
//
// # Clients
//
// [Dial] connects to a broker and asks which versions it knows; [Do] sends a
// request in the highest version that both sides know and returns the response,
// whose type follows from the request's:
//
//	conn, err := kapi.Dial(ctx, "localhost:9092", "my-client")
//	resp, err := kapi.Do(conn, kafka.NewMetadataRequest()) // a *kafka.MetadataResponse
//	err = kapi.Err(resp)                                   // Call does both
//
// [Route] says which broker a request is for. [Versions] and [DecodeApiVersions]
// are for programs with connections of their own; [ReleaseVersions] has the
// versions of each Kafka release, and [GuessRelease] tells a broker's release.
//
// # Servers
//
// A [Server] answers the requests that it has handlers for, in all versions, and
// everything else with the errors that clients expect; see [Handle].
//
// # Data within messages
//
// [DecodeVersioned] and [AppendVersioned] are for data with its version in
// front, such as what consumers of a group tell each other; [Embedded] finds
// such data in a message.
//
// Nothing here retries, follows leaders or balances load.
package kapi
