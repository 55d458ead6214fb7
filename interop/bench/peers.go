// Package bench compares the project's generated code with the codecs of other
// Go clients, and with what no codec can go below.
//
// Run it with
//
//	go run ./bench/cmd/bench
//
// in the interop folder. That brings two codecs that cannot be required in the
// ordinary way (an older kmsg beside the newest, and sarama, whose codec is not
// exported), checks that all codecs read and write the same bytes and values,
// times them in turns, and writes RESULTS.md. The rest works without it:
//
//	go test ./bench                                        # the checks
//	go test ./bench -run '^$' -bench Decode/apiversions    # some benchmarks
//
// Benchmarks are named operation/workload/v=VERSION/codec=NAME.
//
// # Operations
//
//   - Encode appends to one buffer with room.
//   - EncodeNew encodes into a new buffer.
//   - EncodeVectored hands records over by reference.
//   - Decode fills a new value; its strings do not refer to the input, its
//     bytes fields may.
//   - DecodeAlias fills a new value whose strings refer to the input.
//   - DecodeAgain fills the same value again.
//   - Floor is what no codec goes below: copying the bytes (copy, and copy-new
//     into a new buffer), following the lengths without storing anything
//     (walk), and allocating what the message holds (allocate).
//
// # What to hold against the figures
//
// kafka-go reads and writes whole frames, and its decoder parses and copies
// records; so does sarama's, which keeps topics in maps besides. Both speak
// older versions only. Ratios are always between codecs at the same version.
package bench

import (
	"github.com/kgen-go/kgen/interop/bench/kafkagopeer"
	"github.com/kgen-go/kgen/interop/bench/kgenpeer"
	"github.com/kgen-go/kgen/interop/bench/kmsgpeer"
	"github.com/kgen-go/kgen/interop/bench/peer"
)

// peers are the codecs; an overlay of the benchmark command adds to them.
var peers = []peer.Peer{
	{Name: "kgen", Load: kgenpeer.Load},
	{Name: "kmsg", Load: kmsgpeer.Load},
	{Name: "kafka-go", Load: kafkagopeer.Load},
}
