package records

import "fmt"

// A Codec is the compression of a batch's records.
type Codec int8

// The codecs of Kafka, with their numbers in the attributes of a batch.
const (
	None   Codec = 0
	Gzip   Codec = 1
	Snappy Codec = 2
	LZ4    Codec = 3
	Zstd   Codec = 4
)

// String gives the name that Kafka's configuration uses, such as "gzip".
func (c Codec) String() string {
	switch c {
	case None:
		return "none"
	case Gzip:
		return "gzip"
	case Snappy:
		return "snappy"
	case LZ4:
		return "lz4"
	case Zstd:
		return "zstd"
	}
	return fmt.Sprintf("codec %d", int8(c))
}

// Attributes are the flags of a batch as they are on the wire. Bits without a
// name here are kept when a batch is written again.
type Attributes int16

// The bits of Attributes. Message sets have the codec and, from magic 1 on,
// LogAppendTime.
const (
	// CodecMask covers the number of the codec.
	CodecMask Attributes = 0x07
	// LogAppendTime says that the broker set the timestamps when it appended the
	// batch; without it they are the producer's.
	LogAppendTime Attributes = 1 << 3
	// Transactional marks the batches of a transaction and its end marker.
	Transactional Attributes = 1 << 4
	// Control marks batches whose records are for clients and brokers, not for
	// applications; see [Record.ControlType].
	Control Attributes = 1 << 5
	// HasDeleteHorizon says that the base timestamp is the time from which
	// compaction may drop the tombstones; see [Batch.DeleteHorizon].
	HasDeleteHorizon Attributes = 1 << 6
)

// Codec gives the compression, which may be a number that no codec has.
func (a Attributes) Codec() Codec { return Codec(a & CodecMask) }

// WithCodec gives a with the compression replaced.
func (a Attributes) WithCodec(c Codec) Attributes {
	return a&^CodecMask | Attributes(c)&CodecMask
}

// IsLogAppendTime reports whether the broker set the timestamps.
func (a Attributes) IsLogAppendTime() bool { return a&LogAppendTime != 0 }

// IsTransactional reports whether the batch belongs to a transaction.
func (a Attributes) IsTransactional() bool { return a&Transactional != 0 }

// IsControl reports whether the records are control records.
func (a Attributes) IsControl() bool { return a&Control != 0 }
