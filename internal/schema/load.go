package schema

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// EmbeddedPrefix marks a source that is a folder of the embedded schemas, as in
// "embedded:kafka".
const EmbeddedPrefix = "embedded:"

// maxFileSize bounds one schema, in bytes. Kafka's largest has some 30 kB.
const maxFileSize = 4 << 20

// Load reads and parses the schemas that the sources name, in their order. A
// source is one of:
//
//	dir                     every *.json directly in a folder, by name, but
//	                        for hidden ones
//	X.json                  one file
//	X.jar, X.zip            the one folder of an archive that holds schemas
//	X.jar!dir, X.jar!a.json a folder or file within an archive
//	embedded:name           a folder of embedded
//	REV:dir, REV:X.json     a folder or file in a revision of the git repository
//	                        around the working directory
//
// A file that several sources name is read once. The findings are mistakes in
// the texts; files whose syntax is wrong are not among those returned. The error
// tells of sources that could not be read.
func Load(sources []string, embedded fs.FS) ([]*File, []Finding, error) {
	r, err := LoadAll(sources, embedded)
	return r.Files, r.Findings, err
}

// Loaded is what LoadAll has read.
type Loaded struct {
	Files    []*File
	Findings []Finding
	// Skipped are the paths of hidden files in the folders, such as "._A.json"
	// and ".#A.json": copies that editors and archivers leave behind.
	Skipped []string
}

// LoadAll is Load that also tells of what it left out.
func LoadAll(sources []string, embedded fs.FS) (Loaded, error) {
	l := &loader{embedded: embedded, seen: map[string]bool{}}
	var problems []error
	for _, source := range sources {
		if err := l.source(source); err != nil {
			problems = append(problems, err)
		}
	}
	if len(problems) > 0 {
		return Loaded{}, errors.Join(problems...)
	}
	l.Findings = SortFindings(l.Findings)
	return l.Loaded, nil
}

type loader struct {
	embedded fs.FS
	seen     map[string]bool // by absolute path
	Loaded
}

// origin is where the files of a file system are, for messages and to know a
// file that comes twice.
type origin struct {
	shown string // prefix of File.Path
	id    string // prefix of an absolute path
}

func (l *loader) source(source string) error {
	if set, ok := strings.CutPrefix(source, EmbeddedPrefix); ok {
		return l.embeddedSet(set)
	}
	info, err := os.Stat(source)
	switch {
	case err == nil && info.IsDir():
		return l.folder(os.DirFS(source), ".", originOf(source, "/"))
	case err == nil && isArchive(source):
		return l.archive(source, "")
	case err == nil:
		dir, name := filepath.Split(source)
		if dir == "" {
			dir = "."
		}
		return l.file(os.DirFS(dir), name, originOf(dir, "/"))
	}
	if archive, inner, ok := strings.Cut(source, "!"); ok && isArchive(archive) {
		return l.archive(archive, strings.Trim(inner, "/"))
	}
	if isRevision(source) {
		return l.revision(source)
	}
	if l.hasEmbedded(source) {
		return fmt.Errorf("%s: no such file or folder; the embedded schemas are called %s%s", source, EmbeddedPrefix, source)
	}
	return fmt.Errorf("cannot read schemas from %s: %w", source, underlying(err))
}

// originOf describes a folder or archive on disk: relative to the working
// directory where that is shorter, with forward slashes.
func originOf(name, separator string) origin {
	absolute, err := filepath.Abs(name)
	if err != nil {
		absolute = name
	}
	shown := absolute
	if wd, err := os.Getwd(); err == nil {
		if relative, err := filepath.Rel(wd, absolute); err == nil && len(relative) < len(absolute) {
			shown = relative
		}
	}
	o := origin{shown: filepath.ToSlash(shown) + separator, id: absolute + separator}
	if shown == "." && separator == "/" {
		o.shown = ""
	}
	return o
}

// folder is how messages call the folder dir in o.
func (o origin) folder(dir string) string {
	return strings.TrimSuffix(o.shown+dir, "/.")
}

func (l *loader) hasEmbedded(set string) bool {
	if l.embedded == nil || !fs.ValidPath(set) {
		return false
	}
	info, err := fs.Stat(l.embedded, set)
	return err == nil && info.IsDir()
}

func (l *loader) embeddedSet(set string) error {
	if l.hasEmbedded(set) {
		return l.folder(l.embedded, set, origin{shown: EmbeddedPrefix, id: EmbeddedPrefix})
	}
	var sets []string
	if l.embedded != nil {
		entries, err := fs.ReadDir(l.embedded, ".")
		if err != nil {
			return fmt.Errorf("embedded schemas: %w", err)
		}
		for _, e := range entries {
			if e.IsDir() {
				sets = append(sets, e.Name())
			}
		}
	}
	return fmt.Errorf("no embedded schemas are called %q; there are: %s", set, strings.Join(sets, ", "))
}

// folder adds every *.json directly in dir, in order of name.
func (l *loader) folder(fsys fs.FS, dir string, at origin) error {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return fmt.Errorf("cannot read folder %s: %w", at.folder(dir), underlying(err))
	}
	found := false
	for _, e := range entries {
		if e.IsDir() || path.Ext(e.Name()) != ".json" {
			continue
		}
		if strings.HasPrefix(e.Name(), ".") {
			l.Skipped = append(l.Skipped, at.shown+path.Join(dir, e.Name()))
			continue
		}
		found = true
		if err := l.file(fsys, path.Join(dir, e.Name()), at); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("no *.json in folder %s", at.folder(dir))
	}
	return nil
}

// file reads and parses the file called name.
func (l *loader) file(fsys fs.FS, name string, at origin) error {
	id := at.id + name
	if l.seen[id] {
		return nil
	}
	l.seen[id] = true
	text, err := readFile(fsys, name)
	if err != nil {
		return fmt.Errorf("%s%s: %w", at.shown, name, err)
	}
	l.parse(at.shown+name, path.Base(name), text)
	return nil
}

// parse adds the schema in text, and what is found in it.
func (l *loader) parse(shown, name string, text []byte) {
	file, findings := Parse(shown, name, text)
	if file != nil {
		l.Files = append(l.Files, file)
	}
	l.Findings = append(l.Findings, findings...)
}

// readFile reads a whole file of up to maxFileSize bytes. What the file system
// says of the size is no more than a hint: an archive may lie.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, underlying(err)
	}
	// To open a pipe would block, to read a device might never end.
	if !info.Mode().IsRegular() {
		return nil, errors.New("is no regular file")
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, underlying(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	if err != nil {
		return nil, underlying(err)
	}
	if len(text) > maxFileSize {
		return nil, fmt.Errorf("is larger than %d bytes, too large for a schema", maxFileSize)
	}
	return text, nil
}

// underlying strips the path from err, as messages here begin with a better one.
func underlying(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	return err
}
