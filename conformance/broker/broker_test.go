// Package broker_test runs a Kafka broker and talks to it with a client that is
// written with the generated code alone; see examples/client. It also reads
// what the broker stores.
package broker_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kgen-go/kgen/conformance/java"
	"github.com/kgen-go/kgen/examples/client"
)

// config is that of a cluster of one node, which also is its controller. No
// log is compacted: all records that were written can be read.
const config = `
process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://%[1]s,CONTROLLER://%[2]s
advertised.listeners=PLAINTEXT://%[1]s
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
controller.quorum.voters=1@%[2]s
log.dirs=%[3]s
num.network.threads=2
num.io.threads=2
background.threads=2
num.recovery.threads.per.data.dir=1
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.num.partitions=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
log.cleaner.enable=false
`

const clusterID = "a2dlbi1jb25mb3JtYW5jZQ"

// patience bounds the waiting for the broker.
const patience = time.Minute

// A broker is a running one.
type broker struct {
	addr string
	data string // its log.dirs
	stop func()
}

// running is the broker of all tests of the package, which TestMain stops.
var running = sync.OnceValues(start)

var started bool

func TestMain(m *testing.M) {
	status := m.Run()
	if started {
		if b, err := running(); err == nil {
			b.stop()
		}
	}
	os.Exit(status)
}

func theBroker(t *testing.T) *broker {
	t.Helper()
	b, err := running()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// start starts a broker in a scratch folder, on ports that are free.
func start() (*broker, error) {
	started = true
	dir, err := os.MkdirTemp("", "kgen-broker-")
	if err != nil {
		return nil, err
	}
	b, err := startIn(dir)
	if err != nil {
		os.RemoveAll(dir)
	}
	return b, err
}

func startIn(dir string) (*broker, error) {
	addrs, err := freeAddrs(2)
	if err != nil {
		return nil, err
	}
	b := &broker{addr: addrs[0], data: filepath.Join(dir, "data")}
	properties := filepath.Join(dir, "server.properties")
	if err := os.WriteFile(properties, fmt.Appendf(nil, config, addrs[0], addrs[1], b.data), 0o644); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	cmd, err := java.Command(context.Background(), "512m", "BrokerTool", properties, clusterID)
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = log, log
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	b.stop = func() {
		in.Close()
		kill := time.AfterFunc(patience, func() { cmd.Process.Kill() })
		cmd.Wait()
		kill.Stop()
		log.Close()
		os.RemoveAll(dir)
	}
	if err := b.ready(); err != nil {
		text, _ := os.ReadFile(log.Name())
		b.stop()
		return nil, fmt.Errorf("the broker does not start: %w\n%s", err, text)
	}
	return b, nil
}

// freeAddrs finds loopback addresses that nobody listens on.
func freeAddrs(n int) ([]string, error) {
	var addrs []string
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // after all have been found, so that they differ
		addrs = append(addrs, l.Addr().String())
	}
	return addrs, nil
}

// ready waits until the broker answers.
func (b *broker) ready() error {
	return within(func() error {
		c, err := client.Dial(context.Background(), b.addr, "kgen")
		if err != nil {
			return err
		}
		return c.Close()
	})
}

// within repeats what fails until it succeeds or patience ends: a broker needs
// a while for what it has confirmed to be so.
func within(try func() error) error {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		err := try()
		if err == nil || time.Now().After(end) {
			return err
		}
	}
}

func (b *broker) dial(t *testing.T) *client.Client {
	t.Helper()
	c, err := client.Dial(t.Context(), b.addr, "kgen")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// kafkaTool runs one of Kafka's own programs to its end and gives what it
// prints.
func kafkaTool(t *testing.T, in io.Reader, class string, args ...string) string {
	t.Helper()
	cmd, err := java.Command(t.Context(), "256m", class, args...)
	if err != nil {
		t.Fatal(err)
	}
	var out, warnings strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, &out, &warnings
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", class, err, &warnings)
	}
	return out.String()
}
