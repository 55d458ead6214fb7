package broker_test

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/examples/client"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire/records"
)

// apis are those that the client uses.
var apis = []kafka.Key{
	kafka.KeyApiVersions, kafka.KeyMetadata, kafka.KeyCreateTopics, kafka.KeyProduce, kafka.KeyFetch,
	kafka.KeyListOffsets, kafka.KeyFindCoordinator, kafka.KeyJoinGroup, kafka.KeySyncGroup, kafka.KeyHeartbeat,
	kafka.KeyLeaveGroup, kafka.KeyOffsetCommit, kafka.KeyOffsetFetch, kafka.KeyConsumerGroupHeartbeat,
	kafka.KeyDeleteRecords, kafka.KeyOffsetDelete, kafka.KeyDescribeConfigs, kafka.KeyDeleteTopics,
	kafka.KeyInitProducerId,
}

// TestEveryVersion goes through the life of a topic and of a group again and
// again: with the lowest version of every API, then with the next ones, until
// every version that the broker offers has been used.
func TestEveryVersion(t *testing.T) {
	b := theBroker(t)
	sent := make(map[client.Request]int)
	offered := b.dial(t)
	for round, more := 0, true; more; round++ {
		ok := t.Run(fmt.Sprintf("round %d", round), func(t *testing.T) {
			s := scenario{t, b.dial(t), b.dial(t), fmt.Sprintf("topic-%d", round), fmt.Sprintf("group-%d", round)}
			more = pin(t, s.Client, round)
			s.topic()
			for request, n := range s.Sent {
				sent[request] += n
			}
		})
		if !ok {
			return // the other rounds would wait for the same in vain
		}
	}
	for _, key := range apis {
		versions, _ := offered.Versions(key)
		for v := versions.Lowest; v <= versions.Highest; v++ {
			if sent[client.Request{Key: key, Version: v}] == 0 {
				t.Errorf("%s v%d was not used", key, v)
			}
		}
	}
	report(t, sent)
}

// pin makes c use the n-th version of each API, and reports whether any API has
// more than that.
func pin(t *testing.T, c *client.Client, n int) (more bool) {
	for _, key := range apis {
		versions, found := c.Versions(key)
		if !found {
			t.Fatalf("the broker does not offer %s", key)
		}
		c.Pin(key, min(versions.Lowest+int16(n), versions.Highest))
		more = more || versions.Lowest+int16(n) < versions.Highest
	}
	return more
}

// report prints the number of requests by API and version.
func report(t *testing.T, sent map[client.Request]int) {
	total := 0
	for _, key := range apis {
		line := ""
		for _, r := range slices.SortedFunc(maps.Keys(sent), func(a, b client.Request) int { return cmp.Compare(a.Version, b.Version) }) {
			if r.Key == key {
				line += fmt.Sprintf(" v%d:%d", r.Version, sent[r])
				total += sent[r]
			}
		}
		t.Logf("%-23s%s", key, line)
	}
	t.Logf("%d requests in %d versions of %d APIs", total, len(sent), len(apis))
}

// A scenario is one run with pinned versions.
type scenario struct {
	t *testing.T
	*client.Client
	newest *client.Client // for what the pinned versions cannot ask
	name   string
	group  string
}

func (s scenario) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// topic creates a topic, fills it, empties it and deletes it.
func (s scenario) topic() {
	versions, err := s.APIVersions()
	s.ok(err)
	if len(versions.ApiKeys) < len(apis) {
		s.t.Errorf("only %d APIs", len(versions.ApiKeys))
	}
	s.ok(s.CreateTopic(s.name))
	topic := s.find()
	s.produceAndFetch(topic)

	configs, err := s.DescribeTopic(s.name)
	s.ok(err)
	if configs["cleanup.policy"] != "delete" {
		s.t.Errorf("the topic's configuration is %v", configs)
	}
	s.classicGroup(topic)
	s.consumerGroup()
	s.producerID()

	const keepFrom = 3
	low, err := s.DeleteRecords(s.name, keepFrom)
	s.ok(err)
	earliest, err := s.ListOffset(s.name, client.Earliest)
	s.ok(err)
	if low != keepFrom || earliest != keepFrom {
		s.t.Errorf("low watermark %d, earliest offset %d, want %d", low, earliest, keepFrom)
	}
	s.ok(s.DeleteTopic(s.name))
}

// find waits until the broker knows the topic and leads its partition, which
// Metadata can tell a moment before it is so.
func (s scenario) find() client.Topic {
	s.t.Helper()
	topic := client.Topic{Name: s.name}
	s.ok(within(func() error {
		m, err := s.newest.Metadata(s.name)
		if err != nil {
			return err
		}
		topic.ID = m.Topics[0].TopicId
		m, err = s.Metadata(s.name)
		if err == nil && (len(m.Brokers) != 1 || m.Topics[0].Partitions[0].LeaderId != m.Brokers[0].NodeId) {
			err = fmt.Errorf("the partition has no leader: %+v", m)
		}
		if err != nil {
			return err
		}
		_, err = s.newest.ListOffset(s.name, client.Earliest)
		return err
	}))
	return topic
}

// produceAndFetch writes a batch with every codec that the versions know and
// reads all of them.
func (s scenario) produceAndFetch(topic client.Topic) {
	var want []records.Record
	for _, codec := range s.codecs() {
		recs := []records.Record{
			{Timestamp: 1_700_000_000_000, Key: []byte("k"), Value: []byte(codec.String()),
				Headers: []records.Header{{Key: "h", Value: []byte("1")}, {Key: "h", Value: nil}}},
			{Timestamp: 1_700_000_000_001, Key: nil, Value: []byte{}},
		}
		offset, err := s.Produce(topic, codec, recs...)
		s.ok(err)
		if offset != int64(len(want)) {
			s.t.Errorf("%v is at offset %d, want %d", codec, offset, len(want))
		}
		for _, rec := range recs {
			rec.Offset = int64(len(want))
			rec.Attributes = rec.Attributes.WithCodec(codec)
			want = append(want, rec)
		}
	}
	var got []records.Record
	for len(got) < len(want) {
		some, err := s.Fetch(topic, int64(len(got)))
		s.ok(err)
		if len(some) == 0 {
			break
		}
		got = append(got, some...)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		s.t.Errorf("-produced +fetched:\n%s", diff)
	}
	latest, err := s.ListOffset(s.name, client.Latest)
	s.ok(err)
	if latest != int64(len(want)) {
		s.t.Errorf("latest offset %d, want %d", latest, len(want))
	}
}

// codecs are all, but for zstd where one of the versions is older than that.
func (s scenario) codecs() []records.Codec {
	codecs := []records.Codec{records.None, records.Gzip, records.Snappy, records.LZ4}
	produce, err := s.Version(kafka.KeyProduce)
	s.ok(err)
	fetch, err := s.Version(kafka.KeyFetch)
	s.ok(err)
	if produce >= 7 && fetch >= 10 {
		codecs = append(codecs, records.Zstd)
	}
	return codecs
}

// classicGroup joins a group, commits an offset, leaves and deletes the offset.
func (s scenario) classicGroup(topic client.Topic) {
	var joined *kafka.JoinGroupResponse
	s.ok(within(func() (err error) { // the first group has to wait for its topic
		if _, err = s.FindCoordinator(client.GroupKey, s.group); err == nil {
			joined, err = s.JoinGroup(s.group, s.name)
		}
		return err
	}))
	if joined.Leader != joined.MemberId || len(joined.Members) != 1 {
		s.t.Fatalf("the only member is not the leader: %+v", joined)
	}
	assignment, err := s.SyncGroup(s.group, joined, s.name)
	s.ok(err)
	if len(assignment.AssignedPartitions) != 1 || assignment.AssignedPartitions[0].Topic != s.name {
		s.t.Errorf("the member is assigned %+v", assignment)
	}
	s.ok(s.Heartbeat(s.group, joined))
	s.ok(s.CommitOffset(s.group, joined, topic, 5, "a note"))
	if offset, note, err := s.CommittedOffset(s.group, topic); offset != 5 || note != "a note" || err != nil {
		s.t.Errorf("committed: %d, %q, %v", offset, note, err)
	}
	if err := s.DeleteOffset(s.group, s.name); !errors.Is(err, kerror.GroupSubscribedToTopic.Err()) {
		s.t.Errorf("deleting an offset that is in use: %v", err)
	}
	s.ok(s.LeaveGroup(s.group, joined.MemberId))
	s.ok(s.DeleteOffset(s.group, s.name))
	if offset, _, err := s.CommittedOffset(s.group, topic); offset != -1 || err != nil {
		s.t.Errorf("the deleted offset is %d, %v", offset, err)
	}
}

// producerID asks twice: the same id comes back in the next epoch.
func (s scenario) producerID() {
	var first *kafka.InitProducerIdResponse
	s.ok(within(func() (err error) { // the first producer has to wait for its topic
		// The first version cannot ask for this coordinator.
		if _, err = s.newest.FindCoordinator(client.TransactionKey, s.name); err == nil {
			first, err = s.InitProducerID(s.name)
		}
		return err
	}))
	second, err := s.InitProducerID(s.name)
	s.ok(err)
	if second.ProducerId != first.ProducerId || second.ProducerEpoch != first.ProducerEpoch+1 {
		s.t.Errorf("producer id %d epoch %d, then %d epoch %d", first.ProducerId, first.ProducerEpoch, second.ProducerId, second.ProducerEpoch)
	}
}

// consumerGroup joins and leaves a group of the newer kind.
func (s scenario) consumerGroup() {
	const member = "AAAAAAAAAAAAAAAAAAAAAQ"
	group := s.group + "-consumer"
	resp, err := s.ConsumerHeartbeat(group, member, 0, s.name)
	s.ok(err)
	if resp.MemberEpoch < 1 || resp.MemberId.Value == "" {
		s.t.Errorf("joining gives %+v", resp)
	}
	resp, err = s.ConsumerHeartbeat(group, resp.MemberId.Value, -1)
	s.ok(err)
	if resp.MemberEpoch != -1 {
		s.t.Errorf("leaving gives %+v", resp)
	}
}
