package client

import (
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire/records"
)

// Timestamps that ListOffset has a meaning for.
const (
	Latest   = -1
	Earliest = -2
)

// Produce appends records to partition 0 of a topic, as one batch, and returns
// the offset of the first.
func (c *Client) Produce(topic Topic, codec records.Codec, recs ...records.Record) (offset int64, err error) {
	builder, err := records.NewBuilder(nil, &records.BuilderOptions{Codec: codec})
	if err != nil {
		return 0, err
	}
	for _, rec := range recs {
		if err := builder.Append(rec); err != nil {
			return 0, err
		}
	}
	batch, err := builder.Finish()
	if err != nil {
		return 0, err
	}
	req := kafka.NewProduceRequest()
	req.Acks, req.TimeoutMs = -1, timeoutMs
	req.TopicData = []kafka.ProduceRequestTopicProduceData{{
		Name: topic.Name, TopicId: topic.ID,
		PartitionData: []kafka.ProduceRequestPartitionProduceData{{Records: batch}},
	}}
	resp := kafka.NewProduceResponse()
	if err := c.Do(req, resp); err != nil {
		return 0, err
	}
	if len(resp.Responses) != 1 || len(resp.Responses[0].PartitionResponses) != 1 {
		return 0, errMissing
	}
	p := resp.Responses[0].PartitionResponses[0]
	return p.BaseOffset, kerror.Code(p.ErrorCode).Err()
}

// Fetch returns the records of partition 0 of a topic from an offset on, as
// many as the broker gives at once.
func (c *Client) Fetch(topic Topic, offset int64) ([]records.Record, error) {
	req := kafka.NewFetchRequest()
	req.ReplicaId = -1 // a client, which the newer ReplicaState has as its default
	req.MaxWaitMs, req.MinBytes, req.MaxBytes = 500, 1, maxFrame/2
	partition := kafka.FetchRequestPartition{}
	partition.SetDefaults()
	partition.FetchOffset, partition.PartitionMaxBytes = offset, maxFrame/2
	req.Topics = []kafka.FetchRequestTopic{{
		Topic: topic.Name, TopicId: topic.ID, Partitions: []kafka.FetchRequestPartition{partition},
	}}
	resp := kafka.NewFetchResponse()
	if err := c.Do(req, resp); err != nil {
		return nil, err
	}
	if err := kerror.Code(resp.ErrorCode).Err(); err != nil {
		return nil, err
	}
	if len(resp.Responses) != 1 || len(resp.Responses[0].Partitions) != 1 {
		return nil, errMissing
	}
	p := resp.Responses[0].Partitions[0]
	if err := kerror.Code(p.ErrorCode).Err(); err != nil {
		return nil, err
	}
	var recs []records.Record
	for rec, err := range records.Iterate(p.Records, nil) {
		if err != nil {
			return nil, err
		}
		if rec.Offset >= offset { // batches come whole
			recs = append(recs, rec)
		}
	}
	return recs, nil
}

// ListOffset returns the offset of the first record of partition 0 that is not
// older than a timestamp, or what Latest and Earliest stand for.
func (c *Client) ListOffset(topic string, timestamp int64) (int64, error) {
	req := kafka.NewListOffsetsRequest()
	req.ReplicaId = -1
	partition := kafka.ListOffsetsRequestPartition{}
	partition.SetDefaults()
	partition.Timestamp = timestamp
	req.Topics = []kafka.ListOffsetsRequestTopic{{
		Name: topic, Partitions: []kafka.ListOffsetsRequestPartition{partition},
	}}
	resp := kafka.NewListOffsetsResponse()
	if err := c.Do(req, resp); err != nil {
		return 0, err
	}
	if len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1 {
		return 0, errMissing
	}
	p := resp.Topics[0].Partitions[0]
	return p.Offset, kerror.Code(p.ErrorCode).Err()
}
