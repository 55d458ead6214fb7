package messages_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/kwire"
)

const sarama = "github.com/IBM/sarama"

// TestSarama compares with sarama, in a program of its own: sarama does not
// export its codec, so that a copy of it with one file more is built.
func TestSarama(t *testing.T) {
	var in bytes.Buffer
	var asked []message
	for _, m := range all(t) {
		if info := m.value.Info(); info.Kind == kwire.KindRequest || info.Kind == kwire.KindResponse {
			fmt.Fprintf(&in, "%t %d %d x%x\n", info.Kind == kwire.KindRequest, info.APIKey, m.Version, m.body)
			asked = append(asked, m)
		}
	}
	cmd := exec.Command(saramaEcho(t))
	cmd.Stdin, cmd.Stderr = &in, t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(out)))
	if len(lines) != len(asked) {
		t.Fatalf("%d answers to %d messages", len(lines), len(asked))
	}
	answers := make(map[string]string)
	for i, m := range asked {
		answers[m.String()] = strings.TrimSpace(lines[i])
	}
	compare(t, "sarama", func(m message) ([]byte, error) {
		kind, text, _ := strings.Cut(answers[m.String()], " ")
		switch {
		case kind == "" || text == errNotKnown.Error():
			return nil, errNotKnown
		case kind == "error":
			return nil, errors.New(text)
		}
		return hex.DecodeString(text)
	})
}

// saramaEcho builds the program.
func saramaEcho(t *testing.T) string {
	t.Helper()
	temp := t.TempDir()
	copied := filepath.Join(temp, "sarama")
	if err := os.CopyFS(copied, os.DirFS(goCommand(t, "list", "-m", "-f", "{{.Dir}}", sarama))); err != nil {
		t.Fatal(err)
	}
	export, err := os.ReadFile("testdata/saramaecho/export.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(copied, "kgen_export.go"), export, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(temp, file), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	modfile := filepath.Join(temp, "go.mod")
	goCommand(t, "mod", "edit", "-replace="+sarama+"="+copied, modfile)
	program := filepath.Join(temp, "saramaecho")
	goCommand(t, "build", "-modfile="+modfile, "-o", program, "./testdata/saramaecho")
	return program
}

func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}
