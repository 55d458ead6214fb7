package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the test binary be kgen: testscript puts a copy of it by that
// name into $PATH.
func TestMain(m *testing.M) {
	// Under the race detector every process would wait a second at its end.
	os.Setenv("GORACE", "atexit_sleep_ms=0")
	testscript.Main(m, map[string]func(){
		"kgen": main,
	})
}

// TestScript runs the cases in testdata/script. Besides testscript's own
// commands they use those defined here.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":      exits,
			"crlf":       crlf,
			"snapshot":   snapshot,
			"untouched":  untouched,
			"kgenmodule": kgenmodule,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Values[snapshots{}] = map[string]folderState{}
			return goEnv(env)
		},
	})
}

// exits runs a program that must exit with the given code:
//
//	exits 2 kgen -no-such-flag
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%s: %v", args[1], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s exits with %d, want %d", args[1], got, want)
	}
}

// crlf gives files the line ends of Windows.
func crlf(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: crlf file...")
	}
	for _, name := range args {
		path := ts.MkAbs(name)
		content, err := os.ReadFile(path)
		ts.Check(err)
		ts.Check(os.WriteFile(path, bytes.ReplaceAll(content, []byte("\n"), []byte("\r\n")), 0o644))
	}
}

// folderState is the content and modification time of each file in a folder.
// The folders in it have neither.
type folderState map[string]fileState

type fileState struct {
	Content string
	ModTime time.Time
}

func readFolder(dir string) (folderState, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	state := folderState{}
	for _, e := range entries {
		if e.IsDir() {
			state[e.Name()] = fileState{}
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		state[e.Name()] = fileState{string(content), info.ModTime()}
	}
	return state, nil
}

type snapshots struct{} // key of a script's snapshots, which are by folder

// snapshot remembers a folder's state. It dates its files long back, so that
// any later write shows in the modification time.
func snapshot(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: snapshot folder")
	}
	dir := ts.MkAbs(args[0])
	state, err := readFolder(dir)
	ts.Check(err)
	longAgo := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for name, file := range state {
		if file == (fileState{}) {
			continue
		}
		ts.Check(os.Chtimes(filepath.Join(dir, name), longAgo, longAgo))
	}
	state, err = readFolder(dir)
	ts.Check(err)
	ts.Value(snapshots{}).(map[string]folderState)[dir] = state
}

// untouched checks that no file of a folder has been written, created or
// removed since its snapshot, the files named after it excepted.
func untouched(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: untouched folder [except...]")
	}
	dir := ts.MkAbs(args[0])
	before, found := ts.Value(snapshots{}).(map[string]folderState)[dir]
	if !found {
		ts.Fatalf("no snapshot of %s", args[0])
	}
	after, err := readFolder(dir)
	ts.Check(err)
	for _, name := range args[1:] {
		if before[name] == after[name] {
			ts.Fatalf("%s has not changed", name)
		}
		delete(before, name)
		delete(after, name)
	}
	if d := cmp.Diff(before, after); d != "" {
		ts.Fatalf("%s has changed (-before +after):\n%s", args[0], d)
	}
}
