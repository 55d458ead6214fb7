package tap

import (
	"io"
	"net"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
)

// maxPayload is how many bytes a packet carries, which an IP packet has room for.
const maxPayload = 32 << 10

// A PacketWriter is a [Watcher] that writes what passes as a capture in the format
// pcapng, in packets of its own making.
type PacketWriter struct {
	w           *pcapgo.NgWriter
	connections map[int]*[2]end
	err         error
}

// An end is one side of a connection, that of the client first.
type end struct {
	address *net.TCPAddr
	next    uint32 // sequence number
}

// NewPacketWriter writes to w. [PacketWriter.Flush] has to be called at the end.
func NewPacketWriter(w io.Writer) (*PacketWriter, error) {
	ng, err := pcapgo.NewNgWriter(w, layers.LinkTypeRaw)
	if err != nil {
		return nil, err
	}
	return &PacketWriter{w: ng, connections: map[int]*[2]end{}}, nil
}

// Flush writes what is still in memory, and gives the first error of all calls.
func (p *PacketWriter) Flush() error {
	if err := p.w.Flush(); p.err == nil {
		p.err = err
	}
	return p.err
}

// Connect is part of [Watcher].
func (p *PacketWriter) Connect(connection int, client, server net.Addr) {
	c := &[2]end{{client.(*net.TCPAddr), 0}, {server.(*net.TCPAddr), 0}}
	p.connections[connection] = c
	now := time.Now()
	p.packet(&c[0], &c[1], layers.TCP{SYN: true}, nil, now)
	c[0].next++
	p.packet(&c[1], &c[0], layers.TCP{SYN: true, ACK: true}, nil, now)
	c[1].next++
}

// Close is part of [Watcher].
func (p *PacketWriter) Close(connection int) {
	if c := p.connections[connection]; c != nil {
		now := time.Now()
		p.packet(&c[0], &c[1], layers.TCP{FIN: true, ACK: true}, nil, now)
		p.packet(&c[1], &c[0], layers.TCP{FIN: true, ACK: true}, nil, now)
		delete(p.connections, connection)
	}
}

// Sent is part of [Watcher].
func (p *PacketWriter) Sent(connection int, byClient bool, data []byte, at time.Time) {
	from, to := p.ends(connection, byClient)
	for len(data) > 0 && from != nil {
		part := data[:min(len(data), maxPayload)]
		p.packet(from, to, layers.TCP{ACK: true, PSH: true}, part, at)
		from.next += uint32(len(part))
		data = data[len(part):]
	}
}

// Lost is part of [Watcher]: the sequence numbers tell what is missing.
func (p *PacketWriter) Lost(connection int, byClient bool, n int, _ time.Time) {
	if from, _ := p.ends(connection, byClient); from != nil {
		from.next += uint32(n)
	}
}

func (p *PacketWriter) ends(connection int, byClient bool) (from, to *end) {
	c := p.connections[connection]
	switch {
	case c == nil:
		return nil, nil
	case byClient:
		return &c[0], &c[1]
	}
	return &c[1], &c[0]
}

// packet writes one packet, unless writing has failed before.
func (p *PacketWriter) packet(from, to *end, tcp layers.TCP, data []byte, at time.Time) {
	if p.err != nil {
		return
	}
	tcp.SrcPort, tcp.DstPort = layers.TCPPort(from.address.Port), layers.TCPPort(to.address.Port)
	tcp.Seq, tcp.Window = from.next, 1<<16-1
	if tcp.ACK {
		tcp.Ack = to.next
	}
	var ip interface {
		gopacket.NetworkLayer
		gopacket.SerializableLayer
	}
	if src, dst := from.address.IP.To4(), to.address.IP.To4(); src != nil && dst != nil {
		ip = &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: src, DstIP: dst}
	} else {
		ip = &layers.IPv6{Version: 6, HopLimit: 64, NextHeader: layers.IPProtocolTCP, SrcIP: from.address.IP.To16(), DstIP: to.address.IP.To16()}
	}
	if p.err = tcp.SetNetworkLayerForChecksum(ip); p.err != nil {
		return
	}
	b := gopacket.NewSerializeBuffer()
	options := gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true}
	if p.err = gopacket.SerializeLayers(b, options, ip, &tcp, gopacket.Payload(data)); p.err != nil {
		return
	}
	p.err = p.w.WritePacket(gopacket.CaptureInfo{Timestamp: at, CaptureLength: len(b.Bytes()), Length: len(b.Bytes())}, b.Bytes())
}
