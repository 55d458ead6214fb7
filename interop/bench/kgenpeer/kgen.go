// Package kgenpeer is the project's own generated code.
package kgenpeer

import (
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/workload"
	"github.com/kgen-go/kgen/interop/bench/peer"
	"github.com/kgen-go/kgen/kwire"
)

// Load loads a case.
func Load(c workload.Case) (peer.Codec, error) {
	switch c.Message.(type) {
	case *kafka.ProduceRequest:
		return load[kafka.ProduceRequest](c)
	case *kafka.FetchResponse:
		return load[kafka.FetchResponse](c)
	case *kafka.ListOffsetsResponse:
		return load[kafka.ListOffsetsResponse](c)
	case *kafka.MetadataResponse:
		return load[kafka.MetadataResponse](c)
	case *kafka.OffsetCommitRequest:
		return load[kafka.OffsetCommitRequest](c)
	case *kafka.JoinGroupResponse:
		return load[kafka.JoinGroupResponse](c)
	case *kafka.ApiVersionsResponse:
		return load[kafka.ApiVersionsResponse](c)
	case *kafka.DeleteRecordsRequest:
		return load[kafka.DeleteRecordsRequest](c)
	case *kafka.DescribeConfigsResponse:
		return load[kafka.DescribeConfigsResponse](c)
	}
	return peer.Codec{}, peer.ErrNotSpoken
}

// message is a pointer to T. The type parameter keeps the calls as direct as
// kmsg's are in its peer.
type message[T any] interface {
	*T
	kwire.Message
}

func load[T any, M message[T]](c workload.Case) (peer.Codec, error) {
	version := c.Version
	m, again := M(new(T)), M(new(T))
	if err := m.Decode(c.Wire, version); err != nil {
		return peer.Codec{}, err
	}
	codec := peer.Codec{
		Encode: func(dst []byte) []byte {
			return must(m.Encode(dst, version))
		},
		EncodeNew: func() []byte {
			return must(m.Encode(nil, version))
		},
		Decode: func(src []byte) error {
			m := M(new(T))
			peer.Sink = m
			return m.Decode(src, version)
		},
		DecodeAlias: func(src []byte) error {
			m := M(new(T))
			peer.Sink = m
			return m.DecodeWith(src, version, kwire.AliasStrings)
		},
		DecodeAgain: func(src []byte) error {
			return again.Decode(src, version)
		},
		Message: m,
		Input:   c.Wire,
	}
	if v, ok := any(m).(vectored); ok {
		var buffers kwire.Vector
		codec.EncodeVectored = func() [][]byte {
			return must(v.EncodeBuffers(&buffers, version))
		}
	}
	return codec, nil
}

// vectored is what messages with bytes fields have in addition.
type vectored interface {
	EncodeBuffers(v *kwire.Vector, version int16) ([][]byte, error)
}

// must panics on an error, which for a message that was decoded in the same
// version would be a defect.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
