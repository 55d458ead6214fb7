package capture

import (
	"bytes"
	"encoding/binary"
	"slices"
	"time"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/model"
)

const (
	// maxFrame is the size above which bytes are not taken for a frame. Kafka
	// refuses requests above 100 MiB unless configured otherwise.
	maxFrame = 256 << 20
	// minRequest is the size of a request header v0, minResponse that of a response
	// header v0.
	minRequest  = 8
	minResponse = 4
	// requestPrefix is how many bytes of a frame tell what a request is: size, API
	// key, version and correlation id. requestStart has the length of the client id
	// besides.
	requestPrefix  = 12
	requestStart   = 14
	responsePrefix = 8
)

// take adds what s has sent next, which was captured at the given time, and takes
// out the frames that are whole.
func (c *conversation) take(s *side, sent []byte, at time.Time) {
	if !s.begun {
		s.begun, s.kind = true, protocol(sent)
	}
	n := min(s.skip, len(sent))
	s.skip -= n
	if sent = sent[n:]; len(sent) == 0 {
		return
	}
	if !s.synced || len(s.starts) > 0 {
		s.starts = append(s.starts, start{len(s.data), at})
	}
	s.data = append(s.data, sent...)
	s.last = at
	c.out.held += len(sent)
	c.frames(s)
}

// frames takes out the frames that are whole.
func (c *conversation) frames(s *side) {
	for len(s.data) > 0 && (s.synced || c.sync(s)) && c.frame(s) {
	}
	if len(s.data) == 0 {
		s.data = nil
	}
}

// frame takes out one frame, and reports whether there may be more.
func (c *conversation) frame(s *side) bool {
	if len(s.data) < 4 {
		return false
	}
	size := int64(int32(binary.BigEndian.Uint32(s.data)))
	if size < c.least(s) || size > maxFrame {
		if s.gaps == 0 {
			c.out.note("%s: a frame cannot have %d bytes; what follows is skipped up to the next that can be read", c.name(s), size)
		}
		s.synced = false
		c.skip(s, 1)
		return true
	}
	whole := 4 + int(size)
	if len(s.data) < whole {
		if c.out.full() {
			c.out.note("%s: a frame of %d bytes is left out, as too much waits for its end already", c.name(s), whole)
			c.cut(s, 0)
		}
		return false
	}
	// The frame outlives the buffer.
	frame := bytes.Clone(s.data[:whole])
	at := s.captured(whole - 1)
	c.release(s, whole)
	switch {
	case s == c.client && c.sasl && !c.looksLikeRequest(frame):
		c.token(frame, at)
	case s == c.client:
		s.clientID = clientID(frame)
		c.request(c.newCall(frame, whole), at)
	case len(c.tokens) > 0 && (whole < responsePrefix || c.pending[correlationID(frame)] == nil):
		c.tokenAnswer(frame, at)
	default:
		c.response(frame, at)
	}
	return true
}

// least is the size of the smallest frame that s may send now.
func (c *conversation) least(s *side) int64 {
	switch {
	case s == c.client && c.sasl, s != c.client && len(c.tokens) > 0:
		return 0
	case s == c.client:
		return minRequest
	}
	return minResponse
}

// captured is when the byte at that place in data was captured.
func (s *side) captured(at int) time.Time {
	i, found := slices.BinarySearchFunc(s.starts, at, func(p start, at int) int { return p.offset - at })
	switch {
	case found:
		return s.starts[i].at
	case i > 0:
		return s.starts[i-1].at
	}
	return s.last
}

// release takes the first n bytes out of what s has sent.
func (c *conversation) release(s *side, n int) {
	s.data = s.data[n:]
	c.out.held -= n
	gone := 0
	for i := range s.starts {
		if s.starts[i].offset -= n; s.starts[i].offset <= 0 {
			gone = i // of the packets that begin before data only the last reaches into it
		}
	}
	s.starts = slices.Delete(s.starts, 0, gone)
	if len(s.data) == 0 {
		s.starts = nil
	}
}

// skip gives up the first n bytes of what s has sent.
func (c *conversation) skip(s *side, n int) {
	c.release(s, n)
	if s.gap != nil {
		s.gap.skipped += n
	} else {
		s.skipped += n
	}
	s.scanned = max(s.scanned-n, 0)
}

// correlationID is that of the response which a frame holds.
func correlationID(frame []byte) int32 { return int32(binary.BigEndian.Uint32(frame[4:])) }

// clientID is the client id in a request with its length, empty if there is none.
func clientID(frame []byte) string {
	if len(frame) < requestStart {
		return ""
	}
	length := int(int16(binary.BigEndian.Uint16(frame[requestPrefix:])))
	if length <= 0 || requestStart+length > len(frame) {
		return ""
	}
	return string(frame[requestPrefix : requestStart+length])
}

// newCall describes the request of the given size in bytes that frame begins
// with, at least the prefix of.
func (c *conversation) newCall(frame []byte, size int) *Call {
	call := &Call{
		RequestSize:   size,
		APIKey:        int16(binary.BigEndian.Uint16(frame[4:])),
		Version:       int16(binary.BigEndian.Uint16(frame[6:])),
		CorrelationID: int32(binary.BigEndian.Uint32(frame[8:])),
	}
	if len(frame) == size {
		call.Request = frame
	}
	if m := c.out.message(call.APIKey); m != nil && m.Valid.Contains(call.Version) {
		call.Message = m
	}
	if isFireAndForget(c.out.catalog, call, frame) {
		call.Outcome = NotExpected
	}
	return call
}

// acksPrefix is how many bytes of a Produce request are read for its acks: more
// than any has before it.
const acksPrefix = 1 << 17

// isFireAndForget reports whether a request is a Produce request with acks=0,
// which brokers do not answer.
func isFireAndForget(catalog *layout.Catalog, call *Call, frame []byte) bool {
	if call.Message == nil || call.Message.Name != "ProduceRequest" {
		return false
	}
	d, err := catalog.Decode(frame[:min(len(frame), acksPrefix)], call.Message, call.Version, layout.WholeFrame, layout.Options{})
	if err != nil {
		return false
	}
	for _, part := range d.Root.Children {
		for _, field := range part.Children {
			if field.Name == "Acks" {
				return field.Value == "0"
			}
		}
	}
	return false
}

// message gives the request with an API key, nil if there is none.
func (o *output) message(key int16) *model.Message {
	if o.messages == nil {
		o.messages = map[int16]*model.Message{}
	}
	m, found := o.messages[key]
	if !found {
		m = o.catalog.ByKey(model.Request, key)
		o.messages[key] = m
	}
	return m
}
