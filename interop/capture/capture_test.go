// Package capture_test has kgen name the calls that a client has made, out of a
// capture of its connections.
package capture_test

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A counter counts the requests that the client tells of having written.
type counter struct {
	mu    sync.Mutex
	calls map[string]int // by name of the API, in lower case
}

// OnBrokerWrite is a hook of the client.
func (c *counter) OnBrokerWrite(_ kgo.BrokerMetadata, key int16, _ int, _, _ time.Duration, err error) {
	if err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.calls[strings.ToLower(kmsg.NameForKey(key))]++ // the two spell "Id" differently
	}
}

const topic = "captured"

// TestClient records a client that produces and consumes in a group, against a
// broker in this process, and compares what kgen finds with what the client
// says that it has done.
func TestClient(t *testing.T) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(2, topic))
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	tap, counted := newTap(t), &counter{calls: map[string]int{}}
	converse(t, cluster.ListenAddrs(), tap, counted)
	tap.close()

	stdout, stderr := kgen(t, "decode", "-pcap", tap.path)
	if stderr != "" {
		t.Errorf("kgen complains: %s", stderr)
	}
	found := map[string]int{}
	line := regexp.MustCompile(`^\d\d:\d\d:\d\d\.\d{6} 127\.0\.0\.1:\d+ -> 127\.0\.0\.1:\d+ #\d+ (\w+) v\d+, \d+ bytes, (?:answered after .* with \d+ bytes|no response)$`)
	for text := range strings.Lines(stdout) {
		match := line.FindStringSubmatch(strings.TrimSuffix(text, "\n"))
		if match == nil {
			t.Errorf("a line of another form: %s", text)
			continue
		}
		found[strings.ToLower(match[1])]++
	}
	if d := cmp.Diff(counted.calls, found); d != "" {
		t.Errorf("calls (-client +kgen):\n%s", d)
	}
	for _, name := range []string{"ApiVersions", "Metadata", "Produce", "Fetch", "JoinGroup", "SyncGroup", "OffsetCommit", "LeaveGroup"} {
		if found[strings.ToLower(name)] == 0 {
			t.Errorf("the client has made no call of %s; the test shows less than it should", name)
		}
	}

	trees, _ := kgen(t, "decode", "-pcap", tap.path, "-v")
	for i := range messages {
		if want := fmt.Sprintf(`value bytes = "message %d" (varint len=`, i); strings.Count(trees, want) != 2 {
			t.Errorf("message %d is shown %d times, want it produced and fetched", i, strings.Count(trees, want))
		}
	}
	if strings.Contains(trees, "unread") || strings.Contains(trees, "^ at 0x") {
		t.Errorf("not all bytes are explained:\n%s", trees)
	}
}

const messages = 5

// converse has a client produce, consume in a group, commit and leave.
func converse(t *testing.T, brokers []string, tap *tap, counted *counter) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	client, err := kgo.NewClient(kgo.SeedBrokers(brokers...), kgo.Dialer(tap.dial), kgo.WithHooks(counted),
		kgo.ConsumerGroup("group"), kgo.ConsumeTopics(topic), kgo.DisableAutoCommit(), kgo.FetchMaxWait(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	for i := range messages {
		record := &kgo.Record{Topic: topic, Value: fmt.Appendf(nil, "message %d", i)}
		if err := client.ProduceSync(ctx, record).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	for got := 0; got < messages; {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			t.Fatal(err)
		}
		got += fetches.NumRecords()
	}
	if err := client.CommitUncommittedOffsets(ctx); err != nil {
		t.Fatal(err)
	}
	if err := client.LeaveGroupContext(ctx); err != nil {
		t.Fatal(err)
	}
	client.Close()
}

// kgen runs the tool from its own module, as this one lacks what it needs.
func kgen(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"run", "./cmd/kgen"}, args...)...)
	cmd.Dir = filepath.Join("..", "..")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Errorf("kgen %v: %v", args, err)
	}
	return out.String(), errs.String()
}
