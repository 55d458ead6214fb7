package suite

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/internal/gogen"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/internal/suite/cases"
)

// findings parses and checks schemas and returns all that is found.
func findings(schemas cases.Schemas, opts model.Options) []schema.Finding {
	var files []*schema.File
	var all []schema.Finding
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		file, found := schema.Parse(name, name, []byte(schemas[name]))
		all = append(all, found...)
		if file != nil {
			files = append(files, file)
		}
	}
	_, found := model.Build(files, opts)
	return append(all, found...)
}

// mentions reports whether a finding of that gravity has all the words.
func mentions(list []schema.Finding, warning bool, words ...string) bool {
	return slices.ContainsFunc(list, func(f schema.Finding) bool {
		return f.Warning == warning && !slices.ContainsFunc(words, func(word string) bool {
			return !strings.Contains(f.String(), word)
		})
	})
}

// holder is a schema with one field.
func holder(t *testing.T, field any) cases.Schemas {
	t.Helper()
	text, err := json.Marshal(field)
	if err != nil {
		t.Fatal(err)
	}
	return cases.Schemas{"Holder.json": fmt.Sprintf(`{"type": "data", "name": "Holder", "validVersions": "0-2", "flexibleVersions": "none", "fields": [%s]}`, text)}
}

// TestBadDefaults: a default that does not fit its field is an error that names
// the field.
func TestBadDefaults(t *testing.T) {
	want := outcome[struct {
		SchemaErrors []struct {
			Field    map[string]any
			Mentions []string
		} `json:"schema_errors"`
	}](t, loadCase(t, "case-09"))
	if len(want.SchemaErrors) == 0 {
		t.Error("there are no errors to expect")
	}
	for _, e := range want.SchemaErrors {
		found := findings(holder(t, e.Field), model.Options{})
		if !mentions(found, false, e.Mentions...) {
			t.Errorf("%v: found %v", e.Field, found)
		}
		// Without the default there is nothing wrong.
		delete(e.Field, "default")
		if found := findings(holder(t, e.Field), model.Options{}); len(found) > 0 {
			t.Errorf("%v: found %v", e.Field, found)
		}
	}
}

// TestUnknownKeys: keys and listeners that are not known are errors, or
// warnings if the user wants them to be.
func TestUnknownKeys(t *testing.T) {
	c := loadCase(t, "case-20")
	want := outcome[struct {
		WarningsName []string `json:"warnings_name"`
	}](t, c)
	if len(want.WarningsName) == 0 {
		t.Error("there are no words to expect")
	}
	strict := findings(c.Schema, model.Options{})
	relaxed := findings(c.Schema, model.Options{Accept: model.Accept{Level: model.AcceptAll}})
	for _, word := range want.WarningsName {
		if !mentions(strict, false, "LampSwitchRequest.json", word) {
			t.Errorf("no error names %q: %v", word, strict)
		}
		if !mentions(relaxed, true, "LampSwitchRequest.json", word) {
			t.Errorf("no warning names %q: %v", word, relaxed)
		}
	}
	if schema.HasErrors(relaxed) {
		t.Errorf("errors in spite of the option: %v", relaxed)
	}
}

// TestHeaderVersions: a table of header versions must cover all versions, rise,
// and fit the flexible versions.
func TestHeaderVersions(t *testing.T) {
	c := loadCase(t, "case-20")
	want := outcome[struct {
		Bad []struct {
			Value json.RawMessage
			Why   string
		} `json:"bad_headerVersions"`
	}](t, c)
	if len(want.Bad) == 0 {
		t.Error("there are no errors to expect")
	}
	const good = `{ "0": "1", "1+": "2" }`
	for _, bad := range want.Bad {
		changed := maps.Clone(c.Schema)
		changed["LampSwitchRequest.json"] = strings.Replace(c.Schema["LampSwitchRequest.json"], good, string(bad.Value), 1)
		found := findings(changed, model.Options{Accept: model.Accept{Level: model.AcceptAll}})
		if !mentions(found, false, "LampSwitchRequest.json") {
			t.Errorf("%s (%s): found %v", bad.Value, bad.Why, found)
		}
	}
}

// TestReservedKeys: the key of a message without versions stays taken.
func TestReservedKeys(t *testing.T) {
	c := loadCase(t, "case-19")
	if found := findings(c.Schema, model.Options{}); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	changed := maps.Clone(c.Schema)
	changed["SecondRequest.json"] = `{"apiKey": 907, "type": "request", "listeners": ["broker"], "name": "SecondRequest", "validVersions": "0", "flexibleVersions": "none"}`
	if found := findings(changed, model.Options{}); !mentions(found, false, "907") {
		t.Errorf("a second message with key 907: found %v", found)
	}
}

// TestFaultySchemas: each fault is an error with the file and the field, and a
// slip that upstream lets pass at least a warning.
func TestFaultySchemas(t *testing.T) {
	c := loadCase(t, "case-21")
	table := outcome[map[string]json.RawMessage](t, c)
	for name, text := range c.Schema {
		var want struct {
			Mentions []string
			Line     int
			Why      string
		}
		if err := json.Unmarshal(table[name], &want); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		// The name of the message does not fit that of the file, which is a
		// finding of its own.
		found := findings(cases.Schemas{"Bad.json": text}, model.Options{Accept: model.Accept{Level: model.AcceptNone}})
		place := "Bad.json:"
		if want.Line > 0 {
			place = fmt.Sprintf("Bad.json:%d:", want.Line)
		}
		if !mentions(found, false, append(want.Mentions, place)...) {
			t.Errorf("%s (%s): found %v", name, want.Why, found)
		}
	}
	var warn []map[string]any
	if err := json.Unmarshal(table["warn"], &warn); err != nil || len(warn) == 0 {
		t.Fatalf("%d fields to warn of, %v", len(warn), err)
	}
	for _, field := range warn {
		why, name := field["why"], field["name"].(string)
		delete(field, "why")
		found := findings(holder(t, field), model.Options{})
		if !mentions(found, true, name) && !mentions(found, false, name) {
			t.Errorf("%v (%v): found %v", field, why, found)
		}
	}
}

// generate generates a package from files and returns its files by name.
func generate(t *testing.T, files []*schema.File) map[string]string {
	t.Helper()
	set, found := model.Build(files, model.Options{})
	if set == nil {
		t.Fatal(found)
	}
	sources, found, err := gogen.Generate(set, gogen.Options{Package: "same"})
	if err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
	contents := map[string]string{}
	for _, f := range sources {
		contents[f.Name] = string(f.Content)
	}
	return contents
}

// load reads schemas from a folder.
func load(t *testing.T, dir string) []*schema.File {
	t.Helper()
	files, found, err := schema.Load([]string{dir}, nil)
	if err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
	return files
}

// TestDeterminism: the same schemas give the same bytes, whatever their order
// and however many processors there are, and nothing of the surroundings shows.
func TestDeterminism(t *testing.T) {
	c := loadCase(t, "case-23")
	want := outcome[struct{ Runs int }](t, c)
	dir := t.TempDir()
	if err := c.Schema.Write(dir); err != nil {
		t.Fatal(err)
	}
	files := load(t, dir)
	first := generate(t, files)
	for run := range want.Runs {
		slices.Reverse(files)
		before := runtime.GOMAXPROCS(1 + 7*(run%2))
		again := generate(t, files)
		runtime.GOMAXPROCS(before)
		if diff := cmp.Diff(first, again); diff != "" {
			t.Fatalf("run %d (-first +now):\n%s", run+2, diff)
		}
	}
	if want.Runs == 0 {
		t.Error("there are no runs to make")
	}
	forbidden := []string{dir, filepath.ToSlash(dir)}
	if host, err := os.Hostname(); err == nil && len(host) > 4 {
		forbidden = append(forbidden, host)
	}
	if u, err := user.Current(); err == nil && len(u.Username) > 4 {
		forbidden = append(forbidden, u.Username)
	}
	date := regexp.MustCompile(`\b20\d\d-\d\d-\d\d|\d\d:\d\d:\d\d`)
	for name, content := range first {
		for _, text := range forbidden {
			if strings.Contains(content, text) {
				t.Errorf("%s contains %q", name, text)
			}
		}
		if found := date.FindString(content); found != "" {
			t.Errorf("%s contains %q", name, found)
		}
	}
}

// TestLineEndings: a schema saved with CRLF gives the same output.
func TestLineEndings(t *testing.T) {
	c := loadCase(t, "case-24")
	plain, changed := t.TempDir(), t.TempDir()
	crlf := cases.Schemas{}
	for name, text := range c.Schema {
		crlf[name] = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if err := c.Schema.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := crlf.Write(changed); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(generate(t, load(t, plain)), generate(t, load(t, changed))); diff != "" {
		t.Errorf("-LF +CRLF:\n%s", diff)
	}
}

// TestDistinctTypes: structs of the same name in two messages are two Go types.
func TestDistinctTypes(t *testing.T) {
	c := loadCase(t, "case-22")
	want := outcome[struct {
		DistinctTypes []string `json:"distinct_types"`
	}](t, c)
	dir := t.TempDir()
	if err := c.Schema.Write(dir); err != nil {
		t.Fatal(err)
	}
	all := strings.Join(slices.Collect(maps.Values(generate(t, load(t, dir)))), "\n")
	if len(want.DistinctTypes) == 0 {
		t.Error("there are no types to expect")
	}
	for _, name := range want.DistinctTypes {
		declaration := "type " + strings.ReplaceAll(name, " ", "") + " struct"
		if strings.Count(all, declaration) != 1 {
			t.Errorf("%q is there %d times", declaration, strings.Count(all, declaration))
		}
	}
	// Adding a file to the set changes no names in the others.
	alone := cases.Schemas{"GateResponse.json": c.Schema["GateResponse.json"]}
	sub := t.TempDir()
	if err := alone.Write(sub); err != nil {
		t.Fatal(err)
	}
	const file = "gate_response.go"
	if diff := cmp.Diff(generate(t, load(t, sub))[file], generate(t, load(t, dir))[file]); diff != "" {
		t.Errorf("%s alone and with others (-alone +with):\n%s", file, diff)
	}
}
