// Package kmsgpeer is franz-go's kmsg. The benchmark command derives a second
// package from this one, for an older kmsg, by changing the import.
package kmsgpeer

import (
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/kgen-go/kgen/internal/workload"
	"github.com/kgen-go/kgen/interop/bench/peer"
)

// Load loads a case.
func Load(c workload.Case) (peer.Codec, error) {
	switch c.Message.Info().Name {
	case "ProduceRequest":
		return load[kmsg.ProduceRequest](c)
	case "FetchResponse":
		return load[kmsg.FetchResponse](c)
	case "ListOffsetsResponse":
		return load[kmsg.ListOffsetsResponse](c)
	case "MetadataResponse":
		return load[kmsg.MetadataResponse](c)
	case "OffsetCommitRequest":
		return load[kmsg.OffsetCommitRequest](c)
	case "JoinGroupResponse":
		return load[kmsg.JoinGroupResponse](c)
	case "ApiVersionsResponse":
		return load[kmsg.ApiVersionsResponse](c)
	case "DeleteRecordsRequest":
		return load[kmsg.DeleteRecordsRequest](c)
	case "DescribeConfigsResponse":
		return load[kmsg.DescribeConfigsResponse](c)
	}
	return peer.Codec{}, peer.ErrNotSpoken
}

type message[T any] interface {
	*T
	SetVersion(int16)
	AppendTo([]byte) []byte
	ReadFrom([]byte) error
	UnsafeReadFrom([]byte) error
}

func load[T any, M message[T]](c workload.Case) (peer.Codec, error) {
	create := func() M {
		m := M(new(T))
		m.SetVersion(c.Version)
		return m
	}
	m, again := create(), create()
	if err := m.ReadFrom(c.Wire); err != nil {
		return peer.Codec{}, err
	}
	return peer.Codec{
		Encode:    func(dst []byte) []byte { return m.AppendTo(dst) },
		EncodeNew: func() []byte { return m.AppendTo(nil) },
		Decode: func(src []byte) error {
			m := create()
			peer.Sink = m
			return m.ReadFrom(src)
		},
		DecodeAlias: func(src []byte) error {
			m := create()
			peer.Sink = m
			return m.UnsafeReadFrom(src)
		},
		DecodeAgain: func(src []byte) error { return again.ReadFrom(src) },
		Message:     m,
		Input:       c.Wire,
	}, nil
}
