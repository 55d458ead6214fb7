package main

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"

	"github.com/kgen-go/kgen/kwire/records"
)

// runHere runs kgen within the test and gives its output and exit code.
func runHere(args ...string) (stdout, stderr string, code int) {
	var out, err strings.Builder
	code = run(args, strings.NewReader(""), &out, &err)
	return out.String(), err.String(), code
}

// offsetsSegment writes a log segment of __consumer_offsets: a committed
// offset, its removal, and what is no record of that topic.
func offsetsSegment(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "__consumer_offsets-7")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	b, err := records.NewBuilder(nil, &records.BuilderOptions{Codec: records.Gzip, BaseOffset: 40})
	if err != nil {
		t.Fatal(err)
	}
	key, value := "\x00\x01\x00\x01g\x00\x01t\x00\x00\x00\x03", "\x00\x01\x00\x00\x00\x00\x00\x00\x00\x05\x00\x01m\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02"
	for _, rec := range []records.Record{
		{Timestamp: 1_700_000_000_000, Key: []byte(key), Value: []byte(value)},
		{Timestamp: 1_700_000_000_001, Key: []byte(key)},
		{Timestamp: 1_700_000_000_002, Key: []byte("\xff\xff?"), Value: []byte("text"), Headers: []records.Header{{Key: "h", Value: []byte{1}}}},
	} {
		if err := b.Append(rec); err != nil {
			t.Fatal(err)
		}
	}
	segment, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "00000000000000000040.log")
	if err := os.WriteFile(path, segment, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDecodeLog(t *testing.T) {
	path := offsetsSegment(t)
	stdout, stderr, code := runHere("decode", "-log", path)
	if code != 0 || stderr != "" {
		t.Errorf("exits with %d: %s", code, stderr)
	}
	_, got, _ := strings.Cut(stdout, "\n") // the batch's size depends on the compressor
	want := `  #40 2023-11-14T22:13:20.000Z key OffsetCommitKey v0 {"group":"g","topic":"t","partition":3} value OffsetCommitValue v1 {"offset":5,"metadata":"m","commitTimestamp":1,"expireTimestamp":2}
  #41 2023-11-14T22:13:20.001Z key OffsetCommitKey v0 {"group":"g","topic":"t","partition":3} value null
  #42 2023-11-14T22:13:20.002Z key 0xffff3f (not opened: no record of the coordinator has type -1) value "text" h=0x01
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if !strings.HasPrefix(stdout, "batch at 0: offsets 40-42, magic 2, ") || !strings.Contains(stdout, "3 records, gzip\n") {
		t.Errorf("the batch is described as %s", stdout)
	}

	trees, _, code := runHere("decode", "-log", path, "-v")
	if code != 0 || !strings.Contains(trees, `group string = "g" (int16 len=1)`) || !strings.Contains(trees, "RecordBatch[0] v2") {
		t.Errorf("with -v it exits with %d and prints:\n%s", code, trees)
	}
	// Under another topic the records are those of an application.
	segment, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "0.log")
	if err := os.WriteFile(elsewhere, segment[:len(segment)-1], 0o644); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code = runHere("decode", "-log", elsewhere)
	if code != 1 || stdout != "" || !strings.Contains(stderr, "at byte 0: the segment ends within a batch") {
		t.Errorf("a cut segment exits with %d, %s%s", code, stdout, stderr)
	}
	if err := os.WriteFile(elsewhere, segment, 0o644); err != nil {
		t.Fatal(err)
	}
	if stdout, _, _ = runHere("decode", "-log", elsewhere); strings.Contains(stdout, "OffsetCommit") {
		t.Errorf("records of a topic that is not known are opened:\n%s", stdout)
	}
	if stdout, _, _ = runHere("decode", "-log", elsewhere, "-topic", "__consumer_offsets"); !strings.Contains(stdout, "OffsetCommit") {
		t.Errorf("-topic has no effect:\n%s", stdout)
	}
}

// captureOf writes a capture of one connection over the loopback interface: a
// line "> " or "< " and digits is what the client or the server sends.
func captureOf(t *testing.T, packets string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.pcap")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := pcapgo.NewWriter(f)
	if err := w.WriteFileHeader(1<<16, layers.LinkTypeRaw); err != nil {
		t.Fatal(err)
	}
	seq := map[string]uint32{}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for line := range strings.Lines(strings.TrimSpace(packets)) {
		way, digits, _ := strings.Cut(strings.TrimSpace(line), " ")
		data, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		tcp := &layers.TCP{SrcPort: 5000, DstPort: 9092, Seq: seq[way], ACK: true}
		if way == "<" {
			tcp.SrcPort, tcp.DstPort = tcp.DstPort, tcp.SrcPort
		}
		seq[way] += uint32(len(data))
		ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: []byte{127, 0, 0, 1}, DstIP: []byte{127, 0, 0, 1}}
		if err := tcp.SetNetworkLayerForChecksum(ip); err != nil {
			t.Fatal(err)
		}
		b := gopacket.NewSerializeBuffer()
		if err := gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true}, ip, tcp, gopacket.Payload(data)); err != nil {
			t.Fatal(err)
		}
		at = at.Add(250 * time.Microsecond)
		info := gopacket.CaptureInfo{Timestamp: at, CaptureLength: len(b.Bytes()), Length: len(b.Bytes())}
		if err := w.WritePacket(info, b.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func TestDecodeCapture(t *testing.T) {
	// ApiVersions v99, answered in version 0 as the broker does not know it;
	// then Heartbeat v0, and one without an answer.
	path := captureOf(t, `
		> 0000000d 0012 0063 00000001 0001 63 0000
		< 0000000a 00000001 0023 00000000
		> 00000016 000c 0000 00000002 0002 6d65 0001 67 00000007 0001 6d
		< 00000006 00000002 0000
		> 00000016 000c 0000 00000003 0002 6d65 0001 67 00000007 0001 6d`)
	stdout, stderr, code := runHere("decode", "-pcap", path)
	want := `03:04:05.000250 127.0.0.1:5000 -> 127.0.0.1:9092 #1 ApiVersions v99, 17 bytes, answered after 250µs with 14 bytes
03:04:05.000750 127.0.0.1:5000 -> 127.0.0.1:9092 #2 Heartbeat v0, 26 bytes, answered after 250µs with 10 bytes
03:04:05.001250 127.0.0.1:5000 -> 127.0.0.1:9092 #3 Heartbeat v0, 26 bytes, no response
`
	if d := cmp.Diff(want, stdout); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if code != 1 || !strings.Contains(stderr, "API key 18, version 99 is not known") {
		t.Errorf("exits with %d: %s", code, stderr)
	}
	trees, _, _ := runHere("decode", "-pcap", path, "-v")
	for _, want := range []string{"ApiVersionsResponse message v0", "ErrorCode int16 = 35", "GenerationId int32 = 7", "HeartbeatResponse message v0"} {
		if !strings.Contains(trees, want) {
			t.Errorf("with -v there is no %q in\n%s", want, trees)
		}
	}
	calls, _, _ := runHere("decode", "-pcap", path, "-format", "json")
	if strings.Count(calls, "\n") != 3 || !strings.Contains(calls, `"body":{"groupId":"g","generationId":7,"memberId":"m"}`) {
		t.Errorf("as JSON:\n%s", calls)
	}
}
