package schema

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const aSchema = `{ "name": "A", "validVersions": "0" }`

// writeFiles writes files to a new folder, and makes that the working directory.
func writeFiles(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// An entry is one file of an archive; a list, as archives may hold a name twice.
type entry struct{ name, text string }

func writeZip(t *testing.T, name string, entries ...entry) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if len(e.text) < 100 {
			header.Method = zip.Store // so that tests can damage it
		}
		w, err := z.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
}

// damage replaces part of a file with bytes of the same length.
func damage(t *testing.T, name, old, replacement string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%s does not hold %q", name, old)
	}
	text = bytes.Replace(text, []byte(old), []byte(replacement), 1)
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// embedded stands for the schemas that come with the tool.
var embedded = fstest.MapFS{
	"kafka/B.json":    {Data: []byte(aSchema)},
	"kafka/A.json":    {Data: []byte(aSchema)},
	"metadata/M.json": {Data: []byte(aSchema)},
}

func paths(files []*File) []string {
	var list []string
	for _, f := range files {
		list = append(list, f.Path)
	}
	return list
}

func TestLoad(t *testing.T) {
	writeFiles(t, map[string]string{
		"s/B.json":        aSchema,
		"s/A.json":        aSchema,
		"s/README.md":     "no schema",
		"s/old/C.json":    aSchema,
		"s/dir.json/D":    "no file",
		"one/README.json": aSchema,
	})
	writeZip(t, "one.jar", entry{"META-INF/m.json", "{}"}, entry{"common/message/B.json", aSchema},
		entry{"common/message/A.json", aSchema}, entry{"common/message/x.class", "?"})
	writeZip(t, "Two.ZIP", entry{"a/A.json", aSchema}, entry{"b/B.json", aSchema}, entry{"a/sub/C.json", aSchema})
	writeZip(t, "faulty.zip", entry{"a/A.json", `{ "validVersions": "0" `})

	tests := []struct {
		name    string
		sources []string
		want    []string
	}{
		{"folder, only directly in it and by name", []string{"s"}, []string{"s/A.json", "s/B.json"}},
		{"folder with slash", []string{"s/"}, []string{"s/A.json", "s/B.json"}},
		{"working directory", []string{"./s/old/../../one"}, []string{"one/README.json"}},
		{"file", []string{"s/old/C.json"}, []string{"s/old/C.json"}},
		{"order of sources", []string{"s/old", "s/A.json"}, []string{"s/old/C.json", "s/A.json"}},
		{"the same file twice", []string{"s/A.json", "./s", "s/../s/B.json"}, []string{"s/A.json", "s/B.json"}},
		{"archive with one folder", []string{"one.jar"}, []string{"one.jar!common/message/A.json", "one.jar!common/message/B.json"}},
		{"folder of an archive", []string{"Two.ZIP!b"}, []string{"Two.ZIP!b/B.json"}},
		{"folder of an archive with slash", []string{"Two.ZIP!/a/"}, []string{"Two.ZIP!a/A.json"}},
		{"file of an archive", []string{"Two.ZIP!a/sub/C.json"}, []string{"Two.ZIP!a/sub/C.json"}},
		{"archive twice", []string{"one.jar!common/message", "one.jar"}, []string{"one.jar!common/message/A.json", "one.jar!common/message/B.json"}},
		{"embedded", []string{"embedded:kafka"}, []string{"embedded:kafka/A.json", "embedded:kafka/B.json"}},
		{"nothing", nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files, findings, err := Load(test.sources, embedded)
			if err != nil || len(findings) > 0 {
				t.Fatalf("findings %v, error %v", findings, err)
			}
			if diff := cmp.Diff(test.want, paths(files)); diff != "" {
				t.Errorf("files differ (-want +got):\n%s", diff)
			}
		})
	}

	t.Run("mistakes in the text of an archive", func(t *testing.T) {
		files, findings, err := Load([]string{"faulty.zip", "s/A.json"}, nil)
		if err != nil || len(findings) != 1 || findings[0].Path != "faulty.zip!a/A.json" {
			t.Errorf("findings %v, error %v", findings, err)
		}
		if diff := cmp.Diff([]string{"s/A.json"}, paths(files)); diff != "" {
			t.Errorf("files differ (-want +got):\n%s", diff)
		}
	})
}

func TestLoadPaths(t *testing.T) {
	writeFiles(t, map[string]string{"a/A.json": aSchema, "b/B.json": aSchema})
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chdir("a"); err != nil {
		t.Fatal(err)
	}
	files, _, err := Load([]string{filepath.Join(root, "a"), filepath.Join(root, "b", "B.json")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"A.json", "../b/B.json"}, paths(files)); diff != "" {
		t.Errorf("paths differ (-want +got):\n%s", diff)
	}
	if got := []string{files[0].Name, files[1].Name}; got[0] != "A.json" || got[1] != "B.json" {
		t.Errorf("names are %q", got)
	}
}

func TestLoadErrors(t *testing.T) {
	large := strings.Repeat(" ", 4<<20) + "{}"
	writeFiles(t, map[string]string{
		"empty/README.md": "", "dir.json/x": "", "broken.zip": "PK", "large/L.json": large, "kafka.txt": "",
	})
	writeZip(t, "none.jar", entry{"a/package.json", "{}"})
	writeZip(t, "two.jar", entry{"a/A.json", aSchema}, entry{"a/b/B.json", aSchema}, entry{"a/c.json", aSchema})
	writeZip(t, "large.zip", entry{"a/A.json", large})
	// Names that lead out of the archive are only names: nothing is written, and
	// nothing outside is read.
	writeZip(t, "hostile.zip", entry{"../../../etc/A.json", aSchema})

	writeZip(t, "damaged.zip", entry{"a/A.json", aSchema})
	damage(t, "damaged.zip", aSchema, strings.ToUpper(aSchema))
	if err := os.Symlink("nowhere", "empty/gone.json"); err != nil {
		t.Fatal(err)
	}

	tests := []struct{ source, want string }{
		{"missing", "cannot read schemas from missing: no such file or directory"},
		{"missing.jar!a", "cannot read archive missing.jar: no such file or directory"},
		{"dir.json", "no *.json in folder dir.json"},
		{"empty", "empty/gone.json: no such file or directory"},
		{"damaged.zip!a", "damaged.zip!a/A.json: zip: checksum error"},
		{"large", "large/L.json: is larger than 4194304 bytes, too large for a schema"},
		{"broken.zip", "cannot read archive broken.zip: zip: not a valid zip file"},
		{"none.jar", "none.jar: no schemas in this archive"},
		{"none.jar!b", `none.jar: no folder or file "b" in it`},
		{"none.jar!../x", `none.jar: "../x" is no path within an archive`},
		{"two.jar", "two.jar: several folders with schemas: a, a/b; name one, as in two.jar!a"},
		{"large.zip", "large.zip: a/A.json: is larger than 4194304 bytes, too large for a schema"},
		{"large.zip!a", "large.zip!a/A.json: is larger than 4194304 bytes, too large for a schema"},
		{"hostile.zip!../../../etc", `hostile.zip: "../../../etc" is no path within an archive`},
		{"kafka", "kafka: no such file or folder; the embedded schemas are called embedded:kafka"},
		{"embedded:kakfa", `no embedded schemas are called "kakfa"; there are: kafka, metadata`},
		{"embedded:..", `no embedded schemas are called ".."; there are: kafka, metadata`},
	}
	for _, test := range tests {
		files, findings, err := Load([]string{test.source}, embedded)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got error  %v\nwant %s", test.source, err, test.want)
		}
		if files != nil || findings != nil {
			t.Errorf("%s: got files %v and findings %v besides the error", test.source, files, findings)
		}
	}

	_, _, err := Load([]string{"missing", "dir.json"}, embedded)
	if err == nil || !strings.Contains(err.Error(), "missing") || !strings.Contains(err.Error(), "dir.json") {
		t.Errorf("error %v, want one that names both sources", err)
	}
}

// TestLoadExplodingArchive searches an archive that is small on disk and large
// when unpacked.
func TestLoadExplodingArchive(t *testing.T) {
	t.Chdir(t.TempDir())
	var entries []entry
	for _, c := range "abcdefghi" {
		entries = append(entries, entry{"d/" + string(c) + ".json", strings.Repeat(" ", 4<<20)})
	}
	writeZip(t, "bomb.zip", entries...)
	_, _, err := Load([]string{"bomb.zip"}, nil)
	want := "bomb.zip: too much JSON to search for schemas; name the folder, as in bomb.zip!common/message"
	if err == nil || err.Error() != want {
		t.Errorf("got error %v\nwant %s", err, want)
	}
}
