// Package output brings generated files to disk. It compares them with what
// the output folder holds before it touches anything, so that one comparison
// serves writing, reporting and showing a diff alike.
//
// A run owns the kgen-made Go files of one folder: it creates and updates its
// files and removes kgen-made ones that are no longer wanted. It tells its own
// files by their first line alone, leaves every other file as it is, and never
// descends into subfolders.
package output

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A File is a generated file: its base name and its content, with LF line
// ends and kgen's header as the first line.
type File struct {
	Name    string
	Content []byte
}

// An Action is what a Plan does to a file, and its word for it.
type Action string

// The actions of a plan.
const (
	Create Action = "create" // the file is missing
	Update Action = "update" // the content differs
	Keep   Action = "keep"   // the content is the same, line ends aside
	Remove Action = "remove" // the file is kgen's and no longer generated
)

// A Change is one file of a Plan.
type Change struct {
	Name   string // base name
	Action Action

	old, new []byte
	mode     fs.FileMode // permissions of the file after the change
}

// A Plan is what it takes to bring a folder up to date. It holds the contents
// given to Compare, which must stay as they are until the plan is done with.
type Plan struct {
	Dir     string
	Changes []Change // in order of name
}

// newFileMode is the mode of created files, before the umask.
const newFileMode fs.FileMode = 0o644

// Compare finds what has to happen for folder dir, which may not exist yet,
// to hold exactly the given generated files. It only reads.
//
// It is an error if two files differ in letter case only, as some file systems
// would have one overwrite the other, and if a file would overwrite something
// that kgen did not make. The error names every file concerned.
func Compare(dir string, files []File) (*Plan, error) {
	if err := checkFiles(files); err != nil {
		return nil, err
	}
	changes, err := findStale(dir, files)
	if err != nil {
		return nil, err
	}
	var refused []error
	for _, f := range files {
		change, err := compareFile(filepath.Join(dir, f.Name), f)
		if err != nil {
			refused = append(refused, err)
			continue
		}
		changes = append(changes, change)
	}
	if len(refused) > 0 {
		return nil, errors.Join(refused...)
	}
	slices.SortFunc(changes, func(a, b Change) int { return strings.Compare(a.Name, b.Name) })
	return &Plan{Dir: dir, Changes: changes}, nil
}

// checkFiles looks for faults that lie in the generated files alone.
func checkFiles(files []File) error {
	seen := map[string]string{}
	for _, f := range files {
		folded := strings.ToLower(f.Name)
		if other, found := seen[folded]; found {
			return fmt.Errorf("two messages need the same file: %s and %s", other, f.Name)
		}
		seen[folded] = f.Name
		// Without its header, the next run would refuse to update the file.
		if !IsOwn(f.Name, f.Content) {
			return fmt.Errorf("internal error: generated file %s lacks kgen's header", f.Name)
		}
	}
	return nil
}

// compareFile plans the change for f, whose place is path.
func compareFile(path string, f File) (Change, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Change{Name: f.Name, Action: Create, new: f.Content, mode: newFileMode}, nil
	}
	if err != nil {
		return Change{}, err
	}
	if !info.Mode().IsRegular() {
		return Change{}, fmt.Errorf("%s is no regular file: not overwritten", path)
	}
	old, err := os.ReadFile(path)
	if err != nil {
		return Change{}, err
	}
	if !IsOwn(f.Name, old) {
		return Change{}, fmt.Errorf("%s was not made by kgen (its first line is not kgen's header): not overwritten", path)
	}
	action := Update
	if bytes.Equal(bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n")), f.Content) {
		action = Keep
	}
	return Change{Name: f.Name, Action: action, old: old, new: f.Content, mode: info.Mode().Perm()}, nil
}

// findStale plans the removal of kgen's files in dir that are not among files.
func findStale(dir string, files []File) ([]Change, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	wanted := map[string]string{} // name on disk by folded name
	for _, f := range files {
		wanted[strings.ToLower(f.Name)] = f.Name
	}
	var stale []Change
	for _, e := range entries {
		if _, known := Header(e.Name()); !known || !e.Type().IsRegular() {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if name, found := wanted[strings.ToLower(e.Name())]; found && sameFile(path, filepath.Join(dir, name)) {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if IsOwn(e.Name(), content) {
			stale = append(stale, Change{Name: e.Name(), Action: Remove, old: content})
		}
	}
	return stale, nil
}

// sameFile reports whether both paths lead to one existing file, as paths that
// differ in letter case only do on some file systems.
func sameFile(a, b string) bool {
	infoA, errA := os.Lstat(a)
	infoB, errB := os.Lstat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// KeepStale takes the removals out of p.
func (p *Plan) KeepStale() {
	p.Changes = slices.DeleteFunc(p.Changes, func(c Change) bool { return c.Action == Remove })
}

// Count gives the number of files that p has the given action for.
func (p *Plan) Count(action Action) int {
	n := 0
	for _, c := range p.Changes {
		if c.Action == action {
			n++
		}
	}
	return n
}

// UpToDate reports whether the folder is as it should be.
func (p *Plan) UpToDate() bool { return p.Count(Keep) == len(p.Changes) }
