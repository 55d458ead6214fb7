package schemas_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

// sets names the folders of schemas.
func sets(t *testing.T) []string {
	t.Helper()
	entries, err := fs.ReadDir(schemas.FS(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func load(t *testing.T, set string) *model.Set {
	t.Helper()
	files, findings, err := schema.Load([]string{schema.EmbeddedPrefix + set}, schemas.FS())
	if err != nil || schema.HasErrors(findings) {
		t.Fatal(err, findings)
	}
	s, findings := model.Build(files, model.Options{})
	if schema.HasErrors(findings) {
		t.Fatal(findings)
	}
	return s
}

// TestWords checks that every message and every field says what it is for. The
// words become the documentation of the generated code.
func TestWords(t *testing.T) {
	fields := 0
	for _, set := range sets(t) {
		for _, m := range load(t, set).Messages {
			if m.Valid.Empty() {
				continue // only a name and a key that stay reserved
			}
			if len(strings.Join(m.Comments, " ")) < 40 {
				t.Errorf("%s:%s: %s has no comment on its purpose", m.Path, m.Pos, m.Name)
			}
			for _, s := range append(slices.Clone(m.Structs), m.Body) {
				for _, f := range s.Fields {
					fields++
					if fault := faultOf(f.Name, f.About); fault != "" {
						t.Errorf("%s:%s: field %s: the about text %s: %q", m.Path, f.Pos, f.Name, fault, f.About)
					}
				}
			}
		}
	}
	if fields < 2000 {
		t.Errorf("only %d fields checked", fields)
	}
}

// filler are phrases that fill the place of a description without being one.
var filler = regexp.MustCompile(`(?i)\b(todo|tbd|fixme|n/a|undocumented|self-explanatory|as the name (says|implies|suggests)|` +
	`see (above|below)|to be (written|done|described|documented)|no description|lorem ipsum|the value of (the|this) field)\b`)

// emptyWords add nothing to a field's name.
var emptyWords = strings.Fields("the a an of to for in on this that is are be which it its field value name given contains holds")

// faultOf says what is wrong with the about text of a field, if anything is.
func faultOf(name, about string) string {
	switch {
	case strings.TrimSpace(about) == "":
		return "is missing"
	case filler.MatchString(about):
		return "is filler"
	case !strings.HasSuffix(about, "."):
		return "does not end with a full stop"
	}
	known := words(name)
	for _, w := range words(about) {
		if !slices.Contains(emptyWords, w) && !slices.ContainsFunc(known, func(k string) bool { return sameWord(k, w) }) {
			return ""
		}
	}
	return "only repeats the name"
}

// words splits a text or a camel-case name into lower-case words.
func words(text string) []string {
	var all []string
	word := []rune{}
	flush := func() {
		if len(word) > 0 {
			all = append(all, strings.ToLower(string(word)))
		}
		word = word[:0]
	}
	previous := ' '
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && unicode.IsLower(previous):
			flush()
			word = append(word, r)
		default:
			word = append(word, r)
		}
		previous = r
	}
	flush()
	return all
}

// sameWord compares words without regard to a plural.
func sameWord(a, b string) bool { return strings.TrimSuffix(a, "s") == strings.TrimSuffix(b, "s") }

func TestFaultOf(t *testing.T) {
	for _, c := range []struct {
		name, about, want string
	}{
		{"TopicName", "", "is missing"},
		{"TopicName", "  ", "is missing"},
		{"TopicName", "The topic name.", "only repeats the name"},
		{"TopicName", "This field contains the name of the topic.", "only repeats the name"},
		{"TopicId", "The topic ID.", "only repeats the name"},
		{"Topics", "The topic.", "only repeats the name"},
		{"TopicName", "TODO: describe the topic.", "is filler"},
		{"TopicName", "Self-explanatory for every reader.", "is filler"},
		{"TopicName", "Name of the topic to delete", "does not end with a full stop"},
		{"TopicName", "Name of the topic to delete.", ""},
	} {
		if got := faultOf(c.name, c.about); got != c.want {
			t.Errorf("%s, %q: got %q, want %q", c.name, c.about, got, c.want)
		}
	}
}
