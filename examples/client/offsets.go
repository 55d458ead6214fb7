package client

import (
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

// CommitOffset commits an offset of partition 0 of a topic, with a note. joined
// is nil for a group without members.
func (c *Client) CommitOffset(group string, joined *kafka.JoinGroupResponse, topic Topic, offset int64, note string) error {
	req := kafka.NewOffsetCommitRequest()
	req.GroupId = group
	if joined != nil {
		req.GenerationIdOrMemberEpoch, req.MemberId = joined.GenerationId, joined.MemberId
	}
	partition := kafka.OffsetCommitRequestPartition{}
	partition.SetDefaults()
	partition.CommittedOffset, partition.CommittedMetadata = offset, kwire.StringOf(note)
	req.Topics = []kafka.OffsetCommitRequestTopic{{
		Name: topic.Name, TopicId: topic.ID, Partitions: []kafka.OffsetCommitRequestPartition{partition},
	}}
	resp := kafka.NewOffsetCommitResponse()
	if err := c.Do(req, resp); err != nil {
		return err
	}
	if len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1 {
		return errMissing
	}
	return kerror.Code(resp.Topics[0].Partitions[0].ErrorCode).Err()
}

// CommittedOffset returns what CommitOffset has committed; an offset of -1 if
// nothing is.
func (c *Client) CommittedOffset(group string, topic Topic) (offset int64, note string, err error) {
	req := kafka.NewOffsetFetchRequest()
	version, err := c.Version(kafka.KeyOffsetFetch)
	if err != nil {
		return 0, "", err
	}
	if version < 8 {
		req.GroupId = group
		req.Topics = []kafka.OffsetFetchRequestTopic{{Name: topic.Name, PartitionIndexes: []int32{0}}}
	} else {
		g := kafka.OffsetFetchRequestGroup{}
		g.SetDefaults()
		g.GroupId = group
		g.Topics = []kafka.OffsetFetchRequestTopics{{Name: topic.Name, TopicId: topic.ID, PartitionIndexes: []int32{0}}}
		req.Groups = []kafka.OffsetFetchRequestGroup{g}
	}
	resp := kafka.NewOffsetFetchResponse()
	if err := c.Do(req, resp); err != nil {
		return 0, "", err
	}
	if version < 8 {
		if err := kerror.Code(resp.ErrorCode).Err(); err != nil {
			return 0, "", err
		}
		if len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1 {
			return 0, "", errMissing
		}
		p := resp.Topics[0].Partitions[0]
		return p.CommittedOffset, p.Metadata.Value, kerror.Code(p.ErrorCode).Err()
	}
	if len(resp.Groups) != 1 {
		return 0, "", errMissing
	}
	g := resp.Groups[0]
	if err := kerror.Code(g.ErrorCode).Err(); err != nil {
		return 0, "", err
	}
	if len(g.Topics) != 1 || len(g.Topics[0].Partitions) != 1 {
		return 0, "", errMissing
	}
	p := g.Topics[0].Partitions[0]
	return p.CommittedOffset, p.Metadata.Value, kerror.Code(p.ErrorCode).Err()
}

// DeleteOffset deletes what was committed for partition 0 of a topic.
func (c *Client) DeleteOffset(group, topic string) error {
	req := kafka.NewOffsetDeleteRequest()
	req.GroupId = group
	req.Topics = []kafka.OffsetDeleteRequestTopic{{Name: topic, Partitions: []kafka.OffsetDeleteRequestPartition{{}}}}
	resp := kafka.NewOffsetDeleteResponse()
	if err := c.Do(req, resp); err != nil {
		return err
	}
	if err := kerror.Code(resp.ErrorCode).Err(); err != nil {
		return err
	}
	if len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1 {
		return errMissing
	}
	return kerror.Code(resp.Topics[0].Partitions[0].ErrorCode).Err()
}
