package capture

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	// maxPending is how many requests of a connection wait for their response, and
	// maxEarly how many responses wait for a request that is stored after them.
	maxPending = 1 << 14
	maxEarly   = 1 << 10
)

// A conversation is what both ends of a connection send, in order and perhaps
// with gaps.
type conversation struct {
	out    *output
	sides  [2]side
	client *side // the side that sends requests, once that is known
	// opener is the side that has opened the connection, if that was seen.
	opener *side
	// pending are the requests without a response yet, by correlation id, and
	// order are they and those that have one, in the order of the requests.
	pending  map[int32]*Call
	order    []*Call
	requests int // so far
	// early are the responses whose requests have not been there yet.
	early []earlyResponse
	// lost is what requests was at the last gap in the responses: the response to
	// one before that may be missing.
	lost int
	// tokens are those of the client that wait for an answer; sasl is whether the
	// client sends tokens rather than requests.
	tokens []*Call
	sasl   bool
	atEnd  bool // what is there has to do, as nothing follows it
}

// A side is what one end of a connection sends.
type side struct {
	address  string
	data     []byte    // what has arrived and is no whole frame yet
	starts   []start   // of the packets in data, from when it was not synced
	scanned  int       // up to where data holds no start of a frame
	requests int       // what the conversation's was when scanned was counted
	begun    bool      // something has arrived
	whole    bool      // data begins where the connection does
	last     time.Time // when the last bytes of data were captured
	synced   bool      // data begins where a frame does
	skip     int       // bytes to come that are the rest of a frame whose start is known
	skipped  int       // bytes that belong to no whole frame
	kind     string    // of other protocols, by the first bytes
	clientID string    // of the last request, with its length
	gap      *gap      // the last one, until it is told
	gaps     int
}

// A start is where a packet begins in what a side has sent; before it, if a part
// is gone already.
type start struct {
	offset int
	at     time.Time
}

// A gap is bytes that are missing, told in one line once it is known what was in
// them.
type gap struct {
	bytes    int
	at       time.Time
	skipped  int // bytes of the frames that it has cut
	requests int // what requests was
	orphans  int // responses to requests in the gap
}

type earlyResponse struct {
	frame []byte
	at    time.Time
}

func newConversation(out *output, first, second string) *conversation {
	c := &conversation{out: out, pending: map[int32]*Call{}}
	c.sides[0].address, c.sides[1].address = first, second
	return c
}

// name says which way s sends.
func (c *conversation) name(s *side) string { return s.address + " -> " + c.other(s).address }

func (c *conversation) other(s *side) *side {
	if s == &c.sides[0] {
		return &c.sides[1]
	}
	return &c.sides[0]
}

// request keeps a request until its response comes.
func (c *conversation) request(call *Call, at time.Time) {
	call.Client, call.Server, call.Time = c.client.address, c.other(c.client).address, at
	c.requests++
	call.number = c.requests
	if call.Message == nil {
		c.out.note("%s: request with API key %d, version %d is not known", c.name(c.client), call.APIKey, call.Version)
	}
	if call.Outcome == NotExpected {
		c.out.call(call)
		return
	}
	c.sasl = isHandshake(call)
	if old := c.pending[call.CorrelationID]; old != nil {
		c.unanswered(old) // its response did not come before the id was used again
	}
	c.pending[call.CorrelationID] = call
	c.order = append(c.order, call)
	c.out.held += len(call.Request)
	if i := slices.IndexFunc(c.early, func(e earlyResponse) bool { return correlationID(e.frame) == call.CorrelationID }); i >= 0 {
		e := c.early[i]
		c.early = slices.Delete(c.early, i, i+1)
		c.out.held -= len(e.frame)
		c.complete(call, e, i)
	}
	if server := c.other(c.client); !server.synced {
		c.frames(server)
	}
	for len(c.pending) > maxPending || c.out.full() && len(c.pending) > 1 {
		c.unanswered(c.oldest())
	}
}

// oldest is the first request that has no response yet.
func (c *conversation) oldest() *Call {
	n := slices.IndexFunc(c.order, func(call *Call) bool { return c.pending[call.CorrelationID] == call })
	if n < 0 {
		c.order = nil
		return nil
	}
	c.order = slices.Delete(c.order, 0, n)
	return c.order[0]
}

// response completes the request that it belongs to.
func (c *conversation) response(frame []byte, at time.Time) {
	call := c.pending[correlationID(frame)]
	if call == nil {
		c.early = append(c.early, earlyResponse{frame, at})
		c.out.held += len(frame)
		if len(c.early) > maxEarly || c.out.full() {
			c.orphans(1)
		}
		return
	}
	c.complete(call, earlyResponse{frame, at}, len(c.early))
}

// complete gives a call its response, before which n others have come too early.
func (c *conversation) complete(call *Call, e earlyResponse, n int) {
	call.Response, call.ResponseTime, call.Outcome = e.frame, e.at, Answered
	c.done(call)
	c.answered(call, n)
}

// done takes a call out of those that wait, and passes it on.
func (c *conversation) done(call *Call) {
	delete(c.pending, call.CorrelationID)
	c.out.held -= len(call.Request)
	c.out.call(call)
	c.oldest() // drops those that are done from the front
}

// unanswered passes on a call whose response is not there.
func (c *conversation) unanswered(call *Call) {
	if call.number <= c.lost {
		call.Outcome = Missing
	}
	c.done(call)
}

// answered draws from the response to a call, or its header, what the gaps
// before it held: brokers answer in order, so that the requests of the first n
// early responses will not come.
func (c *conversation) answered(call *Call, n int) {
	for first := c.oldest(); first != nil && first.number < min(call.number, c.lost+1); first = c.oldest() {
		c.unanswered(first)
	}
	if g := c.client.gap; g != nil && call.number > g.requests {
		g.orphans += n
		c.dropEarly(n)
		c.tellGap(c.client)
	}
	if s := c.other(c.client); s.gap != nil && s.synced {
		c.tellGap(s)
	}
}

// orphans gives up the first n responses whose requests are not there. The gap in
// the requests tells of them; if there was none, the capture has begun too late.
func (c *conversation) orphans(n int) {
	if n == 0 {
		return
	}
	if c.client.gaps > 0 {
		if c.client.gap != nil {
			c.client.gap.orphans += n
		}
		c.dropEarly(n)
		return
	}
	var ids []string
	for _, e := range c.early[:n] {
		if len(ids) == 5 {
			ids = append(ids, "...")
			break
		}
		ids = append(ids, fmt.Sprint(correlationID(e.frame)))
	}
	text := "response with correlation id %s, whose request is"
	if n > 1 {
		text = "responses with correlation ids %s, whose requests are"
	}
	c.out.note("%s: "+text+" not in the capture", c.name(c.other(c.client)), strings.Join(ids, ", "))
	c.dropEarly(n)
}

func (c *conversation) dropEarly(n int) {
	for _, e := range c.early[:n] {
		c.out.held -= len(e.frame)
	}
	c.early = slices.Delete(c.early, 0, n)
}

// finish tells of what has remained without an end.
func (c *conversation) finish() {
	for i := range c.sides {
		c.settle(&c.sides[i])
	}
	for call := c.oldest(); call != nil; call = c.oldest() {
		c.unanswered(call)
	}
	for _, token := range c.tokens {
		c.out.call(token)
	}
	c.tokens = nil
	if c.client != nil {
		c.orphans(len(c.early))
	}
	for i := range c.sides {
		s := &c.sides[i]
		left := len(s.data)
		c.release(s, left)
		switch {
		case c.client == nil && left+s.skipped > 0:
			c.out.note("%s: %s", c.name(s), foreign(s.kind, left+s.skipped))
		case c.client == nil:
		case s.gap != nil:
			s.gap.skipped += left
			c.tellGap(s)
		case s.gaps > 0:
		case s.skipped > 0:
			c.out.note("%s: %d bytes are no whole frames", c.name(s), left+s.skipped)
		case left > 0:
			c.out.note("%s: the last frame is not whole, %d bytes of it are there", c.name(s), left)
		}
	}
}

// tellGap tells of the gap in what s has sent.
func (c *conversation) tellGap(s *side) {
	g := s.gap
	s.gap = nil
	text := fmt.Sprintf("%s: %s %s", c.name(s), countAre(g.bytes, "byte"), c.out.missing)
	if !g.at.IsZero() {
		text += " before " + g.at.UTC().Format("15:04:05.000000")
	}
	switch {
	case g.orphans == 1:
		text += ", among them the request of a response that is there"
	case g.orphans > 1:
		text += fmt.Sprintf(", among them the requests of %d responses that are there", g.orphans)
	}
	if g.skipped > 0 {
		text += fmt.Sprintf("; %s of frames that they have cut", countAre(g.skipped, "byte"))
	}
	c.out.note("%s", text)
}
