package workload

import (
	"fmt"
	"math/rand/v2"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// partitions is the number of partitions of every topic.
const partitions = 10

// topicName has 20 characters.
func topicName(i int) string { return fmt.Sprintf("topic-%014d", i) }

// topicID is random-looking but always the same for a topic.
func topicID(i int) (id kwire.UUID) {
	random(byte(i), byte(i>>8)).Read(id[:])
	return id
}

func random(seed ...byte) *rand.ChaCha8 {
	var key [32]byte
	copy(key[:], seed)
	return rand.NewChaCha8(key)
}

// metadata describes a cluster of three brokers that all replicate everything.
func metadata(topics int) *kafka.MetadataResponse {
	m := kafka.NewMetadataResponse()
	for i := range 3 {
		m.Brokers = append(m.Brokers, kafka.MetadataResponseBroker{
			NodeId: int32(i),
			Host:   fmt.Sprintf("broker-%d.kafka.local", i),
			Port:   9092,
			Rack:   kwire.StringOf(fmt.Sprintf("rack-%d", i)),
		})
	}
	m.ClusterId = kwire.StringOf("abcdefghijklmnopqrstuv")
	m.ControllerId = 1
	for i := range topics {
		topic := kafka.MetadataResponseTopic{
			Name:                      kwire.StringOf(topicName(i)),
			TopicId:                   topicID(i),
			TopicAuthorizedOperations: m.ClusterAuthorizedOperations, // not asked for
		}
		for j := range partitions {
			brokers := []int32{int32(j % 3), int32((j + 1) % 3), int32((j + 2) % 3)}
			topic.Partitions = append(topic.Partitions, kafka.MetadataResponsePartition{
				PartitionIndex:  int32(j),
				LeaderId:        brokers[0],
				LeaderEpoch:     int32(5 + i%7),
				ReplicaNodes:    brokers,
				IsrNodes:        brokers,
				OfflineReplicas: []int32{},
			})
		}
		m.Topics = append(m.Topics, topic)
	}
	return m
}

func listOffsets() *kafka.ListOffsetsResponse {
	m := kafka.NewListOffsetsResponse()
	for i := range 100 {
		topic := kafka.ListOffsetsResponseTopicResponse{Name: topicName(i)}
		for j := range partitions {
			topic.Partitions = append(topic.Partitions, kafka.ListOffsetsResponsePartitionResponse{
				PartitionIndex: int32(j),
				Timestamp:      1700000000000 + int64(j),
				Offset:         int64(i*1000 + j),
				LeaderEpoch:    5,
			})
		}
		m.Topics = append(m.Topics, topic)
	}
	return m
}

func apiVersions() *kafka.ApiVersionsResponse {
	m := kafka.NewApiVersionsResponse()
	for i := range 70 {
		lowest := int16(i % 3)
		m.ApiKeys = append(m.ApiKeys, kafka.ApiVersionsResponseApiVersion{
			ApiKey:     int16(i),
			MinVersion: lowest,
			MaxVersion: lowest + 9,
		})
	}
	return m
}

// describeConfigs has one topic with 300 entries of three synonyms each; every
// second entry is documented.
func describeConfigs() *kafka.DescribeConfigsResponse {
	result := kafka.DescribeConfigsResponseResult{
		ErrorMessage: kwire.NullString{},
		ResourceType: 2, // topic
		ResourceName: topicName(1),
	}
	for i := range 300 {
		value := kwire.StringOf(fmt.Sprintf("value-%04d", i))
		entry := kafka.DescribeConfigsResponseResourceResult{
			Name:         fmt.Sprintf("config.entry.name.%06d", i),
			Value:        value,
			ConfigSource: 5, // default
			ConfigType:   2, // string
		}
		for j := range 3 {
			entry.Synonyms = append(entry.Synonyms, kafka.DescribeConfigsResponseSynonym{
				Name:   fmt.Sprintf("syn.%d.entry.name.%06d", j, i),
				Value:  value,
				Source: int8(j + 3),
			})
		}
		if i%2 == 0 {
			entry.Documentation = kwire.StringOf("What the entry is for, in forty letters.")
		}
		result.Configs = append(result.Configs, entry)
	}
	m := kafka.NewDescribeConfigsResponse()
	m.Results = append(m.Results, result)
	return m
}

// deleteRecords cuts one partition of each topic.
func deleteRecords(topics int) *kafka.DeleteRecordsRequest {
	m := kafka.NewDeleteRecordsRequest()
	m.TimeoutMs = 30000
	m.Topics = []kafka.DeleteRecordsRequestTopic{}
	for i := range topics {
		m.Topics = append(m.Topics, kafka.DeleteRecordsRequestTopic{
			Name:       topicName(i),
			Partitions: []kafka.DeleteRecordsRequestPartition{{PartitionIndex: 3, Offset: 123456}},
		})
	}
	return m
}
