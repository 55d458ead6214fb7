package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/conformance/jars"
	"github.com/kgen-go/kgen/conformance/java"
)

// TestNewestRelease: the last column of the committed table is what the jar of
// the release says that the conformance tests run against.
func TestNewestRelease(t *testing.T) {
	folder, err := java.Jars()
	if err != nil {
		t.Fatal(err)
	}
	version, err := java.Version()
	if err != nil {
		t.Fatal(err)
	}
	if newest := releases[len(releases)-1]; newest != version {
		t.Fatalf("the table ends with %s, but the tests run against %s: add it to the releases", newest, version)
	}
	highest, err := readJar(filepath.Join(folder, jars.FileName("kafka-clients", version)))
	if err != nil {
		t.Fatal(err)
	}
	want := table{}
	want.add(version, highest)
	var b bytes.Buffer
	want.print(&b)
	committed, err := os.ReadFile("../../internal/prune/releases.txt")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(lastColumn(b.String()), lastColumn(string(committed))); d != "" {
		t.Errorf("run go run ./versiontable (-jar +table):\n%s", d)
	}
}

// lastColumn gives the last cell of each line by the first one, of lines that
// have both.
func lastColumn(table string) map[string]string {
	cells := map[string]string{}
	for line := range strings.Lines(table) {
		words := strings.Fields(line)
		if last := words[len(words)-1]; words[0] != "#" && last != "-" {
			cells[words[0]] = last
		}
	}
	return cells
}

func TestReadSchema(t *testing.T) {
	tests := map[string]struct {
		api     string
		version int16
	}{
		"// c\n{\"name\": \"FetchRequest\", \"validVersions\": \"0-17\"}]\n":            {"Fetch", 17},
		`{"name": "NewRequest", "validVersions": "0-1", "latestVersionUnstable": true}`: {"New", 0},
		`{"name": "NewRequest", "validVersions": "0", "latestVersionUnstable": true}`:   {"New", -1},
		`{"name": "OldRequest", "validVersions": "none"}`:                               {"Old", -1},
	}
	for text, want := range tests {
		api, version, err := readSchema([]byte(text))
		if err != nil || api != want.api || version != want.version {
			t.Errorf("%s: %s %d %v, want %s %d", text, api, version, err, want.api, want.version)
		}
	}
}
