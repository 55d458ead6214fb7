package capture_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gopacket/gopacket/layers"

	"github.com/kgen-go/kgen/internal/layout/capture"
)

const back = "10.0.0.2:9092 -> 10.0.0.1:4000"

func readAll(t *testing.T, n *network) []string {
	t.Helper()
	l := &log{}
	if err := capture.Read(bytes.NewReader(n.bytes()), catalog(t), l); err != nil {
		t.Fatal(err)
	}
	return l.lines
}

// TestReusedPorts has a second connection between the same ports, begun in every
// way and at every distance from the first.
func TestReusedPorts(t *testing.T) {
	closings := map[string]func(client, server *peer){
		"reset":         func(client, _ *peer) { client.packet(layers.TCP{RST: true, ACK: true}, nil) },
		"reset by peer": func(_, server *peer) { server.packet(layers.TCP{RST: true}, nil) },
		"closed":        func(client, server *peer) { client.close(); server.close() },
		"half closed":   func(client, _ *peer) { client.close() },
		"nothing":       func(_, _ *peer) {},
	}
	starts := map[string]uint32{
		"the next number": 1028, "a little above": 2000, "a little below": 900, "far above": 1 << 30, "the other half": 1<<31 + 1000,
		"far below": 4026531840, "zero": 0, "the last": 1<<32 - 1,
	}
	for closing, end := range closings {
		for start, seq := range starts {
			t.Run(closing+"/"+start, func(t *testing.T) {
				n := newNetwork(t, false)
				client, server := n.connect(4000)
				client.send(heartbeat(1))
				server.send(answer(1))
				end(client, server)
				client, server = n.connectAt(4000, seq, seq+7)
				for id := uint32(1); id <= 2; id++ {
					client.send(heartbeat(id))
					server.send(answer(id))
				}
				want := []string{
					way + " #1 Heartbeat v0 26, 10 after 1ms", way + " #1 Heartbeat v0 26, 10 after 1ms",
					way + " #2 Heartbeat v0 26, 10 after 1ms",
				}
				if d := cmp.Diff(want, readAll(t, n)); d != "" {
					t.Errorf("-want +got:\n%s", d)
				}
			})
		}
	}
}

// TestSameSYN sends a SYN twice, which begins nothing new.
func TestSameSYN(t *testing.T) {
	n := newNetwork(t, false)
	client, server := n.connect(4000)
	client.send(heartbeat(1))
	client.repeatSYN()
	server.send(answer(1))
	if d := cmp.Diff([]string{way + " #1 Heartbeat v0 26, 10 after 2ms"}, readAll(t, n)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestLosses(t *testing.T) {
	tests := []struct {
		name  string
		build func(n *network)
		want  []string
	}{
		{"a response is stored before its request", func(n *network) {
			client, server := n.connect(4000)
			client.send(heartbeat(1))
			server.send(answer(1))
			server.send(answer(2))
			client.send(heartbeat(2))
			client.send(heartbeat(3))
			server.send(answer(3))
		}, []string{
			way + " #1 Heartbeat v0 26, 10 after 1ms", way + " #2 Heartbeat v0 26, 10 after -1ms", way + " #3 Heartbeat v0 26, 10 after 1ms",
		}},

		{"the first response is stored before the first request", func(n *network) {
			client, server := n.connect(4000)
			server.send(answer(1))
			client.send(heartbeat(1))
		}, []string{way + " #1 Heartbeat v0 26, 10 after -1ms"}},

		{"a response is missing", func(n *network) {
			client, server := n.connect(4000)
			for id := uint32(1); id <= 3; id++ {
				client.send(heartbeat(id))
				if id == 2 {
					server.seq += 10
					continue
				}
				server.send(answer(id))
			}
		}, []string{
			way + " #1 Heartbeat v0 26, 10 after 1ms", way + " #3 Heartbeat v0 26, 10 after 1ms", way + " #2 Heartbeat v0 26, answer missing",
			"note: " + back + ": 10 bytes are missing in the capture before 03:04:05.008000",
		}},

		{"the last response is missing", func(n *network) {
			client, server := n.connect(4000)
			client.send(heartbeat(1))
			server.seq += 10
			client.packet(layers.TCP{ACK: true}, nil)
		}, []string{way + " #1 Heartbeat v0 26, answer missing", "note: " + back + ": 10 bytes are missing in the capture"}},

		{"the middle of a request and of a response is missing", func(n *network) {
			client, server := n.connect(4000)
			client.send(heartbeat(1)[:14])
			client.seq += 2
			client.send(append(heartbeat(1)[16:], heartbeat(2)...))
			server.send(answer(1)[:8])
			server.seq++
			server.send(append(answer(1)[9:], answer(2)...))
		}, []string{
			way + " #1 Heartbeat v0 26 not whole, answer missing",
			"note: " + way + ": 2 bytes are missing in the capture before 03:04:05.005000; 24 bytes are of frames that they have cut",
			"note: " + back + ": 1 byte is missing in the capture before 03:04:05.007000; 9 bytes are of frames that they have cut",
			way + " #2 Heartbeat v0 26, 10 after 2ms",
		}},

		{"what is missing ends within another request", func(n *network) {
			client, server := n.connect(4000)
			client.send(heartbeat(1))
			server.send(answer(1))
			client.seq += 26
			client.send(append(heartbeat(3)[20:], heartbeat(4)...)) // the first 20 bytes of 3 went with 2
			client.send(heartbeat(5))
			server.send(append(answer(4), answer(5)...))
		}, []string{
			way + " #1 Heartbeat v0 26, 10 after 1ms", way + " #4 Heartbeat v0 26, 10 after 2ms",
			"note: " + way + ": 26 bytes are missing in the capture before 03:04:05.006000; 6 bytes are of frames that they have cut",
			way + " #5 Heartbeat v0 26, 10 after 1ms",
		}},

		{"a request before many is missing", func(n *network) {
			client, server := n.connect(4000)
			client.seq += 26
			server.send(answer(1))
			for id := uint32(2); id < 1502; id++ {
				client.send(heartbeat(id))
				server.send(answer(id))
			}
		}, append([]string{
			way + " #2 Heartbeat v0 26, 10 after 1ms",
			"note: " + way + ": 26 bytes are missing in the capture before 03:04:05.005000, among them the request of a response that is there",
		}, heartbeats(3, 1502)...)},

		{"the first request is missing, and a response looks like a request", func(n *network) {
			client, server := n.connect(4000)
			client.seq += 26
			server.send(frame(number(3), "\x00\x00\x00\x00\xff\xff")) // Produce v3 by its first bytes
			client.send(heartbeat(4))
			server.send(answer(4))
		}, []string{
			way + " #4 Heartbeat v0 26, 10 after 1ms",
			"note: " + way + ": 26 bytes are missing in the capture before 03:04:05.005000, among them the request of a response that is there",
		}},

		{"requests that are not answered", func(n *network) {
			client, server := n.connect(4000)
			client.send(produce(1, 0))
			client.send(produce(2, 1))
			server.send(answer(2))
		}, []string{way + " #1 Produce v3 28, none expected", way + " #2 Produce v3 28, 10 after 1ms"}},

		{"tokens", func(n *network) {
			client, server := n.connect(4000)
			client.send(frame("\x00\x11\x00\x00"+number(1)+"\x00\x02me", "\x00\x05PLAIN"))
			server.send(frame(number(1), "\x00\x00\x00\x00\x00\x01\x00\x05PLAIN"))
			client.send(frame("", "\x00alice\x00secret"))
			server.send(frame("", ""))
			client.send(frame("", ""))
			server.send(frame("", "more"))
			client.send(frame("", "last"))
			client.send(heartbeat(2))
			server.send(answer(2))
		}, []string{
			way + " #1 SaslHandshake v0 23, 21 after 1ms", way + " #0 token v0 17, 4 after 1ms", way + " #0 token v0 4, 8 after 1ms",
			way + " #2 Heartbeat v0 26, 10 after 1ms", way + " #0 token v0 8",
		}},

		{"TLS", func(n *network) {
			client, server := n.connect(4000)
			client.send([]byte("\x16\x03\x01\x00\x05hello"))
			server.send([]byte("\x16\x03\x03\x00\x05hello"))
		}, []string{"note: " + way + ": 10 bytes of TLS, which hides what is in it", "note: " + back + ": 10 bytes of TLS, which hides what is in it"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := newNetwork(t, false)
			test.build(n)
			if d := cmp.Diff(test.want, readAll(t, n)); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// produce is a request frame of 28 bytes: Produce v3 with no topics.
func produce(id uint32, acks byte) []byte {
	return frame("\x00\x00\x00\x03"+number(id)+"\x00\x02me", "\xff\xff\x00"+string(acks)+"\x00\x00\x00\x07\x00\x00\x00\x00")
}

// heartbeats are the lines of heartbeats that are answered at once.
func heartbeats(from, to int) []string {
	var lines []string
	for id := from; id < to; id++ {
		lines = append(lines, fmt.Sprintf("%s #%d Heartbeat v0 26, 10 after 1ms", way, id))
	}
	return lines
}

// TestRandomLosses drops packets of a connection and swaps neighbours: what is
// found is in the whole capture as well, with the same times, and there are no
// more notes than gaps.
func TestRandomLosses(t *testing.T) {
	known := catalog(t)
	for seed := range uint64(40) {
		whole, damaged := newNetwork(t, false), newNetwork(t, false)
		runs, last := 0, false
		damaged.drop = func(number int) bool {
			drop := number > 3 && number%17 == int(seed)%17
			if drop && !last {
				runs++
			}
			last = drop
			return drop
		}
		for _, n := range []*network{whole, damaged} {
			rnd := rand.New(rand.NewPCG(seed, 2))
			client, server := n.connect(4000)
			for id := uint32(1); id < 300; id += 3 {
				var requests, answers []byte
				for i := range uint32(3) {
					requests = append(requests, heartbeat(id+i)...)
					answers = append(answers, answer(id+i)...)
				}
				client.inPieces(rnd, requests)
				server.inPieces(rnd, answers)
			}
			client.close()
		}
		lines := func(n *network) (calls map[string]bool, notes []string) {
			l := &log{}
			if err := capture.Read(bytes.NewReader(n.bytes()), known, l); err != nil {
				t.Fatal(err)
			}
			calls = map[string]bool{}
			for _, line := range l.lines {
				if strings.HasPrefix(line, "note: ") {
					notes = append(notes, line)
				} else {
					calls[line] = true
				}
			}
			return calls, notes
		}
		all, notes := lines(whole)
		if len(all) != 300 || notes != nil {
			t.Fatalf("seed %d: the whole capture has %d calls, notes %q", seed, len(all), notes)
		}
		some, notes := lines(damaged)
		for line := range some {
			// A call that is cut says so and is not in the whole capture.
			if !all[line] && !strings.Contains(line, "not whole") && !strings.Contains(line, "missing") {
				t.Errorf("seed %d: false line %s", seed, line)
			}
		}
		if len(some) < 150 || len(notes) > runs {
			t.Errorf("seed %d: %d calls, %d notes for %d losses: %q", seed, len(some), len(notes), runs, notes)
		}
	}
}
