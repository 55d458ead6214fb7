package capture_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/twmb/franz-go/pkg/kfake"
)

// TestWireshark has three programs read one capture: kgen, tshark with the
// dissector that kgen makes by examples/templates/wireshark, and tshark with its
// own. The first two must agree on every field of every message, all three on
// which messages there are.
func TestWireshark(t *testing.T) {
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Skip("NO TSHARK: the dissector was not tried")
	}
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(2, topic))
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	tap, counted := newTap(t), &counter{calls: map[string]int{}}
	converse(t, cluster.ListenAddrs(), tap, counted)
	tap.close()
	_, port, err := net.SplitHostPort(cluster.ListenAddrs()[0])
	if err != nil {
		t.Fatal(err)
	}
	compareDissectors(t, tap.path, port)
}

// TestWiresharkBroker does the same with a capture of Kafka's own broker, of
// release 4.4.0, which examples/client has talked to.
func TestWiresharkBroker(t *testing.T) {
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Skip("NO TSHARK: the dissector was not tried")
	}
	capture, err := filepath.Abs(filepath.Join("testdata", "kafka-4.4.0-port-41649.pcap"))
	if err != nil {
		t.Fatal(err)
	}
	compareDissectors(t, capture, "41649")
}

func compareDissectors(t *testing.T, capture, port string) {
	t.Helper()
	made := filepath.Join(t.TempDir(), "wire")
	kgen(t, "-out", made, "-templates", "examples/templates/wireshark")
	lua := tshark(t, capture, "-X", "lua_script:"+filepath.Join(made, "kafka.lua"),
		"-o", "kgen_kafka.port:"+port, "-d", "tcp.port=="+port+",kgen_kafka",
		"-T", "fields", "-E", "aggregator=/s", "-e", "kgen_kafka.error")
	if problems := strings.TrimSpace(lua); problems != "" {
		t.Errorf("the dissector complains: %s", problems)
	}
	theirs := luaMessages(tshark(t, capture, "-X", "lua_script:"+filepath.Join(made, "kafka.lua"),
		"-o", "kgen_kafka.port:"+port, "-d", "tcp.port=="+port+",kgen_kafka",
		"-T", "fields", "-E", "aggregator=|", "-e", "kgen_kafka.item"))
	stdout, _ := kgen(t, "decode", "-pcap", capture, "-format", "json")
	ours := kgenMessages(t, stdout, theirs)
	if len(ours) < 20 {
		t.Errorf("only %d messages", len(ours))
	}
	if d := cmp.Diff(ours, theirs); d != "" {
		t.Errorf("messages (-kgen +dissector):\n%.5000s", d)
	}
	// Tshark's own dissector is older than some versions, but knows the header
	// of every request.
	found := map[string]int{}
	for line := range strings.Lines(tshark(t, capture, "-d", "tcp.port=="+port+",kafka", "-o", "kafka.tcp.port:"+port,
		"-Y", "kafka.api_key && tcp.dstport=="+port, "-T", "fields", "-E", "aggregator=|", "-e", "kafka.api_key", "-e", "kafka.api_version", "-e", "kafka.correlation_id")) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		if len(columns) != 3 {
			t.Fatalf("tshark prints %q", line)
		}
		keys, versions, ids := strings.Split(columns[0], "|"), strings.Split(columns[1], "|"), strings.Split(columns[2], "|")
		for i := range ids {
			found[fmt.Sprintf("%s v%s #%s", keys[min(i, len(keys)-1)], versions[min(i, len(versions)-1)], ids[i])]++
		}
	}
	want := map[string]int{}
	for line := range strings.Lines(stdout) {
		var call struct{ APIKey, Version, CorrelationID int }
		if err := json.Unmarshal([]byte(line), &call); err != nil {
			t.Fatal(err)
		}
		want[fmt.Sprintf("%d v%d #%d", call.APIKey, call.Version, call.CorrelationID)]++
	}
	if d := cmp.Diff(want, found); d != "" {
		t.Errorf("requests (-kgen +tshark's own dissector):\n%s", d)
	}
}

// tshark reads a capture and returns what it prints.
func tshark(t *testing.T, capture string, args ...string) string {
	t.Helper()
	cmd := exec.Command("tshark", append([]string{"-r", capture}, args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil || strings.Contains(errs.String(), "Lua") {
		t.Fatalf("tshark %v: %v\n%s", args, err, &errs)
	}
	return out.String()
}

// luaMessages gives the fields of each message, by path in lower case: kgen's
// JSON begins names with a small letter, as Kafka's does, whatever the schema.
func luaMessages(out string) []map[string]string {
	var messages []map[string]string
	for line := range strings.Lines(out) {
		for item := range strings.SplitSeq(strings.TrimSuffix(line, "\n"), "|") {
			path, value, found := strings.Cut(item, " = ")
			if !found {
				continue
			}
			if path == "message" {
				messages = append(messages, map[string]string{})
			}
			messages[len(messages)-1][strings.ToLower(path)] = value
		}
	}
	return inOrder(messages)
}

// inOrder sorts messages by what they are.
func inOrder(messages []map[string]string) []map[string]string {
	slices.SortStableFunc(messages, func(a, b map[string]string) int { return strings.Compare(text(a), text(b)) })
	return messages
}

func text(m map[string]string) string { return m["message"] + fmt.Sprint(m) }

// kgenMessages gives the same of kgen's JSON, in the form that the dissector has:
// that shows UUIDs in hexadecimal, and how many bytes a field has where kgen shows
// what they hold.
func kgenMessages(t *testing.T, out string, like []map[string]string) []map[string]string {
	t.Helper()
	f := flattener{opaque: map[string]bool{}, uuids: map[string]bool{}}
	for _, m := range like {
		for path, value := range m {
			f.uuids[path] = f.uuids[path] || uuidDigits.MatchString(value)
			if countOfBytes.MatchString(value) {
				f.opaque[path] = true
				m[path] = "bytes"
			}
		}
	}
	var messages []map[string]string
	for line := range strings.Lines(out) {
		type part struct {
			Message string
			Version int
			Header  map[string]any
			Body    any
		}
		var call struct{ Request, Response *part }
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&call); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*part{call.Request, call.Response} {
			if p == nil {
				continue
			}
			m := map[string]string{"message": fmt.Sprintf("%s v%d #%v", p.Message, p.Version, p.Header["correlationId"])}
			if id, found := p.Header["clientId"]; found {
				m["client id"] = fmt.Sprint(id)
			}
			f.flatten(m, "", p.Body)
			messages = append(messages, m)
		}
	}
	return inOrder(messages)
}

var (
	countOfBytes = regexp.MustCompile(`^\d+ bytes$`)
	uuidDigits   = regexp.MustCompile(`^[0-9a-f]{32}$`)
)

// A flattener knows which paths hold bytes and which UUIDs.
type flattener struct {
	opaque, uuids map[string]bool
}

func (f flattener) flatten(m map[string]string, path string, v any) {
	if f.opaque[path] && v != nil {
		m[path] = "bytes"
		return
	}
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			name := strings.ToLower(key)
			if path != "" {
				name = path + "." + name
			}
			f.flatten(m, name, value)
		}
	case []any:
		for i, value := range v {
			f.flatten(m, fmt.Sprintf("%s[%d]", path, i), value)
		}
	case nil:
		m[path] = "null"
	case string:
		m[path] = v
		if b, err := base64.RawURLEncoding.DecodeString(v); err == nil && f.uuids[path] {
			m[path] = hex.EncodeToString(b)
		}
	default:
		m[path] = fmt.Sprint(v)
	}
}
