package client

import (
	"errors"
	"fmt"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

// timeoutMs is how long the broker may work on a request.
const timeoutMs = 20_000

var errMissing = errors.New("the response lacks what was asked for")

// A Topic is named by its name in old versions and by its id in new ones.
// Requests have fields for both, and leave out the one that their version
// lacks.
type Topic struct {
	Name string
	ID   kwire.UUID
}

// CreateTopic creates a topic with one partition.
func (c *Client) CreateTopic(name string) error {
	req := kafka.NewCreateTopicsRequest()
	req.TimeoutMs = timeoutMs
	req.Topics = []kafka.CreateTopicsRequestCreatableTopic{{Name: name, NumPartitions: 1, ReplicationFactor: 1}}
	resp := kafka.NewCreateTopicsResponse()
	if err := c.Do(req, resp); err != nil {
		return err
	}
	if len(resp.Topics) != 1 {
		return errMissing
	}
	return kerror.Code(resp.Topics[0].ErrorCode).Err()
}

// Metadata asks for a topic and the brokers.
func (c *Client) Metadata(topic string) (*kafka.MetadataResponse, error) {
	req := kafka.NewMetadataRequest()
	req.Topics = []kafka.MetadataRequestTopic{{Name: kwire.StringOf(topic)}}
	resp := kafka.NewMetadataResponse()
	if err := c.Do(req, resp); err != nil {
		return nil, err
	}
	if len(resp.Topics) != 1 {
		return nil, errMissing
	}
	return resp, kerror.Code(resp.Topics[0].ErrorCode).Err()
}

// DescribeTopic returns the configuration of a topic.
func (c *Client) DescribeTopic(name string) (map[string]string, error) {
	const topicResource = 2
	req := kafka.NewDescribeConfigsRequest()
	req.Resources = []kafka.DescribeConfigsRequestResource{{ResourceType: topicResource, ResourceName: name}}
	resp := kafka.NewDescribeConfigsResponse()
	if err := c.Do(req, resp); err != nil {
		return nil, err
	}
	if len(resp.Results) != 1 {
		return nil, errMissing
	}
	configs := make(map[string]string)
	for _, config := range resp.Results[0].Configs {
		configs[config.Name] = config.Value.Value
	}
	return configs, kerror.Code(resp.Results[0].ErrorCode).Err()
}

// DeleteRecords deletes the records of partition 0 before an offset, and
// returns the lowest offset that is left.
func (c *Client) DeleteRecords(topic string, offset int64) (lowWatermark int64, err error) {
	req := kafka.NewDeleteRecordsRequest()
	req.TimeoutMs = timeoutMs
	req.Topics = []kafka.DeleteRecordsRequestTopic{{
		Name: topic, Partitions: []kafka.DeleteRecordsRequestPartition{{Offset: offset}},
	}}
	resp := kafka.NewDeleteRecordsResponse()
	if err := c.Do(req, resp); err != nil {
		return 0, err
	}
	if len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1 {
		return 0, errMissing
	}
	p := resp.Topics[0].Partitions[0]
	return p.LowWatermark, kerror.Code(p.ErrorCode).Err()
}

// DeleteTopic deletes a topic.
func (c *Client) DeleteTopic(name string) error {
	req := kafka.NewDeleteTopicsRequest()
	req.TimeoutMs = timeoutMs
	version, err := c.Version(kafka.KeyDeleteTopics)
	if err != nil {
		return err
	}
	if version >= 6 {
		req.Topics = []kafka.DeleteTopicsRequestDeleteTopicState{{Name: kwire.StringOf(name)}}
	} else {
		req.TopicNames = []string{name}
	}
	resp := kafka.NewDeleteTopicsResponse()
	if err := c.Do(req, resp); err != nil {
		return err
	}
	if len(resp.Responses) != 1 || resp.Responses[0].Name.Value != name {
		return fmt.Errorf("%w: %+v", errMissing, resp)
	}
	return kerror.Code(resp.Responses[0].ErrorCode).Err()
}
