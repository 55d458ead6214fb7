package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadOnlyFolder: the error is about the folder and not about a temporary
// file whose name says nothing. No permission keeps root from writing, so root
// runs kgen as somebody else.
func TestReadOnlyFolder(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	tool := publicKgen(t, base)
	schemas, dir := filepath.Join(base, "schemas"), filepath.Join(base, "out")
	writeSchema(t, schemas, "Note", `{"name": "A", "type": "string", "versions": "0+", "about": "Text."}`)
	kgen(t, "", "-schemas", schemas, "-out", dir)
	before := readFiles(t, dir)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	writeSchema(t, schemas, "Note", `{"name": "B", "type": "string", "versions": "0+", "about": "Text."}`)
	run := func(args ...string) (string, error) {
		cmd := exec.Command(tool, append(args, "-schemas", schemas, "-out", dir)...)
		if os.Getuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := run()
	want := "kgen: cannot write to folder " + dir + ": permission denied\n"
	if err == nil || out != want {
		t.Errorf("%v, %q, want %q", err, out, want)
	}
	if d := cmp.Diff(before, readFiles(t, dir)); d != "" {
		t.Errorf("files (-before +after):\n%s", d)
	}
	// What needs no writing works.
	if out, err := run("-check"); err == nil || !strings.Contains(out, "changed "+dir+"/note.go\n") {
		t.Errorf("-check: %v, %q", err, out)
	}
}

// publicKgen puts a copy of kgen into dir, a folder of the test's own, where
// every user may run it.
func publicKgen(t *testing.T, dir string) string {
	t.Helper()
	tool, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(tool)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "kgen")
	if err := os.WriteFile(path, binary, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFullDisk runs kgen on a file system that has room for one set of files
// but not for a second, which the new ones need until all are written.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("unshare"); err != nil {
		t.Skip("NO unshare: a full disk was not tried")
	}
	schemas, packages, whole := twoPackages(t)
	dir := t.TempDir()
	size := 0
	for _, content := range whole[0] {
		size += (len(content) + 4095) &^ 4095
	}
	script := `mount -t tmpfs -o size=$SIZE none "$DIR" || { echo NO MOUNT; exit 0; }
kgen -schemas "$SCHEMAS" -out "$DIR/out" -package north || exit
kgen -schemas "$SCHEMAS" -out "$DIR/out" -package south && exit 3
ls -A "$DIR/out" | wc -l
cat "$DIR"/out/*`
	cmd := exec.Command("unshare", "-r", "-m", "sh", "-c", script)
	cmd.Env = append(os.Environ(), "DIR="+dir, "SCHEMAS="+schemas, "SIZE="+strconv.Itoa(size+size/2))
	out, err := cmd.CombinedOutput()
	if strings.HasPrefix(string(out), "unshare:") || strings.Contains(string(out), "NO MOUNT") {
		t.Skip("NO FILE SYSTEM TO FILL: a full disk was not tried")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	first, rest, _ := strings.Cut(string(out), "\n")
	if !strings.HasPrefix(first, "kgen: cannot write "+dir+"/out/") || !strings.HasSuffix(first, ".go: no space left on device; nothing was changed") {
		t.Errorf("kgen says %q", first)
	}
	want := strconv.Itoa(len(whole[0])) + "\n"
	for _, name := range slices.Sorted(maps.Keys(whole[0])) {
		want += whole[0][name]
	}
	if d := cmp.Diff(want, rest); d != "" {
		t.Errorf("files of %s after the failure (-want +got):\n%s", packages[0], d)
	}
}
