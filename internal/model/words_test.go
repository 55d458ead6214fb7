package model

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"nullableVersions", "taggedVersions", "versions", "name", "tag", "string", "bytes"}
	tests := map[string]string{
		"nullableVersion": "nullableVersions", "NullableVersions": "nullableVersions", "taggedversion": "taggedVersions",
		"version": "versions", "verisons": "versions", "nam": "name", "Tag": "tag", "strng": "string", "byte": "bytes",
		// Too far for a guess, or too short.
		"colour": "", "age": "", "nnames": "", "sting2x": "", "": "", "taggedVersionsss+": "",
	}
	for word, want := range tests {
		if got := nearest(word, words); got != want {
			t.Errorf("nearest to %q is %q, want %q", word, got, want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "xabc", 1}, {"abc", "ac", 1},
		{"abcd", "badc", 2}, {"int23", "int32", 1}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2},
	}
	for _, test := range tests {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("%q and %q differ by %d, want %d", test.a, test.b, got, test.want)
		}
		if got := editDistance(test.b, test.a); got != test.want {
			t.Errorf("%q and %q differ by %d, want %d", test.b, test.a, got, test.want)
		}
	}
}

func TestEnumerate(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := enumerate(words); got != want {
			t.Errorf("%q is %q, want %q", words, got, want)
		}
	}
}
