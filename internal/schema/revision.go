package schema

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"strings"
)

// revision adds the folder or file that source names in a revision of the git
// repository around the working directory, as in "v1.2:schemas". Git reads a path
// as from the top of the repository, or from the working directory if it starts
// with a dot.
func (l *loader) revision(source string) error {
	rev, inner, _ := strings.Cut(source, ":")
	if rev == "" || inner == "" || strings.HasPrefix(rev, "-") {
		return fmt.Errorf("cannot read schemas from %s: want a revision and a path, as in main:schemas", source)
	}
	kind, err := git("cat-file", "-t", source)
	if err != nil {
		return fmt.Errorf("cannot read schemas from %s: %w", source, err)
	}
	if strings.TrimSpace(string(kind)) == "blob" {
		text, err := git("cat-file", "blob", source)
		if err != nil {
			return fmt.Errorf("cannot read schemas from %s: %w", source, err)
		}
		if len(text) > maxFileSize {
			return fmt.Errorf("%s is larger than %d bytes, too large for a schema", source, maxFileSize)
		}
		if !l.seen[source] {
			l.seen[source] = true
			l.parse(source, path.Base(inner), text)
		}
		return nil
	}
	archive, err := git("archive", "--format=zip", source)
	if err != nil {
		return fmt.Errorf("cannot read schemas from %s: %w", source, err)
	}
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return fmt.Errorf("cannot read schemas from %s: %w", source, err)
	}
	at := strings.TrimSuffix(source, "/") + "/"
	return l.folder(z, ".", origin{shown: at, id: at})
}

// isRevision reports whether source looks like a path in a revision: an existing
// file or folder that has a colon in its name comes first.
func isRevision(source string) bool {
	rev, inner, found := strings.Cut(source, ":")
	// One letter before a colon is a drive of Windows.
	return found && len(rev) > 1 && inner != ""
}

func git(args ...string) ([]byte, error) {
	out, err := exec.Command("git", args...).Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		first, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		return nil, fmt.Errorf("git: %s", first)
	}
	return out, err
}
