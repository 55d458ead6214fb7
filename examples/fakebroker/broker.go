// Package fakebroker is an example: a broker in memory for unit tests, which the
// clients of other projects produce to, consume from in a group of one member,
// and commit offsets to. Tests can answer any request by themselves, with
// [kapi.Handle] on its server.
package fakebroker

import (
	"net"
	"sync"
	"time"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kapi"
	"github.com/kgen-go/kgen/kenum"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/records"
)

// A Broker is node 1, controller, coordinator and leader of all partitions.
type Broker struct {
	kapi.Server
	listener net.Listener

	mu       sync.Mutex
	produced *sync.Cond
	topics   []*topic
	groups   map[string]*group
	nextID   int64
}

type topic struct {
	name       string
	id         kwire.UUID
	partitions []partition
}

// A partition is batches, one behind the other, and the offset that comes next.
type partition struct {
	log []byte
	end int64
}

// New starts a broker on a free port. Close ends it.
func New() (*Broker, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b := &Broker{listener: l, groups: map[string]*group{}}
	b.produced = sync.NewCond(&b.mu)
	handle(b, b.metadata)
	handle(b, b.createTopics)
	handle(b, b.initProducerID)
	handle(b, b.produce)
	handle(b, b.fetch)
	handle(b, b.listOffsets)
	b.handleGroups()
	go b.Serve(l)
	return b, nil
}

// handle adds a handler that has the broker to itself. The response it gets has
// all items of the request.
func handle[Req kapi.Request[Resp], Resp kwire.Message](b *Broker, f func(version int16, req Req, resp Resp) error) {
	kapi.Handle(&b.Server, func(h *kafka.RequestHeader, req Req, resp Resp) error {
		kreflect.Outline(resp, req, h.RequestApiVersion)
		b.mu.Lock()
		defer b.mu.Unlock()
		return f(h.RequestApiVersion, req, resp)
	})
}

// Addr is where clients connect to.
func (b *Broker) Addr() *net.TCPAddr { return b.listener.Addr().(*net.TCPAddr) }

// Close ends the listener.
func (b *Broker) Close() error { return b.listener.Close() }

// AddTopic makes an empty topic.
func (b *Broker) AddTopic(name string, partitions int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.addTopic(name, partitions)
}

func (b *Broker) addTopic(name string, partitions int) *topic {
	t := &topic{name, kwire.UUID{15: byte(len(b.topics) + 1)}, make([]partition, partitions)}
	b.topics = append(b.topics, t)
	return t
}

// topic finds a topic by its name, or by its id where a version has that.
func (b *Broker) topic(name string, id kwire.UUID) *topic {
	for _, t := range b.topics {
		if t.name == name || name == "" && t.id == id {
			return t
		}
	}
	return nil
}

// partition finds a partition, or the code that says why there is none.
func (b *Broker) partition(name string, id kwire.UUID, index int32) (*partition, kerror.Code) {
	t := b.topic(name, id)
	if t == nil || index < 0 || int(index) >= len(t.partitions) {
		return &partition{}, kerror.UnknownTopicOrPartition
	}
	return &t.partitions[index], kerror.None
}

func (b *Broker) metadata(version int16, req *kafka.MetadataRequest, resp *kafka.MetadataResponse) error {
	resp.Brokers = []kafka.MetadataResponseBroker{{NodeId: 1, Host: b.Addr().IP.String(), Port: int32(b.Addr().Port)}}
	resp.ControllerId = 1
	if req.Topics == nil || version == 0 && len(req.Topics) == 0 {
		for _, t := range b.topics {
			m := kafka.NewMetadataResponseTopic()
			m.Name = kwire.StringOf(t.name)
			resp.Topics = append(resp.Topics, *m)
		}
	}
	for i := range resp.Topics {
		b.describe(&resp.Topics[i], req.AllowAutoTopicCreation)
	}
	return nil
}

func (b *Broker) describe(m *kafka.MetadataResponseTopic, create bool) {
	t := b.topic(m.Name.Value, m.TopicId)
	if t == nil && create && m.Name.Value != "" {
		t = b.addTopic(m.Name.Value, 1)
	}
	if t == nil {
		m.ErrorCode = int16(kerror.UnknownTopicOrPartition)
		return
	}
	m.Name, m.TopicId = kwire.StringOf(t.name), t.id
	for i := range t.partitions {
		p := *kafka.NewMetadataResponsePartition()
		p.PartitionIndex, p.LeaderId, p.LeaderEpoch, p.ReplicaNodes, p.IsrNodes = int32(i), 1, 0, []int32{1}, []int32{1}
		m.Partitions = append(m.Partitions, p)
	}
}

func (b *Broker) createTopics(_ int16, req *kafka.CreateTopicsRequest, resp *kafka.CreateTopicsResponse) error {
	for i, asked := range req.Topics {
		if b.topic(asked.Name, kwire.UUID{}) != nil {
			resp.Topics[i].ErrorCode = int16(kerror.TopicAlreadyExists)
			continue
		}
		resp.Topics[i].TopicId = b.addTopic(asked.Name, max(1, int(asked.NumPartitions))).id
	}
	return nil
}

func (b *Broker) initProducerID(_ int16, _ *kafka.InitProducerIdRequest, resp *kafka.InitProducerIdResponse) error {
	b.nextID++
	resp.ProducerId, resp.ProducerEpoch = b.nextID, 0
	return nil
}

func (b *Broker) produce(_ int16, req *kafka.ProduceRequest, resp *kafka.ProduceResponse) error {
	for i, t := range req.TopicData {
		for j, asked := range t.PartitionData {
			answer := &resp.Responses[i].PartitionResponses[j]
			p, code := b.partition(t.Name, t.TopicId, asked.Index)
			answer.BaseOffset, answer.LogStartOffset = p.end, 0
			for data := asked.Records; len(data) > 0 && code == kerror.None; {
				batch, rest, err := records.ReadBatch(data, nil)
				if err != nil || records.SetBaseOffset(data, p.end) != nil {
					code = kerror.CorruptMessage
					break
				}
				p.log, p.end = append(p.log, data[:len(data)-len(rest)]...), p.end+int64(batch.LastOffsetDelta)+1
				data = rest
			}
			answer.ErrorCode = int16(code)
		}
	}
	b.produced.Broadcast()
	return nil
}

func (b *Broker) fetch(_ int16, req *kafka.FetchRequest, resp *kafka.FetchResponse) error {
	deadline := time.Now().Add(time.Duration(req.MaxWaitMs) * time.Millisecond)
	timer := time.AfterFunc(time.Until(deadline), b.produced.Broadcast)
	defer timer.Stop()
	for !b.read(req, resp) && req.MinBytes > 0 && time.Now().Before(deadline) {
		b.produced.Wait()
	}
	return nil
}

// read reports whether there is something to tell: records or an error. How many
// bytes the client wants at most it does not look at.
func (b *Broker) read(req *kafka.FetchRequest, resp *kafka.FetchResponse) (found bool) {
	for i, t := range req.Topics {
		for j, asked := range t.Partitions {
			answer := &resp.Responses[i].Partitions[j]
			p, code := b.partition(t.Topic, t.TopicId, asked.Partition)
			answer.HighWatermark, answer.LastStableOffset, answer.LogStartOffset = p.end, p.end, 0
			if code == kerror.None && asked.FetchOffset > p.end {
				code = kerror.OffsetOutOfRange
			}
			for answer.Records = p.log; len(answer.Records) > 0; {
				batch, rest, err := records.ReadBatch(answer.Records, nil)
				if err != nil || batch.BaseOffset+int64(batch.LastOffsetDelta) >= asked.FetchOffset {
					break
				}
				answer.Records = rest
			}
			answer.ErrorCode = int16(code)
			found = found || len(answer.Records) > 0 || code != kerror.None
		}
	}
	return found
}

func (b *Broker) listOffsets(_ int16, req *kafka.ListOffsetsRequest, resp *kafka.ListOffsetsResponse) error {
	for i, t := range req.Topics {
		for j, asked := range t.Partitions {
			p, code := b.partition(t.Name, kwire.UUID{}, asked.PartitionIndex)
			answer := &resp.Topics[i].Partitions[j]
			if answer.Offset = 0; asked.Timestamp == int64(kenum.OffsetSpecLatest) {
				answer.Offset = p.end
			}
			answer.ErrorCode = int16(code)
		}
	}
	return nil
}
