package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// writeSchema adds the schema of a data message with the given fields to dir.
func writeSchema(t *testing.T, dir, name, fields string) {
	t.Helper()
	text := fmt.Sprintf(`{"type": "data", "name": %q, "validVersions": "0-1", "flexibleVersions": "1+", "fields": [%s]}`, name, fields)
	writeFile(t, filepath.Join(dir, name+".json"), text)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// readFiles gives the content of every file in dir, by name.
func readFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	state, err := readFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for name, f := range state {
		files[name] = f.Content
	}
	return files
}

// kgen runs the tool in folder dir, empty for the test's own, and fails the
// test unless it succeeds without a word.
func kgen(t *testing.T, dir string, args ...string) {
	t.Helper()
	runQuietly(t, dir, nil, "kgen", args...)
}

func runQuietly(t *testing.T, dir string, env []string, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// determinismModule sets up a module with schemas that give an unsteady
// generator every chance: common structs, tags out of order, several messages.
func determinismModule(t *testing.T) (dir string, schemas []string) {
	t.Helper()
	dir = t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), "module example.com/downstream\n\ngo 1.26\n")
	writeFile(t, filepath.Join(dir, "out", "doc.go"), "// Package out is for the test.\npackage out\n\n//go:generate kgen -schemas ../schemas\n")
	folder := filepath.Join(dir, "schemas")
	writeFile(t, filepath.Join(folder, "ManyRequest.json"), `{
  "apiKey": 930, "type": "request", "listeners": ["broker"], "name": "ManyRequest",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "commonStructs": [
    {"name": "Zeta", "versions": "0+", "fields": [{"name": "X", "type": "int8", "versions": "0+"}]},
    {"name": "Alpha", "versions": "0+", "fields": [{"name": "X", "type": "int8", "versions": "0+"}]},
    {"name": "Mid", "versions": "0+", "fields": [{"name": "X", "type": "int8", "versions": "0+"}]}
  ],
  "fields": [
    {"name": "Mid", "type": "[]Mid", "versions": "0+"},
    {"name": "Zeta", "type": "[]Zeta", "versions": "0+"},
    {"name": "Alpha", "type": "[]Alpha", "versions": "0+"},
    {"name": "Tag3", "type": "int8", "versions": "1+", "tag": 3, "taggedVersions": "1+"},
    {"name": "Tag1", "type": "int8", "versions": "1+", "tag": 1, "taggedVersions": "1+"},
    {"name": "Tag0", "type": "int8", "versions": "1+", "tag": 0, "taggedVersions": "1+"},
    {"name": "Tag2", "type": "int8", "versions": "1+", "tag": 2, "taggedVersions": "1+"}
  ]
}`)
	writeFile(t, filepath.Join(folder, "ManyResponse.json"), `{
  "apiKey": 930, "type": "response", "name": "ManyResponse", "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [{"name": "ErrorCode", "type": "int16", "versions": "0+"}]
}`)
	for _, name := range []string{"Beta", "Omega", "Iota"} {
		writeSchema(t, folder, name, `{"name": "S", "type": "[]Item", "versions": "0+", "fields": [
			{"name": "Key", "type": "string", "versions": "0+", "nullableVersions": "1+"}]}`)
	}
	for _, name := range []string{"ManyRequest", "ManyResponse", "Beta", "Omega", "Iota"} {
		schemas = append(schemas, filepath.Join(folder, name+".json"))
	}
	return dir, schemas
}

// TestDeterministic: the output depends on schemas and package name alone, not
// on the order of arguments, the scheduler, the environment or the place.
func TestDeterministic(t *testing.T) {
	t.Parallel()
	module, schemas := determinismModule(t)
	out := filepath.Join(module, "out")
	// Files by name first: the registry tells what was given, in its own order.
	kgen(t, module, "-schemas", strings.Join(schemas, ","), "-out", "out")
	want := readFiles(t, out)
	check := func(how string) {
		t.Helper()
		if d := cmp.Diff(want, readFiles(t, out)); d != "" {
			t.Fatalf("%s (-want +got):\n%s", how, d)
		}
	}
	// Each run starts without output, or it would write nothing.
	clean := func() {
		t.Helper()
		for name := range want {
			if name == "doc.go" {
				continue
			}
			if err := os.Remove(filepath.Join(out, name)); err != nil {
				t.Fatal(err)
			}
		}
	}

	for i := range 20 {
		rand.Shuffle(len(schemas), func(i, j int) { schemas[i], schemas[j] = schemas[j], schemas[i] })
		env := []string{"GOMAXPROCS=1", "TZ=Pacific/Auckland", "LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8"}
		if i%2 == 0 {
			env = []string{"GOMAXPROCS=8", "TZ=America/Caracas", "LC_ALL=C", "USER=somebody"}
		}
		clean()
		runQuietly(t, module, env, "kgen", "-schemas", strings.Join(schemas, ","), "-out", out)
		check(fmt.Sprintf("run %d: absolute paths, shuffled", i+1))
	}

	clean()
	kgen(t, module, "-schemas", "schemas", "-out", "out")
	want = readFiles(t, out)
	clean()
	kgen(t, out, "-schemas", "../schemas")
	check("from the package's folder")
	clean()
	runQuietly(t, module, []string{"GOWORK=off", "GOFLAGS="}, "go", "generate", "./...")
	check("by go generate")
}

// TestNothingOfTheMachine: no path, time or name of where and when it was
// generated may get into the output.
func TestNothingOfTheMachine(t *testing.T) {
	module, _ := determinismModule(t)
	env := []string{"USER=zaphod", "LOGNAME=zaphod", "USERNAME=zaphod", "HOSTNAME=magrathea", "HOME=/betelgeuse"}
	runQuietly(t, module, env, "kgen", "-schemas", filepath.Join(module, "schemas"), "-out", filepath.Join(module, "out"))
	forbidden := regexp.MustCompile(strings.Join([]string{
		regexp.QuoteMeta(filepath.ToSlash(module)), regexp.QuoteMeta(module), `schemas[/\\]`,
		"zaphod", "magrathea", "betelgeuse",
		`\b\d{4}-\d\d-\d\d\b`, `\b\d\d:\d\d\b`,
	}, "|"))
	for name, content := range readFiles(t, filepath.Join(module, "out")) {
		if name == "doc.go" {
			continue // hand-written, for go generate
		}
		if found := forbidden.FindString(content); found != "" {
			t.Errorf("%s holds %q", name, found)
		}
		if bytes.Contains([]byte(content), []byte("\r")) {
			t.Errorf("%s has CR line ends", name)
		}
	}
}
