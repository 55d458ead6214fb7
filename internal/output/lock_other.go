//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package output

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// lock waits until no other run holds folder dir, which must exist, and holds
// it until unlock is called or the process ends. As folders cannot be locked
// here, a file among the temporary ones stands for it.
func lock(dir string) (unlock func(), err error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	name := fmt.Sprintf("kgen-%x.lock", sha256.Sum256([]byte(path)))
	return lockedfile.MutexAt(filepath.Join(os.TempDir(), name)).Lock()
}
