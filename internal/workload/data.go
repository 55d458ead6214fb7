package workload

import (
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/records"
)

// fetch has ten topics of ten partitions with one batch of the given size each.
func fetch(size int) *kafka.FetchResponse {
	m := kafka.NewFetchResponse()
	m.SessionId = 77
	for i := range 10 {
		topic := kafka.FetchResponseFetchableTopicResponse{Topic: topicName(i)}
		for j := range partitions {
			topic.Partitions = append(topic.Partitions, kafka.FetchResponsePartitionData{
				PartitionIndex:       int32(j),
				HighWatermark:        1000000 + int64(j),
				LastStableOffset:     1000000,
				LogStartOffset:       10,
				AbortedTransactions:  []kafka.FetchResponseAbortedTransaction{},
				PreferredReadReplica: -1,
				Records:              batch(size),
			})
		}
		m.Responses = append(m.Responses, topic)
	}
	return m
}

// fetchRedirect is the answer to a client that asks the wrong broker and has
// followed a lost branch of the log: tagged fields say where the leader is now
// and where the logs part (KIP-951, KIP-595).
func fetchRedirect() *kafka.FetchResponse {
	m := kafka.NewFetchResponse()
	m.SessionId = 77
	for i := range 10 {
		topic := kafka.FetchResponseFetchableTopicResponse{TopicId: topicID(i)}
		for j := range partitions {
			topic.Partitions = append(topic.Partitions, kafka.FetchResponsePartitionData{
				PartitionIndex:       int32(j),
				ErrorCode:            6, // not leader or follower
				HighWatermark:        -1,
				LastStableOffset:     -1,
				LogStartOffset:       -1,
				DivergingEpoch:       &kafka.FetchResponseEpochEndOffset{Epoch: 4, EndOffset: 1000 + int64(j)},
				CurrentLeader:        &kafka.FetchResponseLeaderIdAndEpoch{LeaderId: int32(j % 3), LeaderEpoch: 6},
				AbortedTransactions:  []kafka.FetchResponseAbortedTransaction{},
				PreferredReadReplica: -1,
				Records:              []byte{},
			})
		}
		m.Responses = append(m.Responses, topic)
	}
	for i := range 3 {
		m.NodeEndpoints = append(m.NodeEndpoints, kafka.FetchResponseNodeEndpoint{
			NodeId: int32(i),
			Host:   "broker.kafka.local",
			Port:   9092,
			Rack:   kwire.StringOf("rack"),
		})
	}
	return m
}

func produce(size int) *kafka.ProduceRequest {
	m := kafka.NewProduceRequest()
	m.Acks, m.TimeoutMs = -1, 30000
	for i := range 10 {
		topic := kafka.ProduceRequestTopicProduceData{Name: topicName(i)}
		for j := range partitions {
			topic.PartitionData = append(topic.PartitionData, kafka.ProduceRequestPartitionProduceData{
				Index:   int32(j),
				Records: batch(size),
			})
		}
		m.TopicData = append(m.TopicData, topic)
	}
	return m
}

// batch returns a record batch of exactly size bytes, uncompressed, with one
// record for each KiB. Clients that parse and check records accept it.
func batch(size int) []byte {
	const (
		header = 61
		// overhead of a record whose value takes 64 to 8191 bytes: the two
		// lengths two bytes each, everything else at its least
		overhead = 9
	)
	count := size >> 10
	share := (size - header) / count
	builder, err := records.NewBuilder(make([]byte, 0, size), nil)
	if err != nil {
		panic(err) // the defaults are valid
	}
	source := random(3)
	for i := range count {
		value := make([]byte, share-overhead)
		if i == count-1 {
			value = make([]byte, size-header-i*share-overhead)
		}
		source.Read(value)
		if err := builder.Append(records.Record{Timestamp: 1700000000000, Value: value}); err != nil {
			panic(err) // within every limit
		}
	}
	b, err := builder.Finish()
	if err != nil {
		panic(err) // not empty and not compressed
	}
	return b
}
