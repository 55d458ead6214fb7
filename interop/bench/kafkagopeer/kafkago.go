// Package kafkagopeer is segmentio's kafka-go, whose codec interprets struct
// tags by reflection.
package kafkagopeer

import (
	"io"

	"github.com/segmentio/kafka-go/protocol"
	"github.com/segmentio/kafka-go/protocol/produce"

	_ "github.com/segmentio/kafka-go/protocol/apiversions"
	_ "github.com/segmentio/kafka-go/protocol/describeconfigs"
	_ "github.com/segmentio/kafka-go/protocol/fetch"
	_ "github.com/segmentio/kafka-go/protocol/joingroup"
	_ "github.com/segmentio/kafka-go/protocol/listoffsets"
	_ "github.com/segmentio/kafka-go/protocol/metadata"
	_ "github.com/segmentio/kafka-go/protocol/offsetcommit"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/workload"
	"github.com/kgen-go/kgen/interop/bench/peer"
	"github.com/kgen-go/kgen/kwire"
)

// newest has the highest version that kafka-go speaks of each message.
var newest = map[string]int16{
	"ProduceRequest":          8,
	"FetchResponse":           11,
	"ListOffsetsResponse":     5,
	"MetadataResponse":        8,
	"OffsetCommitRequest":     7,
	"JoinGroupResponse":       7,
	"ApiVersionsResponse":     2,
	"DescribeConfigsResponse": 3,
}

// Load loads a case. kafka-go reads and writes frames only.
func Load(c workload.Case) (peer.Codec, error) {
	info := c.Message.Info()
	if highest, ok := newest[info.Name]; !ok || c.Version > highest {
		return peer.Codec{}, peer.ErrNotSpoken
	}
	frame, err := appendFrame(c)
	if err != nil {
		return peer.Codec{}, err
	}
	m, err := read(frame, info, c.Version)
	if err != nil {
		return peer.Codec{}, err
	}
	codec := peer.Codec{
		Decode: func(src []byte) error {
			m, err := read(src, info, c.Version)
			closeRecords(m)
			peer.Sink = m
			return err
		},
		Message: m,
		Input:   frame,
		Header:  len(frame) - len(c.Wire),
	}
	write := writer(c, m)
	if write == nil {
		return codec, nil
	}
	codec.Encode = func(dst []byte) []byte {
		w := appender{dst}
		if err := write(&w); err != nil {
			panic(err)
		}
		return w.b
	}
	codec.EncodeNew = func() []byte { return codec.Encode(nil) }
	return codec, nil
}

func appendFrame(c workload.Case) ([]byte, error) {
	if c.Message.Info().Kind == kwire.KindRequest {
		return kafka.AppendRequest(nil, 1, "", c.Message, c.Version)
	}
	return kafka.AppendResponse(nil, 1, c.Message, c.Version)
}

func read(frame []byte, info kwire.Info, version int16) (protocol.Message, error) {
	if info.Kind == kwire.KindRequest {
		_, _, _, m, err := protocol.ReadRequest(&reader{frame})
		return m, err
	}
	_, m, err := protocol.ReadResponse(&reader{frame}, protocol.ApiKey(info.APIKey), version)
	return m, err
}

// writer returns a function that writes the frame of m as often as it is
// called; nil where kafka-go cannot.
func writer(c workload.Case, m protocol.Message) func(io.Writer) error {
	switch of := c.Message.(type) {
	case *kafka.FetchResponse:
		return nil // the first encode uses up the records, and there is no raw form
	case *kafka.ProduceRequest:
		raw, rewind := rawProduce(m.(*produce.Request), of)
		return func(w io.Writer) error {
			rewind()
			return protocol.WriteRequest(w, c.Version, 1, "", raw)
		}
	}
	if c.Message.Info().Kind == kwire.KindRequest {
		return func(w io.Writer) error { return protocol.WriteRequest(w, c.Version, 1, "", m) }
	}
	return func(w io.Writer) error { return protocol.WriteResponse(w, c.Version, 1, m) }
}
