// Package tap_test has clients work through the tap.
package tap_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/IBM/sarama"
	"github.com/google/go-cmp/cmp"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/capture"
	"github.com/kgen-go/kgen/internal/layout/tap"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

const (
	topic      = "tapped"
	partitions = 40
)

// A finder counts the calls that a tap finds, and keeps its remarks.
type finder struct {
	mu      sync.Mutex
	servers map[string]int
	calls   map[string]int
	remarks []string
}

func (f *finder) Call(c *capture.Call) error {
	f.servers[c.Server]++
	name := fmt.Sprint(c.APIKey)
	if c.Message != nil {
		name = c.Message.APIName()
	}
	f.calls[name]++
	return nil
}

func (f *finder) Note(text string) error { f.remarks = append(f.remarks, text); return nil }

// TestForwarding has clients of two libraries work with three brokers, of which
// they know the tap's first address alone: all brokers are reached through it,
// and nothing is told to be wrong.
func TestForwarding(t *testing.T) {
	// Which broker leads a partition is left to chance: there are so many that
	// each leads some.
	cluster, err := kfake.NewCluster(kfake.NumBrokers(3), kfake.SeedTopics(partitions, topic))
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	files, _, err := schema.Load([]string{schema.EmbeddedPrefix + "kafka"}, schemas.FS())
	if err != nil {
		t.Fatal(err)
	}
	set, findings := model.Build(files, model.Options{})
	if set == nil {
		t.Fatal(findings)
	}
	catalog := &layout.Catalog{Sets: []layout.Set{{Name: "kafka", Set: set, Files: files}}}
	for name, work := range map[string]func(t *testing.T, address string){"kgo": workKgo, "sarama": workSarama} {
		t.Run(name, func(t *testing.T) {
			found := &finder{servers: map[string]int{}, calls: map[string]int{}}
			tapped, err := tap.Start(catalog, "127.0.0.1:0", cluster.ListenAddrs()[0], tap.NewCalls(catalog, found), func(text string) {
				found.mu.Lock()
				defer found.mu.Unlock()
				t.Log(text)
			})
			if err != nil {
				t.Fatal(err)
			}
			work(t, tapped.Addr().String())
			tapped.Close()
			if found.remarks != nil {
				t.Errorf("remarks: %q", found.remarks)
			}
			for _, broker := range cluster.ListenAddrs() {
				if found.servers[broker] == 0 {
					t.Errorf("no call to broker %s: %v", broker, found.servers)
				}
			}
			if len(found.servers) != 3 || found.calls["Produce"] == 0 || found.calls["Fetch"] == 0 {
				t.Errorf("calls %v to %v", found.calls, found.servers)
			}
		})
	}
}

func workKgo(t *testing.T, address string) {
	client, err := kgo.NewClient(kgo.SeedBrokers(address), kgo.ConsumeTopics(topic),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchMaxWait(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	want, got := map[string]bool{}, map[string]bool{}
	for i := range 60 {
		value := fmt.Sprintf("kgo %d", i)
		want[value] = true
		if err := client.ProduceSync(ctx, &kgo.Record{Topic: topic, Key: []byte(value), Value: []byte(value)}).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	for len(got) < len(want) && ctx.Err() == nil {
		client.PollFetches(ctx).EachRecord(func(r *kgo.Record) {
			if want[string(r.Value)] {
				got[string(r.Value)] = true
			}
		})
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func workSarama(t *testing.T, address string) {
	config := sarama.NewConfig()
	config.Version = sarama.V2_8_0_0
	config.Producer.Return.Successes = true
	config.Producer.Partitioner = sarama.NewRoundRobinPartitioner
	config.Consumer.MaxWaitTime = 20 * time.Millisecond
	producer, err := sarama.NewSyncProducer([]string{address}, config)
	if err != nil {
		t.Fatal(err)
	}
	defer producer.Close()
	consumer, err := sarama.NewConsumer([]string{address}, config)
	if err != nil {
		t.Fatal(err)
	}
	defer consumer.Close()
	for i := range partitions {
		value := fmt.Sprintf("sarama %d", i)
		partition, offset, err := producer.SendMessage(&sarama.ProducerMessage{Topic: topic, Key: sarama.StringEncoder(value), Value: sarama.StringEncoder(value)})
		if err != nil {
			t.Fatal(err)
		}
		c, err := consumer.ConsumePartition(topic, partition, offset)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case m := <-c.Messages():
			if string(m.Value) != value {
				t.Errorf("consumed %q, want %q", m.Value, value)
			}
		case <-time.After(30 * time.Second):
			t.Fatal("no message")
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
