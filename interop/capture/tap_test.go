package capture_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
)

// A tap records what goes through connections, as a capturing program on the
// client's side would.
type tap struct {
	t    *testing.T
	path string

	mu   sync.Mutex // serialises packets, so that their order is that of the events
	file *os.File
	w    *pcapgo.Writer
}

func newTap(t *testing.T) *tap {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kafka.pcap")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := pcapgo.NewWriter(f)
	if err := w.WriteFileHeader(1<<18, layers.LinkTypeRaw); err != nil {
		t.Fatal(err)
	}
	return &tap{t: t, path: path, file: f, w: w}
}

// close ends the capture.
func (p *tap) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.file.Close(); err != nil {
		p.t.Error(err)
	}
	p.w = nil
}

// dial is a dialer whose connections are recorded.
func (p *tap) dial(ctx context.Context, network, address string) (net.Conn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	tapped := &tappedConn{Conn: c, tap: p}
	p.mu.Lock()
	defer p.mu.Unlock()
	tapped.segment(true, layers.TCP{SYN: true}, nil)
	tapped.segment(false, layers.TCP{SYN: true, ACK: true}, nil)
	return tapped, nil
}

// A tappedConn is a connection that is recorded.
type tappedConn struct {
	net.Conn
	tap                  *tap
	clientSeq, serverSeq uint32
}

func (c *tappedConn) Write(b []byte) (int, error) {
	// Recorded first, as the answer may be there before Write returns.
	c.record(true, b)
	return c.Conn.Write(b)
}

func (c *tappedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.record(false, b[:n])
	return n, err
}

// maxSegment is what fits into an IP packet beside the headers, roughly.
const maxSegment = 60_000

func (c *tappedConn) record(fromClient bool, b []byte) {
	c.tap.mu.Lock()
	defer c.tap.mu.Unlock()
	for len(b) > 0 && c.tap.w != nil {
		n := min(len(b), maxSegment)
		c.segment(fromClient, layers.TCP{ACK: true, PSH: true}, b[:n])
		b = b[n:]
	}
}

// segment writes a packet; the caller holds the lock.
func (c *tappedConn) segment(fromClient bool, tcp layers.TCP, data []byte) {
	from, to := c.LocalAddr().(*net.TCPAddr), c.RemoteAddr().(*net.TCPAddr)
	seq := &c.clientSeq
	if !fromClient {
		from, to = to, from
		seq = &c.serverSeq
	}
	tcp.SrcPort, tcp.DstPort, tcp.Seq = layers.TCPPort(from.Port), layers.TCPPort(to.Port), *seq
	*seq += uint32(len(data))
	if tcp.SYN {
		*seq++
	}
	ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: from.IP.To4(), DstIP: to.IP.To4()}
	if err := tcp.SetNetworkLayerForChecksum(ip); err != nil {
		c.tap.t.Error(err)
	}
	b := gopacket.NewSerializeBuffer()
	if err := gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true}, ip, &tcp, gopacket.Payload(data)); err != nil {
		c.tap.t.Error(err)
	}
	info := gopacket.CaptureInfo{Timestamp: time.Now(), CaptureLength: len(b.Bytes()), Length: len(b.Bytes())}
	if err := c.tap.w.WritePacket(info, b.Bytes()); err != nil {
		c.tap.t.Error(err)
	}
}
