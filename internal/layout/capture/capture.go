// Package capture finds the Kafka calls in packet captures: it puts the TCP
// streams of a pcap or pcapng file together, cuts them into frames, and matches
// each response with its request.
//
// What is not Kafka, or cannot be read because the capture lacks a part of it,
// is told in notes; nothing in a capture is an error but that it is none.
package capture

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
	"github.com/gopacket/gopacket/reassembly"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/model"
)

// A Call is a request and, unless there is none in the capture, its response.
type Call struct {
	// Client and Server are addresses with ports.
	Client, Server string
	// Time is when the end of the request was captured, ResponseTime that of the
	// response.
	Time, ResponseTime time.Time
	CorrelationID      int32
	// Request is a whole frame, Response is one too, or nil.
	Request, Response []byte
	// Message is the request's schema and Version its version; nil if they are
	// not known.
	Message *model.Message
	Version int16
	// APIKey is what the request says, known or not.
	APIKey int16
}

// A Handler takes what is found in a capture. An error that one of its methods
// returns ends the reading.
type Handler interface {
	// Call takes a call once its response is there, or at the end of the
	// connection if there was none.
	Call(c *Call) error
	// Note takes a remark about what is missing, damaged or not Kafka.
	Note(text string) error
}

// packetSource is what both file formats have in common.
type packetSource interface {
	ReadPacketData() ([]byte, gopacket.CaptureInfo, error)
	LinkType() layers.LinkType
}

// Limits on what is kept for packets that come out of order, in pages of some
// 1900 bytes each, so that gaps in a capture do not fill the memory.
const (
	maxPagesPerConnection = 16 << 10
	maxPages              = 64 << 10
)

// Read goes through a capture.
func Read(r io.Reader, catalog *layout.Catalog, h Handler) error {
	source, err := open(bufio.NewReaderSize(r, 1<<16))
	if err != nil {
		return err
	}
	f := &factory{catalog: catalog, handler: h}
	assembler := reassembly.NewAssembler(reassembly.NewStreamPool(f))
	assembler.MaxBufferedPagesPerConnection = maxPagesPerConnection
	assembler.MaxBufferedPagesTotal = maxPages
	p := &packets{assembler: assembler}
	readErr := p.all(source, f)
	assembler.FlushAll()
	f.finish()
	if p.others > 0 {
		f.note("%d packets are no TCP over IP", p.others)
	}
	if p.cut > 0 {
		f.note("%d packets were cut short by the capturing program", p.cut)
	}
	if readErr != nil {
		f.note("the capture ends within a packet: %v", readErr)
	}
	return f.err
}

// open recognises the file format.
func open(r *bufio.Reader) (packetSource, error) {
	magic, err := r.Peek(4)
	if err != nil {
		return nil, errors.New("this is no packet capture: it has less than 4 bytes")
	}
	var source packetSource
	if bytes.Equal(magic, []byte("\x0a\x0d\x0d\x0a")) {
		source, err = pcapgo.NewNgReader(r, pcapgo.NgReaderOptions{SkipUnknownVersion: true})
	} else {
		source, err = pcapgo.NewReader(r)
	}
	if err != nil {
		return nil, fmt.Errorf("this is no packet capture of format pcap or pcapng: %w", err)
	}
	return source, nil
}

// packets hands the TCP segments of a capture to the assembler.
type packets struct {
	assembler *reassembly.Assembler
	others    int // packets that are not TCP
	cut       int // packets that are not whole
}

// captured tells the assembler when a packet was captured.
type captured struct{ info gopacket.CaptureInfo }

func (c *captured) GetCaptureInfo() gopacket.CaptureInfo { return c.info }

// all reads packets up to the end, which is an error where it is within one.
func (p *packets) all(source packetSource, f *factory) error {
	for f.err == nil {
		data, info, err := source.ReadPacketData()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if info.CaptureLength < info.Length {
			p.cut++
		}
		packet := gopacket.NewPacket(data, source.LinkType(), gopacket.DecodeOptions{NoCopy: true})
		tcp, ok := packet.Layer(layers.LayerTypeTCP).(*layers.TCP)
		if !ok || packet.NetworkLayer() == nil {
			p.others++
			continue
		}
		if err := p.assemble(packet.NetworkLayer().NetworkFlow(), tcp, info); err != nil {
			return err
		}
	}
	return nil
}

// assemble adds a segment. The assembler takes some packets that no peer sends
// for a fault of its own, and panics.
func (p *packets) assemble(flow gopacket.Flow, tcp *layers.TCP, info gopacket.CaptureInfo) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a TCP segment makes no sense: %v", r)
		}
	}()
	p.assembler.AssembleWithContext(flow, tcp, &captured{info})
	return nil
}
