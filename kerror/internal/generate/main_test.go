package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUpToDate fails when codes.json was changed without go generate.
func TestUpToDate(t *testing.T) {
	source, err := os.ReadFile("../../codes.json")
	if err != nil {
		t.Fatal(err)
	}
	got, err := render(source)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../codes.go")
	if err != nil {
		t.Fatal(err)
	}
	// A checkout may have the line ends of Windows.
	if d := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), string(got)); d != "" {
		t.Errorf("codes.go is out of date, run go generate (-committed +generated):\n%.3000s", d)
	}
}

func TestRenderRefuses(t *testing.T) {
	for source, want := range map[string]string{
		`[{"code": 2, "name": "B", "meaning": "b"}, {"code": 1, "name": "A", "meaning": "a"}]`: "code 1 comes after 2",
		`[{"code": 1, "name": "A", "meaning": "a"}, {"code": 1, "name": "B", "meaning": "b"}]`: "code 1 comes after 1",
		`[{"code": 1, "name": "A"}]`:                     "lacks",
		`[{"code": 1, "nmae": "A", "meaning": "a"}]`:     "nmae",
		`[{"code": 40000, "name": "A", "meaning": "a"}]`: "40000",
	} {
		if _, err := render([]byte(source)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want one with %q", source, err, want)
		}
	}
}
