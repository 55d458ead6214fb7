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

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/model"
)

// A Call is a request and, unless there is none in the capture, its response; or
// a token of an authentication, which has no header, and the answer to it.
type Call struct {
	// Client and Server are addresses with ports.
	Client, Server string
	// Time is when the end of the request was captured, ResponseTime that of the
	// response.
	Time, ResponseTime time.Time
	CorrelationID      int32
	// Request is a whole frame, nil if a part of it is missing. Response is one
	// too, nil unless Outcome is Answered.
	Request, Response []byte
	// RequestSize is the size of the request's frame in bytes, all of it there or
	// not.
	RequestSize int
	// Message is the request's schema and Version its version; nil if they are
	// not known.
	Message *model.Message
	Version int16
	// APIKey is what the request says, known or not.
	APIKey  int16
	Outcome Outcome
	// Token is whether the frames are tokens of an authentication, as they follow
	// a SaslHandshake of version 0. Nothing but their bytes is known.
	Token bool

	number int // of the request within its connection
}

// Outcome is what became of a request.
type Outcome uint8

// The outcomes.
const (
	NoResponse  Outcome = iota // up to the end of the connection
	Answered                   // the response is there
	NotExpected                // brokers do not answer a Produce request with acks=0
	Missing                    // the capture lacks the response or a part of it
)

// A Handler takes what is found in a capture. An error that one of its methods
// returns ends the reading.
type Handler interface {
	// Call takes a call once its response is there, or once it is known that there
	// is none.
	Call(c *Call) error
	// Note takes a remark about what is missing, damaged or not Kafka.
	Note(text string) error
}

// maxHeld is how many bytes are kept of frames and packets that wait for others,
// those of all connections together. What would be more is given up, and told.
const maxHeld = 512 << 20

// packetSource is what both file formats have in common.
type packetSource interface {
	ReadPacketData() ([]byte, gopacket.CaptureInfo, error)
	LinkType() layers.LinkType
}

// Read goes through a capture. It keeps up to 512 MiB of frames and packets that
// wait for others.
func Read(r io.Reader, catalog *layout.Catalog, h Handler) error {
	return read(r, catalog, h, maxHeld)
}

func read(r io.Reader, catalog *layout.Catalog, h Handler, limit int) error {
	source, err := open(bufio.NewReaderSize(r, 1<<16))
	if err != nil {
		return err
	}
	out := &output{catalog: catalog, handler: h, limit: limit, missing: "missing in the capture"}
	p := &packets{out: out, connections: map[connectionKey]*tcpConnection{}}
	readErr := p.all(source)
	p.finish()
	if p.others > 0 {
		out.note("%s no TCP over IP", countAre(p.others, "packet"))
	}
	if p.cut > 0 {
		out.note("%s cut short by the capturing program", countWere(p.cut, "packet"))
	}
	if readErr != nil {
		out.note("the capture ends within a packet: %v", readErr)
	}
	return out.err
}

func countAre(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is"
	}
	return fmt.Sprintf("%d %ss are", n, what)
}

func countWere(n int, what string) string {
	if n == 1 {
		return "1 " + what + " was"
	}
	return fmt.Sprintf("%d %ss were", n, what)
}

// IsCapture reports whether a file that begins with head, of at least 4 bytes, is
// a packet capture.
func IsCapture(head []byte) bool {
	if len(head) < 4 {
		return false
	}
	switch string(head[:4]) {
	case "\x0a\x0d\x0d\x0a", "\xd4\xc3\xb2\xa1", "\xa1\xb2\xc3\xd4", "\x4d\x3c\xb2\xa1", "\xa1\xb2\x3c\x4d":
		return true
	}
	return false
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

// An output passes on what is found, until the handler has had enough, and
// counts what is held back in memory.
type output struct {
	catalog     *layout.Catalog
	handler     Handler
	err         error                    // the first of the handler
	missing     string                   // what has become of the bytes in a gap
	held, limit int                      // in bytes
	messages    map[int16]*model.Message // by API key, those that have been looked for
}

func (o *output) call(c *Call) {
	if o.err == nil {
		o.err = o.handler.Call(c)
	}
}

func (o *output) note(format string, args ...any) {
	if o.err == nil {
		o.err = o.handler.Note(fmt.Sprintf(format, args...))
	}
}

// full reports whether more is held than may be.
func (o *output) full() bool { return o.held > o.limit }
