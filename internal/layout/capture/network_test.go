package capture_test

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

// catalog is that of the client protocol.
func catalog(t testing.TB) *layout.Catalog {
	t.Helper()
	if _, err := fs.Stat(schemas.FS(), "kafka"); err != nil {
		t.Fatal(err)
	}
	files, _, err := schema.Load([]string{schema.EmbeddedPrefix + "kafka"}, schemas.FS())
	if err != nil {
		t.Fatal(err)
	}
	set, findings := model.Build(files, model.Options{})
	if set == nil {
		t.Fatal(findings)
	}
	return &layout.Catalog{Sets: []layout.Set{{Name: "kafka", Set: set, Files: files}}}
}

// A network records packets as a capturing program would.
type network struct {
	t    testing.TB
	file bytes.Buffer
	w    interface {
		WritePacket(gopacket.CaptureInfo, []byte) error
	}
	now time.Time
	// drop leaves out packets by their number, from 0; nil leaves out none.
	drop    func(number int) bool
	packets int
}

func newNetwork(t testing.TB, ng bool) *network {
	n := &network{t: t, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	if ng {
		w, err := pcapgo.NewNgWriter(&n.file, layers.LinkTypeEthernet)
		if err != nil {
			t.Fatal(err)
		}
		n.w = w
		return n
	}
	w := pcapgo.NewWriter(&n.file)
	if err := w.WriteFileHeader(1<<16, layers.LinkTypeEthernet); err != nil {
		t.Fatal(err)
	}
	n.w = w
	return n
}

// bytes is the capture so far.
func (n *network) bytes() []byte {
	if w, ok := n.w.(*pcapgo.NgWriter); ok {
		if err := w.Flush(); err != nil {
			n.t.Fatal(err)
		}
	}
	return bytes.Clone(n.file.Bytes())
}

// A peer is one end of a TCP connection.
type peer struct {
	n        *network
	port     layers.TCPPort
	first    uint32 // sequence number of its SYN
	seq      uint32 // of the next byte that it sends
	opposite *peer
}

// connect opens a connection from a client at the given port to a broker.
func (n *network) connect(port uint16) (client, server *peer) {
	return n.connectAt(port, 1000, 5000)
}

// connectAt opens a connection whose ends begin with the given sequence numbers.
func (n *network) connectAt(port uint16, clientSeq, serverSeq uint32) (client, server *peer) {
	client = &peer{n: n, port: layers.TCPPort(port), seq: clientSeq, first: clientSeq}
	server = &peer{n: n, port: 9092, seq: serverSeq, opposite: client}
	client.opposite = server
	client.packet(layers.TCP{SYN: true}, nil)
	client.seq++
	server.packet(layers.TCP{SYN: true, ACK: true}, nil)
	server.seq++
	client.packet(layers.TCP{ACK: true}, nil)
	return client, server
}

// send sends data in one packet.
func (p *peer) send(data []byte) {
	p.sendAt(0, data)
	p.seq += uint32(len(data))
}

// sendAt sends data as the bytes that come after the next skip ones, and does
// not move on.
func (p *peer) sendAt(skip int, data []byte) {
	seq := p.seq
	p.seq += uint32(skip)
	p.packet(layers.TCP{ACK: true, PSH: true}, data)
	p.seq = seq
}

// inPieces sends data in packets of random sizes.
func (p *peer) inPieces(rnd *rand.Rand, data []byte) {
	for len(data) > 0 {
		n := min(1+rnd.IntN(40), len(data))
		p.send(data[:n])
		data = data[n:]
	}
}

// repeatSYN sends the first packet again.
func (p *peer) repeatSYN() {
	seq := p.seq
	p.seq = p.first
	p.packet(layers.TCP{SYN: true}, nil)
	p.seq = seq
}

func (p *peer) close() { p.packet(layers.TCP{FIN: true, ACK: true}, nil) }

func (p *peer) packet(tcp layers.TCP, data []byte) {
	p.n.now = p.n.now.Add(time.Millisecond)
	tcp.SrcPort, tcp.DstPort, tcp.Seq, tcp.Window = p.port, p.opposite.port, p.seq, 60000
	if tcp.ACK {
		tcp.Ack = p.opposite.seq
	}
	from, to := net.IPv4(10, 0, 0, 1), net.IPv4(10, 0, 0, 2)
	if p.port == 9092 {
		from, to = to, from
	}
	ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: from, DstIP: to}
	if err := tcp.SetNetworkLayerForChecksum(ip); err != nil {
		p.n.t.Fatal(err)
	}
	p.n.write(&layers.Ethernet{SrcMAC: make([]byte, 6), DstMAC: make([]byte, 6), EthernetType: layers.EthernetTypeIPv4},
		ip, &tcp, gopacket.Payload(data))
}

func (n *network) write(parts ...gopacket.SerializableLayer) {
	n.packets++
	if n.drop != nil && n.drop(n.packets-1) {
		return
	}
	b := gopacket.NewSerializeBuffer()
	if err := gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true}, parts...); err != nil {
		n.t.Fatal(err)
	}
	info := gopacket.CaptureInfo{Timestamp: n.now, CaptureLength: len(b.Bytes()), Length: len(b.Bytes())}
	if err := n.w.WritePacket(info, b.Bytes()); err != nil {
		n.t.Fatal(err)
	}
}
