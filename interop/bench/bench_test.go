package bench

import (
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
	for _, c := range allCases(b) {
		for _, p := range peers {
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
