// Package server is an example: a broker in memory, written with nothing but the
// generated messages of gen/kafka, the runtime kwire and the record batches of
// kwire/records. It is one node that leads every partition, of which a topic has
// one, and knows just the APIs that producing and fetching take.
package server

import (
	"errors"
	"fmt"
	"net"
	"sync"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

// maxFrame bounds how much of a request is read into memory, in bytes.
const maxFrame = 16 << 20

// A Server is a broker. Its methods may be called by several goroutines at a
// time.
type Server struct {
	mu     sync.Mutex
	topics []*topic
	// Asked counts the requests by API and version.
	asked map[Request]int
}

// A Request is an API in a version.
type Request struct {
	Key     kafka.Key
	Version int16
}

// New makes a broker with these topics, which are empty.
func New(topics ...string) *Server {
	s := &Server{asked: make(map[Request]int)}
	for i, name := range topics {
		s.topics = append(s.topics, &topic{name: name, id: kwire.UUID{15: byte(i + 1)}})
	}
	return s
}

// Asked is how often each API was asked for, by version.
func (s *Server) Asked() map[Request]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := make(map[Request]int, len(s.asked))
	for request, n := range s.asked {
		asked[request] = n
	}
	return asked
}

// Serve answers everyone who connects, until l is closed.
func (s *Server) Serve(l net.Listener) error {
	host, port, err := address(l.Addr())
	if err != nil {
		return err
	}
	for {
		conn, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		c := &connection{Server: s, Conn: conn, host: host, port: port}
		go c.serve()
	}
}

func address(a net.Addr) (host string, port int32, err error) {
	tcp, isTCP := a.(*net.TCPAddr)
	if !isTCP {
		return "", 0, fmt.Errorf("%v is no TCP address", a)
	}
	return tcp.IP.String(), int32(tcp.Port), nil
}

// A connection is one client's.
type connection struct {
	*Server
	net.Conn
	host string // as clients are to reach the server
	port int32
}

// serve answers requests one after the other. A client that sends what cannot
// be read is cut off, as no answer would help it.
func (c *connection) serve() {
	defer c.Close()
	var out []byte
	for {
		frame, err := kwire.ReadFrame(c, nil, maxFrame)
		if err != nil {
			return
		}
		header, resp, err := c.answer(frame)
		if err != nil {
			return
		}
		if resp == nil {
			continue // it wants no answer
		}
		out, err = kafka.AppendResponse(out[:0], header.CorrelationId, resp, header.RequestApiVersion)
		if err != nil {
			return
		}
		if _, err := c.Write(out); err != nil {
			return
		}
	}
}

func (c *connection) answer(frame []byte) (*kafka.RequestHeader, kwire.Message, error) {
	header, body, err := kafka.DecodeRequest(frame)
	if header == nil {
		return nil, nil, err
	}
	key, version := kafka.Key(header.RequestApiKey), header.RequestApiVersion
	c.mu.Lock()
	c.asked[Request{key, version}]++
	c.mu.Unlock()
	if key == kafka.KeyApiVersions && errors.Is(err, kwire.ErrUnsupportedVersion) {
		// A client newer than the server learns so by an answer in version 0.
		header.RequestApiVersion = 0
		resp := apiVersions()
		resp.ErrorCode = int16(kerror.UnsupportedVersion)
		return header, resp, nil
	}
	if err != nil {
		return nil, nil, err
	}
	switch req := body.(type) {
	case *kafka.ApiVersionsRequest:
		return header, apiVersions(), nil
	case *kafka.MetadataRequest:
		return header, c.metadata(req, version), nil
	case *kafka.ProduceRequest:
		resp := c.produce(req)
		if req.Acks == 0 {
			return header, nil, nil
		}
		return header, resp, nil
	case *kafka.FetchRequest:
		return header, c.fetch(req), nil
	case *kafka.ListOffsetsRequest:
		return header, c.listOffsets(req), nil
	}
	return nil, nil, fmt.Errorf("%s is not served", key)
}

// apiVersions offers what the generated code has of the APIs that are served.
func apiVersions() *kafka.ApiVersionsResponse {
	resp := kafka.NewApiVersionsResponse()
	for _, m := range []kwire.Message{
		kafka.NewProduceRequest(), kafka.NewFetchRequest(), kafka.NewListOffsetsRequest(),
		kafka.NewMetadataRequest(), kafka.NewApiVersionsRequest(),
	} {
		info := m.Info()
		resp.ApiKeys = append(resp.ApiKeys, kafka.ApiVersionsResponseApiVersion{
			ApiKey: info.APIKey, MinVersion: info.Lowest, MaxVersion: info.HighestStable(),
		})
	}
	return resp
}

func (c *connection) metadata(req *kafka.MetadataRequest, version int16) *kafka.MetadataResponse {
	resp := kafka.NewMetadataResponse()
	resp.Brokers = []kafka.MetadataResponseBroker{{NodeId: nodeID, Host: c.host, Port: c.port}}
	resp.ControllerId = nodeID
	if version >= 2 {
		resp.ClusterId = kwire.StringOf("example")
	}
	all := req.Topics == nil || version == 0 && len(req.Topics) == 0
	if all {
		for _, t := range c.topics {
			resp.Topics = append(resp.Topics, t.metadata())
		}
	}
	for _, wanted := range req.Topics {
		if t := c.find(wanted.Name.Value, wanted.TopicId); t != nil {
			resp.Topics = append(resp.Topics, t.metadata())
			continue
		}
		unknown := kafka.MetadataResponseTopic{}
		unknown.SetDefaults()
		unknown.Name, unknown.TopicId = wanted.Name, wanted.TopicId
		unknown.ErrorCode = int16(kerror.UnknownTopicOrPartition)
		resp.Topics = append(resp.Topics, unknown)
	}
	return resp
}

// find gives a topic by its name or else its id, nil if there is none.
func (s *Server) find(name string, id kwire.UUID) *topic {
	for _, t := range s.topics {
		if name != "" && t.name == name || name == "" && t.id == id {
			return t
		}
	}
	return nil
}
