// Package docs_test keeps README.md and the pages in this folder true: every
// block of shell commands is run, every Go file is written, built and vetted,
// and every output is compared.
package docs_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/examples/server"
	"github.com/kgen-go/kgen/schemas"
)

// TestPages follows each page as a reader would, from top to bottom, in a folder
// of its own:
//
//   - a block marked sh is run; the variables in it are those of pageEnv,
//   - a block marked go is a file, whose path the comment in its first line gives,
//   - a block marked json is a file likewise,
//   - a block marked text right after an sh block is what that prints.
//
// At the end all Go there has to pass go vet.
func TestPages(t *testing.T) {
	for _, name := range []string{"sh", "git"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("NO %s: the pages were not tried", name)
		}
	}
	pages, err := filepath.Glob("*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages", err)
	}
	for _, page := range append(pages, "../README.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			r := &reader{t: t, dir: t.TempDir()}
			r.env = pageEnv(t, filepath.Base(page) != "README.md", r.dir)
			for _, b := range blocks(string(text)) {
				r.follow(b)
			}
			if r.blocks == 0 {
				t.Error("no block was tried")
			}
			r.run(0, "go vet ./...")
		})
	}
}

// A block is a fenced block of a page.
type block struct {
	line int // of its fence
	kind string
	text string
	// after is the line at which the block before it ends, if nothing but
	// blanks is between the two.
	after int
}

// blocks finds the fenced blocks of a page.
func blocks(page string) []block {
	var found []block
	inside, lastEnd := false, 0
	n := 0
	for line := range strings.Lines(page) {
		n++
		trimmed := strings.TrimSpace(line)
		switch {
		case inside && trimmed == "```":
			inside, lastEnd = false, n
		case inside:
			found[len(found)-1].text += line
		case strings.HasPrefix(trimmed, "```"):
			inside = true
			found = append(found, block{line: n, kind: trimmed[3:], after: lastEnd})
		case trimmed != "":
			lastEnd = 0
		}
	}
	return found
}

// A reader follows a page.
type reader struct {
	t      *testing.T
	dir    string
	env    []string
	blocks int
	output string // of the last sh block
	ends   int    // the line where it ends
}

func (r *reader) follow(b block) {
	r.t.Helper()
	r.blocks++
	switch b.kind {
	case "sh":
		r.output = r.run(b.line, b.text)
		r.ends = b.line + strings.Count(b.text, "\n") + 1
	case "go", "json":
		first, _, _ := strings.Cut(b.text, "\n")
		path := strings.TrimPrefix(first, "// ")
		if !strings.HasSuffix(path, "."+b.kind) {
			r.t.Fatalf("line %d: the block does not begin with a comment that is its path, but with %q", b.line, first)
		}
		path = filepath.Join(r.dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.text), 0o644); err != nil {
			r.t.Fatal(err)
		}
		if b.kind == "go" {
			r.run(b.line, fmt.Sprintf("test -z \"$(gofmt -l %q)\" || { gofmt -d %[1]q; exit 1; }", path))
		}
	case "text":
		if b.after == 0 || b.after != r.ends {
			r.t.Fatalf("line %d: the output does not follow a command", b.line)
		}
		if d := cmp.Diff(b.text, r.output); d != "" {
			r.t.Errorf("line %d: the output is another one (-page +output):\n%s", b.line, d)
		}
	default:
		r.t.Fatalf("line %d: a block marked %q, which nothing would try", b.line, b.kind)
	}
}

// run runs a script and returns its standard output.
func (r *reader) run(line int, script string) string {
	r.t.Helper()
	cmd := exec.Command("sh", "-eu")
	cmd.Dir = r.dir
	cmd.Env = r.env
	cmd.Stdin = strings.NewReader(script)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		r.t.Fatalf("line %d: %v\n%s%s\nscript:\n%s", line, err, &stdout, &stderr, script)
	}
	return stdout.String()
}

// pageEnv is the environment of a page's commands: KGEN is a checkout, BROKER
// the address of a broker, KAFKA the folder of a Kafka release. If ready is set,
// dir becomes a module that has kgen as a tool, as the README says how to.
func pageEnv(t *testing.T, ready bool, dir string) []string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "KGEN="+root, "BROKER="+startBroker(t), "KAFKA="+kafkaRelease(t))
	if ready {
		makeModule(t, root, dir)
	}
	return env
}

// startBroker starts a broker in memory and returns its address.
func startBroker(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go server.New("orders").Serve(listener)
	return listener.Addr().String()
}

// kafkaRelease makes what a page reads of an unpacked Kafka release: a jar with
// the schemas that come with kgen.
func kafkaRelease(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "libs"), 0o755); err != nil {
		t.Fatal(err)
	}
	jar, err := os.Create(filepath.Join(dir, "libs", "kafka-clients-4.4.0.jar"))
	if err != nil {
		t.Fatal(err)
	}
	defer jar.Close()
	w := zip.NewWriter(jar)
	entries, err := fs.ReadDir(schemas.FS(), "kafka")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, err := schemas.FS().Open("kafka/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		to, err := w.Create("common/message/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(to, from); err != nil {
			t.Fatal(err)
		}
		from.Close()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// makeModule writes go.mod and go.sum of a module with kgen as a tool.
func makeModule(t *testing.T, root, dir string) {
	t.Helper()
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/kgen-go/kgen"
	_, requirements, _ := strings.Cut(string(mod), "\nrequire (")
	text := fmt.Sprintf("module example.com/page\n\ngo 1.26\n\ntool %s/cmd/kgen\n\nrequire %[1]s v0.0.0\n\nreplace %[1]s => %q\n\nrequire (%s",
		module, root, requirements)
	for name, content := range map[string]string{"go.mod": text, "go.sum": string(sum)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
