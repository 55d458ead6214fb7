// Package scratch makes programs out of generated packages: a Go module in a
// folder of its own, which takes the runtime from this checkout.
package scratch

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/kgen-go/kgen/internal/gogen"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

const kgen = "github.com/kgen-go/kgen"

// Path is the module path. Lying below this module's, it may import this
// module's internal packages.
const Path = "github.com/kgen-go/kgen/scratch"

// A Module is a Go module that is being put together.
type Module struct {
	Dir      string
	packages []pkg
}

// pkg is what the template of main.go sees of a generated package.
type pkg struct {
	Name     string
	Schemas  string
	Requests bool
	Frames   bool
}

// New starts a module in dir, an empty folder.
func New(dir string) (*Module, error) {
	checkout, err := checkout()
	if err != nil {
		return nil, err
	}
	// The checksums are those of what the checkout needs; nothing is fetched.
	sums, err := os.ReadFile(filepath.Join(checkout, "go.sum"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	mod := fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire github.com/kgen-go/kgen v0.0.0\n\nreplace github.com/kgen-go/kgen => %s\n", Path, checkout)
	return &Module{Dir: dir}, errors.Join(
		os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644),
		os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o644),
	)
}

// checkout is the folder of kgen's module, as the module of the working
// directory sees it: kgen's own, or one that takes kgen from a checkout.
func checkout() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", kgen).Output()
	if err != nil {
		return "", fmt.Errorf("not within a checkout of kgen: go list -m %s: %w", kgen, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// Add generates a package of the given name from a folder of schemas.
func (m *Module) Add(name, schemas string, opts model.Options) error {
	files, findings, err := schema.Load([]string{schemas}, nil)
	if err != nil {
		return err
	}
	set, more := model.Build(files, opts)
	if findings = append(findings, more...); schema.HasErrors(findings) {
		return fmt.Errorf("schemas in %s: %v", schemas, findings)
	}
	sources, findings, err := gogen.Generate(set, gogen.Options{Package: name})
	if err != nil {
		return err
	}
	if len(findings) > 0 {
		return fmt.Errorf("Go names of %s: %v", schemas, findings)
	}
	dir := filepath.Join(m.Dir, name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	for _, f := range sources {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Content, 0o644); err != nil {
			return err
		}
	}
	has := func(match func(*model.Message) bool) bool { return slices.ContainsFunc(set.Messages, match) }
	m.packages = append(m.packages, pkg{
		Name: name, Schemas: schemas,
		Requests: has(func(m *model.Message) bool { return m.Type == model.Request }),
		Frames: has(func(m *model.Message) bool { return m.Name == "RequestHeader" }) &&
			has(func(m *model.Message) bool { return m.Name == "ResponseHeader" }),
	})
	return nil
}

var mainTemplate = template.Must(template.New("main").Parse(`package main

import (
	"os"
	"{{.Driver}}"
	"github.com/kgen-go/kgen/internal/suite/generated"
	"github.com/kgen-go/kgen/kwire"
{{range .Packages}}	"{{$.Path}}/{{.Name}}"
{{end}})

var _ kwire.Message

func main() {
	os.Exit({{.Func}}([]generated.Package{
	{{- range .Packages}}
		{Name: "{{.Name}}", Schemas: {{printf "%q" .Schemas}}, New: {{.Name}}.NewMessage,
		{{- if .Requests}} NewRequest: func(key int16) (kwire.Message, error) { return {{.Name}}.NewRequest({{.Name}}.Key(key)) },{{end}}
		{{- if .Frames}} Frames: &generated.Frames{
			AppendRequest: {{.Name}}.AppendRequest,
			AppendResponse: {{.Name}}.AppendResponse,
			RequestBuffers: {{.Name}}.RequestBuffers,
			ResponseBuffers: {{.Name}}.ResponseBuffers,
			DecodeRequest: func(frame []byte) (kwire.Message, kwire.Message, error) { return {{.Name}}.DecodeRequest(frame) },
			DecodeResponse: func(frame []byte, body kwire.Message, version int16) (kwire.Message, error) {
				return {{.Name}}.DecodeResponse(frame, body, version)
			},
		}{{end}}},
	{{- end}}
	}, os.Args[1:]))
}
`))

// Build builds a program whose main hands all packages and the arguments to a
// function of a package of this module, and returns the path of the binary.
// The function returns the exit code.
func (m *Module) Build(driver, function string) (string, error) {
	var main bytes.Buffer
	err := mainTemplate.Execute(&main, map[string]any{
		"Driver": driver, "Func": driver[strings.LastIndexByte(driver, '/')+1:] + "." + function,
		"Path": Path, "Packages": m.packages,
	})
	if err != nil {
		return "", err
	}
	source, err := format.Source(main.Bytes())
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(m.Dir, "main.go"), source, 0o644); err != nil {
		return "", err
	}
	// Without -trimpath the build cache would not know the packages again, as
	// the folder is another one each time.
	return filepath.Join(m.Dir, "program"), m.Go("build", "-trimpath", "-o", "program", ".")
}

// Go runs the go command in the module, without the network.
func (m *Module) Go(args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Dir = m.Dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}
