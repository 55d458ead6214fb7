package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var fuzzSeeds = []string{
	`{}`,
	`{"a": [1, -2.5e3, true, null, "x\u00e4\n"], "b": {"c": {}}}`,
	"\ufeff// licence\r\n{\r\n  \"name\": \"X\", // trailing\r\n  /* block\r\n */ \"fields\": []\r\n}\r\n",
	"{\"a\": 1, \"a\": 1, \"a\": 2}",
	"{\"a\": 1\n\"b\": 2}",
	"{\"a\": [1,]}",
	"# no\n{}",
	"{\"ä\": \"\\ud83d\\ude00\"}",
	"{\"a\": \"\xff\"}",
	"{\r\"a\":\r/**/0}",
}

// FuzzParse checks that Parse never panics, that every place it gives lies in
// the text and is what it says, and that it agrees with encoding/json on what
// is JSON and what it means.
func FuzzParse(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, findings := Parse("X.json", "X.json", text)
		offsets := lineOffsets(text)
		for _, finding := range findings {
			checkPlace(t, text, offsets, finding.Pos)
			if finding.Also != nil {
				checkPlace(t, text, offsets, finding.Also.Pos)
			}
		}
		wrong := slices.ContainsFunc(findings, func(f Finding) bool { return f.Rule == RuleSyntax })
		if (file == nil) != wrong {
			t.Fatalf("file %v with findings %v", file, findings)
		}
		if file != nil {
			checkTree(t, text, offsets, file.Root)
		}
		compareWithJSON(t, text, file, findings)
	})
}

// lineOffsets returns the offset at which each line begins, counted anew.
func lineOffsets(text []byte) []int {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte(" \n")) // same length
	offsets := []int{0}
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		offsets[0] = 3
	}
	for i, c := range text {
		if c == '\n' || c == '\r' {
			offsets = append(offsets, i+1)
		}
	}
	return offsets
}

// checkPlace returns the offset of pos in text.
func checkPlace(t *testing.T, text []byte, offsets []int, pos Pos) int {
	t.Helper()
	if pos.Line < 1 || len(offsets) < pos.Line || pos.Col < 1 {
		t.Fatalf("%s is no place in a text of %d lines", pos, len(offsets))
	}
	offset := offsets[pos.Line-1] + pos.Col - 1
	if offset > len(text) || pos.Line < len(offsets) && offset >= offsets[pos.Line] {
		t.Fatalf("%s lies beyond its line", pos)
	}
	return offset
}

func checkTree(t *testing.T, text []byte, offsets []int, v *Value) {
	t.Helper()
	starts := [...]string{Null: "n", Bool: "tf", Number: "-0123456789", String: `"`, Array: "[", Object: "{"}
	first := text[checkPlace(t, text, offsets, v.Pos)]
	if bytes.IndexByte([]byte(starts[v.Kind]), first) < 0 {
		t.Fatalf("value of kind %d at %s starts with %q", v.Kind, v.Pos, first)
	}
	for _, list := range [][]Comment{v.Comments, v.Trailing, v.EndComments} {
		checkComments(t, text, offsets, list)
	}
	for _, item := range v.Items {
		checkTree(t, text, offsets, item)
	}
	for _, m := range v.Members {
		if c := text[checkPlace(t, text, offsets, m.KeyPos)]; c != '"' {
			t.Fatalf("key at %s starts with %q", m.KeyPos, c)
		}
		checkComments(t, text, offsets, m.Comments)
		checkTree(t, text, offsets, m.Value)
	}
}

func checkComments(t *testing.T, text []byte, offsets []int, list []Comment) {
	t.Helper()
	for _, c := range list {
		if first := text[checkPlace(t, text, offsets, c.Pos)]; first != '/' {
			t.Fatalf("comment at %s starts with %q", c.Pos, first)
		}
		if len(c.Lines) == 0 {
			t.Fatalf("comment at %s has no lines", c.Pos)
		}
	}
}

// compareWithJSON checks Parse against encoding/json, on texts that both should
// treat alike: those without comments, and, where Parse is stricter, without
// invalid UTF-8 and half surrogates.
func compareWithJSON(t *testing.T, text []byte, file *File, findings []Finding) {
	t.Helper()
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if file != nil && !bytes.ContainsRune(text, '/') {
		var want any
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&want); err != nil {
			t.Fatalf("encoding/json refuses what Parse takes: %v", err)
		}
		if len(findings) == 0 {
			if diff := cmp.Diff(want, plain(file.Root)); diff != "" {
				t.Fatalf("tree differs from that of encoding/json (-want +got):\n%s", diff)
			}
		}
	}
	if file == nil && findings[0].Rule == RuleSyntax && json.Valid(text) && utf8.Valid(text) {
		object := bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{"))
		deep := bytes.Count(text, []byte("{"))+bytes.Count(text, []byte("[")) > maxDepth
		if object && !deep && !bytes.Contains(text, []byte(`\u`)) {
			t.Fatalf("Parse refuses what encoding/json takes: %v", findings[0])
		}
	}
}

// plain is v as encoding/json would decode it.
func plain(v *Value) any {
	switch v.Kind {
	case Bool:
		return v.Text == "true"
	case Number:
		return json.Number(v.Text)
	case String:
		return v.Text
	case Array:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, plain(item))
		}
		return list
	case Object:
		object := map[string]any{}
		for _, m := range v.Members {
			object[m.Key] = plain(m.Value)
		}
		return object
	}
	return nil
}
