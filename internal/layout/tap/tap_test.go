package tap_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/capture"
	"github.com/kgen-go/kgen/internal/layout/tap"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

func catalog(t testing.TB) *layout.Catalog {
	t.Helper()
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

// A log writes down the calls and remarks.
type log struct {
	mu    sync.Mutex
	lines []string
}

func (l *log) add(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, text)
}

func (l *log) Call(c *capture.Call) error {
	l.add(fmt.Sprintf("#%d key %d, %d bytes, %d back", c.CorrelationID, c.APIKey, c.RequestSize, len(c.Response)))
	return nil
}

func (l *log) Note(text string) error { l.add("note: " + text); return nil }

func number(n int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(n))) }

func framed(content string) []byte { return []byte(number(len(content)) + content) }

func str(text string) string { return "\x00" + string(rune(len(text))) + text }

// metadata is a Metadata v0 response: brokers by node id, and no topics.
func metadata(id int, addresses ...string) []byte {
	content := number(id) + number(len(addresses))
	for i, address := range addresses {
		host, port, _ := net.SplitHostPort(address)
		n, _ := net.LookupPort("tcp", port)
		content += number(i) + str(host) + number(n)
	}
	return framed(content + number(0))
}

const heartbeatRequest, metadataRequest = "\x00\x0c\x00\x00", "\x00\x03\x00\x00"

// broker answers each request by the given function, which gets the frame.
func broker(t *testing.T, answer func(frame []byte) []byte) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				for {
					frame, err := readFrame(c)
					if err != nil {
						return
					}
					c.Write(answer(frame))
				}
			}()
		}
	}()
	return l.Addr().String()
}

func readFrame(r io.Reader) ([]byte, error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	frame := make([]byte, 4+binary.BigEndian.Uint32(head))
	copy(frame, head)
	_, err := io.ReadFull(r, frame[4:])
	return frame, err
}

func ask(t *testing.T, c net.Conn, request []byte) []byte {
	t.Helper()
	if _, err := c.Write(request); err != nil {
		t.Fatal(err)
	}
	c.SetReadDeadline(time.Now().Add(10 * time.Second))
	frame, err := readFrame(c)
	if err != nil {
		t.Fatal(err)
	}
	return frame
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestTwoBrokers has a client find the second broker through the tap.
func TestTwoBrokers(t *testing.T) {
	got := make(chan []byte, 10)
	second := broker(t, func(frame []byte) []byte {
		got <- frame
		return framed(string(frame[8:12]) + "\x00\x07")
	})
	var first string
	first = broker(t, func(frame []byte) []byte {
		got <- frame
		return metadata(int(binary.BigEndian.Uint32(frame[8:])), first, second)
	})
	found, remarks := &log{}, &log{}
	var file bytes.Buffer
	packets, err := tap.NewPacketWriter(&file)
	if err != nil {
		t.Fatal(err)
	}
	known := catalog(t)
	tapped, err := tap.Start(known, "127.0.0.1:0", first, tap.All{tap.NewCalls(known, found), packets}, remarks.add)
	if err != nil {
		t.Fatal(err)
	}
	request := framed(metadataRequest + number(1) + "\xff\xff" + number(0))
	client := dial(t, tapped.Addr().String())
	response := ask(t, client, request)
	if d := cmp.Diff(request, <-got); d != "" {
		t.Errorf("the broker got another request (-want +got):\n%s", d)
	}
	// The port of the second broker is all that the client cannot know.
	firstPort := tapped.Addr().(*net.TCPAddr).Port
	secondPort := int(binary.BigEndian.Uint32(response[len(response)-8:]))
	want := metadata(1, fmt.Sprintf("127.0.0.1:%d", firstPort), fmt.Sprintf("127.0.0.1:%d", secondPort))
	if d := cmp.Diff(want, response); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	other := dial(t, fmt.Sprintf("127.0.0.1:%d", secondPort))
	request = framed(heartbeatRequest + number(2) + "\x00\x02me" + "\x00\x01g" + number(7) + "\x00\x01m")
	if d := cmp.Diff(framed(number(2)+"\x00\x07"), ask(t, other, request)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if d := cmp.Diff(request, <-got); d != "" {
		t.Errorf("the broker got another request (-want +got):\n%s", d)
	}
	tapped.Close()
	// Calls have the sizes of what the broker sent.
	calls := []string{fmt.Sprintf("#1 key 3, 18 bytes, %d back", len(want)), "#2 key 12, 26 bytes, 10 back"}
	if d := cmp.Diff(calls, found.lines); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if len(remarks.lines) != 2 || !strings.Contains(remarks.lines[1], "leads to broker "+second) {
		t.Errorf("remarks %q", remarks.lines)
	}
	if err := packets.Flush(); err != nil {
		t.Fatal(err)
	}
	again := &log{}
	if err := capture.Read(&file, known, again); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(calls, again.lines); d != "" {
		t.Errorf("the capture holds something else (-want +got):\n%s", d)
	}
}

// TestForeign forwards what is no Kafka as it is, and the ends of both sides.
func TestForeign(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	text := bytes.Repeat([]byte("\xff\xff\xff\xffno Kafka at all"), 100_000)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		got, _ := io.ReadAll(c)
		c.Write(got)
	}()
	known := catalog(t)
	tapped, err := tap.Start(known, "127.0.0.1:0", l.Addr().String(), tap.NewCalls(known, &log{}), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer tapped.Close()
	c := dial(t, tapped.Addr().String())
	go func() {
		c.Write(text)
		c.(*net.TCPConn).CloseWrite()
	}()
	got, err := io.ReadAll(c)
	if err != nil || !bytes.Equal(got, text) {
		t.Errorf("%d of %d bytes came back: %v", len(got), len(text), err)
	}
}

// A slow watcher does not go on until it is let.
type slow struct {
	*tap.Calls
	wait chan struct{}
}

func (s slow) Connect(n int, client, server net.Addr) {
	<-s.wait
	s.Calls.Connect(n, client, server)
}

// TestSlowWatcher forwards more than waits for a watcher: what is left out is
// told, and what comes later is found.
func TestSlowWatcher(t *testing.T) {
	address := broker(t, func(frame []byte) []byte { return framed(string(frame[8:12]) + "\x00\x00") })
	known := catalog(t)
	found := &log{}
	w := slow{tap.NewCalls(known, found), make(chan struct{})}
	tapped, err := tap.StartWithLimit(known, "127.0.0.1:0", address, w, func(string) {}, 100)
	if err != nil {
		t.Fatal(err)
	}
	c := dial(t, tapped.Addr().String())
	request := func(id int) []byte {
		return framed(heartbeatRequest + number(id) + "\x00\x02me" + "\x00\x01g" + number(7) + "\x00\x01m")
	}
	for id := range 20 {
		ask(t, c, request(id))
	}
	close(w.wait)
	for id := 20; len(found.snapshot()) < 25 && id < 10_000; id++ {
		ask(t, c, request(id))
	}
	tapped.Close()
	text := strings.Join(found.lines, "\n")
	if !strings.Contains(text, "left out, as they came faster than they could be shown") || !strings.Contains(text, "#0 key 12") {
		t.Errorf("found\n%s", text)
	}
}

func (l *log) snapshot() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.lines...)
}

func TestStartErrors(t *testing.T) {
	for _, addresses := range [][2]string{{"no port", "a:1"}, {"127.0.0.1:0", "no port"}, {"256.0.0.1:1", "a:1"}} {
		if tapped, err := tap.Start(catalog(t), addresses[0], addresses[1], tap.All{}, func(string) {}); err == nil {
			tapped.Close()
			t.Errorf("%q to %q: no error", addresses[0], addresses[1])
		}
	}
}
