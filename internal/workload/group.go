package workload

import (
	"fmt"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// memberID has the form that the Java client's ids have.
func memberID(i int) string {
	return fmt.Sprintf("consumer-%d-0f8fad5b-d9cb-469f-a165-70867728950e", i)
}

func offsetCommit() *kafka.OffsetCommitRequest {
	m := kafka.NewOffsetCommitRequest()
	m.GroupId = "benchmark-group-0001"
	m.GenerationIdOrMemberEpoch = 5
	m.MemberId = memberID(1)
	for i := range 100 {
		topic := kafka.OffsetCommitRequestTopic{Name: topicName(i)}
		for j := range partitions {
			topic.Partitions = append(topic.Partitions, kafka.OffsetCommitRequestPartition{
				PartitionIndex:       int32(j),
				CommittedOffset:      int64(i*1000 + j),
				CommittedLeaderEpoch: 5,
				CommittedMetadata:    kwire.StringOf(fmt.Sprintf("meta-%05d", j)),
			})
		}
		m.Topics = append(m.Topics, topic)
	}
	return m
}

// joinGroup is what the leader of a group of 100 gets: 200 bytes of metadata
// for each member.
func joinGroup() *kafka.JoinGroupResponse {
	m := kafka.NewJoinGroupResponse()
	m.GenerationId = 5
	m.ProtocolType, m.ProtocolName = kwire.StringOf("consumer"), kwire.StringOf("range")
	m.Leader = memberID(0)
	m.MemberId = m.Leader
	source := random(2)
	for i := range 100 {
		metadata := make([]byte, 200)
		source.Read(metadata)
		m.Members = append(m.Members, kafka.JoinGroupResponseMember{
			MemberId: memberID(i % 10),
			Metadata: metadata,
		})
	}
	return m
}
