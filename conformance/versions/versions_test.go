// Package versions holds the table of package kapi that says which Kafka
// release has which versions against the schemas in the releases' jars.
package versions

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/conformance/jars"
)

var update = flag.Bool("update", false, "write kapi/releases.txt")

const tableFile = "../../kapi/releases.txt"

// Each minor release with the patch whose jar is read. New ones are added here.
var releases = []string{
	"2.3.0", "2.4.0", "2.5.0", "2.6.0", "2.7.0", "2.8.0", "3.0.0", "3.1.0", "3.2.0", "3.3.1", "3.4.0", "3.5.0", "3.6.0",
	"3.7.0", "3.8.0", "3.9.0", "4.0.0", "4.1.0", "4.2.0", "4.3.0", "4.4.0",
}

// The versions of all requests in all releases, as the jars have them.
func TestTableIsTheJars(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Stable versions of each API key by Kafka release, from the schemas in kafka-clients.\n")
	for _, release := range releases {
		jar, err := jars.Fetch("../work", "kafka-clients", release)
		if err != nil {
			t.Fatal(err)
		}
		line, err := versions(jar)
		if err != nil {
			t.Fatalf("%s: %v", release, err)
		}
		fmt.Fprintf(&b, "%s %s\n", release[:strings.LastIndexByte(release, '.')], line)
	}
	if *update {
		if err := os.WriteFile(tableFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	table, err := os.ReadFile(tableFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(table) != b.String() {
		t.Errorf("%s is not what the jars have; again with -update:\n%s", tableFile, b.String())
	}
}

type request struct {
	Key      int16  `json:"apiKey"`
	Type     string `json:"type"`
	Versions string `json:"validVersions"`
	Unstable bool   `json:"latestVersionUnstable"`
}

var comment = regexp.MustCompile(`(?m)^\s*//.*$|\s//[^"\n]*$`)

// versions lists the requests in a jar as "key:lowest-highest", by key.
func versions(jar string) (string, error) {
	r, err := zip.OpenReader(jar)
	if err != nil {
		return "", err
	}
	defer r.Close()
	type entry struct {
		key             int16
		lowest, highest int
	}
	var list []entry
	for _, f := range r.File {
		if path.Dir(f.Name) != "common/message" || path.Ext(f.Name) != ".json" {
			continue
		}
		open, err := f.Open()
		if err != nil {
			return "", err
		}
		text, err := io.ReadAll(open)
		open.Close()
		if err != nil {
			return "", err
		}
		var q request
		// The first value only: behind one of release 2.8 there is a bracket too many.
		if err := json.NewDecoder(bytes.NewReader(comment.ReplaceAll(text, nil))).Decode(&q); err != nil {
			return "", fmt.Errorf("%s: %w", f.Name, err)
		}
		if q.Type != "request" || q.Versions == "none" {
			continue
		}
		e := entry{key: q.Key}
		if n, _ := fmt.Sscanf(q.Versions, "%d-%d", &e.lowest, &e.highest); n == 1 {
			e.highest = e.lowest
		}
		if q.Unstable {
			e.highest--
		}
		if e.lowest <= e.highest {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	var words []string
	for _, e := range list {
		words = append(words, fmt.Sprintf("%d:%d-%d", e.key, e.lowest, e.highest))
	}
	return strings.Join(words, " "), nil
}
