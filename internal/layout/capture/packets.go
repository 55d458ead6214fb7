package capture

import (
	"errors"
	"io"
	"net"
	"slices"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
)

const (
	// maxConnections is how many connections are followed at a time; the ones that
	// have been silent for longest are ended for more.
	maxConnections = 1 << 16
	// maxEnded is how many connections that have ended are kept for packets that
	// come late.
	maxEnded = 256
)

// A connectionKey is the ends of a connection in one of both directions.
type connectionKey struct{ network, transport gopacket.Flow }

func (k connectionKey) reverse() connectionKey {
	return connectionKey{k.network.Reverse(), k.transport.Reverse()}
}

// packets hands TCP segments to their connections.
type packets struct {
	out         *output
	connections map[connectionKey]*tcpConnection // by the direction of the first packet
	ended       []*tcpConnection                 // the oldest first
	made        int
	number      int // of packets so far
	others      int // packets that are not TCP
	cut         int // packets that are not whole
}

// all reads packets up to the end, which is an error where it is within one.
func (p *packets) all(source packetSource) error {
	for p.out.err == nil {
		data, info, err := source.ReadPacketData()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		p.number++
		if info.CaptureLength < info.Length {
			p.cut++
		}
		packet := gopacket.NewPacket(data, source.LinkType(), gopacket.DecodeOptions{NoCopy: true, Lazy: true})
		tcp, ok := packet.Layer(layers.LayerTypeTCP).(*layers.TCP)
		if !ok || packet.NetworkLayer() == nil {
			p.others++
			continue
		}
		p.segment(packet.NetworkLayer().NetworkFlow(), tcp, info.Timestamp)
	}
	return nil
}

// segment finds the connection of a segment. A SYN with a sequence number of its
// own begins a new one, whatever has become of the one before it, as do bytes
// that cannot belong to that.
func (p *packets) segment(network gopacket.Flow, tcp *layers.TCP, at time.Time) {
	key, from := connectionKey{network, tcp.TransportFlow()}, 0
	c := p.connections[key]
	if c == nil {
		if c = p.connections[key.reverse()]; c != nil {
			from = 1
		}
	}
	if c != nil && c.isOther(from, tcp) {
		p.end(c)
		c = nil
	}
	if c == nil {
		c, from = p.connect(key), 0
	}
	c.lastPacket = p.number
	c.segment(from, tcp, at)
	if c.ended && !c.listed {
		c.listed = true
		if p.ended = append(p.ended, c); len(p.ended) > maxEnded {
			p.end(p.ended[0])
		}
	}
}

func (p *packets) connect(key connectionKey) *tcpConnection {
	if len(p.connections) >= maxConnections {
		p.endIdle()
	}
	address := func(host, port gopacket.Endpoint) string { return net.JoinHostPort(host.String(), port.String()) }
	c := &tcpConnection{key: key, number: p.made, conversation: newConversation(p.out,
		address(key.network.Src(), key.transport.Src()), address(key.network.Dst(), key.transport.Dst()))}
	p.made++
	p.connections[key] = c
	return c
}

// end ends a connection and forgets it.
func (p *packets) end(c *tcpConnection) {
	c.finish()
	delete(p.connections, c.key)
	if i := slices.Index(p.ended, c); i >= 0 {
		p.ended = slices.Delete(p.ended, i, i+1)
	}
}

// endIdle ends the half of the connections that has been silent for longest.
func (p *packets) endIdle() {
	list := p.list(func(c *tcpConnection) int { return c.lastPacket })
	for _, c := range list[:len(list)/2] {
		p.end(c)
	}
}

// finish ends all connections in the order in which they began.
func (p *packets) finish() {
	for _, c := range p.list(func(c *tcpConnection) int { return c.number }) {
		p.end(c)
	}
}

func (p *packets) list(by func(*tcpConnection) int) []*tcpConnection {
	list := make([]*tcpConnection, 0, len(p.connections))
	for _, c := range p.connections {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *tcpConnection) int { return by(a) - by(b) })
	return list
}
