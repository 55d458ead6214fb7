// Package custom makes files by the templates of users, which see the
// description of a set that package export gives.
//
// A folder of templates has up to three folders in it, and files with the
// definitions that all of the templates in the first two share:
//
//	message/  a file for each message; MESSAGE in a name stands for it
//	set/      a file for all messages
//	override/ definitions that take the place of kgen's own
package custom

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/iancoleman/strcase"
	"github.com/kgen-go/kgen/internal/export"
	"github.com/kgen-go/kgen/internal/output"
)

// Templates are the templates of a folder.
type Templates struct {
	shared       *template.Template
	message, set []namedTemplate
	// Overrides are the texts of definitions for kgen's own templates, by path.
	Overrides map[string]string
}

// A namedTemplate makes files with the given name, in which placeholder may
// stand.
type namedTemplate struct {
	name string
	*template.Template
}

// placeholder stands for a message in the name of a template.
const placeholder = "MESSAGE"

// Page is what the templates in message/ see.
type Page struct {
	*export.Message
	Package string
	Set     *export.Set
}

// functions are what templates can call besides text/template's own.
var functions = template.FuncMap{
	"quote": strconv.Quote,
	"json": func(v any) (string, error) {
		b, err := json.Marshal(v)
		return string(b), err
	},
	"snake":   strcase.ToSnake,
	"camel":   strcase.ToLowerCamel,
	"upper":   strings.ToUpper,
	"lower":   strings.ToLower,
	"join":    strings.Join,
	"replace": strings.ReplaceAll,
	"prefix":  strings.HasPrefix,
}

// Load parses the templates of a folder. The error names the file and the line.
func Load(dir string) (*Templates, error) {
	t := &Templates{shared: template.New("").Funcs(functions).Option("missingkey=error"), Overrides: map[string]string{}}
	folder := os.DirFS(dir)
	if err := t.each(folder, ".", func(p, text string) error {
		_, err := t.shared.New(p).Parse(text)
		return err
	}); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	var failures []error
	for sub, list := range map[string]*[]namedTemplate{"message": &t.message, "set": &t.set} {
		failures = append(failures, t.each(folder, sub, func(p, text string) error {
			name := strings.TrimSuffix(path.Base(p), ".tmpl")
			if _, known := output.Header(name); !known {
				return fmt.Errorf("%s: kgen does not know how a comment begins in files called %s", p, name)
			}
			if sub == "message" && !strings.Contains(name, placeholder) {
				return fmt.Errorf("%s: its name lacks %s, so that all messages would go to one file", p, placeholder)
			}
			own, err := t.shared.Clone()
			if err == nil {
				own, err = own.New(p).Parse(text)
			}
			*list = append(*list, namedTemplate{name, own})
			return err
		}))
	}
	failures = append(failures, t.each(folder, "override", func(p, text string) error {
		t.Overrides[filepath.ToSlash(filepath.Join(dir, p))] = text
		return nil
	}))
	if err := errors.Join(failures...); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if len(t.message)+len(t.set)+len(t.Overrides) == 0 {
		return nil, fmt.Errorf("%s has no templates: neither message/*.tmpl nor set/*.tmpl nor override/*.tmpl", dir)
	}
	return t, nil
}

// each calls do with the path and text of every template directly in a folder.
func (t *Templates) each(folder fs.FS, sub string, do func(path, text string) error) error {
	paths, err := fs.Glob(folder, path.Join(sub, "*.tmpl"))
	if err != nil {
		return err
	}
	for _, p := range paths {
		text, err := fs.ReadFile(folder, p)
		if err != nil {
			return err
		}
		if err := do(p, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// Render makes the files for a set, in order of name. Go is formatted.
func (t *Templates) Render(set *export.Set) ([]output.File, error) {
	var files []output.File
	add := func(tmpl namedTemplate, name string, data any) error {
		f, err := render(tmpl, name, data)
		files = append(files, f)
		return err
	}
	for _, tmpl := range t.set {
		if err := add(tmpl, tmpl.name, set); err != nil {
			return nil, err
		}
	}
	for _, tmpl := range t.message {
		for _, m := range set.Messages {
			if err := add(tmpl, strings.ReplaceAll(tmpl.name, placeholder, m.File), Page{m, set.Package, set}); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(files, func(a, b output.File) int { return strings.Compare(a.Name, b.Name) })
	return files, nil
}

func render(tmpl namedTemplate, name string, data any) (output.File, error) {
	var b bytes.Buffer
	header, _ := output.Header(name)
	b.WriteString(header + "\n\n")
	if err := tmpl.Execute(&b, data); err != nil {
		return output.File{}, err
	}
	content := bytes.ReplaceAll(b.Bytes(), []byte("\r\n"), []byte("\n"))
	content = append(bytes.TrimRight(content, "\n"), '\n')
	if strings.HasSuffix(name, ".go") {
		// Source alone would take parts of a file, too.
		_, err := parser.ParseFile(token.NewFileSet(), name, content, parser.SkipObjectResolution)
		if err != nil {
			return output.File{}, fmt.Errorf("a template made Go that does not parse: %w", err)
		}
		if content, err = format.Source(content); err != nil {
			return output.File{}, err
		}
	}
	return output.File{Name: name, Content: content}, nil
}
