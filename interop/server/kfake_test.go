package server_test

import (
	"testing"

	"github.com/twmb/franz-go/pkg/kfake"

	"github.com/kgen-go/kgen/examples/client"
	"github.com/kgen-go/kgen/gen/kafka"
)

// TestKfake: the example client talks to kfake, the broker of franz-go, in
// every version that it offers.
func TestKfake(t *testing.T) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, topic))
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	c, err := client.Dial(t.Context(), cluster.ListenAddrs()[0], "kgen")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	exchange(t, c, []kafka.Key{kafka.KeyApiVersions, kafka.KeyMetadata, kafka.KeyProduce, kafka.KeyFetch, kafka.KeyListOffsets})

	const group = "g"
	joined, err := c.JoinGroup(group, topic)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.SyncGroup(group, joined, topic); err != nil {
		t.Fatal(err)
	}
	m, err := c.Metadata(topic)
	if err != nil {
		t.Fatal(err)
	}
	at := client.Topic{Name: topic, ID: m.Topics[0].TopicId}
	if err := c.CommitOffset(group, joined, at, 3, "note"); err != nil {
		t.Fatal(err)
	}
	if offset, note, err := c.CommittedOffset(group, at); offset != 3 || note != "note" || err != nil {
		t.Errorf("committed: %d, %q, %v", offset, note, err)
	}
	if err := c.LeaveGroup(group, joined.MemberId); err != nil {
		t.Error(err)
	}
	if err := c.DeleteOffset(group, topic); err != nil {
		t.Error(err)
	}
	if offset, _, err := c.CommittedOffset(group, at); offset != -1 || err != nil {
		t.Errorf("the deleted offset is %d, %v", offset, err)
	}
	if low, err := c.DeleteRecords(topic, 2); low != 2 || err != nil {
		t.Errorf("low watermark %d, %v", low, err)
	}
}
