// Package records reads and writes the record batches that a Kafka broker
// stores, and that produce requests and fetch responses carry in their records
// fields: batches of magic 2, and the message sets of magic 0 and 1 that came
// before them.
//
// # Reading
//
// [Iterate] walks all records of a fetched partition:
//
//	for rec, err := range records.Iterate(partition.Records, nil) {
//		if err != nil {
//			return err
//		}
//		handle(rec)
//	}
//
// A [Reader] does the same and also says where to fetch next and whether the
// broker cut off the last batch, which is not an error: brokers fill a response
// up to its limit and leave the client to ask again. [Reader.Batches] and
// [ReadBatch] stop at the level of batches, with every field of the batch's
// header.
//
// Keys, values and header values alias the data they were read from, or, in a
// compressed batch, one buffer that was made for this batch. They stay valid as
// long as the caller leaves the data alone. Keys and values that are null are
// nil, empty ones are not.
//
// Reading is strict: lengths, counts and variable-length integers have to be
// what a correct writer makes of them, records have to fill their batch exactly,
// and checksums have to match unless [Options] says otherwise. Whatever the
// bytes are, reading neither panics nor allocates more than they can account
// for, and no batch decompresses to more than [Options.MaxDecompressedSize].
// Errors are of type [*Error] and give the byte at which the fault is. Faults
// that messages can have too are package kwire's, such as
// [kwire.ErrShortBuffer], so that what decodes a response and the records in it
// needs to tell kinds of errors apart once.
//
// # Writing
//
// A [Builder] appends one batch of magic 2 to a byte slice and refuses records
// that would make it larger than its limit. [Batch.AppendTo] writes a batch
// whose header has been changed without touching its records; [SetBaseOffset]
// and [SetLeaderEpoch] change an encoded batch in place, as the checksum leaves
// these two fields out. [AppendMessages] writes message sets of magic 0 and 1.
//
// # Units
//
// Timestamps are milliseconds since the Unix epoch, [NoTimestamp] where there is
// none. Offsets and timestamps of records are absolute, never the deltas of the
// wire format.
package records
