package jars

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFetchGiven(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("KGEN_KAFKA_JARS", dir)
	path := filepath.Join(dir, "kafka-clients-1.2.3.jar")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := Fetch("elsewhere", "kafka-clients", "1.2.3"); err != nil || got != path {
		t.Errorf("got %q, %v, want %q", got, err, path)
	}
	if _, err := Fetch("elsewhere", "kafka-raft", "1.2.3"); err == nil || !strings.Contains(err.Error(), "KGEN_KAFKA_JARS") {
		t.Errorf("a jar that is not there: got error %v", err)
	}
}

func TestFetchWithoutMaven(t *testing.T) {
	t.Setenv("KGEN_KAFKA_JARS", "")
	t.Setenv("PATH", t.TempDir())
	_, err := Fetch(t.TempDir(), "kafka-clients", "1.2.3")
	if err == nil || !strings.Contains(err.Error(), "needs Maven") {
		t.Errorf("got error %v", err)
	}
}
