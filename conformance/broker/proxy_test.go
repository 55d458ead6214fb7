package broker_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/kgen-go/kgen/examples/proxy"
	"github.com/kgen-go/kgen/kapi"
	"github.com/kgen-go/kgen/kreflect"
)

// TestConsoleToolsThroughProxy: Kafka's tools create a topic, describe its
// configuration, produce to it, consume from it in a group and describe the
// group, all through the example of a proxy, at whose broker the topic has
// another name.
func TestConsoleToolsThroughProxy(t *testing.T) {
	b := theBroker(t)
	var mu sync.Mutex
	messages := map[string]int{}
	p := &proxy.Proxy{Prefix: "hidden-", Log: func(m kreflect.LogText, err error) {
		mu.Lock()
		defer mu.Unlock()
		name, _, _ := strings.Cut(m.String(), "{")
		messages[name]++
		if err != nil && !strings.Contains(err.Error(), "reset by peer") {
			t.Errorf("%s: %v", name, err)
		}
	}}
	addr, err := p.Listen(b.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	through := []string{"--bootstrap-server", addr.String()}
	const tools = "org.apache.kafka.tools."
	kafkaTool(t, nil, tools+"TopicCommand", append(through, "--create", "--topic", "orders", "--partitions", "2")...)
	kafkaTool(t, strings.NewReader("one\ntwo\n"), tools+"ConsoleProducer", append(through, "--topic", "orders")...)
	got := kafkaTool(t, nil, tools+"consumer.ConsoleConsumer", append(through, "--topic", "orders", "--group", "through-proxy",
		"--from-beginning", "--max-messages", "2", "--timeout-ms", fmt.Sprint(patience.Milliseconds()))...)
	if lines := strings.Fields(got); len(lines) != 2 || !strings.Contains(got, "one") || !strings.Contains(got, "two") {
		t.Errorf("consumed %q", got)
	}
	for tool, args := range map[string][]string{
		"TopicCommand":                        {"--describe", "--topic", "orders"},
		"consumer.group.ConsumerGroupCommand": {"--describe", "--group", "through-proxy"},
	} {
		if got := kafkaTool(t, nil, tools+tool, append(through, args...)...); !strings.Contains(got, "orders") || strings.Contains(got, "hidden-") {
			t.Errorf("%s shows:\n%s", tool, got)
		}
	}
	// At the broker it is the other name.
	var out bytes.Buffer
	for _, args := range [][]string{{"topics"}, {"configs", "hidden-orders"}, {"group", "through-proxy"}} {
		cmd := exec.CommandContext(t.Context(), "go", append([]string{"run", ".", b.addr}, args...)...)
		cmd.Dir = "../../examples/admin" // whose module it is
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, text)
		}
		out.Write(text)
	}
	for _, want := range []string{"hidden-orders ", "retention.ms=", "hidden-orders-"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the admin tool does not show %q:\n%s", want, out.String())
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(messages) < 10 {
		t.Errorf("only these went through: %v", messages)
	}
	t.Logf("through the proxy: %v", messages)
}

// TestGuessRelease: the broker's versions are those of its release.
func TestGuessRelease(t *testing.T) {
	conn, err := kapi.Dial(t.Context(), theBroker(t).addr, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	name, exact := kapi.GuessRelease(conn.Versions())
	guess, _ := kapi.ReleaseVersions(name)
	newest, _ := kapi.ReleaseVersions(kapi.Releases()[len(kapi.Releases())-1])
	if !exact || len(guess.Common(newest)) != len(newest) {
		t.Errorf("the broker is taken for %s, exactly: %v", name, exact)
		for key, theirs := range conn.Versions() {
			if theirs.Highest != newest[key].Highest {
				t.Errorf("%s: %v, in the newest release %v", key, theirs, newest[key])
			}
		}
	}
}
