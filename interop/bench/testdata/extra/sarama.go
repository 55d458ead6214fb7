// Package saramapeer is sarama, from a copy that exports its encode and
// decode. Only the benchmark command builds it.
package saramapeer

import (
	"github.com/kgen-go/kgen/internal/workload"
	"github.com/kgen-go/kgen/interop/bench/peer"
	"github.com/kgen-go/kgen/interop/bench/thirdparty/sarama"
)

// Load loads a case. The versions are the newest that sarama speaks; a higher
// one it would encode as something else.
func Load(c workload.Case) (peer.Codec, error) {
	switch name, v := c.Message.Info().Name, c.Version; {
	case name == "ProduceRequest" && v <= 10:
		return load[sarama.ProduceRequest](c)
	case name == "FetchResponse" && v <= 12:
		return load[sarama.FetchResponse](c)
	case name == "ListOffsetsResponse" && v <= 6:
		return load[sarama.OffsetResponse](c)
	case name == "MetadataResponse" && v <= 11:
		return load[sarama.MetadataResponse](c)
	case name == "OffsetCommitRequest" && v <= 8:
		return load[sarama.OffsetCommitRequest](c)
	case name == "JoinGroupResponse" && v <= 8:
		return load[sarama.JoinGroupResponse](c)
	case name == "ApiVersionsResponse" && v <= 4:
		return load[sarama.ApiVersionsResponse](c)
	case name == "DeleteRecordsRequest" && v <= 2:
		return load[sarama.DeleteRecordsRequest](c)
	case name == "DescribeConfigsResponse" && v <= 4:
		return load[sarama.DescribeConfigsResponse](c)
	}
	return peer.Codec{}, peer.ErrNotSpoken
}

type message[T any] interface {
	*T
	sarama.BenchMessage
}

// load leaves out what sarama has no way to do: encoding into a given buffer,
// strings that alias the input, and decoding into the same value.
func load[T any, M message[T]](c workload.Case) (peer.Codec, error) {
	m := M(new(T))
	if err := sarama.BenchDecode(c.Wire, m, c.Version); err != nil {
		return peer.Codec{}, err
	}
	return peer.Codec{
		EncodeNew: func() []byte {
			b, err := sarama.BenchEncode(m)
			if err != nil {
				panic(err)
			}
			return b
		},
		Decode: func(src []byte) error {
			m := M(new(T))
			peer.Sink = m
			return sarama.BenchDecode(src, m, c.Version)
		},
		Message: m,
		Input:   c.Wire,
	}, nil
}
