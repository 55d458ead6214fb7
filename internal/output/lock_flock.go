//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package output

import (
	"errors"
	"os"
	"syscall"
)

// lock waits until no other run holds folder dir, which must exist, and holds
// it until unlock is called or the process ends. The lock is on the folder
// itself, so that no file is left in it. On file systems without locks it does
// nothing.
func lock(dir string) (unlock func(), err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(folder.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		folder.Close()
		return func() {}, nil
	}
	return func() { folder.Close() }, nil
}
