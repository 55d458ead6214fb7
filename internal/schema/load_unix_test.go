//go:build unix

package schema

import (
	"syscall"
	"testing"
)

// TestLoadPipe loads a folder with a pipe that nobody writes to.
func TestLoadPipe(t *testing.T) {
	writeFiles(t, map[string]string{"s/A.json": aSchema})
	if err := syscall.Mkfifo("s/P.json", 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err := Load([]string{"s"}, nil)
	if want := "s/P.json: is no regular file"; err == nil || err.Error() != want {
		t.Errorf("got error %v\nwant %s", err, want)
	}
}
