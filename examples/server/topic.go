package server

import (
	"sync"
	"time"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/records"
)

// nodeID is the broker's own.
const nodeID = 1

// A topic has one partition, whose batches are kept as they came.
type topic struct {
	name string
	id   kwire.UUID

	mu      sync.Mutex
	batches []batch
	next    int64 // offset of the next record
}

type batch struct {
	data []byte
	next int64 // offset behind the last record
}

func (t *topic) metadata() kafka.MetadataResponseTopic {
	m := kafka.MetadataResponseTopic{}
	m.SetDefaults()
	m.Name, m.TopicId = kwire.StringOf(t.name), t.id
	p := kafka.MetadataResponsePartition{}
	p.SetDefaults()
	p.LeaderId, p.LeaderEpoch = nodeID, 0
	p.ReplicaNodes, p.IsrNodes = []int32{nodeID}, []int32{nodeID}
	m.Partitions = []kafka.MetadataResponsePartition{p}
	return m
}

// append stores batches, gives them their offsets, and returns the first one.
func (t *topic) append(data []byte) (offset int64, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	offset = t.next
	var added []batch
	next := t.next
	for len(data) > 0 {
		b, rest, err := records.ReadBatch(data, nil)
		if err != nil {
			return 0, err
		}
		stored := append([]byte{}, data[:len(data)-len(rest)]...) // the request's bytes are used again
		if err := records.SetBaseOffset(stored, next); err != nil {
			return 0, err
		}
		next += int64(b.LastOffsetDelta) + 1
		added = append(added, batch{stored, next})
		data = rest
	}
	t.batches, t.next = append(t.batches, added...), next
	return offset, nil
}

// read returns the batches from the one with the given offset on, one at least
// and no more than maxBytes otherwise, and the offset of the next record.
func (t *topic) read(offset int64, maxBytes int) (data []byte, next int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	data = []byte{} // not null
	for _, b := range t.batches {
		if b.next <= offset {
			continue
		}
		if len(data) > 0 && len(data)+len(b.data) > maxBytes {
			break
		}
		data = append(data, b.data...)
	}
	return data, t.next
}

// end is the offset of the next record.
func (t *topic) end() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.next
}

// errorCode is the one for a topic and a partition that may not be there.
func errorCode(t *topic, partition int32) kerror.Code {
	if t == nil || partition != 0 {
		return kerror.UnknownTopicOrPartition
	}
	return kerror.None
}

func (s *Server) produce(req *kafka.ProduceRequest) *kafka.ProduceResponse {
	resp := kafka.NewProduceResponse()
	for _, wanted := range req.TopicData {
		t := s.find(wanted.Name, wanted.TopicId)
		result := kafka.ProduceResponseTopicProduceResponse{Name: wanted.Name, TopicId: wanted.TopicId}
		for _, partition := range wanted.PartitionData {
			p := kafka.ProduceResponsePartitionProduceResponse{}
			p.SetDefaults()
			p.Index, p.LogStartOffset = partition.Index, 0
			code := errorCode(t, partition.Index)
			if code == kerror.None {
				offset, err := t.append(partition.Records)
				if err != nil {
					code = kerror.CorruptMessage
				}
				p.BaseOffset = offset
			}
			p.ErrorCode = int16(code)
			result.PartitionResponses = append(result.PartitionResponses, p)
		}
		resp.Responses = append(resp.Responses, result)
	}
	return resp
}

// fetch answers at once if there is something, else after the time that the
// client is ready to wait.
func (s *Server) fetch(req *kafka.FetchRequest) *kafka.FetchResponse {
	resp, found := s.fetchNow(req)
	if !found && req.MinBytes > 0 {
		time.Sleep(time.Duration(req.MaxWaitMs) * time.Millisecond)
		resp, _ = s.fetchNow(req)
	}
	return resp
}

func (s *Server) fetchNow(req *kafka.FetchRequest) (resp *kafka.FetchResponse, found bool) {
	resp = kafka.NewFetchResponse()
	for _, wanted := range req.Topics {
		t := s.find(wanted.Topic, wanted.TopicId)
		result := kafka.FetchResponseFetchableTopicResponse{Topic: wanted.Topic, TopicId: wanted.TopicId}
		for _, partition := range wanted.Partitions {
			p := kafka.FetchResponsePartitionData{}
			p.SetDefaults()
			p.PartitionIndex, p.LogStartOffset = partition.Partition, 0
			p.Records = []byte{}
			code := errorCode(t, partition.Partition)
			if code == kerror.None {
				var next int64
				p.Records, next = t.read(partition.FetchOffset, int(partition.PartitionMaxBytes))
				p.HighWatermark, p.LastStableOffset = next, next
				if partition.FetchOffset < 0 || partition.FetchOffset > next {
					code = kerror.OffsetOutOfRange
				}
			}
			p.ErrorCode = int16(code)
			found = found || len(p.Records) > 0 || code != kerror.None
			result.Partitions = append(result.Partitions, p)
		}
		resp.Responses = append(resp.Responses, result)
	}
	return resp, found
}

// listOffsets knows the two ends, and takes any time for the first of them.
func (s *Server) listOffsets(req *kafka.ListOffsetsRequest) *kafka.ListOffsetsResponse {
	const latest = -1
	resp := kafka.NewListOffsetsResponse()
	for _, wanted := range req.Topics {
		t := s.find(wanted.Name, kwire.UUID{})
		result := kafka.ListOffsetsResponseTopicResponse{Name: wanted.Name}
		for _, partition := range wanted.Partitions {
			p := kafka.ListOffsetsResponsePartitionResponse{}
			p.SetDefaults()
			p.PartitionIndex = partition.PartitionIndex
			code := errorCode(t, partition.PartitionIndex)
			if code == kerror.None {
				p.Offset = 0
				if partition.Timestamp == latest {
					p.Offset = t.end()
				}
			}
			p.ErrorCode = int16(code)
			result.Partitions = append(result.Partitions, p)
		}
		resp.Topics = append(resp.Topics, result)
	}
	return resp
}
