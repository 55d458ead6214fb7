package client

import (
	"encoding/binary"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

const (
	protocolType = "consumer"
	protocolName = "all-to-leader"
)

// What a coordinator can be asked to keep.
const (
	GroupKey       = 0 // a consumer group, by its name
	TransactionKey = 1 // a transactional producer, by its id
)

// FindCoordinator returns the id of the broker that keeps what has the key.
func (c *Client) FindCoordinator(keyType int8, key string) (node int32, err error) {
	req := kafka.NewFindCoordinatorRequest()
	req.KeyType = keyType
	version, err := c.Version(kafka.KeyFindCoordinator)
	if err != nil {
		return 0, err
	}
	if version >= 4 {
		req.CoordinatorKeys = []string{key}
	} else {
		req.Key = key
	}
	resp := kafka.NewFindCoordinatorResponse()
	if err := c.Do(req, resp); err != nil {
		return 0, err
	}
	if version < 4 {
		return resp.NodeId, kerror.Code(resp.ErrorCode).Err()
	}
	if len(resp.Coordinators) != 1 {
		return 0, errMissing
	}
	return resp.Coordinators[0].NodeId, kerror.Code(resp.Coordinators[0].ErrorCode).Err()
}

// JoinGroup makes the client a member of a classic consumer group.
func (c *Client) JoinGroup(group string, topics ...string) (*kafka.JoinGroupResponse, error) {
	subscription := kafka.NewConsumerProtocolSubscription()
	subscription.Topics = topics
	metadata, err := versioned(subscription, 1)
	if err != nil {
		return nil, err
	}
	req := kafka.NewJoinGroupRequest()
	req.GroupId, req.SessionTimeoutMs, req.RebalanceTimeoutMs = group, timeoutMs, timeoutMs
	req.ProtocolType = protocolType
	req.Protocols = []kafka.JoinGroupRequestProtocol{{Name: protocolName, Metadata: metadata}}
	resp := kafka.NewJoinGroupResponse()
	if err := c.Do(req, resp); err != nil {
		return nil, err
	}
	if kerror.Code(resp.ErrorCode) == kerror.MemberIdRequired { // from version 4 on
		req.MemberId = resp.MemberId
		if err := c.Do(req, resp); err != nil {
			return nil, err
		}
	}
	return resp, kerror.Code(resp.ErrorCode).Err()
}

// SyncGroup takes all partitions for the client, which is to be the group's
// leader and only member, and returns what the group says that it has.
func (c *Client) SyncGroup(group string, joined *kafka.JoinGroupResponse, topics ...string) (*kafka.ConsumerProtocolAssignment, error) {
	assignment := kafka.NewConsumerProtocolAssignment()
	for _, topic := range topics {
		assignment.AssignedPartitions = append(assignment.AssignedPartitions,
			kafka.ConsumerProtocolAssignmentTopicPartition{Topic: topic, Partitions: []int32{0}})
	}
	content, err := versioned(assignment, 0)
	if err != nil {
		return nil, err
	}
	req := kafka.NewSyncGroupRequest()
	req.GroupId, req.GenerationId, req.MemberId = group, joined.GenerationId, joined.MemberId
	req.ProtocolType, req.ProtocolName = kwire.StringOf(protocolType), kwire.StringOf(protocolName)
	req.Assignments = []kafka.SyncGroupRequestAssignment{{MemberId: joined.MemberId, Assignment: content}}
	resp := kafka.NewSyncGroupResponse()
	if err := c.Do(req, resp); err != nil {
		return nil, err
	}
	if err := kerror.Code(resp.ErrorCode).Err(); err != nil {
		return nil, err
	}
	if len(resp.Assignment) < 2 {
		return nil, errMissing
	}
	got := kafka.NewConsumerProtocolAssignment()
	return got, got.Decode(resp.Assignment[2:], int16(binary.BigEndian.Uint16(resp.Assignment)))
}

// versioned encodes data that clients hand each other, with the version in
// front.
func versioned(m kwire.Message, version int16) ([]byte, error) {
	return m.Encode(binary.BigEndian.AppendUint16(nil, uint16(version)), version)
}

// Heartbeat tells a classic group that the client is there.
func (c *Client) Heartbeat(group string, joined *kafka.JoinGroupResponse) error {
	req := kafka.NewHeartbeatRequest()
	req.GroupId, req.GenerationId, req.MemberId = group, joined.GenerationId, joined.MemberId
	resp := kafka.NewHeartbeatResponse()
	if err := c.Do(req, resp); err != nil {
		return err
	}
	return kerror.Code(resp.ErrorCode).Err()
}

// LeaveGroup ends the membership of a classic group.
func (c *Client) LeaveGroup(group, member string) error {
	req := kafka.NewLeaveGroupRequest()
	req.GroupId = group
	version, err := c.Version(kafka.KeyLeaveGroup)
	if err != nil {
		return err
	}
	if version >= 3 {
		req.Members = []kafka.LeaveGroupRequestMemberIdentity{{MemberId: member}}
	} else {
		req.MemberId = member
	}
	resp := kafka.NewLeaveGroupResponse()
	if err := c.Do(req, resp); err != nil {
		return err
	}
	return kerror.Code(resp.ErrorCode).Err()
}

// InitProducerID gives a transactional producer its id and epoch, and makes the
// broker remember the producer.
func (c *Client) InitProducerID(transactionalID string) (*kafka.InitProducerIdResponse, error) {
	req := kafka.NewInitProducerIdRequest()
	req.TransactionalId, req.TransactionTimeoutMs = kwire.StringOf(transactionalID), timeoutMs
	resp := kafka.NewInitProducerIdResponse()
	if err := c.Do(req, resp); err != nil {
		return nil, err
	}
	return resp, kerror.Code(resp.ErrorCode).Err()
}

// ConsumerHeartbeat joins a group of the newer kind (KIP-848), stays in it or
// leaves it: epoch is 0 to join, -1 to leave, else the one of the last answer.
func (c *Client) ConsumerHeartbeat(group, member string, epoch int32, topics ...string) (*kafka.ConsumerGroupHeartbeatResponse, error) {
	req := kafka.NewConsumerGroupHeartbeatRequest()
	req.GroupId, req.MemberId, req.MemberEpoch = group, member, epoch
	if epoch == 0 {
		req.RebalanceTimeoutMs, req.SubscribedTopicNames = timeoutMs, topics
		req.TopicPartitions = []kafka.ConsumerGroupHeartbeatRequestTopicPartitions{} // none so far, and not null
	}
	resp := kafka.NewConsumerGroupHeartbeatResponse()
	if err := c.Do(req, resp); err != nil {
		return nil, err
	}
	return resp, kerror.Code(resp.ErrorCode).Err()
}
