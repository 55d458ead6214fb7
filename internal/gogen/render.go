package gogen

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/scanner"
	"strconv"
	"strings"
	"text/template"

	"github.com/kgen-go/kgen/templates"
)

var parsed = template.Must(template.New("").
	Funcs(template.FuncMap{"quote": strconv.Quote, "doc": docText}).
	Option("missingkey=error").
	ParseFS(templates.FS, "*.go.tmpl"))

// render returns what the named template prints for data. Templates fail only
// on mistakes in themselves, which the first test meets.
func render(name string, data any) string {
	var b strings.Builder
	if err := parsed.ExecuteTemplate(&b, name, data); err != nil {
		panic(err)
	}
	return b.String()
}

// header is what the template of the top of a file sees.
type header struct {
	Package  string
	From     string   // name of the schema file, or ""
	Standard []string // packages of the standard library that the code names
	Runtime  string
}

// goFile completes the declarations of a file with its header and formats it.
func goFile(name, pkg, from, declarations string) (File, error) {
	h := header{Package: pkg, From: safeText(from), Runtime: "github.com/kgen-go/kgen/kwire"}
	for _, path := range []string{"encoding/binary", "math"} {
		if namesPackage(declarations, path[strings.LastIndexByte(path, '/')+1:]+".") {
			h.Standard = append(h.Standard, path)
		}
	}
	return formatSource(name, []byte(render("header", h)+declarations))
}

// namesPackage reports whether a line of code, other than a comment, has the
// qualifier.
func namesPackage(code, qualifier string) bool {
	for line := range strings.Lines(code) {
		if !strings.HasPrefix(strings.TrimSpace(line), "//") && strings.Contains(line, qualifier) {
			return true
		}
	}
	return false
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
