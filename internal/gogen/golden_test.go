package gogen

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the Go that is generated into testdata")

// Each file of testdata is about one construct: schemas, then the Go that is
// made from them. Only the one about the registry has that.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files := generate(t, buildSet(t, archive))
			if filepath.Base(path) != "registry.txtar" {
				files = slices.DeleteFunc(files, func(f File) bool { return f.Name == "registry.go" })
			}
			if *update {
				archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasSuffix(f.Name, ".go") })
				for _, f := range files {
					archive.Files = append(archive.Files, txtar.File{Name: f.Name, Data: f.Content})
				}
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want := map[string]string{}
			for _, f := range archive.Files {
				if strings.HasSuffix(f.Name, ".go") {
					want[f.Name] = string(f.Data)
				}
			}
			got := map[string]string{}
			for _, f := range files {
				got[f.Name] = string(f.Content)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("other Go than expected (-want +got):\n%s", diff)
			}
		})
	}
}

// The output depends neither on the order of the schemas nor on the run.
func TestSameOutput(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/registry.txtar")
	if err != nil {
		t.Fatal(err)
	}
	first := generate(t, buildSet(t, archive))
	for range 5 {
		slices.Reverse(archive.Files)
		again := generate(t, buildSet(t, archive))
		equal := slices.EqualFunc(first, again, func(a, b File) bool { return a.Name == b.Name && bytes.Equal(a.Content, b.Content) })
		if !equal {
			t.Fatal("the same schemas gave other Go")
		}
	}
}

func buildSet(t *testing.T, archive *txtar.Archive) *model.Set {
	t.Helper()
	var files []*schema.File
	for _, f := range archive.Files {
		if !strings.HasSuffix(f.Name, ".json") {
			continue
		}
		file, findings := schema.Parse(f.Name, f.Name, f.Data)
		if len(findings) > 0 {
			t.Fatal(findings)
		}
		files = append(files, file)
	}
	set, findings := model.Build(files, model.Options{})
	if schema.HasErrors(findings) {
		t.Fatal(findings)
	}
	return set
}

func generate(t *testing.T, set *model.Set) []File {
	t.Helper()
	files, findings, err := Generate(set, Options{Package: "wire"})
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	return files
}
