package compare

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// TestSets runs the cases in testdata: archives with schemas under old and new,
// and the findings to expect in the file "want".
func TestSets(t *testing.T) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			old, current, want := buildSet(t, archive, "old/"), buildSet(t, archive, "new/"), ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
				}
			}
			if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(lines(Sets(old, current)), "\n")); d != "" {
				t.Errorf("findings (-want +got):\n%s", d)
			}
			for _, set := range []*model.Set{old, current} {
				if got := lines(Sets(set, set)); got != "" {
					t.Errorf("a set differs from itself:\n%s", got)
				}
			}
		})
	}
}

func lines(findings []Finding) string {
	var b strings.Builder
	for _, f := range findings {
		b.WriteString(f.String() + "\n")
	}
	return b.String()
}

func buildSet(t *testing.T, archive *txtar.Archive, folder string) *model.Set {
	t.Helper()
	var files []*schema.File
	for _, f := range archive.Files {
		if name, found := strings.CutPrefix(f.Name, folder); found {
			file, findings := schema.Parse(f.Name, name, bytes.TrimSpace(f.Data))
			if schema.HasErrors(findings) {
				t.Fatal(findings)
			}
			files = append(files, file)
		}
	}
	set, findings := model.Build(files, model.Options{})
	if schema.HasErrors(findings) {
		t.Fatal(findings)
	}
	return set
}

func TestSizeOf(t *testing.T) {
	archive := txtar.Parse([]byte(`
-- s/A.json --
{"type": "data", "name": "A", "validVersions": "2-4", "flexibleVersions": "none", "fields": [
  {"name": "X", "type": "[]B", "versions": "2+", "fields": [{"name": "Y", "type": "int8", "versions": "2+"}]},
  {"name": "Z", "type": "int8", "versions": "3+"}]}
-- s/C.json --
{"type": "data", "name": "C", "validVersions": "none"}
`))
	want := Size{Messages: 2, Versions: 3, Fields: 3}
	if got := SizeOf(buildSet(t, archive, "s/")); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestLongestIncreasing(t *testing.T) {
	for _, c := range []struct {
		values []int
		want   []int // indexes
	}{
		{nil, nil},
		{[]int{0, 1, 2}, []int{0, 1, 2}},
		{[]int{2, 0, 1}, []int{1, 2}},
		{[]int{1, 2, 0}, []int{0, 1}},
		{[]int{0, 3, 1, 2, 4}, []int{0, 2, 3, 4}},
	} {
		if got := longestIncreasing(c.values); !cmp.Equal(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.values, got, c.want)
		}
	}
}
