package server_test

import (
	"errors"
	"net"
	"testing"

	"github.com/kgen-go/kgen/examples/client"
	"github.com/kgen-go/kgen/examples/server"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/records"
)

func serve(t *testing.T) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go server.New("t").Serve(l)
	return l.Addr().String()
}

// TestNewerClient: whoever asks for versions in a version that the server does
// not know gets an answer in version 0 (KIP-511).
func TestNewerClient(t *testing.T) {
	conn, err := net.Dial("tcp", serve(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// Size, key 18, version 99, correlation id 7, no client id, no tagged
	// fields, and whatever version 99 may have.
	if _, err := conn.Write([]byte{0, 0, 0, 13, 0, 18, 0, 99, 0, 0, 0, 7, 255, 255, 0, 1, 2}); err != nil {
		t.Fatal(err)
	}
	frame, err := kwire.ReadFrame(conn, nil, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	resp := kafka.NewApiVersionsResponse()
	header, err := kafka.DecodeResponse(frame, resp, 0)
	if err != nil {
		t.Fatal(err)
	}
	if header.CorrelationId != 7 || kerror.Code(resp.ErrorCode) != kerror.UnsupportedVersion || len(resp.ApiKeys) == 0 {
		t.Errorf("got %+v, %+v", header, resp)
	}
}

func TestErrors(t *testing.T) {
	c, err := client.Dial(t.Context(), serve(t), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Metadata("missing"); !errors.Is(err, kerror.UnknownTopicOrPartition.Err()) {
		t.Errorf("metadata of an unknown topic: %v", err)
	}
	m, err := c.Metadata("t")
	if err != nil {
		t.Fatal(err)
	}
	topic := client.Topic{Name: "t", ID: m.Topics[0].TopicId}
	if _, err := c.Fetch(topic, 1); !errors.Is(err, kerror.OffsetOutOfRange.Err()) {
		t.Errorf("fetching what is not there yet: %v", err)
	}
	unknown := client.Topic{Name: "missing", ID: kwire.UUID{1}}
	if _, err := c.Produce(unknown, records.None, records.Record{Value: []byte("v")}); !errors.Is(err, kerror.UnknownTopicOrPartition.Err()) {
		t.Errorf("producing to an unknown topic: %v", err)
	}
	req := kafka.NewProduceRequest()
	req.Acks = 1
	req.TopicData = []kafka.ProduceRequestTopicProduceData{{Name: "t", TopicId: topic.ID,
		PartitionData: []kafka.ProduceRequestPartitionProduceData{{Records: []byte("no batch")}}}}
	resp := kafka.NewProduceResponse()
	if err := c.Do(req, resp); err != nil {
		t.Fatal(err)
	}
	if code := kerror.Code(resp.Responses[0].PartitionResponses[0].ErrorCode); code != kerror.CorruptMessage {
		t.Errorf("producing what is no batch: %v", code)
	}
}
