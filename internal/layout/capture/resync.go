package capture

import (
	"encoding/binary"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/model"
)

const (
	// maxDoubt is how many bytes are waited for until what may be a frame, but does
	// not begin with a packet, has to be whole.
	maxDoubt = 1 << 20
	// minBelieved is how many bytes of a response tell enough if the rest of it is
	// missing.
	minBelieved = 24
	// maxUnknown is how many bytes of one end are kept while it is not known which
	// end is the client, or to which requests the server responds.
	maxUnknown = 64 << 10
)

// gap takes note of n bytes that are missing in what s has sent. Within a frame
// whose size is known it tells where the next one begins.
func (c *conversation) gap(s *side, n int, at time.Time) {
	c.settle(s)
	if c.client != nil && s != c.client {
		c.lost = c.requests
	}
	if s.gap != nil && c.client != nil {
		c.tellGap(s)
	}
	if s.gap == nil {
		s.gap = &gap{at: at, requests: c.requests}
		s.gaps++
	}
	s.gap.bytes += n
	switch rest, known := s.rest(); {
	case s.skip >= n && s.skip > 0:
		s.skip -= n
		return
	case s.synced && known && n <= rest:
		c.cut(s, n)
		return
	case s.synced && known:
		c.cut(s, rest)
	}
	s.skip, s.synced = 0, false
	c.skip(s, len(s.data))
	s.starts, s.scanned, s.whole = nil, 0, false
}

// settle decides on what s has sent without waiting for more.
func (c *conversation) settle(s *side) {
	c.atEnd = true
	if s.scanned > 0 {
		s.scanned--
	}
	c.frames(s)
	c.atEnd = false
}

// rest is how many bytes of the frame that data begins with are not there yet.
func (s *side) rest() (n int, known bool) {
	if len(s.data) < 4 {
		return 0, false
	}
	return 4 + int(binary.BigEndian.Uint32(s.data)) - len(s.data), true
}

// cut gives up the frame that s has begun, missing bytes of which are missing; the
// rest is skipped when it comes. Its start may still tell what it is.
func (c *conversation) cut(s *side, missing int) {
	start := s.data
	rest, _ := s.rest()
	s.skip = rest - missing
	c.skip(s, len(start))
	if s.gap != nil {
		s.gap.skipped += s.skip
	}
	switch {
	case s == c.client && !c.sasl && len(start) >= requestPrefix:
		c.request(c.newCall(start, len(start)+rest), s.last)
	case s != c.client && c.client != nil && len(start) >= responsePrefix:
		if call := c.pending[correlationID(start)]; call != nil {
			call.Outcome = Missing
			c.done(call)
			c.answered(call, len(c.early))
		}
	}
}

// A verdict is whether bytes are the start of a frame.
type verdict uint8

const (
	no verdict = iota
	yes
	unsure // more bytes are needed
)

// sync finds the next frame in what s has sent, and reports whether data begins
// with one then. Peers begin their packets with a frame as a rule; anywhere else
// it takes more than a likely header to be one.
func (c *conversation) sync(s *side) bool {
	isClient := c.client == nil || c.client == s
	need := responsePrefix
	if isClient {
		need = requestStart
	}
	if !isClient && s.requests != c.requests {
		s.scanned, s.requests = 0, c.requests // it may answer one of these
	}
	for at := s.scanned; at+need <= len(s.data); at++ {
		rest := s.data[at:]
		found := no
		switch {
		case isClient && c.looksLikeRequest(rest):
			found = c.isRequest(s, rest, s.begins(at))
		case c.client != nil && !isClient && c.looksLikeResponse(rest):
			found = c.isResponse(rest, s.begins(at))
		}
		s.scanned = at + 1
		switch found {
		case yes:
			c.skip(s, at)
			s.synced, s.scanned = true, 0
			if c.client == nil {
				c.client = s
				other := c.other(s)
				other.synced = other.whole
				c.frames(other)
			}
			return true
		case unsure:
			c.skip(s, at)
			s.scanned = 0
			return false
		}
	}
	// What the other end sends may tell more.
	keep := maxUnknown
	if c.client == s {
		keep = need
	}
	if extra := len(s.data) - keep; extra > 0 {
		c.skip(s, extra)
		s.whole = false
	}
	return false
}

// begins reports whether a packet begins at that place in data.
func (s *side) begins(at int) bool {
	_, found := slices.BinarySearchFunc(s.starts, at, func(p start, at int) int { return p.offset - at })
	return found
}

// looksLikeRequest reports whether data, of at least requestStart bytes, begins
// with the header of a request that is known, or of ApiVersions in any version,
// with a client id that can be one.
func (c *conversation) looksLikeRequest(data []byte) bool {
	if len(data) < requestStart {
		return false
	}
	size := int64(int32(binary.BigEndian.Uint32(data)))
	if size < requestStart-4 || size > maxFrame {
		return false
	}
	const apiVersions = 18
	key, version := int16(binary.BigEndian.Uint16(data[4:])), int16(binary.BigEndian.Uint16(data[6:]))
	if m := c.out.message(key); m == nil || !m.Valid.Contains(version) && key != apiVersions {
		return false
	}
	length := int64(int16(binary.BigEndian.Uint16(data[requestPrefix:])))
	if length < -1 || length > size-(requestStart-4) {
		return false
	}
	end := min(int64(len(data)), requestStart+max(length, 0))
	// A client id that goes on in the next packet may be cut within a character.
	return end < requestStart+length || utf8.Valid(data[requestStart:end])
}

// isRequest decides on data that looks like a request.
func (c *conversation) isRequest(s *side, data []byte, begins bool) verdict {
	size := 4 + int(binary.BigEndian.Uint32(data))
	switch id := clientID(data); {
	case s.clientID != "" && id == s.clientID:
		return yes
	case c.client == nil && c.opener != nil && c.opener != s:
		return no // servers do not open connections
	case begins && s.clientID == "" && (id != "" || c.client == s || c.opener == s):
		return yes
	case c.client == nil && !begins:
		return no // it might be the server that sends this
	}
	return c.reads(data, size, model.Request, c.newCall(data[:min(len(data), size)], size))
}

// looksLikeResponse reports whether data begins with the header of a response to
// a request that waits for it.
func (c *conversation) looksLikeResponse(data []byte) bool {
	size := int64(int32(binary.BigEndian.Uint32(data)))
	return size >= minResponse && size <= maxFrame && c.pending[correlationID(data)] != nil
}

// isResponse decides on data that looks like a response.
func (c *conversation) isResponse(data []byte, begins bool) verdict {
	size := 4 + int(binary.BigEndian.Uint32(data))
	v := c.reads(data, size, model.Response, c.pending[correlationID(data)])
	if v == no && len(data) < size && begins && len(data) >= minBelieved && c.mayBegin(data, c.pending[correlationID(data)]) {
		return yes
	}
	return v
}

// reads reports whether a frame of the given size that data begins with can be
// read as the request or response of a call. What nothing is known of is
// believed.
func (c *conversation) reads(data []byte, size int, t model.MessageType, call *Call) verdict {
	if len(data) < size {
		if len(data) < maxDoubt && !c.atEnd {
			return unsure
		}
		return no
	}
	d := c.decode(data[:size], t, call)
	if d != nil && (d.Fault != nil || d.Leftover > 0) {
		return no
	}
	return yes
}

// mayBegin reports whether data can be the start of the response to a call.
func (c *conversation) mayBegin(data []byte, call *Call) bool {
	d := c.decode(data, model.Response, call)
	return d == nil || d.Fault != nil && d.Fault.Short
}

// decode reads a frame as the request or response of a call, nil if nothing is
// known of it.
func (c *conversation) decode(frame []byte, t model.MessageType, call *Call) *layout.Decoded {
	m, version := call.Message, call.Version
	if t == model.Response {
		m, version = ResponseMessage(c.out.catalog, call.APIKey, version, frame)
	}
	if m == nil {
		return nil
	}
	d, err := c.out.catalog.Decode(frame, m, version, layout.WholeFrame, layout.Options{})
	if err != nil {
		return nil
	}
	return d
}

// ResponseMessage gives the schema of the response to a request of the given
// version, and the version of the response; nil if there is none. Brokers answer
// an ApiVersions request that is too new for them in version 0, which shows in
// its error code (35) at the place where all versions have it.
func ResponseMessage(catalog *layout.Catalog, apiKey, version int16, frame []byte) (*model.Message, int16) {
	m := catalog.ByKey(model.Response, apiKey)
	const apiVersions, unsupportedVersion = 18, "\x00\x23"
	if apiKey == apiVersions && len(frame) >= 10 && string(frame[8:10]) == unsupportedVersion {
		version = 0
	}
	if m == nil || !m.Valid.Contains(version) {
		return nil, 0
	}
	return m, version
}
