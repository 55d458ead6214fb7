package gogen

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/scanner"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/kgen-go/kgen/templates"
)

var parsed = template.Must(template.New("").
	Funcs(template.FuncMap{"quote": strconv.Quote, "doc": docText}).
	Option("missingkey=error").
	ParseFS(templates.FS, "*.go.tmpl"))

// A renderer has the templates of one run.
type renderer struct{ *template.Template }

// newRenderer returns the templates with some definitions replaced. The error is
// a mistake in those.
func newRenderer(overrides map[string]string) (renderer, error) {
	if len(overrides) == 0 {
		return renderer{parsed}, nil
	}
	own := template.Must(parsed.Clone())
	for _, name := range slices.Sorted(maps.Keys(overrides)) {
		if _, err := own.New(name).Parse(overrides[name]); err != nil {
			return renderer{}, err
		}
	}
	return renderer{own}, nil
}

// header is what the template of the top of a file sees.
type header struct {
	Package  string
	From     string   // name of the schema file, or ""
	Standard []string // packages of the standard library that the code names
	Codec    bool     // the code names package codec
}

// goFile renders a file and formats it. Templates fail only on mistakes in
// themselves, which the first test meets.
func (r renderer) goFile(name string, h header, declarations string, data any) (File, error) {
	var b bytes.Buffer
	h.From = safeText(h.From)
	if err := r.ExecuteTemplate(&b, "header", h); err != nil {
		return File{Name: name}, err
	}
	if err := r.ExecuteTemplate(&b, declarations, data); err != nil {
		return File{Name: name}, err
	}
	return formatSource(name, b.Bytes())
}

// formatSource formats source. A failure is a fault of kgen's templates, so the
// error shows the lines around the place.
func formatSource(name string, source []byte) (File, error) {
	formatted, err := format.Source(source)
	if err != nil {
		return File{Name: name}, fmt.Errorf("kgen made Go code that does not parse; please report this: %w\n%s", err, around(source, err))
	}
	return File{Name: name, Content: formatted}, nil
}

// around returns the five lines around the first error in source, with their
// numbers.
func around(source []byte, err error) string {
	var list scanner.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return ""
	}
	bad := list[0].Pos.Line
	var b strings.Builder
	for i, line := range bytes.Split(source, []byte("\n")) {
		if n := i + 1; n >= bad-2 && n <= bad+2 {
			fmt.Fprintf(&b, "%5d  %s\n", n, line)
		}
	}
	return b.String()
}
