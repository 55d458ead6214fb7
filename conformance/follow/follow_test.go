package main

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/conformance/jars"
	"github.com/kgen-go/kgen/schemas"
)

// release writes jars as of a release 9.9.9 with the schemas of this project,
// except for those in changed.
func release(t *testing.T, changed map[string]string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("KGEN_KAFKA_JARS", dir)
	for _, set := range jars.Sets() {
		files := map[string]string{}
		names, err := fs.Glob(schemas.FS(), set.Name+"/*.json")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(schemas.FS(), name)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = string(text)
		}
		for name, text := range changed {
			if path.Dir(name) == set.Name {
				files[name] = text
			}
		}
		var jar bytes.Buffer
		z := zip.NewWriter(&jar)
		for name, text := range files {
			w, err := z.Create("common/message/" + path.Base(name))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, set.Artifact+"-9.9.9.jar"), jar.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// run follows release 9.9.9 and returns what is printed and the list.
func run(t *testing.T) (out, list string) {
	t.Helper()
	work := t.TempDir()
	var printed strings.Builder
	if err := follow("9.9.9", work, &printed); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(work, "follow-9.9.9.md"))
	if err != nil {
		t.Fatal(err)
	}
	return printed.String(), string(text)
}

func TestNothingToDo(t *testing.T) {
	release(t, nil)
	out, list := run(t)
	if n := strings.Count(out, ", differences 0\n"); n != len(jars.Sets()) {
		t.Errorf("%d sets without differences:\n%s", n, out)
	}
	if !strings.HasSuffix(list, "\nNothing: no schema differs.\n") {
		t.Errorf("list:\n%s", list)
	}
}

func TestNewRelease(t *testing.T) {
	text, err := fs.ReadFile(schemas.FS(), "raft/QuorumStateData.json")
	if err != nil {
		t.Fatal(err)
	}
	quorum := strings.Replace(string(text), `"fields": [`, `"fields": [
    { "name": "Marks", "type": "[]Mark", "versions": "1+", "fields": [
      { "name": "Size", "type": "int8", "versions": "1+" } ] },`, 1)
	quorum = strings.Replace(quorum, `"validVersions": "0-1"`, `"validVersions": "0-2"`, 1)
	release(t, map[string]string{
		"raft/QuorumStateData.json": quorum,
		"raft/Extra.json": `{ "type": "data", "name": "Extra", "validVersions": "0-1", "flexibleVersions": "0+", "fields": [
  { "name": "A", "type": "int8", "versions": "0+" },
  { "name": "B", "type": "C", "versions": "1+", "fields": [ { "name": "D", "type": "int8", "versions": "1+" } ] } ] }`,
	})
	out, list := run(t)
	want := `
  Extra: message added: data, versions 0-1 [message-added]
  QuorumStateData: valid versions 0-2, was 0-1 [valid-versions]
  QuorumStateData.Marks: field added: []Mark, versions 1+ [field-added]
`
	if !strings.Contains(out, want) {
		t.Errorf("printed:\n%s\nwant in it:%s", out, want)
	}
	wantList := `# Schemas of Kafka 9.9.9: what to write

Facts are taken over as they are, descriptions are written in words of our own.

## schemas/raft

### New messages

- [ ] ` + "`Extra.json`" + `: data, versions 0-1; say what it is for and what each version changes
  - [ ] ` + "`about` of `Extra.A`" + `, versions 0-1
  - [ ] ` + "`about` of `Extra.B`" + `, versions 1
  - [ ] ` + "`about` of `Extra.B.D`" + `, versions 1

### New fields, which need an ` + "`about`" + `

- [ ] ` + "`about` of `QuorumStateData.Marks`" + `, versions 1-2
  - [ ] ` + "`about` of `QuorumStateData.Marks.Size`" + `, versions 1-2

### Changed facts

- [ ] ` + "`QuorumStateData`" + `: valid versions 0-2, was 0-1; tell in the comment what the versions change
`
	if d := cmp.Diff(strings.Split(wantList, "\n"), strings.Split(list, "\n")); d != "" {
		t.Errorf("list (-want +got):\n%s", d)
	}
}

func TestFollowRefuses(t *testing.T) {
	for _, version := range []string{"", "newest", "../4.4.0", "4.4.0/../x", "-rf"} {
		if err := follow(version, t.TempDir(), &strings.Builder{}); err == nil {
			t.Errorf("no error for version %q", version)
		}
	}
}
