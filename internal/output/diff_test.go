package output

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDiff(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"changed.go": header + "a\nb\nc\nd\ne\nf\n",
		"no_eol.go":  header + "a",
		"same.go":    generated(""),
		"stale.go":   header + "package p\n",
	})
	plan := compare(t, dir,
		File{"changed.go", []byte(header + "a\nb\nc\nd\nE\nf\n")},
		File{"new.go", []byte(header + "package p\n")},
		File{"no_eol.go", []byte(header + "a\n")},
		File{"same.go", []byte(generated(""))},
	)
	want := strings.ReplaceAll(`diff a/gen/kafka/changed.go b/gen/kafka/changed.go
--- a/gen/kafka/changed.go
+++ b/gen/kafka/changed.go
@@ -3,5 +3,5 @@
 b
 c
 d
-e
+E
 f
diff /dev/null b/gen/kafka/new.go
--- /dev/null
+++ b/gen/kafka/new.go
@@ -0,0 +1,2 @@
+HEADER
+package p
diff a/gen/kafka/no_eol.go b/gen/kafka/no_eol.go
--- a/gen/kafka/no_eol.go
+++ b/gen/kafka/no_eol.go
@@ -1,2 +1,2 @@
 HEADER
-a
\ No newline at end of file
+a
diff a/gen/kafka/stale.go /dev/null
--- a/gen/kafka/stale.go
+++ /dev/null
@@ -1,2 +0,0 @@
-HEADER
-package p
`, "HEADER\n", header)
	if d := cmp.Diff(want, string(plan.Diff("gen/kafka"))); d != "" {
		t.Errorf("diff (-want +got):\n%s", d)
	}
}

// TestDiffApplies has git make of the old folder what Write makes of it.
func TestDiffApplies(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("SKIPPED: there is no git to apply the diff with")
	}
	long := strings.Repeat("line\n\n}\n", 200)
	tree := map[string]string{
		"changed.go":    generated("first\n" + long + "middle\n" + long + "last\n"),
		"crlf.go":       strings.ReplaceAll(generated("// old\n"), "\n", "\r\n"),
		"gets_eol.go":   generated("// end"),
		"loses_eol.go":  generated("// end\n"),
		"stale.go":      generated(""),
		"stale_crlf.go": strings.ReplaceAll(generated(""), "\n", "\r\n"),
		"hand.go":       "package p\n",
	}
	files := []File{
		{"changed.go", []byte(generated("FIRST\n" + long + "MIDDLE\n" + long + "LAST\n"))},
		{"crlf.go", []byte(generated("// new\n"))},
		{"gets_eol.go", []byte(generated("// end\n"))},
		{"loses_eol.go", []byte(generated("// end"))},
		{"new.go", []byte(generated("// new\n"))},
		{"new_no_eol.go", []byte(generated("// new"))},
	}
	patched := writeTree(t, tree)
	cmd := exec.Command(git, "apply", "-")
	cmd.Dir = patched
	// Neither the user's settings nor a repository around the temporary folder
	// may have a say in this.
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES="+filepath.Dir(patched))
	cmd.Stdin = strings.NewReader(string(compare(t, patched, files...).Diff("")))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s", err, out)
	}
	written := writeTree(t, tree)
	if err := compare(t, written, files...).Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(readTree(t, written), readTree(t, patched)); d != "" {
		t.Errorf("files (-written +patched):\n%s", d)
	}
}
