package main

import (
	"strings"
	"testing"

	"github.com/kgen-go/kgen/examples/fakebroker"
	"github.com/kgen-go/kgen/gen/groupcoordinator"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kapi"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/records"
)

// admin runs the command against a broker and returns what it prints.
func admin(t *testing.T, b *fakebroker.Broker, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := run(&out, append(append([]string{b.Addr().String()}, args...), "", "", ""))
	return out.String(), err
}

func TestAdmin(t *testing.T) {
	b, err := fakebroker.New()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	kapi.Handle(&b.Server, func(_ *kafka.RequestHeader, req *kafka.DeleteTopicsRequest, resp *kafka.DeleteTopicsResponse) error {
		resp.Responses = []kafka.DeleteTopicsResponseDeletableTopicResult{{Name: req.Topics[0].Name, ErrorCode: 3}}
		return nil
	})
	kapi.Handle(&b.Server, func(_ *kafka.RequestHeader, req *kafka.DescribeConfigsRequest, resp *kafka.DescribeConfigsResponse) error {
		resp.Results = []kafka.DescribeConfigsResponseResult{{Configs: []kafka.DescribeConfigsResponseResourceResult{
			{Name: "retention.ms", Value: kwire.StringOf("1000")}, {Name: "flush.ms"},
		}}}
		return nil
	})
	kapi.Handle(&b.Server, func(_ *kafka.RequestHeader, req *kafka.OffsetFetchRequest, resp *kafka.OffsetFetchResponse) error {
		if req.Groups[0].Topics != nil {
			t.Error("not all topics are asked for")
		}
		resp.Groups = []kafka.OffsetFetchResponseGroup{{Topics: []kafka.OffsetFetchResponseTopics{{
			Name: "orders", Partitions: []kafka.OffsetFetchResponsePartitions{{PartitionIndex: 1, CommittedOffset: 7, CommittedLeaderEpoch: -1}},
		}}}}
		return nil
	})
	b.AddTopic("orders", 2)
	b.AddTopic("__consumer_offsets", 1)
	conn, err := kapi.Dial(t.Context(), b.Addr().String(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	keep(t, conn)
	for _, c := range []struct{ args, want, problem string }{
		{"topics", "orders AAAAAAAAAAAAAAAAAAAAAQ 2 partitions\n__consumer_offsets AAAAAAAAAAAAAAAAAAAAAg 1 partitions\n", ""},
		{"create more 3", "more AAAAAAAAAAAAAAAAAAAAAw\n", ""},
		{"create more 3", "", "CreateTopicsResponse: Topics[0].ErrorCode: Kafka error 36, TOPIC_ALREADY_EXISTS"},
		{"create more x", "", usage},
		{"delete none", "", "DeleteTopicsResponse: Responses[0].ErrorCode: Kafka error 3, UNKNOWN_TOPIC_OR_PARTITION"},
		{"configs orders", "retention.ms=\"1000\"\nflush.ms=null\n", ""},
		{"group g", "orders-1 7\n", ""},
		{"offsets", `0: {"key":{"Group":"g","Topic":"orders","Partition":1},"value":{"Offset":7,"LeaderEpoch":-1,"Metadata":"","CommitTimestamp":5,"ExpireTimestamp":-1,"TopicId":"AAAAAAAAAAAAAAAAAAAAAA","UnknownTags":""}}` + "\n", ""},
		{"nonsense", "", usage},
	} {
		got, err := admin(t, b, strings.Fields(c.args)...)
		if got != c.want || (err == nil) != (c.problem == "") || err != nil && err.Error() != c.problem {
			t.Errorf("%s: got %q, error %v\nwant %q, error %q", c.args, got, err, c.want, c.problem)
		}
	}
}

// keep appends to __consumer_offsets what a broker does for such an offset.
func keep(t *testing.T, conn *kapi.Conn) {
	t.Helper()
	key, err := groupcoordinator.AppendKey(nil, &groupcoordinator.OffsetCommitKey{Group: "g", Topic: "orders", Partition: 1})
	if err != nil {
		t.Fatal(err)
	}
	committed := groupcoordinator.NewOffsetCommitValue()
	committed.Offset, committed.CommitTimestamp = 7, 5
	value, err := groupcoordinator.AppendValue(nil, committed, 3)
	if err != nil {
		t.Fatal(err)
	}
	builder, err := records.NewBuilder(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := builder.Append(records.Record{Key: key, Value: value}); err != nil {
		t.Fatal(err)
	}
	batch, err := builder.Finish()
	if err != nil {
		t.Fatal(err)
	}
	req := kafka.NewProduceRequest()
	req.Acks = -1
	conn.Limits = kapi.Versions{kafka.KeyProduce: {Lowest: 3, Highest: 12}}
	req.TopicData = []kafka.ProduceRequestTopicProduceData{{
		Name: "__consumer_offsets", PartitionData: []kafka.ProduceRequestPartitionProduceData{{Records: batch}},
	}}
	if _, err := kapi.Call(conn, req); err != nil {
		t.Fatal(err)
	}
}
