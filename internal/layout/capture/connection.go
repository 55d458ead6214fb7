package capture

import (
	"fmt"
	"net"
	"slices"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/reassembly"

	"github.com/kgen-go/kgen/internal/layout"
)

// A factory makes connections and passes on what they find.
type factory struct {
	catalog     *layout.Catalog
	handler     Handler
	connections []*connection // that have not ended, in order of their first packet
	err         error         // the first of the handler
}

// New is called by the assembler for the first packet of a connection.
func (f *factory) New(network, transport gopacket.Flow, _ *layers.TCP, _ reassembly.AssemblerContext) reassembly.Stream {
	c := &connection{factory: f, pending: map[int32]*Call{}}
	c.sides[0].address = net.JoinHostPort(network.Src().String(), transport.Src().String())
	c.sides[1].address = net.JoinHostPort(network.Dst().String(), transport.Dst().String())
	f.connections = append(f.connections, c)
	return c
}

// finish ends the connections that the capture does not see the end of.
func (f *factory) finish() {
	for _, c := range slices.Clone(f.connections) {
		c.finish()
	}
}

func (f *factory) call(c *Call) {
	if f.err == nil {
		f.err = f.handler.Call(c)
	}
}

func (f *factory) note(format string, args ...any) {
	if f.err == nil {
		f.err = f.handler.Note(fmt.Sprintf(format, args...))
	}
}

// A connection is a TCP connection, with what either side has sent.
type connection struct {
	*factory
	sides  [2]side
	client *side // the side that sends requests, once that is known
	// pending are the requests without a response yet, by correlation id, and
	// order are their ids in the order of the requests.
	pending map[int32]*Call
	order   []int32
}

// A side is what one end of a connection sends.
type side struct {
	address string
	data    []byte // what has arrived and is no whole frame yet
	synced  bool   // data begins where a frame does
	skipped int    // bytes that belong to no frame
}

// Accept is called by the assembler for each packet. Connections may have begun
// before the capture did.
func (c *connection) Accept(_ *layers.TCP, _ gopacket.CaptureInfo, _ reassembly.TCPFlowDirection, _ reassembly.Sequence,
	start *bool, _ reassembly.AssemblerContext) bool {
	*start = true
	return true
}

// ReassembledSG is called by the assembler with the next bytes of one side.
func (c *connection) ReassembledSG(sg reassembly.ScatterGather, _ reassembly.AssemblerContext) {
	direction, _, _, lost := sg.Info()
	s := &c.sides[0]
	if direction == reassembly.TCPDirServerToClient {
		s = &c.sides[1]
	}
	length, _ := sg.Lengths()
	if lost > 0 {
		c.note("%s: %d bytes are missing in the capture", c.name(s), lost)
		c.desync(s)
	}
	if length == 0 {
		return
	}
	c.take(s, sg.Fetch(length), sg.CaptureInfo(length-1).Timestamp)
}

// ReassemblyComplete is called by the assembler at the end of the connection.
func (c *connection) ReassemblyComplete(reassembly.AssemblerContext) bool {
	c.finish()
	return true
}

// name says which way s sends.
func (c *connection) name(s *side) string { return s.address + " -> " + c.other(s).address }

func (c *connection) other(s *side) *side {
	if s == &c.sides[0] {
		return &c.sides[1]
	}
	return &c.sides[0]
}

// desync gives up what s has sent of a frame, the rest of which is missing.
func (c *connection) desync(s *side) {
	c.skip(s, len(s.data))
	s.synced = false
}

// finish tells of what has remained without an end.
func (c *connection) finish() {
	i := slices.Index(c.factory.connections, c)
	if i < 0 {
		return // it has been told already
	}
	c.factory.connections = slices.Delete(c.factory.connections, i, i+1)
	for _, id := range c.order {
		if call := c.pending[id]; call != nil {
			c.call(call)
		}
	}
	for i := range c.sides {
		s := &c.sides[i]
		switch {
		case c.client == nil && len(s.data)+s.skipped > 0:
			c.note("%s: %d bytes that are not Kafka", c.name(s), len(s.data)+s.skipped)
		case c.client == nil:
		case s.skipped > 0:
			c.note("%s: %d bytes are no whole frames", c.name(s), len(s.data)+s.skipped)
		case len(s.data) > 0:
			c.note("%s: the last frame is not whole, %d bytes of it are there", c.name(s), len(s.data))
		}
	}
}

// request keeps a request until its response comes.
func (c *connection) request(frame []byte, at time.Time) {
	call := newCall(c.catalog, frame)
	call.Client, call.Server, call.Time = c.client.address, c.other(c.client).address, at
	if call.Message == nil {
		c.note("%s: request with API key %d, version %d is not known", c.name(c.client), call.APIKey, call.Version)
	}
	if old := c.pending[call.CorrelationID]; old != nil {
		c.call(old) // its response did not come before the id was used again
		c.forget(call.CorrelationID)
	}
	c.pending[call.CorrelationID] = call
	c.order = append(c.order, call.CorrelationID)
}

// response completes the request that it belongs to.
func (c *connection) response(frame []byte, at time.Time) {
	id := correlationID(frame)
	call := c.pending[id]
	if call == nil {
		c.note("%s: response with correlation id %d, whose request is not in the capture", c.name(c.other(c.client)), id)
		return
	}
	c.forget(id)
	call.Response, call.ResponseTime = frame, at
	c.call(call)
}

func (c *connection) forget(id int32) {
	delete(c.pending, id)
	if i := slices.Index(c.order, id); i >= 0 {
		c.order = slices.Delete(c.order, i, i+1)
	}
}
