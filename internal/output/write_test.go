package output

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrite(t *testing.T) {
	crlf := strings.ReplaceAll(generated("// same\n"), "\n", "\r\n")
	dir := writeTree(t, map[string]string{
		"changed.go": generated("// old"),
		"same.go":    generated("// same\n"),
		"crlf.go":    crlf,
		"stale.go":   generated(""),
		"hand.go":    "package p\n",
		// Left behind by a run that was killed, and some that only look so.
		".kgen-123.tmp/new.go": "half a fi",
		".kgen-notes.tmp":      "mine",
		"kgen-123.tmp/new.go":  "mine",
		".kgen-7.tmp":          "mine",
	})
	if err := os.Chmod(filepath.Join(dir, "changed.go"), 0o666); err != nil {
		t.Fatal(err)
	}
	plan := compare(t, dir,
		File{"changed.go", []byte(generated("// new"))},
		File{"same.go", []byte(generated("// same\n"))},
		File{"crlf.go", []byte(generated("// same\n"))},
		File{"new.go", []byte(generated("// new"))},
	)
	if err := plan.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"changed.go":          generated("// new"),
		"same.go":             generated("// same\n"),
		"crlf.go":             crlf,
		"new.go":              generated("// new"),
		"hand.go":             "package p\n",
		".kgen-notes.tmp":     "mine",
		"kgen-123.tmp/new.go": "mine",
		".kgen-7.tmp":         "mine",
	}
	if d := cmp.Diff(want, readTree(t, dir)); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	for _, name := range []string{"same.go", "crlf.go", "hand.go"} {
		if info := stat(t, dir, name); !info.ModTime().Equal(longAgo) {
			t.Errorf("%s was written", name)
		}
	}
	if mode := stat(t, dir, "changed.go").Mode().Perm(); mode != 0o666 {
		t.Errorf("changed.go went from mode 666 to %o", mode)
	}
	if mode := stat(t, dir, "new.go").Mode().Perm(); mode&^0o644 != 0 || mode&0o600 != 0o600 {
		t.Errorf("new.go has mode %o, want 644 less the umask", mode)
	}
}

func stat(t *testing.T, dir, name string) os.FileInfo {
	t.Helper()
	info, err := os.Lstat(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestWriteCreatesFolders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	files := []File{{"a.go", []byte(generated(""))}}
	if err := compare(t, dir, files...).Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]string{"a.go": generated("")}, readTree(t, dir)); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	if !compare(t, dir, files...).UpToDate() {
		t.Error("not up to date after Write")
	}
}

// TestWriteFailure makes the second of three renames fail: what was replaced
// stays, the rest keeps its old state, and removals have not begun.
func TestWriteFailure(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"a.go": generated("// old"), "c.go": generated("// old"), "stale.go": generated(""),
	})
	content := []byte(generated("// new"))
	plan := compare(t, dir, File{"a.go", content}, File{"b.go", content}, File{"c.go", content})
	// A folder comes to stand in the way after the comparison.
	if err := os.MkdirAll(filepath.Join(dir, "b.go", "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := plan.Write(t.Context())
	if err == nil || !strings.Contains(err.Error(), "b.go") {
		t.Errorf("error %v, want one that names b.go", err)
	}
	want := map[string]string{"a.go": generated("// new"), "c.go": generated("// old"), "stale.go": generated("")}
	if d := cmp.Diff(want, readTree(t, dir)); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
}

// TestWriteFlushes has a disk that fails when the last of the files is flushed:
// none has been replaced by then, and no temporary file stays.
func TestWriteFlushes(t *testing.T) {
	old := map[string]string{"a.go": generated("// old"), "stale.go": generated("")}
	dir := writeTree(t, old)
	content := []byte(generated("// new"))
	plan := compare(t, dir, File{"a.go", content}, File{"b.go", content}, File{"c.go", content})
	flushed := 0
	failure := errors.New("the disk fails")
	t.Cleanup(func() { flush = (*os.File).Sync })
	flush = func(f *os.File) error {
		if info, err := f.Stat(); err != nil || info.Size() != int64(len(content)) {
			t.Errorf("%s is flushed before it is written (%v)", f.Name(), err)
		}
		if flushed++; flushed == 3 {
			return failure
		}
		return nil
	}
	if err := plan.Write(t.Context()); !errors.Is(err, failure) {
		t.Errorf("error %v, want that of the disk", err)
	}
	if flushed != 3 {
		t.Errorf("%d files flushed, want 3", flushed)
	}
	if d := cmp.Diff(old, readTree(t, dir)); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
}
