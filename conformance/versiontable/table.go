package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// A table has the highest stable version of each API in each release.
type table struct {
	releases []string // without patch level
	highest  []map[string]int16
}

func (t *table) add(version string, highest map[string]int16) {
	parts := strings.Split(version, ".")
	t.releases = append(t.releases, parts[0]+"."+parts[1])
	t.highest = append(t.highest, highest)
}

// print writes one line for each API, in columns.
func (t *table) print(w io.Writer) {
	fmt.Fprint(w, "# The highest stable version of each API in the releases of Kafka; \"-\" where a\n"+
		"# release has none. Made by conformance/versiontable from the schemas in Kafka's jars.\n")
	all := map[string]bool{}
	for _, highest := range t.highest {
		for api := range highest {
			all[api] = true
		}
	}
	width := 0
	for api := range all {
		width = max(width, len(api))
	}
	fmt.Fprintf(w, "%-*s", width, "release")
	for _, release := range t.releases {
		fmt.Fprintf(w, " %3s", release)
	}
	fmt.Fprintln(w)
	for _, api := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(w, "%-*s", width, api)
		for _, highest := range t.highest {
			cell := "-"
			if version, found := highest[api]; found {
				cell = fmt.Sprint(version)
			}
			fmt.Fprintf(w, " %3s", cell)
		}
		fmt.Fprintln(w)
	}
}

// readJar reads the highest stable version of each API from the schemas of a
// release. It reads JSON by itself, as old releases have schemas that later
// rules do not allow.
func readJar(path string) (map[string]int16, error) {
	jar, err := zip.OpenReader(path)
	if err != nil {
		return nil, err
	}
	defer jar.Close()
	highest := map[string]int16{}
	for _, f := range jar.File {
		if !strings.HasPrefix(f.Name, "common/message/") || !strings.HasSuffix(f.Name, "Request.json") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			return nil, err
		}
		api, version, err := readSchema(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if version >= 0 {
			highest[api] = version
		}
	}
	return highest, nil
}

// readSchema gives the API of a request's schema and its highest stable
// version, -1 if there is none.
func readSchema(text []byte) (api string, version int16, err error) {
	var schema struct {
		Name, ValidVersions   string
		LatestVersionUnstable bool
	}
	var plain []byte
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("//")) {
			plain = append(plain, line...)
		}
	}
	// One schema of 2.8.2 has text behind the object, which a Decoder leaves.
	if err := json.NewDecoder(bytes.NewReader(plain)).Decode(&schema); err != nil {
		return "", 0, err
	}
	valid, err := model.ParseVersions(schema.ValidVersions)
	if err != nil {
		return "", 0, err
	}
	if schema.LatestVersionUnstable {
		valid.High--
	}
	if valid.Empty() {
		valid.High = -1
	}
	return strings.TrimSuffix(schema.Name, "Request"), valid.High, nil
}
