package kafka_test

import (
	"bytes"
	"encoding/hex"
	"net"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// A Produce frame as buffers refers to its record batches instead of copying
// them, and is the same bytes as a frame in one piece.
func TestRequestBuffers(t *testing.T) {
	large := bytes.Repeat([]byte{0xab}, 64<<10)
	small := []byte{1, 2, 3}
	req := &kafka.ProduceRequest{Acks: -1, TopicData: []kafka.ProduceRequestTopicProduceData{{
		Name: "orders",
		PartitionData: []kafka.ProduceRequestPartitionProduceData{
			{Index: 0, Records: large}, {Index: 1, Records: small}, {Index: 2, Records: large},
		},
	}}}
	var v kwire.Vector
	buffers, err := kafka.RequestBuffers(&v, 7, "me", req, 9)
	if err != nil {
		t.Fatal(err)
	}
	var joined bytes.Buffer
	if _, err := (*net.Buffers)(&buffers).WriteTo(&joined); err != nil {
		t.Fatal(err)
	}
	got := joined.Bytes()
	// The size: 13 bytes of header; 1, 2 and 4 of
	// TransactionalId, Acks and TimeoutMs; 1, 7 and 1 of the topic up to its
	// partitions; 4+3+65536+1, 4+1+3+1 and again 4+3+65536+1; tags 1 and 1. Then
	// key 0, version 9, correlation id 7, client id "me", no tags.
	head := "00020038" + "0000" + "0009" + "00000007" + "00026d65" + "00"
	if prefix := hex.EncodeToString(got[:len(head)/2]); prefix != head {
		t.Errorf("frame begins with %s, want %s", prefix, head)
	}
	whole, err := kafka.AppendRequest(nil, 7, "me", req, 9)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, whole) {
		t.Error("the buffers joined are not the frame in one piece")
	}
	again, err := kafka.RequestBuffers(&v, 7, "me", req, 9)
	if err != nil {
		t.Fatal(err)
	}
	if len(again) != 5 || &again[1][0] != &large[0] || &again[3][0] != &large[0] {
		t.Errorf("%d buffers, want 5 of which the second and the fourth are the records", len(again))
	}
}
