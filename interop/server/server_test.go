// Package server_test has clients of other projects talk to a broker that is
// written with the generated code alone, and a client written so to a broker of
// another project.
package server_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/IBM/sarama"
	"github.com/google/go-cmp/cmp"
	kafkago "github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/kgen-go/kgen/examples/client"
	"github.com/kgen-go/kgen/examples/server"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire/records"
)

const topic = "t"

// patience bounds what another client may take for all of its work.
const patience = 30 * time.Second

// serve starts a broker and gives its address.
func serve(t *testing.T) (*server.Server, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := server.New(topic)
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		l.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s, l.Addr().String()
}

// values are what each client produces, in this order.
func values(client string) []string {
	list := make([]string, 5)
	for i := range list {
		list[i] = fmt.Sprintf("%s %d %s", client, i, strings.Repeat("größe ", 20))
	}
	return list
}

// check compares what a client consumed with what it produced, and prints what
// it asked the broker for.
func check(t *testing.T, s *server.Server, name string, got []string) {
	t.Helper()
	if diff := cmp.Diff(values(name), got); diff != "" {
		t.Errorf("-produced +consumed:\n%s", diff)
	}
	asked := s.Asked()
	for _, key := range []kafka.Key{kafka.KeyApiVersions, kafka.KeyMetadata, kafka.KeyProduce, kafka.KeyFetch} {
		var versions []string
		for request, n := range asked {
			if request.Key == key {
				versions = append(versions, fmt.Sprintf("v%d:%d", request.Version, n))
			}
		}
		if len(versions) == 0 {
			t.Errorf("%s was not asked for", key)
		}
		t.Logf("%-12s %s", key, strings.Join(versions, " "))
	}
}

func TestKgo(t *testing.T) {
	s, addr := serve(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c, err := kgo.NewClient(kgo.SeedBrokers(addr), kgo.DisableIdempotentWrite(), kgo.DefaultProduceTopic(topic),
		kgo.FetchMaxWait(100*time.Millisecond),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: {0: kgo.NewOffset().AtStart()}}))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, v := range values("kgo") {
		if err := c.ProduceSync(ctx, kgo.StringRecord(v)).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for len(got) < len(values("kgo")) {
		fetches := c.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			t.Fatal(err)
		}
		fetches.EachRecord(func(r *kgo.Record) { got = append(got, string(r.Value)) })
	}
	check(t, s, "kgo", got)
}

func TestSarama(t *testing.T) {
	s, addr := serve(t)
	config := sarama.NewConfig()
	config.Version = sarama.MaxVersion
	config.Producer.Return.Successes = true
	config.Producer.Compression = sarama.CompressionZSTD
	producer, err := sarama.NewSyncProducer([]string{addr}, config)
	if err != nil {
		t.Fatal(err)
	}
	defer producer.Close()
	for i, v := range values("sarama") {
		_, offset, err := producer.SendMessage(&sarama.ProducerMessage{Topic: topic, Value: sarama.StringEncoder(v)})
		if err != nil || offset != int64(i) {
			t.Fatalf("offset %d, %v", offset, err)
		}
	}
	consumer, err := sarama.NewConsumer([]string{addr}, config)
	if err != nil {
		t.Fatal(err)
	}
	defer consumer.Close()
	partition, err := consumer.ConsumePartition(topic, 0, sarama.OffsetOldest)
	if err != nil {
		t.Fatal(err)
	}
	defer partition.Close()
	var got []string
	for range values("sarama") {
		select {
		case m := <-partition.Messages():
			got = append(got, string(m.Value))
		case <-time.After(patience):
			t.Fatalf("only %d messages", len(got))
		}
	}
	check(t, s, "sarama", got)
}

func TestKafkaGo(t *testing.T) {
	s, addr := serve(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	w := &kafkago.Writer{Addr: kafkago.TCP(addr), Topic: topic, BatchTimeout: time.Millisecond, Compression: kafkago.Snappy}
	defer w.Close()
	for _, v := range values("kafka-go") {
		if err := w.WriteMessages(ctx, kafkago.Message{Value: []byte(v)}); err != nil {
			t.Fatal(err)
		}
	}
	r := kafkago.NewReader(kafkago.ReaderConfig{Brokers: []string{addr}, Topic: topic, MaxWait: 100 * time.Millisecond})
	defer r.Close()
	var got []string
	for range values("kafka-go") {
		m, err := r.ReadMessage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(m.Value))
	}
	check(t, s, "kafka-go", got)
}

// TestOurClient: the example client and the example broker understand each
// other in every version.
func TestOurClient(t *testing.T) {
	s, addr := serve(t)
	c, err := client.Dial(t.Context(), addr, "kgen")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	exchange(t, c, []kafka.Key{kafka.KeyApiVersions, kafka.KeyMetadata, kafka.KeyProduce, kafka.KeyFetch, kafka.KeyListOffsets})
	for request, n := range c.Sent {
		if got := s.Asked()[server.Request(request)]; got != n {
			t.Errorf("%s v%d: sent %d, received %d", request.Key, request.Version, n, got)
		}
	}
}

// exchange produces and fetches with every version of the APIs that the broker
// offers.
func exchange(t *testing.T, c *client.Client, apis []kafka.Key) {
	t.Helper()
	m, err := c.Metadata(topic)
	if err != nil {
		t.Fatal(err)
	}
	at := client.Topic{Name: topic, ID: m.Topics[0].TopicId}
	want, err := c.ListOffset(topic, client.Latest)
	if err != nil {
		t.Fatal(err)
	}
	for round, more := int16(0), true; more; round++ {
		more = false
		for _, key := range apis {
			versions, found := c.Versions(key)
			if !found {
				t.Fatalf("the broker does not offer %s", key)
			}
			c.Pin(key, min(versions.Lowest+round, versions.Highest))
			more = more || versions.Lowest+round < versions.Highest
		}
		if _, err := c.APIVersions(); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Metadata(topic); err != nil {
			t.Fatal(err)
		}
		rec := records.Record{Timestamp: 1_700_000_000_000, Key: []byte("k"), Value: fmt.Append(nil, "round ", round)}
		offset, err := c.Produce(at, records.Gzip, rec)
		if err != nil || offset != want {
			t.Fatalf("round %d: offset %d, %v, want %d", round, offset, err, want)
		}
		got, err := c.Fetch(at, offset)
		rec.Offset, rec.Attributes = offset, rec.Attributes.WithCodec(records.Gzip)
		if diff := cmp.Diff([]records.Record{rec}, got); diff != "" || err != nil {
			t.Fatalf("round %d: %v\n-produced +fetched:\n%s", round, err, diff)
		}
		want++
		if end, err := c.ListOffset(topic, client.Latest); end != want || err != nil {
			t.Errorf("round %d: latest offset %d, %v, want %d", round, end, err, want)
		}
	}
	t.Logf("%d versions of %d APIs", len(c.Sent), len(apis))
}
