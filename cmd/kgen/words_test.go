package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplitWords(t *testing.T) {
	tests := map[string][]string{
		"":                               nil,
		" \t\r\n":                        nil,
		"go tool kgen  -only\tA,B\r\n":   {"go", "tool", "kgen", "-only", "A,B"},
		`-schemas "my schemas" -v`:       {"-schemas", "my schemas", "-v"},
		`"a \"b\" \\ \u00e9" ""`:         {`a "b" \ é`, ""},
		`-schemas=x"y`:                   {`-schemas=x"y`},
		`kgen -schemas C:\kafka\schemas`: {"kgen", "-schemas", `C:\kafka\schemas`},
	}
	for line, want := range tests {
		got, err := splitWords(line)
		if err != nil {
			t.Errorf("splitWords(%q): %v", line, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("splitWords(%q) (-want +got):\n%s", line, d)
		}
	}
	for _, line := range []string{`"a`, `"a"b`, `"\q"`} {
		if got, err := splitWords(line); err == nil {
			t.Errorf("splitWords(%q) = %q, want an error", line, got)
		}
	}
}

// FuzzWords: whatever the words, their line has one line and gives them back.
func FuzzWords(f *testing.F) {
	f.Add("-schemas", "my schemas")
	f.Add("", `"`)
	f.Add("\u2028\n", "\xff\\")
	f.Fuzz(func(t *testing.T, a, b string) {
		words := []string{a, b}
		line := joinWords(words)
		got, err := splitWords(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if d := cmp.Diff(words, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", line, d)
		}
	})
}
