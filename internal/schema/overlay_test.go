package schema

import (
	"slices"
	"strings"
	"testing"
)

func loadAll(t *testing.T, sources ...string) Loaded {
	t.Helper()
	loaded, err := LoadAll(sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func TestOverlay(t *testing.T) {
	writeFiles(t, map[string]string{
		"base/A.json": `{"from": "base"}`, "base/B.json": `{"from": "base"}`, "base/Broken.json": `{`,
		"mine/B.json": `{"from": "mine"}`, "mine/Broken.json": `{"from": "mine"}`, "new/C.json": `{}`,
	})
	base := loadAll(t, "base")
	got, err := base.Overlay(loadAll(t, "mine"))
	if err != nil || len(got.Findings) > 0 {
		t.Fatalf("error %v, findings %v", err, got.Findings)
	}
	var from []string
	for _, file := range got.Files {
		from = append(from, file.Name+" "+file.Root.Member("from").Value.Text)
	}
	slices.Sort(from)
	if want := "A.json base,B.json mine,Broken.json mine"; strings.Join(from, ",") != want {
		t.Errorf("got %v, want %s", from, want)
	}
	if _, err := base.Overlay(loadAll(t, "new")); err == nil || !strings.Contains(err.Error(), "C.json replaces no schema") {
		t.Errorf("a file that replaces none: got error %v", err)
	}
}

func TestLoadSkipsHiddenFiles(t *testing.T) {
	writeFiles(t, map[string]string{
		"A.json": `{}`, "._A.json": "\x00\x05\x16\x07", ".#A.json": "someone@host.1234",
	})
	loaded := loadAll(t, ".")
	if len(loaded.Files) != 1 || len(loaded.Findings) > 0 {
		t.Errorf("got %d files, findings %v", len(loaded.Files), loaded.Findings)
	}
	if len(loaded.Skipped) != 2 || !strings.HasSuffix(loaded.Skipped[0], ".#A.json") || !strings.HasSuffix(loaded.Skipped[1], "._A.json") {
		t.Errorf("skipped %q", loaded.Skipped)
	}
}
