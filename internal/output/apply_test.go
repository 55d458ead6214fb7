package output

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// contents gives n generated files that all end in body.
func contents(n int, body string) []File {
	files := make([]File, n)
	for i := range files {
		files[i] = File{fmt.Sprintf("f%03d.go", i), []byte(generated("// " + body))}
	}
	return files
}

// TestApplyAtOnce has many runs write one of two packages to a folder at the
// same time. All must succeed, and the folder must hold one of the two.
func TestApplyAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			if _, err := Apply(t.Context(), dir, contents(40, fmt.Sprint("run ", i%2)), false); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	files := readTree(t, dir)
	if len(files) != 40 {
		t.Errorf("%d files, want 40", len(files))
	}
	for name, content := range files {
		if content != files["f000.go"] {
			t.Errorf("f000.go and %s are of two runs", name)
		}
	}
}

// TestApplyEnded: a run that is told to stop before its files are in place
// leaves everything as it was, and says why.
func TestApplyEnded(t *testing.T) {
	before := map[string]string{"f000.go": generated("// old"), "stale.go": generated("")}
	dir := writeTree(t, before)
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("told to stop")
	cancel(stopped)
	_, err := Apply(ctx, dir, contents(3, "new"), false)
	if !errors.Is(err, stopped) || !strings.Contains(err.Error(), "nothing in "+dir+" was changed") {
		t.Errorf("error %v", err)
	}
	if d := cmp.Diff(before, readTree(t, dir)); d != "" {
		t.Errorf("files (-before +after):\n%s", d)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("%d entries are left, want 2: %v", len(entries), err)
	}
}

func TestApplyKeepsStale(t *testing.T) {
	dir := writeTree(t, map[string]string{"stale.go": generated("")})
	for _, keep := range []bool{true, false} {
		if _, err := Apply(t.Context(), dir, contents(1, "new"), keep); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "stale.go")); (err == nil) != keep {
			t.Errorf("keepStale %v: %v", keep, err)
		}
	}
}

// TestApplyUpToDate: a folder that needs nothing is not written to, so that it
// may be read-only.
func TestApplyUpToDate(t *testing.T) {
	dir := writeTree(t, map[string]string{"f000.go": generated("// same")})
	if err := os.Chtimes(dir, longAgo, longAgo); err != nil {
		t.Fatal(err)
	}
	if _, err := Apply(t.Context(), dir, contents(1, "same"), false); err != nil {
		t.Fatal(err)
	}
	if info := stat(t, dir, "."); !info.ModTime().Equal(longAgo) {
		t.Error("the folder was written to")
	}
}
