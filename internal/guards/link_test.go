package guards

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// maxMessageSize is what one message may add to a program, in bytes.
const maxMessageSize = 100 << 10

// TestOneMessageLinksNoOther: a program that uses one message must not carry
// the hundreds of others, as it would if they were registered at start-up.
func TestOneMessageLinksNoOther(t *testing.T) {
	binary := build(t, "onemessage")
	const used = "DeleteRecordsRequest"
	if !links(binary, used) {
		t.Fatalf("%s not found in the binary that uses it", used)
	}
	for _, key := range kafka.Keys() {
		for _, create := range []func(kafka.Key) (kwire.Message, error){kafka.NewRequest, kafka.NewResponse} {
			m, err := create(key)
			if err != nil {
				continue // an API of which no version is left
			}
			if name := m.Info().Name; name != used && links(binary, name) {
				t.Errorf("the binary has methods of %s", name)
			}
		}
	}
}

// links reports whether the binary has methods of the message; their names
// stay in it even without symbols, for stack traces.
func links(binary []byte, message string) bool {
	return bytes.Contains(binary, []byte("gen/kafka.(*"+message+")."))
}

func TestOneMessageIsSmall(t *testing.T) {
	with, without := build(t, "onemessage"), build(t, "headeronly")
	if added := len(with) - len(without); added > maxMessageSize {
		t.Errorf("one message adds %d bytes to a program that has the request header, limit %d", added, maxMessageSize)
	}
}

// build returns the program in testdata as a user would ship it.
func build(t *testing.T, program string, flags ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), program)
	args := append([]string{"build", "-trimpath", "-ldflags=-s -w", "-o", out}, flags...)
	cmd := exec.Command("go", append(args, "./testdata/"+program)...)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	binary, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return binary
}
