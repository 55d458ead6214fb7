// Package proxy is an example: a man in the middle between any Kafka client and
// broker. It puts itself in the place of all brokers, and clients see topics
// under other names than the broker's: a prefix is put before every name on the
// way there, and taken away on the way back, in all APIs and versions.
package proxy

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kapi"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

// maxFrame bounds how much of a frame is read into memory, in bytes.
const maxFrame = 128 << 20

// A Proxy stands for the brokers of one cluster.
type Proxy struct {
	// Prefix is what the broker's topic names begin with. Topics of the broker's
	// own, whose names begin with two underscores, keep their names.
	Prefix string
	// Log is told of each message and of what went wrong. It may be nil.
	Log func(kreflect.LogText, error)

	mu        sync.Mutex
	listeners map[string]net.Listener // by the broker's address
}

// Listen starts a listener for a broker, unless it has one, and returns where
// clients reach it.
func (p *Proxy) Listen(broker string) (*net.TCPAddr, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l, found := p.listeners[broker]
	if !found {
		var err error
		if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return nil, err
		}
		if p.listeners == nil {
			p.listeners = map[string]net.Listener{}
		}
		p.listeners[broker] = l
		go p.accept(l, broker)
	}
	return l.Addr().(*net.TCPAddr), nil
}

// Close ends the listeners. Connections last until one side ends them.
func (p *Proxy) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.listeners {
		l.Close()
	}
}

func (p *Proxy) accept(l net.Listener, broker string) {
	for {
		client, err := l.Accept()
		if err != nil {
			return
		}
		go p.serve(client, broker)
	}
}

// A session is one client's connection.
type session struct {
	*Proxy
	mu      sync.Mutex
	pending map[int32]asked // by correlation id
}

// asked is what a response answers.
type asked struct {
	key     kafka.Key
	version int16
}

func (p *Proxy) serve(client net.Conn, addr string) {
	defer client.Close()
	broker, err := net.Dial("tcp", addr)
	if err != nil {
		p.log(nil, err)
		return
	}
	defer broker.Close()
	s := &session{Proxy: p, pending: map[int32]asked{}}
	done := make(chan struct{}, 2)
	go s.pump(client, broker, s.request, done)
	go s.pump(broker, client, s.response, done)
	<-done
}

// pump passes frames on until one side ends. What cannot be understood goes on
// as it is.
func (s *session) pump(from, to net.Conn, convert func([]byte) ([]byte, error), done chan<- struct{}) {
	defer func() { done <- struct{}{} }()
	for {
		frame, err := kwire.ReadFrame(from, nil, maxFrame)
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, net.ErrClosed) {
				s.log(nil, err)
			}
			return
		}
		out, err := convert(frame)
		if err != nil {
			s.log(nil, err)
		}
		if err != nil || out == nil {
			size := len(frame)
			out = append([]byte{byte(size >> 24), byte(size >> 16), byte(size >> 8), byte(size)}, frame...)
		}
		if _, err := to.Write(out); err != nil {
			return
		}
	}
}

// request returns the frame for the broker, nil for one without a change.
func (s *session) request(frame []byte) ([]byte, error) {
	header, body, err := kafka.DecodeRequest(frame)
	if header == nil {
		return nil, err
	}
	version := header.RequestApiVersion
	if produce, ok := body.(*kafka.ProduceRequest); !ok || produce.Acks != 0 {
		s.mu.Lock()
		s.pending[header.CorrelationId] = asked{kafka.Key(header.RequestApiKey), version}
		s.mu.Unlock()
	}
	if err != nil {
		return nil, err
	}
	changed, err := rename(body, version, s.toBroker)
	s.log(body, err)
	if err != nil || !changed {
		return nil, err
	}
	return kafka.AppendRequestHeader(nil, header, body, version)
}

// response returns the frame for the client, nil for one without a change.
func (s *session) response(frame []byte) ([]byte, error) {
	id, err := kwire.PeekResponse(frame)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	a, found := s.pending[id]
	delete(s.pending, id)
	s.mu.Unlock()
	if !found {
		return nil, fmt.Errorf("a response to request %d, which no one has sent", id)
	}
	header, body, version, err := decodeResponse(frame, a)
	if err != nil {
		return nil, err
	}
	renamed, err := rename(body, version, s.toClient)
	if err != nil {
		return nil, err
	}
	moved, err := s.readdress(body, version)
	s.log(body, err)
	if err != nil || !renamed && !moved {
		return nil, err
	}
	return kwire.AppendFrame(nil, header, body.Info().HeaderVersion(version), body, version)
}

// decodeResponse returns the version of the body too, as it need not be the
// request's: see [kapi.DecodeApiVersions].
func decodeResponse(frame []byte, a asked) (*kafka.ResponseHeader, kwire.Message, int16, error) {
	if a.key == kafka.KeyApiVersions {
		resp, version, err := kapi.DecodeApiVersions(frame, a.version)
		id, _ := kwire.PeekResponse(frame)
		return &kafka.ResponseHeader{CorrelationId: id}, resp, version, err
	}
	body, err := kafka.NewResponse(a.key)
	if err != nil {
		return nil, nil, 0, err
	}
	header, err := kafka.DecodeResponse(frame, body, a.version)
	return header, body, a.version, err
}

func (p *Proxy) log(m kwire.Message, err error) {
	if p.Log != nil {
		p.Log(kreflect.Log(m), err)
	}
}

func (p *Proxy) toBroker(name string) string {
	if name == "" || name == "*" || strings.HasPrefix(name, "__") {
		return name
	}
	return p.Prefix + name
}

func (p *Proxy) toClient(name string) string { return strings.TrimPrefix(name, p.Prefix) }

// rename changes all topic names in a message, those included that members of a
// group tell each other, and reports whether there were any.
func rename(m kwire.Message, version int16, f func(string) string) (changed bool, err error) {
	n := kreflect.Replace(m, version, kreflect.TopicName, f) + kreflect.Replace(m, version, kreflect.TopicResource, f)
	if sub, ok := m.(*kafka.ConsumerProtocolSubscription); ok {
		for i, topic := range sub.Topics { // which the schema does not call topic names
			sub.Topics[i] = f(topic)
			n++
		}
	}
	for data := range kapi.Embedded(m) {
		inner, v, err := data.Decode()
		if err != nil || inner == nil {
			continue // some clients put there what they like
		}
		if changed, err := rename(inner, v, f); err != nil || !changed {
			continue
		}
		if err := data.Set(inner, v); err != nil {
			return false, err
		}
		n++
	}
	return n > 0, nil
}

// readdress puts the proxy's listeners in the place of the brokers, and offers
// only the versions that this program can decode.
func (p *Proxy) readdress(m kwire.Message, version int16) (changed bool, err error) {
	for place := range kreflect.Visit(m, version, kreflect.BrokerID) {
		var host *string
		var port *int32
		switch b := place.Parent().(type) {
		case *kafka.MetadataResponseBroker:
			host, port = &b.Host, &b.Port
		case *kafka.FindCoordinatorResponse:
			host, port = &b.Host, &b.Port
		case *kafka.FindCoordinatorResponseCoordinator:
			host, port = &b.Host, &b.Port
		case *kafka.DescribeClusterResponseBroker:
			host, port = &b.Host, &b.Port
		case *kafka.ProduceResponseNodeEndpoint:
			host, port = &b.Host, &b.Port
		case *kafka.FetchResponseNodeEndpoint:
			host, port = &b.Host, &b.Port
		case *kafka.ShareFetchResponseNodeEndpoint:
			host, port = &b.Host, &b.Port
		case *kafka.ShareAcknowledgeResponseNodeEndpoint:
			host, port = &b.Host, &b.Port
		}
		if host == nil || *host == "" || *port <= 0 {
			continue
		}
		addr, err := p.Listen(net.JoinHostPort(*host, strconv.Itoa(int(*port))))
		if err != nil {
			return false, err
		}
		*host, *port, changed = addr.IP.String(), int32(addr.Port), true
	}
	if m, ok := m.(*kafka.ApiVersionsResponse); ok && kerror.Code(m.ErrorCode) == kerror.None {
		offer(m)
		changed = true
	}
	return changed, nil
}

func offer(m *kafka.ApiVersionsResponse) {
	common := kapi.VersionsOf(m).Common(kapi.Ours())
	kept := m.ApiKeys[:0]
	for _, api := range m.ApiKeys {
		if r, found := common[kafka.Key(api.ApiKey)]; found {
			api.MinVersion, api.MaxVersion = r.Lowest, r.Highest
			kept = append(kept, api)
		}
	}
	m.ApiKeys = kept
}
