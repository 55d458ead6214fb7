package capture

import (
	"bytes"
	"slices"
	"time"

	"github.com/gopacket/gopacket/layers"
)

const (
	// maxWindow is the largest distance of sequence numbers in one connection: TCP
	// lets no more than this be on its way.
	maxWindow = 1 << 30
	// lateWindow is how far from the end of a connection a packet may be and still
	// be a late one of it rather than the first seen of the next.
	lateWindow = 1 << 20
	// patience is how many packets of a connection may pass until bytes that the
	// receiver has acknowledged are taken as missing in the capture, rather than
	// stored late.
	patience = 8
	// maxWaiting is how many bytes wait for earlier ones of their stream until
	// those are taken as missing.
	maxWaiting = 8 << 20
)

// A tcpConnection puts the segments of both directions in order and passes their
// bytes on.
type tcpConnection struct {
	*conversation
	key        connectionKey
	number     int
	lastPacket int
	streams    [2]stream // that of the first packet's sender first
	packets    int
	ended      bool // by a reset, or the ends of both streams
	listed     bool // among the connections that have ended
}

// A stream is what one end of a connection sends.
type stream struct {
	known    bool   // next is known
	syn      bool   // its beginning is known
	first    uint32 // the first sequence number that is known of it
	next     uint32 // sequence number of the next byte
	acked    uint32 // up to which the receiver has acknowledged it
	hasAck   bool
	waiting  []segment // behind a gap, in order
	bytes    int       // in waiting
	gapSince int       // what packets was when the first of them came
	end      uint32    // sequence number behind the last byte
	hasEnd   bool
}

// A segment is bytes that wait for others.
type segment struct {
	seq  uint32
	data []byte
	at   time.Time
}

// distance is how far sequence number a lies behind b.
func distance(a, b uint32) int { return int(int32(a - b)) }

// isOther reports whether a segment from the given end does not belong to this
// connection but to a later one between the same ports.
func (c *tcpConnection) isOther(from int, tcp *layers.TCP) bool {
	s := &c.streams[from]
	switch {
	case !s.known:
		return false
	case tcp.SYN:
		return tcp.Seq+1 != s.first
	case tcp.RST || len(tcp.Payload) == 0:
		return false
	}
	d := distance(tcp.Seq, s.next)
	if d < 0 {
		d = -d
	}
	return c.ended && d > lateWindow || !s.syn && d > maxWindow
}

// segment takes a segment of the stream that the given end sends.
func (c *tcpConnection) segment(from int, tcp *layers.TCP, at time.Time) {
	c.packets++
	s, opposite := &c.streams[from], &c.streams[1-from]
	seq := tcp.Seq
	if tcp.SYN {
		seq++
		if !s.known {
			s.begin(seq)
			c.sides[from].whole = true
		}
		s.syn = true
		if c.opener = &c.sides[from]; tcp.ACK {
			c.opener = &c.sides[1-from]
		}
		if tcp.ACK && !opposite.known {
			opposite.begin(tcp.Ack) // its own SYN is missing
			c.sides[1-from].whole = true
		}
	}
	if tcp.ACK && (!opposite.hasAck || distance(tcp.Ack, opposite.acked) > 0) {
		opposite.acked, opposite.hasAck = tcp.Ack, true
	}
	if len(tcp.Payload) > 0 && !tcp.RST {
		if !s.known {
			s.begin(seq)
		}
		c.add(from, seq, tcp.Payload, at)
	}
	if tcp.FIN {
		s.end, s.hasEnd = seq+uint32(len(tcp.Payload)), true
	}
	c.ended = c.ended || tcp.RST || s.hasEnd && opposite.hasEnd
	for i := range c.streams {
		c.giveUp(i)
	}
}

func (s *stream) begin(seq uint32) { s.known, s.first, s.next = true, seq, seq }

// add passes on the bytes of a segment, or keeps them until those before them
// are there. What has been passed on before was sent again.
func (c *tcpConnection) add(from int, seq uint32, data []byte, at time.Time) {
	s := &c.streams[from]
	d := distance(seq, s.next)
	switch {
	case d > maxWindow || d < -maxWindow:
		return // nothing that this stream could have sent
	case d > 0:
		if len(s.waiting) == 0 {
			s.gapSince = c.packets
		}
		i, _ := slices.BinarySearchFunc(s.waiting, seq, func(w segment, seq uint32) int { return distance(w.seq, seq) })
		s.waiting = slices.Insert(s.waiting, i, segment{seq, bytes.Clone(data), at})
		s.bytes += len(data)
		c.out.held += len(data)
		return
	case d < 0 && -d >= len(data):
		return
	}
	data = data[-d:]
	s.next += uint32(len(data))
	c.take(&c.sides[from], data, at)
	c.release(from)
}

// release passes on what has waited for bytes that are there now.
func (c *tcpConnection) release(from int) {
	s := &c.streams[from]
	n := 0
	for ; n < len(s.waiting); n++ {
		w := s.waiting[n]
		d := distance(w.seq, s.next)
		if d > 0 {
			s.gapSince = c.packets
			break
		}
		s.bytes -= len(w.data)
		c.out.held -= len(w.data)
		if -d < len(w.data) {
			s.next += uint32(len(w.data) + d)
			c.take(&c.sides[from], w.data[-d:], w.at)
		}
	}
	s.waiting = slices.Delete(s.waiting, 0, n)
}

// giveUp takes the bytes that others of a stream wait for as missing in the
// capture if the receiver has acknowledged them a while ago, or if too much
// waits.
func (c *tcpConnection) giveUp(from int) {
	s := &c.streams[from]
	for len(s.waiting) > 0 {
		received := s.hasAck && distance(s.acked, s.waiting[0].seq) >= 0
		if !(received && c.packets-s.gapSince >= patience) && s.bytes <= maxWaiting && !c.out.full() {
			return
		}
		c.pass(from, s.waiting[0].seq, s.waiting[0].at)
	}
}

// pass goes on at sequence number seq without the bytes before it.
func (c *tcpConnection) pass(from int, seq uint32, at time.Time) {
	s := &c.streams[from]
	lost := distance(seq, s.next)
	s.next = seq
	c.gap(&c.sides[from], lost, at)
	c.release(from)
}

// finish passes on what still waits, and tells of what is missing at the end.
func (c *tcpConnection) finish() {
	for i := range c.streams {
		s := &c.streams[i]
		for len(s.waiting) > 0 {
			c.pass(i, s.waiting[0].seq, s.waiting[0].at)
		}
	}
	for i := range c.streams {
		s := &c.streams[i]
		if lost := s.missingEnd(); lost > 0 {
			c.gap(&c.sides[i], lost, time.Time{})
		}
	}
	c.conversation.finish()
}

// missingEnd is how many bytes the stream has had behind the last that is there,
// by its own end or by what the receiver has acknowledged.
func (s *stream) missingEnd() int {
	if !s.known {
		return 0
	}
	if s.hasEnd {
		return min(max(distance(s.end, s.next), 0), maxWindow)
	}
	// A single one may be the end itself, which counts as a byte.
	if lost := distance(s.acked, s.next); s.hasAck && lost > 1 && lost < maxWindow {
		return lost
	}
	return 0
}
