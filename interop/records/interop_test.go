// Package records_test holds kwire/records against the batches of other Go
// clients: kgo (franz-go) and sarama, by way of kfake, a broker in the process.
package records_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/IBM/sarama"
	"github.com/google/go-cmp/cmp"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/kgen-go/kgen/kwire/records"
)

const topic = "t"

// interopRecords have what tends to go wrong: nulls and empties, headers that
// repeat, timestamps out of order, and enough text for several blocks.
func interopRecords() []records.Record {
	recs := []records.Record{
		{Key: nil, Value: []byte("no key")},
		{Key: []byte("no value"), Value: nil},
		{Key: []byte{}, Value: []byte{}},
		{Key: []byte("headers"), Value: []byte("v"), Headers: []records.Header{
			{Key: "t", Value: []byte("1")}, {Key: "t", Value: []byte("2")}, {Key: "", Value: []byte("größe")},
		}},
	}
	recs = append(recs, sampleRecords(300, 400)...)
	for i := range recs {
		recs[i].Offset = int64(i)
		recs[i].Timestamp = 1_700_000_000_000 + int64(i%7)
	}
	return recs
}

// withoutAttributes drops what depends on the producer's settings.
func withoutAttributes(recs []records.Record) []records.Record {
	for i := range recs {
		recs[i].Attributes = 0
	}
	return recs
}

// newCluster starts a broker with one partition.
func newCluster(t *testing.T) (*kfake.Cluster, *kgo.Client) {
	t.Helper()
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, topic))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return cluster, client
}

// deadline bounds each exchange with the broker.
func deadline(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// fetchRaw gives the bytes that the broker holds.
func fetchRaw(t *testing.T, client *kgo.Client) []byte {
	t.Helper()
	request := kmsg.NewPtrFetchRequest()
	request.Version = 12
	request.MaxBytes = 64 << 20
	request.SessionEpoch = -1
	part := kmsg.NewFetchRequestTopicPartition()
	part.PartitionMaxBytes = 64 << 20
	wanted := kmsg.NewFetchRequestTopic()
	wanted.Topic = topic
	wanted.Partitions = append(wanted.Partitions, part)
	request.Topics = append(request.Topics, wanted)
	// The client would send the newest version, which names topics by id.
	response, err := client.Broker(0).Request(deadline(t), &fetchAt12{request})
	if err != nil {
		t.Fatal(err)
	}
	got := response.(*kmsg.FetchResponse).Topics[0].Partitions[0]
	if err := kerr.ErrorForCode(got.ErrorCode); err != nil {
		t.Fatal(err)
	}
	return got.RecordBatches
}

// fetchAt12 keeps a request at version 12.
type fetchAt12 struct{ *kmsg.FetchRequest }

func (*fetchAt12) MaxVersion() int16 { return 12 }

// readAll reads all batches, which have to have the codec and nothing cut off.
func readAll(t *testing.T, src []byte, codec records.Codec) []records.Record {
	t.Helper()
	var recs []records.Record
	r := records.NewReader(src, nil)
	for b, err := range r.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Attributes.Codec(); got != codec {
			t.Errorf("batch at offset %d has codec %v, want %v", b.BaseOffset, got, codec)
		}
		for rec, err := range b.Records() {
			if err != nil {
				t.Fatal(err)
			}
			recs = append(recs, rec)
		}
	}
	if p := r.Partial(); p.Bytes != 0 {
		t.Errorf("partial: %v", p)
	}
	return withoutAttributes(recs)
}

func TestReadsKgo(t *testing.T) {
	for _, codec := range codecs {
		t.Run(codec.String(), func(t *testing.T) {
			cluster, _ := newCluster(t)
			client, err := kgo.NewClient(
				kgo.SeedBrokers(cluster.ListenAddrs()...),
				kgo.ProducerBatchCompression(kgoCodec(codec)),
				kgo.ProducerLinger(50*time.Millisecond),
			)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			want := interopRecords()
			var batch []*kgo.Record
			for _, rec := range want {
				r := &kgo.Record{Topic: topic, Key: rec.Key, Value: rec.Value, Timestamp: time.UnixMilli(rec.Timestamp)}
				for _, h := range rec.Headers {
					r.Headers = append(r.Headers, kgo.RecordHeader{Key: h.Key, Value: h.Value})
				}
				batch = append(batch, r)
			}
			if err := client.ProduceSync(deadline(t), batch...).FirstErr(); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, readAll(t, fetchRaw(t, client), codec)); d != "" {
				t.Errorf("-produced +read:\n%s", d)
			}
		})
	}
}

// kgoCodec is kgo's name for a codec.
func kgoCodec(codec records.Codec) kgo.CompressionCodec {
	return map[records.Codec]kgo.CompressionCodec{
		records.None:   kgo.NoCompression(),
		records.Gzip:   kgo.GzipCompression(),
		records.Snappy: kgo.SnappyCompression(),
		records.LZ4:    kgo.Lz4Compression(),
		records.Zstd:   kgo.ZstdCompression(),
	}[codec]
}

func saramaConfig() *sarama.Config {
	conf := sarama.NewConfig()
	conf.Version = sarama.V2_1_0_0
	conf.Producer.Return.Successes = true
	conf.Producer.Partitioner = sarama.NewManualPartitioner
	return conf
}

func TestReadsSarama(t *testing.T) {
	for _, codec := range codecs {
		t.Run(codec.String(), func(t *testing.T) {
			cluster, client := newCluster(t)
			conf := saramaConfig()
			conf.Producer.Compression = sarama.CompressionCodec(codec)
			conf.Producer.Flush.Messages = 1000
			conf.Producer.Flush.Frequency = 50 * time.Millisecond
			producer, err := sarama.NewSyncProducer(cluster.ListenAddrs(), conf)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = producer.Close() }()
			want := interopRecords()
			var messages []*sarama.ProducerMessage
			for _, rec := range want {
				m := &sarama.ProducerMessage{Topic: topic, Timestamp: time.UnixMilli(rec.Timestamp)}
				if rec.Key != nil {
					m.Key = sarama.ByteEncoder(rec.Key)
				}
				if rec.Value != nil {
					m.Value = sarama.ByteEncoder(rec.Value)
				}
				for _, h := range rec.Headers {
					m.Headers = append(m.Headers, sarama.RecordHeader{Key: []byte(h.Key), Value: h.Value})
				}
				messages = append(messages, m)
			}
			if err := producer.SendMessages(messages); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, readAll(t, fetchRaw(t, client), codec)); d != "" {
				t.Errorf("-produced +read:\n%s", d)
			}
		})
	}
}

// produceOurs sends batches of our own to the broker, two of them, so that the
// second needs another base offset.
func produceOurs(t *testing.T, client *kgo.Client, codec records.Codec, recs []records.Record) {
	t.Helper()
	half := len(recs) / 2
	for _, part := range [][]records.Record{recs[:half], recs[half:]} {
		request := kmsg.NewPtrProduceRequest()
		request.Acks = -1
		request.TimeoutMillis = 10_000
		partition := kmsg.NewProduceRequestTopicPartition()
		partition.Records = encode(t, codec, part)
		wanted := kmsg.NewProduceRequestTopic()
		wanted.Topic = topic
		wanted.Partitions = append(wanted.Partitions, partition)
		request.Topics = append(request.Topics, wanted)
		response, err := client.Broker(0).Request(deadline(t), &produceAt12{request})
		if err != nil {
			t.Fatal(err)
		}
		got := response.(*kmsg.ProduceResponse).Topics[0].Partitions[0]
		if err := kerr.ErrorForCode(got.ErrorCode); err != nil {
			t.Fatal(err)
		}
	}
}

// produceAt12 keeps a request at version 12, which still names topics.
type produceAt12 struct{ *kmsg.ProduceRequest }

func (*produceAt12) MaxVersion() int16 { return 12 }

func TestKgoReadsOurs(t *testing.T) {
	for _, codec := range codecs {
		t.Run(codec.String(), func(t *testing.T) {
			cluster, client := newCluster(t)
			want := interopRecords()
			produceOurs(t, client, codec, want)
			consumer, err := kgo.NewClient(
				kgo.SeedBrokers(cluster.ListenAddrs()...),
				kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: {0: kgo.NewOffset().AtStart()}}),
			)
			if err != nil {
				t.Fatal(err)
			}
			defer consumer.Close()
			var got []records.Record
			for ctx := deadline(t); len(got) < len(want); {
				fetches := consumer.PollFetches(ctx)
				if err := fetches.Err(); err != nil {
					t.Fatal(err)
				}
				for _, r := range fetches.Records() {
					got = append(got, fromKgo(r))
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("-produced +kgo reads:\n%s", d)
			}
		})
	}
}

func fromKgo(r *kgo.Record) records.Record {
	rec := records.Record{Offset: r.Offset, Timestamp: r.Timestamp.UnixMilli(), Key: r.Key, Value: r.Value}
	for _, h := range r.Headers {
		rec.Headers = append(rec.Headers, records.Header{Key: h.Key, Value: h.Value})
	}
	return rec
}

func TestSaramaReadsOurs(t *testing.T) {
	for _, codec := range codecs {
		t.Run(codec.String(), func(t *testing.T) {
			cluster, client := newCluster(t)
			want := interopRecords()
			produceOurs(t, client, codec, want)
			consumer, err := sarama.NewConsumer(cluster.ListenAddrs(), saramaConfig())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = consumer.Close() }()
			partition, err := consumer.ConsumePartition(topic, 0, sarama.OffsetOldest)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = partition.Close() }()
			var got []records.Record
			for ctx := deadline(t); len(got) < len(want); {
				select {
				case m := <-partition.Messages():
					got = append(got, fromSarama(m))
				case <-ctx.Done():
					t.Fatalf("%d of %d records: %v", len(got), len(want), ctx.Err())
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("-produced +sarama reads:\n%s", d)
			}
		})
	}
}

func fromSarama(m *sarama.ConsumerMessage) records.Record {
	rec := records.Record{Offset: m.Offset, Timestamp: m.Timestamp.UnixMilli(), Key: m.Key, Value: m.Value}
	for _, h := range m.Headers {
		rec.Headers = append(rec.Headers, records.Header{Key: string(h.Key), Value: h.Value})
	}
	return rec
}

// TestSameBytesAsKmsg: without compression there is but one encoding.
func TestSameBytesAsKmsg(t *testing.T) {
	recs := interopRecords()
	var e kmsgEncoder
	want, err := e.encode(nil, recs)
	if err != nil {
		t.Fatal(err)
	}
	if got := encode(t, records.None, recs); string(got) != string(want) {
		t.Errorf("kmsg writes\n%.200x\nkgen writes\n%.200x", want, got)
	}
}

// TestMessageSets: kgo reads our message sets of the old formats, whatever is
// compressed in them.
func TestMessageSets(t *testing.T) {
	recs := interopRecords()
	for i := range recs {
		recs[i].Headers = nil
		recs[i].Offset += 500
	}
	for magic := range int8(2) {
		for _, codec := range codecs[:4] {
			t.Run(fmt.Sprintf("magic %d %v", magic, codec), func(t *testing.T) {
				src, err := records.AppendMessages(nil, magic, codec, 0, recs)
				if err != nil {
					t.Fatal(err)
				}
				fetched, err := kgoDecode(src, kgo.DefaultDecompressor())
				if magic == 0 && codec == records.LZ4 {
					// Kafka's magic 0 wants a header checksum that is wrong by the
					// rules of LZ4, by which kgo goes.
					if err == nil {
						t.Error("kgo reads LZ4 of magic 0 now: compare the records here too")
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				var got []records.Record
				for _, r := range fetched.Records {
					got = append(got, fromKgo(r))
				}
				want := make([]records.Record, len(recs))
				copy(want, recs)
				if magic == 0 {
					for i := range want {
						want[i].Timestamp = got[i].Timestamp // kgo has no value for "none"
					}
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("-written +kgo reads:\n%s", d)
				}
			})
		}
	}
}
