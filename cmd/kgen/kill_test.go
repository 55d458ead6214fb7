package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestKilled kills kgen again and again while it replaces the files of one
// package by those of another. Each file must be whole at all times, old or
// new, and the next run must make good what is missing.
func TestKilled(t *testing.T) {
	t.Parallel()
	schemas, packages, whole := twoPackages(t)
	dir := filepath.Join(t.TempDir(), "out")
	kgen(t, "", "-schemas", schemas, "-out", dir, "-package", packages[0])
	kill := func(run int, after time.Duration) (writing time.Duration) {
		return signalWhileWriting(t, dir, os.Kill, after, "-schemas", schemas, "-out", dir, "-package", packages[run%2])
	}
	// The first run is left alone, to see how long the kills may wait.
	writing := max(kill(1, time.Minute), time.Millisecond)
	interrupted := 0
	for run := 2; run <= 40 && interrupted < 8; run++ {
		kill(run, rand.N(writing))
		isMixed := false
		for name, content := range readFiles(t, dir) {
			switch {
			case strings.HasPrefix(name, ".kgen-"):
				isMixed = true
			case content != whole[0][name] && content != whole[1][name]:
				t.Fatalf("after a kill %s is neither old nor new:\n%s", name, content)
			case content != whole[run%2][name]:
				isMixed = true
			}
		}
		if isMixed {
			interrupted++
		}
	}
	if interrupted == 0 {
		t.Error("no run was killed while it wrote; the test shows nothing")
	}

	kgen(t, "", "-schemas", schemas, "-out", dir, "-package", packages[1])
	if d := cmp.Diff(whole[1], readFiles(t, dir)); d != "" {
		t.Errorf("after a full run (-want +got):\n%s", d)
	}
}

// TestInterrupted does the same with the signal of Ctrl-C, which kgen heeds: all
// files are old or all are new, and nothing else is left.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no way to interrupt another process")
	}
	schemas, packages, whole := twoPackages(t)
	dir := filepath.Join(t.TempDir(), "out")
	kgen(t, "", "-schemas", schemas, "-out", dir, "-package", packages[0])
	current, interrupted := 0, 0
	for run := 0; run < 100 && interrupted < 3; run++ {
		next := 1 - current
		signalWhileWriting(t, dir, os.Interrupt, 0, "-schemas", schemas, "-out", dir, "-package", packages[next])
		files := readFiles(t, dir)
		if cmp.Equal(whole[next], files) {
			current = next // it was too late to stop
			continue
		}
		if d := cmp.Diff(whole[current], files); d != "" {
			t.Fatalf("after an interrupt (-before +after):\n%s", d)
		}
		interrupted++
	}
	if interrupted == 0 {
		t.Error("no run was interrupted while it wrote; the test shows nothing")
	}
}

// twoPackages makes schemas, and the complete output for them as each of two
// packages.
func twoPackages(t *testing.T) (schemas string, packages []string, whole []map[string]string) {
	t.Helper()
	const messages = 60
	schemas = t.TempDir()
	for i := range messages {
		name := fmt.Sprintf("Message%03d", i)
		writeSchema(t, schemas, name, `{"name": "A", "type": "string", "versions": "0+", "about": "Text."}`)
	}
	packages = []string{"north", "south"}
	for _, name := range packages {
		dir := filepath.Join(t.TempDir(), "out")
		kgen(t, "", "-schemas", schemas, "-out", dir, "-package", name)
		whole = append(whole, readFiles(t, dir))
	}
	return schemas, packages, whole
}

// signalWhileWriting starts kgen and sends it a signal some time after it has
// begun to write to dir, unless it is done by then. It gives the time that it
// wrote.
func signalWhileWriting(t *testing.T, dir string, signal os.Signal, after time.Duration, args ...string) time.Duration {
	t.Helper()
	before := lastChange(t, dir)
	cmd := exec.Command("kgen", args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for lastChange(t, dir) == before {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return 0
		case <-time.After(100 * time.Microsecond):
		}
	}
	began := time.Now()
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(after):
		cmd.Process.Signal(signal)
		<-done // with an error, unless it had just finished
	}
	return time.Since(began)
}

// lastChange gives the modification time of the folder itself, which every
// file that comes or goes sets.
func lastChange(t *testing.T, dir string) time.Time {
	t.Helper()
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}
