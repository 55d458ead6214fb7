package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCopied: what is seen at the new place is the package and its internal
// folders, with the imports of the old path changed, and nothing else of it.
func TestCopied(t *testing.T) {
	from, temp := t.TempDir(), t.TempDir()
	for name, content := range map[string]string{
		"go.mod":          "module example.com/old\n",
		"a.go":            "package old\n\nimport \"example.com/old/internal/b\"\n",
		"a_test.go":       "package old\n",
		"internal/b/b.go": "package b\n",
		"tools/tool.go":   "package main\n",
	} {
		name = filepath.Join(from, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	to := filepath.Join("some", "new")
	c := copied{from: from, to: to, temp: temp, oldPath: "example.com/old", newPath: "example.com/new"}
	o := overlay{map[string]string{}}
	if err := c.addTo(o); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for seen, file := range o.Replace {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got[seen] = string(content)
	}
	want := map[string]string{
		filepath.Join(to, "a.go"):                  "package old\n\nimport \"example.com/new/internal/b\"\n",
		filepath.Join(to, "internal", "b", "b.go"): "package b\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
