package schema

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxSearchSize bounds what a search for schemas unpacks from one archive, in
// bytes, so that an archive made to explode is given up on.
const maxSearchSize = 32 << 20

// maxFoldersShown bounds how many folders are listed for the user to choose.
const maxFoldersShown = 10

func isArchive(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".jar", ".zip":
		return true
	}
	return false
}

// archive adds the folder or file called inner of a zip or jar file, or, if
// inner is empty, the one folder that holds schemas.
func (l *loader) archive(name, inner string) error {
	z, err := zip.OpenReader(name)
	if err != nil {
		return fmt.Errorf("cannot read archive %s: %w", name, underlying(err))
	}
	defer z.Close()
	at := originOf(name, "!")
	if inner == "" {
		if inner, err = schemaFolder(z, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if !fs.ValidPath(inner) {
		return fmt.Errorf("%s: %q is no path within an archive", name, inner)
	}
	info, err := fs.Stat(z, inner)
	if err != nil {
		return fmt.Errorf("%s: no folder or file %q in it", name, inner)
	}
	if info.IsDir() {
		return l.folder(z, inner, at)
	}
	return l.file(z, inner, at)
}

// schemaFolder returns the only folder in the given archive with files that
// look like schemas.
func schemaFolder(z fs.FS, archive string) (string, error) {
	var folders []string // in the order of the walk: sorted
	unpacked := 0
	err := fs.WalkDir(z, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		dir := path.Dir(name)
		if entry.IsDir() || path.Ext(name) != ".json" || slices.Contains(folders, dir) {
			return nil
		}
		text, err := readFile(z, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if unpacked += len(text); unpacked > maxSearchSize {
			return fmt.Errorf("too much JSON to search for schemas; name the folder, as in %s!common/message", archive)
		}
		// Every schema has this key, also one with mistakes in its syntax.
		if bytes.Contains(text, []byte(`"validVersions"`)) {
			folders = append(folders, dir)
		}
		if len(folders) == maxFoldersShown {
			return fs.SkipAll // the user must choose anyhow
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	switch len(folders) {
	case 0:
		return "", errors.New("no schemas in this archive")
	case 1:
		return folders[0], nil
	}
	return "", fmt.Errorf("several folders with schemas: %s; name one, as in %s!%s", strings.Join(folders, ", "), archive, folders[0])
}
