package bench

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/kgen-go/kgen/internal/workload"
	"github.com/kgen-go/kgen/interop/bench/floor"
	"github.com/kgen-go/kgen/interop/bench/peer"
)

func BenchmarkEncode(b *testing.B) {
	eachCodec(b, func(codec peer.Codec) func() error {
		encode := codec.Encode
		if encode == nil {
			return nil
		}
		dst := encode(nil)
		return func() error {
			dst = encode(dst[:0])
			return nil
		}
	})
}

func BenchmarkEncodeNew(b *testing.B) {
	eachCodec(b, func(codec peer.Codec) func() error {
		encode := codec.EncodeNew
		if encode == nil {
			return nil
		}
		return func() error {
			bytesSink = encode()
			return nil
		}
	})
}

func BenchmarkEncodeVectored(b *testing.B) {
	eachCodec(b, func(codec peer.Codec) func() error {
		encode := codec.EncodeVectored
		if encode == nil {
			return nil
		}
		return func() error {
			buffersSink = encode()
			return nil
		}
	})
}

var (
	bytesSink   []byte
	buffersSink [][]byte
)

func BenchmarkDecode(b *testing.B) {
	eachCodec(b, func(codec peer.Codec) func() error { return on(codec.Input, codec.Decode) })
}

func BenchmarkDecodeAlias(b *testing.B) {
	eachCodec(b, func(codec peer.Codec) func() error { return on(codec.Input, codec.DecodeAlias) })
}

func BenchmarkDecodeAgain(b *testing.B) {
	eachCodec(b, func(codec peer.Codec) func() error { return on(codec.Input, codec.DecodeAgain) })
}

// on binds a decode function, if there is one, to its input.
func on(input []byte, decode func([]byte) error) func() error {
	if decode == nil {
		return nil
	}
	return func() error { return decode(input) }
}

func BenchmarkFloor(b *testing.B) {
	for _, c := range allCases(b) {
		dst := make([]byte, 0, len(c.Wire))
		run(b, c, "copy", func() error {
			dst = append(dst[:0], c.Wire...)
			return nil
		})
		run(b, c, "copy-new", func() error {
			bytesSink = append([]byte(nil), c.Wire...)
			return nil
		})
		if walk := floor.Walk(c); walk != nil {
			run(b, c, "walk", func() error {
				offsetSink = walk(c.Wire)
				return nil
			})
		}
		allocate := floor.Allocate(c)
		run(b, c, "allocate", func() error {
			allocate()
			return nil
		})
	}
}

var offsetSink int

// eachCodec times the operation that pick returns, for every case and codec
// that has it. The codecs of one case follow each other, so that the machine's
// moods hit them alike.
func eachCodec(b *testing.B, pick func(peer.Codec) func() error) {
	order := inTurn(b)
	for _, c := range allCases(b) {
		for _, p := range order {
			codec, ok := load(b, p, c)
			if !ok {
				continue
			}
			if op := pick(codec); op != nil {
				run(b, c, p.Name, op)
			}
		}
	}
}

// inTurn is the order of the codecs in a pass of the benchmark command, which
// numbers its passes: the first codec of a case finds the processor's caches
// and the heap as another case has left them, and that is not always the same
// one.
func inTurn(b *testing.B) []peer.Peer {
	pass := 0
	if number := os.Getenv(passVariable); number != "" {
		var err error
		if pass, err = strconv.Atoi(number); err != nil || pass < 0 {
			b.Fatalf("%s is %q", passVariable, number)
		}
	}
	first := pass % len(peers)
	return slices.Concat(peers[first:], peers[:first])
}

// passVariable is the environment variable for the number of the pass.
const passVariable = "KGEN_BENCH_PASS"

func run(b *testing.B, c workload.Case, codec string, op func() error) {
	b.Run(c.String()+"/codec="+codec, func(b *testing.B) {
		b.SetBytes(int64(len(c.Wire)))
		b.ReportAllocs()
		for b.Loop() {
			if err := op(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
