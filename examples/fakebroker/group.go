package fakebroker

import (
	"slices"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

// A group has one member, whom nobody looks after.
type group struct {
	generation int32
	assignment []byte
	offsets    map[place]int64
}

// A place is a partition of a topic.
type place struct {
	*topic
	index int32
}

func (b *Broker) group(name string) *group {
	if b.groups[name] == nil {
		b.groups[name] = &group{offsets: map[place]int64{}}
	}
	return b.groups[name]
}

func (b *Broker) handleGroups() {
	handle(b, b.findCoordinator)
	handle(b, b.join)
	handle(b, b.sync)
	handle(b, func(int16, *kafka.HeartbeatRequest, *kafka.HeartbeatResponse) error { return nil })
	handle(b, func(int16, *kafka.LeaveGroupRequest, *kafka.LeaveGroupResponse) error { return nil })
	handle(b, b.offsetCommit)
	handle(b, b.offsetFetch)
}

func (b *Broker) findCoordinator(version int16, req *kafka.FindCoordinatorRequest, resp *kafka.FindCoordinatorResponse) error {
	host, port := b.Addr().IP.String(), int32(b.Addr().Port)
	if version < 4 {
		resp.NodeId, resp.Host, resp.Port = 1, host, port
	}
	for i, key := range req.CoordinatorKeys {
		resp.Coordinators[i] = kafka.FindCoordinatorResponseCoordinator{Key: key, NodeId: 1, Host: host, Port: port}
	}
	return nil
}

func (b *Broker) join(version int16, req *kafka.JoinGroupRequest, resp *kafka.JoinGroupResponse) error {
	if len(req.Protocols) == 0 {
		return kerror.InconsistentGroupProtocol.Err()
	}
	g := b.group(req.GroupId)
	g.generation++
	resp.GenerationId, resp.MemberId, resp.Leader = g.generation, "member", "member"
	resp.ProtocolName = kwire.StringOf(req.Protocols[0].Name)
	if version >= 7 {
		resp.ProtocolType = kwire.StringOf(req.ProtocolType)
	}
	resp.Members = []kafka.JoinGroupResponseMember{{MemberId: "member", Metadata: req.Protocols[0].Metadata}}
	return nil
}

func (b *Broker) sync(_ int16, req *kafka.SyncGroupRequest, resp *kafka.SyncGroupResponse) error {
	g := b.group(req.GroupId)
	for _, a := range req.Assignments {
		g.assignment = slices.Clone(a.Assignment)
	}
	resp.Assignment, resp.ProtocolType, resp.ProtocolName = g.assignment, req.ProtocolType, req.ProtocolName
	return nil
}

func (b *Broker) offsetCommit(_ int16, req *kafka.OffsetCommitRequest, resp *kafka.OffsetCommitResponse) error {
	for i, t := range req.Topics {
		for j, p := range t.Partitions {
			_, code := b.partition(t.Name, t.TopicId, p.PartitionIndex)
			resp.Topics[i].Partitions[j].ErrorCode = int16(code)
			b.group(req.GroupId).offsets[place{b.topic(t.Name, t.TopicId), p.PartitionIndex}] = p.CommittedOffset
		}
	}
	return nil
}

func (b *Broker) offsetFetch(_ int16, req *kafka.OffsetFetchRequest, resp *kafka.OffsetFetchResponse) error {
	fill := func(group string, t *topic, index int32, offset *int64) {
		var found bool
		if *offset, found = b.group(group).offsets[place{t, index}]; !found {
			*offset = -1
		}
	}
	for _, t := range resp.Topics { // up to version 7
		for i := range t.Partitions {
			p := &t.Partitions[i]
			fill(req.GroupId, b.topic(t.Name, kwire.UUID{}), p.PartitionIndex, &p.CommittedOffset)
		}
	}
	for _, g := range resp.Groups {
		for _, t := range g.Topics {
			for i := range t.Partitions {
				p := &t.Partitions[i]
				fill(g.GroupId, b.topic(t.Name, t.TopicId), p.PartitionIndex, &p.CommittedOffset)
			}
		}
	}
	return nil
}
