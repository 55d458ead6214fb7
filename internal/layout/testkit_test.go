package layout_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

// embedded is the catalog of all schemas that come with the project, which
// tests share and do not change.
func embedded(t testing.TB) *layout.Catalog {
	t.Helper()
	embeddedOnce.Do(func() { embeddedCatalog = loadEmbedded(t) })
	if embeddedCatalog == nil {
		t.Fatal("the embedded schemas could not be loaded")
	}
	return embeddedCatalog
}

var (
	embeddedOnce    sync.Once
	embeddedCatalog *layout.Catalog
)

func loadEmbedded(t testing.TB) *layout.Catalog {
	t.Helper()
	entries, err := fs.ReadDir(schemas.FS(), ".")
	if err != nil {
		t.Fatal(err)
	}
	c := &layout.Catalog{}
	for _, e := range entries {
		c.Sets = append(c.Sets, load(t, e.Name(), schema.EmbeddedPrefix+e.Name()))
	}
	return c
}

// folder is the catalog of the schemas in one folder.
func folder(t testing.TB, dir string) *layout.Catalog {
	t.Helper()
	return &layout.Catalog{Sets: []layout.Set{load(t, filepath.Base(dir), dir)}}
}

func load(t testing.TB, name, source string) layout.Set {
	t.Helper()
	files, findings, err := schema.Load([]string{source}, schemas.FS())
	if err != nil {
		t.Fatal(err)
	}
	set, more := model.Build(files, model.Options{})
	if schema.HasErrors(findings) || schema.HasErrors(more) {
		t.Fatalf("%s: %v %v", source, findings, more)
	}
	return layout.Set{Name: name, Set: set, Files: files}
}

// fromEnv gives the folder that an environment variable names; without it the
// test is skipped.
func fromEnv(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv(name)
	if dir == "" {
		t.Skipf("SKIPPED: set %s to the folder of reference data to run this test", name)
	}
	return dir
}

// find gives a message that has to be there.
func find(t testing.TB, c *layout.Catalog, name string) *model.Message {
	t.Helper()
	m := c.Message(name)
	if m == nil {
		t.Fatalf("there is no message %s", name)
	}
	return m
}
