package capture

import (
	"bytes"
	"encoding/binary"
	"time"
	"unicode/utf8"

	"github.com/kgen-go/kgen/internal/layout"
)

const (
	// maxFrame is the size above which bytes are not taken for a frame. Kafka
	// refuses requests above 100 MiB unless configured otherwise.
	maxFrame = 256 << 20
	// minRequest is that of a request header v0, and what is needed to recognise
	// one; minResponse is that of a response header v0.
	minRequest  = 8
	minResponse = 4
	// requestStart is how many bytes of a frame tell that it is a request: size,
	// API key, version, correlation id, length of the client id.
	requestStart = 14
)

// take adds what s has sent next, the last byte of which was captured at the
// given time, and takes out the frames that are whole.
func (c *connection) take(s *side, sent []byte, at time.Time) {
	s.data = append(s.data, sent...)
	if !s.synced && !c.sync(s, len(s.data)-len(sent)) {
		return
	}
	for len(s.data) >= 4 {
		size := int64(int32(binary.BigEndian.Uint32(s.data)))
		least := int64(minResponse)
		if s == c.client {
			least = minRequest
		}
		if size < least || size > maxFrame {
			c.note("%s: a frame cannot have %d bytes; what follows is skipped up to the next that can be read", c.name(s), size)
			c.desync(s)
			return
		}
		if int64(len(s.data)) < 4+size {
			return
		}
		// The frame outlives the buffer.
		frame := bytes.Clone(s.data[:4+size])
		s.data = s.data[4+size:]
		if len(s.data) == 0 {
			s.data = nil
		}
		if s == c.client {
			c.request(frame, at)
		} else {
			c.response(frame, at)
		}
	}
}

// sync finds out where in s.data a frame begins: at its start, or with what was
// sent last, from byte sent on. Peers begin their packets with a frame as a
// rule, so that if it is neither, one of the next packets will do.
func (c *connection) sync(s *side, sent int) bool {
	isClient := c.client == nil || c.client == s
	need := 8
	if isClient {
		need = requestStart
	}
	for _, start := range []int{0, sent} {
		rest := s.data[start:]
		if len(rest) < need {
			c.skip(s, start) // what is left may be the start of one
			return false
		}
		if isClient && looksLikeRequest(c.catalog, rest) {
			c.client = s
			c.desync(c.other(s)) // it has sent before any request that is known
		} else if isClient || !c.looksLikeResponse(rest) {
			continue
		}
		c.skip(s, start)
		s.synced = true
		return true
	}
	c.skip(s, len(s.data))
	return false
}

// skip gives up the first n bytes of what s has sent.
func (c *connection) skip(s *side, n int) {
	s.skipped += n
	s.data = s.data[n:]
}

// looksLikeRequest reports whether data begins with the frame of a request that
// is known, or of ApiVersions in any version, with a client id that can be one.
func looksLikeRequest(catalog *layout.Catalog, data []byte) bool {
	size := int64(int32(binary.BigEndian.Uint32(data)))
	if size < requestStart-4 || size > maxFrame {
		return false
	}
	const apiVersions = 18
	key := int16(binary.BigEndian.Uint16(data[4:]))
	if _, _, err := catalog.Identify(data, layout.WholeFrame); err != nil && key != apiVersions {
		return false
	}
	length := int64(int16(binary.BigEndian.Uint16(data[12:])))
	if length < -1 || length > size-(requestStart-4) {
		return false
	}
	end := min(int64(len(data)), requestStart+max(length, 0))
	// A client id that goes on in the next packet may be cut within a character.
	return end < requestStart+length || utf8.Valid(data[requestStart:end])
}

// looksLikeResponse reports whether data begins with the frame of a response to
// a request that waits for it.
func (c *connection) looksLikeResponse(data []byte) bool {
	size := int64(int32(binary.BigEndian.Uint32(data)))
	return size >= minResponse && size <= maxFrame && c.pending[correlationID(data)] != nil
}

// correlationID is that of the response which a frame holds.
func correlationID(frame []byte) int32 { return int32(binary.BigEndian.Uint32(frame[4:])) }

// newCall describes the request in a frame of at least its smallest size.
func newCall(catalog *layout.Catalog, frame []byte) *Call {
	call := &Call{
		Request:       frame,
		APIKey:        int16(binary.BigEndian.Uint16(frame[4:])),
		Version:       int16(binary.BigEndian.Uint16(frame[6:])),
		CorrelationID: int32(binary.BigEndian.Uint32(frame[8:])),
	}
	// An error means that the message is not known, which callers see from nil.
	call.Message, _, _ = catalog.Identify(frame, layout.WholeFrame)
	return call
}
