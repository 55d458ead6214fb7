// Package fakebroker_test has clients of other projects produce to, consume
// from and commit to the example of a fake broker, some through the example of a
// proxy.
package fakebroker_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/IBM/sarama"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/kgen-go/kgen/examples/fakebroker"
	"github.com/kgen-go/kgen/examples/proxy"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kapi"
	"github.com/kgen-go/kgen/kreflect"
)

// patience bounds what a client may take for all of its work.
const patience = 30 * time.Second

const count = 20

func start(t *testing.T, topic string) *fakebroker.Broker {
	t.Helper()
	b, err := fakebroker.New()
	if err != nil {
		t.Fatal(err)
	}
	b.Log = func(err error) { t.Log(err) }
	t.Cleanup(func() { b.Close() })
	b.AddTopic(topic, 2)
	return b
}

// through starts a proxy that puts a prefix before topics, and gives its address
// and the messages that it sees.
func through(t *testing.T, b *fakebroker.Broker, prefix string) (string, func() string) {
	t.Helper()
	var mu sync.Mutex
	var seen strings.Builder
	p := &proxy.Proxy{Prefix: prefix, Log: func(m kreflect.LogText, err error) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(&seen, m)
		if err != nil && !strings.Contains(err.Error(), "reset by peer") {
			t.Error(err)
		}
	}}
	addr, err := p.Listen(b.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return addr.String(), func() string {
		mu.Lock()
		defer mu.Unlock()
		return seen.String()
	}
}

func TestFranz(t *testing.T) {
	b := start(t, "orders")
	franz(t, b.Addr().String(), "orders")
	if got := committed(t, b, "orders"); got != count {
		t.Errorf("%d records are committed, want %d", got, count)
	}
}

func TestFranzThroughProxy(t *testing.T) {
	b := start(t, "p-orders")
	addr, seen := through(t, b, "p-")
	franz(t, addr, "orders")
	if got := committed(t, b, "p-orders"); got != count {
		t.Errorf("%d records are committed, want %d", got, count)
	}
	if all := seen(); !strings.Contains(all, `"p-orders"`) || !strings.Contains(all, `"orders"`) {
		t.Errorf("the proxy has not renamed the topic both ways:\n%s", all)
	}
}

// franz produces, consumes in a group and commits.
func franz(t *testing.T, addr, topic string) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cl, err := kgo.NewClient(kgo.SeedBrokers(addr), kgo.ConsumerGroup("g"), kgo.ConsumeTopics(topic),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.DisableAutoCommit())
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	want := map[string]bool{}
	for i := range count {
		key := fmt.Sprint(i)
		want[key] = true
		if err := cl.ProduceSync(ctx, &kgo.Record{Topic: topic, Key: []byte(key), Value: []byte("v")}).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	for len(want) > 0 {
		fetches := cl.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			t.Fatal(err)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			if r.Topic != topic || !want[string(r.Key)] {
				t.Errorf("consumed %s/%s, which is not to come", r.Topic, r.Key)
			}
			delete(want, string(r.Key))
		})
	}
	if err := cl.CommitUncommittedOffsets(ctx); err != nil {
		t.Fatal(err)
	}
}

// committed is the sum of the offsets that group g has committed.
func committed(t *testing.T, b *fakebroker.Broker, topic string) (sum int64) {
	t.Helper()
	conn, err := kapi.Dial(t.Context(), b.Addr().String(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.Limits = kapi.Versions{kafka.KeyOffsetFetch: {Lowest: 0, Highest: 7}}
	req := kafka.NewOffsetFetchRequest()
	req.GroupId = "g"
	req.Topics = []kafka.OffsetFetchRequestTopic{{Name: topic, PartitionIndexes: []int32{0, 1}}}
	resp, err := kapi.Do(conn, req)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range resp.Topics[0].Partitions {
		sum += max(0, p.CommittedOffset)
	}
	return sum
}

type handler chan string

func (handler) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (handler) Cleanup(sarama.ConsumerGroupSession) error { return nil }
func (h handler) ConsumeClaim(s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim) error {
	for m := range c.Messages() {
		h <- m.Topic + "/" + string(m.Value)
		s.MarkMessage(m, "")
	}
	return nil
}

func TestSarama(t *testing.T) {
	for _, version := range []sarama.KafkaVersion{sarama.V0_11_0_0, sarama.V1_0_0_0, sarama.V2_8_0_0, sarama.MaxVersion} {
		t.Run(version.String(), func(t *testing.T) {
			b := start(t, "p-orders")
			addr, _ := through(t, b, "p-")
			consume(t, addr, version)
		})
	}
}

func consume(t *testing.T, addr string, version sarama.KafkaVersion) {
	config := sarama.NewConfig()
	config.Version = version
	config.Producer.Return.Successes = true
	config.Consumer.Offsets.Initial = sarama.OffsetOldest
	p, err := sarama.NewSyncProducer([]string{addr}, config)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	want := map[string]bool{}
	for i := range count {
		value := fmt.Sprint(i)
		want["orders/"+value] = true
		if _, _, err := p.SendMessage(&sarama.ProducerMessage{Topic: "orders", Value: sarama.StringEncoder(value)}); err != nil {
			t.Fatal(err)
		}
	}
	g, err := sarama.NewConsumerGroup([]string{addr}, "g", config)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	got := make(handler, 2*count)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	go g.Consume(ctx, []string{"orders"}, got)
	for len(want) > 0 {
		select {
		case value := <-got:
			if !want[value] {
				t.Errorf("consumed %s, which is not to come", value)
			}
			delete(want, value)
		case <-ctx.Done():
			t.Fatalf("%d records are missing", len(want))
		}
	}
}
