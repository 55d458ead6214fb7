package records_test

import (
	"encoding/binary"
	"io"
	"net"
	"testing"
	"time"

	"github.com/IBM/sarama"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/kgen-go/kgen/kwire/records"
)

// Sarama exports no way to encode or decode a batch but to send it to a broker
// or fetch it from one. For the benchmarks that broker is at the other end of a
// pipe in the same process, so that little but sarama's own work is measured.

// pipeDialer hands its end of a pipe to sarama as the connection to a broker.
type pipeDialer struct{ conn net.Conn }

func (d pipeDialer) Dial(string, string) (net.Conn, error) { return d.conn, nil }

// pipeBroker connects sarama to serve, which is called with the other end.
func pipeBroker(t testing.TB, serve func(net.Conn)) *sarama.Broker {
	t.Helper()
	ours, theirs := net.Pipe()
	go serve(ours)
	conf := sarama.NewConfig()
	conf.Version = sarama.V2_1_0_0
	conf.ApiVersionsRequest = false
	conf.Net.Proxy.Enable = true
	conf.Net.Proxy.Dialer = pipeDialer{theirs}
	broker := sarama.NewBroker("pipe:1")
	if err := broker.Open(conf); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = broker.Close()
		_ = ours.Close()
	})
	return broker
}

// saramaFetcher returns a function that has sarama decode src.
func saramaFetcher(t testing.TB, src []byte) func() error {
	t.Helper()
	response := kmsg.NewPtrFetchResponse()
	response.Version = 4
	part := kmsg.NewFetchResponseTopicPartition()
	part.RecordBatches = src
	topic := kmsg.NewFetchResponseTopic()
	topic.Topic = "t"
	topic.Partitions = append(topic.Partitions, part)
	response.Topics = append(response.Topics, topic)
	frame := response.AppendTo(make([]byte, 8)) // size and correlation id in front
	binary.BigEndian.PutUint32(frame, uint32(len(frame)-4))

	broker := pipeBroker(t, func(conn net.Conn) {
		for {
			var head [4]byte
			if _, err := io.ReadFull(conn, head[:]); err != nil {
				return
			}
			request := make([]byte, binary.BigEndian.Uint32(head[:]))
			if _, err := io.ReadFull(conn, request); err != nil {
				return
			}
			copy(frame[4:8], request[4:8]) // correlation id, behind key and version
			if _, err := conn.Write(frame); err != nil {
				return
			}
		}
	})
	request := &sarama.FetchRequest{Version: 4, MaxBytes: 1 << 20}
	request.AddBlock("t", 0, 0, 1<<20, -1)
	return func() error {
		fetched, err := broker.Fetch(request)
		sink = fetched
		return err
	}
}

// saramaProducer returns a function that has sarama encode recs.
func saramaProducer(t testing.TB, codec records.Codec, recs []records.Record) func() error {
	t.Helper()
	broker := pipeBroker(t, func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
	first := time.UnixMilli(recs[0].Timestamp)
	rows := make([]*sarama.Record, len(recs))
	for i := range recs {
		rows[i] = &sarama.Record{
			TimestampDelta: time.UnixMilli(recs[i].Timestamp).Sub(first),
			OffsetDelta:    int64(i),
			Key:            recs[i].Key,
			Value:          recs[i].Value,
		}
	}
	return func() error {
		// A fresh batch each time, as sarama keeps the compressed form in it.
		batch := &sarama.RecordBatch{
			Version:          2,
			Codec:            sarama.CompressionCodec(codec),
			CompressionLevel: sarama.CompressionLevelDefault,
			LastOffsetDelta:  int32(len(recs) - 1),
			FirstTimestamp:   first,
			MaxTimestamp:     time.UnixMilli(recs[len(recs)-1].Timestamp),
			ProducerID:       -1,
			ProducerEpoch:    -1,
			FirstSequence:    -1,
			Records:          rows,
		}
		request := &sarama.ProduceRequest{Version: 7, RequiredAcks: sarama.NoResponse, Timeout: 1000}
		request.AddBatch("t", 0, batch)
		_, err := broker.Produce(request)
		return err
	}
}
