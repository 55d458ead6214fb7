package guards

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// maxFactsSize is what the facts of schemas may add to a program that does not
// ask for them, in bytes.
const maxFactsSize = 1 << 10

// TestFactsCostNothingUnlessAskedFor builds programs with and without the file
// that has the facts.
func TestFactsCostNothingUnlessAskedFor(t *testing.T) {
	facts, err := filepath.Abs("../../gen/kafka/facts.go")
	if err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(t.TempDir(), "empty.go")
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {facts: empty}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{empty: []byte("package kafka\n"), overlay: replace} {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, program := range []string{"onemessage", "oneframe"} {
		with, without := build(t, program), build(t, program, "-overlay="+overlay)
		if added := len(with) - len(without); added > maxFactsSize {
			t.Errorf("%s: facts add %d bytes, limit %d", program, added, maxFactsSize)
		}
		if bytes.Contains(with, []byte("TimeoutMs int32")) {
			t.Errorf("%s has facts of schemas", program)
		}
	}
}
