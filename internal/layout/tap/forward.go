package tap

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

const (
	// chunk is how many bytes are read and passed on at a time.
	chunk = 256 << 10
	// requestPrefix and responsePrefix are the bytes of a frame that tell what it
	// is: size, API key, version and correlation id, or size and correlation id.
	requestPrefix  = 12
	responsePrefix = 8
	// maxRewritten is the size of a response above which addresses in it are left as
	// they are, rather than have it whole in memory.
	maxRewritten = 256 << 20
	// maxAwaited is how many requests of a connection may wait for a response with
	// addresses.
	maxAwaited = 1 << 16
)

// A forwarder passes on what both ends of a connection send.
type forwarder struct {
	tap            *Tap
	number         int
	client, server net.Conn

	mu      sync.Mutex
	awaited map[int32]request // those whose response may have addresses
}

// A request is what is needed to read the response to it.
type request struct{ key, version int16 }

func newForwarder(t *Tap, number int, client, server net.Conn) *forwarder {
	return &forwarder{tap: t, number: number, client: client, server: server, awaited: map[int32]request{}}
}

// requests passes on what the client sends, and takes note of the requests whose
// responses have addresses.
func (f *forwarder) requests() {
	s := f.stream(true, f.client, f.server)
	defer s.end()
	for {
		head, err := s.r.Peek(requestPrefix)
		if len(head) < 4 {
			return
		}
		size := int64(int32(binary.BigEndian.Uint32(head)))
		if size < 0 {
			s.pass(-1) // no Kafka, so that it goes by as it is
			return
		}
		if err == nil && size >= requestPrefix-4 {
			f.note(head)
		}
		if !s.pass(4 + size) {
			return
		}
	}
}

// note keeps a request in mind if its response may have addresses.
func (f *forwarder) note(head []byte) {
	r := request{int16(binary.BigEndian.Uint16(head[4:])), int16(binary.BigEndian.Uint16(head[6:]))}
	if !hasAddresses(f.tap.catalog, r.key) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.awaited) < maxAwaited {
		f.awaited[int32(binary.BigEndian.Uint32(head[8:]))] = r
	}
}

// responses passes on what the server sends, with the tap's own addresses in the
// place of the brokers'.
func (f *forwarder) responses() {
	s := f.stream(false, f.server, f.client)
	defer s.end()
	for {
		head, err := s.r.Peek(responsePrefix)
		if len(head) < 4 {
			return
		}
		size := int64(int32(binary.BigEndian.Uint32(head)))
		if size < 0 {
			s.pass(-1)
			return
		}
		if r, found := f.take(head); err == nil && found && size <= maxRewritten {
			if !s.rewrite(4+int(size), func(frame []byte) []byte { return f.ownAddresses(frame, r) }) {
				return
			}
			continue
		}
		if !s.pass(4 + size) {
			return
		}
	}
}

// take gives the request that a response belongs to, and forgets it.
func (f *forwarder) take(head []byte) (request, bool) {
	if len(head) < responsePrefix {
		return request{}, false
	}
	id := int32(binary.BigEndian.Uint32(head[4:]))
	f.mu.Lock()
	defer f.mu.Unlock()
	r, found := f.awaited[id]
	delete(f.awaited, id)
	return r, found
}

// A stream is what one end sends to the other.
type stream struct {
	f        *forwarder
	byClient bool
	r        *bufio.Reader
	to       net.Conn
	buffer   []byte
}

func (f *forwarder) stream(byClient bool, from, to net.Conn) *stream {
	return &stream{f, byClient, bufio.NewReaderSize(from, chunk), to, make([]byte, chunk)}
}

// end tells the receiver that nothing follows.
func (s *stream) end() {
	if tcp, ok := s.to.(*net.TCPConn); ok {
		tcp.CloseWrite()
	}
	if !s.byClient {
		s.f.client.Close() // a broker that has closed answers no more requests
	}
}

// pass passes on n bytes, all there are if n is negative, and reports whether the
// connection goes on.
func (s *stream) pass(n int64) bool {
	for n != 0 {
		part := s.buffer
		if n > 0 {
			part = part[:min(n, chunk)]
		}
		got, err := s.r.Read(part)
		if got > 0 {
			if !s.send(part[:got], part[:got]) {
				return false
			}
			n -= int64(got)
		}
		if err != nil {
			return false
		}
	}
	return true
}

// rewrite passes on a frame of n bytes as change has it.
func (s *stream) rewrite(n int, change func(frame []byte) []byte) bool {
	// The size is only a claim, so that memory grows with what is there.
	frame, err := io.ReadAll(io.LimitReader(s.r, int64(n)))
	if err != nil || len(frame) < n {
		s.send(frame, frame)
		return false
	}
	return s.send(frame, change(frame))
}

// send passes bytes on. The watcher hears of those that the sender has sent, and
// before the receiver does, so that what that does in turn comes later.
func (s *stream) send(sent, passed []byte) bool {
	s.f.tap.watch.sent(s.f.number, s.byClient, sent, time.Now())
	_, err := s.to.Write(passed)
	if err != nil && !errors.Is(err, net.ErrClosed) {
		s.f.tap.log(fmt.Sprintf("%v: %v", s.f.client.RemoteAddr(), err))
	}
	return err == nil
}
