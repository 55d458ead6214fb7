package capture_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"

	"github.com/kgen-go/kgen/internal/layout/capture"
)

// A log writes down what is found.
type log struct{ lines []string }

func (l *log) Call(c *capture.Call) error {
	name := fmt.Sprintf("key %d", c.APIKey)
	if c.Message != nil {
		name = c.Message.APIName()
	}
	if c.Token {
		name = "token"
	}
	line := fmt.Sprintf("%s -> %s #%d %s v%d %d", c.Client, c.Server, c.CorrelationID, name, c.Version, c.RequestSize)
	if c.Request == nil {
		line += " not whole"
	}
	switch c.Outcome {
	case capture.Answered:
		line += fmt.Sprintf(", %d after %v", len(c.Response), c.ResponseTime.Sub(c.Time))
	case capture.NotExpected:
		line += ", none expected"
	case capture.Missing:
		line += ", answer missing"
	}
	l.lines = append(l.lines, line)
	return nil
}

func (l *log) Note(text string) error {
	l.lines = append(l.lines, "note: "+text)
	return nil
}

// heartbeat is a request frame of 30 bytes: Heartbeat v0, written by hand.
func heartbeat(id uint32) []byte {
	return frame("\x00\x0c\x00\x00"+number(id)+"\x00\x02me", "\x00\x01g\x00\x00\x00\x07\x00\x01m")
}

// answer is a response frame of 10 bytes: no error.
func answer(id uint32) []byte { return frame(number(id), "\x00\x00") }

func number(n uint32) string { return string(binary.BigEndian.AppendUint32(nil, n)) }

func frame(header, body string) []byte {
	return []byte(number(uint32(len(header)+len(body))) + header + body)
}

const way = "10.0.0.1:4000 -> 10.0.0.2:9092"

func TestCaptures(t *testing.T) {
	tests := []struct {
		name  string
		build func(n *network)
		want  []string
	}{
		{"pipelined requests, answers in their own order", func(n *network) {
			client, server := n.connect(4000)
			client.send(append(heartbeat(1), heartbeat(2)...))
			server.send(answer(2))
			server.send(answer(1))
			client.close()
			server.close()
		}, []string{way + " #2 Heartbeat v0 26, 10 after 1ms", way + " #1 Heartbeat v0 26, 10 after 2ms"}},

		{"a frame in many packets", func(n *network) {
			client, server := n.connect(4000)
			for _, b := range heartbeat(3) {
				client.send([]byte{b})
			}
			server.send(answer(3)[:5])
			server.send(answer(3)[5:])
		}, []string{way + " #3 Heartbeat v0 26, 10 after 2ms"}},

		{"packets out of order and sent again", func(n *network) {
			client, server := n.connect(4000)
			whole := heartbeat(4)
			client.sendAt(10, whole[10:])
			client.send(whole[:10])
			client.send(whole[10:])
			client.sendAt(-16, whole[10:])
			server.send(answer(4))
		}, []string{way + " #4 Heartbeat v0 26, 10 after 4ms"}},

		{"no answer", func(n *network) {
			client, _ := n.connect(4000)
			client.send(heartbeat(5))
			client.close()
		}, []string{way + " #5 Heartbeat v0 26"}},

		{"the capture begins within the connection", func(n *network) {
			client := &peer{n: n, port: 4000, seq: 77}
			server := &peer{n: n, port: 9092, seq: 99, opposite: client}
			client.opposite = server
			server.send(answer(1)[6:])
			client.send(heartbeat(6)[20:])
			client.send(heartbeat(7))
			server.send(answer(6))
			server.send(answer(7))
			client.send(heartbeat(8))
			server.send(answer(8))
		}, []string{
			way + " #7 Heartbeat v0 26, 10 after 2ms", way + " #8 Heartbeat v0 26, 10 after 1ms",
			"note: 10.0.0.2:9092 -> 10.0.0.1:4000: 14 bytes are no whole frames",
			"note: " + way + ": 6 bytes are no whole frames",
		}},

		{"a packet is missing", func(n *network) {
			client, server := n.connect(4000)
			client.send(heartbeat(1))
			server.send(answer(1))
			client.seq += 26 // a request that was not captured
			server.send(answer(2))
			client.send(heartbeat(3))
			server.send(answer(3))
		}, []string{
			way + " #1 Heartbeat v0 26, 10 after 1ms",
			way + " #3 Heartbeat v0 26, 10 after 1ms",
			"note: " + way + ": 26 bytes are missing in the capture before 03:04:05.007000, among them the request of a response that is there",
		}},

		{"foreign traffic", func(n *network) {
			client, server := n.connect(4000)
			client.send([]byte("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n"))
			server.send([]byte("HTTP/1.1 200 OK\r\n\r\n"))
			n.write(&layers.Ethernet{SrcMAC: make([]byte, 6), DstMAC: make([]byte, 6), EthernetType: layers.EthernetTypeARP}, gopacket.Payload("no ARP"))
		}, []string{
			"note: " + way + ": 37 bytes of HTTP, which are not Kafka",
			"note: 10.0.0.2:9092 -> 10.0.0.1:4000: 19 bytes of HTTP, which are not Kafka",
			"note: 1 packet is no TCP over IP",
		}},

		{"half frames at the end", func(n *network) {
			client, server := n.connect(4000)
			client.send(heartbeat(1))
			server.send(answer(1)[:7])
			client.send(heartbeat(2)[:9])
		}, []string{
			way + " #1 Heartbeat v0 26",
			"note: " + way + ": the last frame is not whole, 9 bytes of it are there",
			"note: 10.0.0.2:9092 -> 10.0.0.1:4000: the last frame is not whole, 7 bytes of it are there",
		}},

		{"a size that cannot be", func(n *network) {
			client, server := n.connect(4000)
			client.send(heartbeat(1))
			server.send(answer(1))
			client.send([]byte("\xff\xff\xff\xff and so on"))
			client.send(heartbeat(2))
			server.send(answer(2))
		}, []string{
			way + " #1 Heartbeat v0 26, 10 after 1ms",
			"note: " + way + ": a frame cannot have -1 bytes; what follows is skipped up to the next that can be read",
			way + " #2 Heartbeat v0 26, 10 after 1ms",
			"note: " + way + ": 14 bytes are no whole frames",
		}},

		{"an API that is not known", func(n *network) {
			client, server := n.connect(4000)
			client.send(heartbeat(1))
			server.send(answer(1))
			client.send(frame("\x7f\xf0\x00\x09"+number(2)+"\x00\x00", "?"))
			server.send(answer(2))
		}, []string{
			way + " #1 Heartbeat v0 26, 10 after 1ms",
			"note: " + way + ": request with API key 32752, version 9 is not known",
			way + " #2 key 32752 v9 15, 10 after 1ms",
		}},
	}
	known := catalog(t)
	for _, test := range tests {
		for _, ng := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/ng=%v", test.name, ng), func(t *testing.T) {
				n := newNetwork(t, ng)
				test.build(n)
				l := &log{}
				if err := capture.Read(bytes.NewReader(n.bytes()), known, l); err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(test.want, l.lines); d != "" {
					t.Errorf("-want +got:\n%s", d)
				}
			})
		}
	}
}

// TestDamagedFiles cuts a capture at every byte: what is there is found, and
// the rest told.
func TestDamagedFiles(t *testing.T) {
	known := catalog(t)
	for _, ng := range []bool{false, true} {
		n := newNetwork(t, ng)
		client, server := n.connect(4000)
		client.send(heartbeat(1))
		server.send(answer(1))
		whole := n.bytes()
		for size := range whole {
			l := &log{}
			err := capture.Read(bytes.NewReader(whole[:size]), known, l)
			if err != nil && !strings.Contains(err.Error(), "no packet capture") {
				t.Errorf("%d bytes: error %v", size, err)
			}
		}
	}
	if err := capture.Read(strings.NewReader("this is a text"), known, &log{}); err == nil {
		t.Error("a text is taken for a capture")
	}
}

func FuzzRead(f *testing.F) {
	for _, ng := range []bool{false, true} {
		n := newNetwork(f, ng)
		client, server := n.connect(4000)
		client.send(heartbeat(1))
		server.send(answer(1))
		f.Add(n.bytes())
	}
	known := catalog(f)
	f.Fuzz(func(t *testing.T, file []byte) {
		// Nothing is known of the result but that there is one.
		_ = capture.Read(bytes.NewReader(file), known, &log{})
	})
}
