package main

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/kgen-go/kgen/internal/compare"
	"github.com/kgen-go/kgen/internal/gogen"
)

// formatMarkdown is for pull requests and notes of releases.
const formatMarkdown = "markdown"

// A compareReport is the differences between two sets, as they are printed.
type compareReport struct {
	Old, New string // the sources
	Verdicts []compare.Verdict
	findings []compare.Finding // by message
}

func newCompareReport(from, to string, findings []compare.Finding) *compareReport {
	return &compareReport{from, to, compare.Verdicts(findings), findings}
}

func (r *compareReport) print(w io.Writer, format string) error {
	switch format {
	case formatJSON:
		return r.json(w)
	case formatMarkdown:
		return r.markdown(w)
	case formatHTML:
		return comparePage.Execute(w, r)
	}
	return r.text(w)
}

// Summary says how many APIs there are of each class: "2 wire, 1 added".
func (r *compareReport) Summary() string {
	var parts []string
	for _, class := range compare.Classes() {
		n := 0
		for _, v := range r.Verdicts {
			if v.Class == class {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, class))
		}
	}
	if len(parts) == 0 {
		return "no difference"
	}
	return strings.Join(parts, ", ")
}

// GoName is the Go name of what a finding is about, for those that Go code
// notices.
func (r *compareReport) GoName(f compare.Finding) string { return goName(f) }

func goName(f compare.Finding) string {
	if f.Class == compare.Words || f.Class == compare.Added && f.Kind != compare.FieldAdded && f.Kind != compare.MessageAdded {
		return ""
	}
	if f.Field == "" {
		return gogen.StructName(f.Message, "")
	}
	if f.Struct == "" {
		return ""
	}
	field := f.Field[strings.LastIndexByte(f.Field, '.')+1:]
	return gogen.StructName(f.Message, f.Struct) + "." + strings.ToUpper(field[:1]) + field[1:]
}

// text prints verdicts, then the differences, one a line.
func (r *compareReport) text(w io.Writer) error {
	if len(r.Verdicts) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s to %s: %s\n\n", r.Old, r.New, r.Summary())
	for _, v := range r.Verdicts {
		fmt.Fprintf(&b, "%-6s  %s: %s\n", v.Class, v.Name, count(len(v.Findings), "difference"))
	}
	for _, v := range r.Verdicts {
		fmt.Fprintf(&b, "\n%s\n", v.Name)
		for _, f := range v.Findings {
			fmt.Fprintf(&b, "\t%s\n", f)
			if name := goName(f); name != "" && f.Class == compare.Source {
				fmt.Fprintf(&b, "\t\tin Go: %s\n", name)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// jsonDifference is a difference as a line of JSON, which scripts rely on.
type jsonDifference struct {
	Class    compare.Class  `json:"class"`
	Kind     compare.Kind   `json:"kind"`
	API      string         `json:"api"`
	Message  string         `json:"message"`
	Partner  string         `json:"partner,omitempty"`
	Field    string         `json:"field,omitempty"`
	Others   []string       `json:"others,omitempty"`
	Versions string         `json:"versions,omitempty"`
	Go       string         `json:"go,omitempty"`
	Text     string         `json:"text"`
	Old      *jsonDiffPlace `json:"old,omitempty"`
	New      *jsonDiffPlace `json:"new,omitempty"`
}

type jsonDiffPlace struct {
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Col   int    `json:"col"` // in bytes, from 1
	Value string `json:"value"`
}

func newJSONDiffPlace(p *compare.Place) *jsonDiffPlace {
	if p == nil {
		return nil
	}
	return &jsonDiffPlace{p.Path, p.Pos.Line, p.Pos.Col, p.Value}
}

func (r *compareReport) json(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, f := range r.findings {
		d := jsonDifference{
			Class: f.Class, Kind: f.Kind, API: f.API, Message: f.Message, Partner: f.Partner, Field: f.Field, Others: f.Others,
			Go: goName(f), Text: f.Text(), Old: newJSONDiffPlace(f.Old), New: newJSONDiffPlace(f.New),
		}
		if f.Where() != "" {
			d.Versions = f.Versions.String()
		}
		if err := encoder.Encode(d); err != nil {
			return err
		}
	}
	return nil
}

// markdownCell keeps text within its cell of a table.
var markdownCell = strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;")

func (r *compareReport) markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# From %s to %s\n\n%s\n", markdownCell.Replace(r.Old), markdownCell.Replace(r.New), r.Summary())
	if len(r.Verdicts) > 0 {
		b.WriteString("\n| verdict | API | differences |\n|---|---|--:|\n")
		for _, v := range r.Verdicts {
			fmt.Fprintf(&b, "| %s | %s | %d |\n", v.Class, v.Name, len(v.Findings))
		}
	}
	for _, v := range r.Verdicts {
		fmt.Fprintf(&b, "\n## %s\n\n| class | what | difference | versions | Go |\n|---|---|---|---|---|\n", v.Name)
		for _, f := range v.Findings {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", f.Class, f.Subject(), markdownCell.Replace(f.Text()), f.Where(), goName(f))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// comparePage is the report as a page that needs no other file.
var comparePage = template.Must(template.New("compare").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>From {{.Old}} to {{.New}}</title>
<style>
body { font: 15px/1.4 sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #ccc; padding: .2em .6em; text-align: left; vertical-align: top }
.wire { color: #b00020; font-weight: bold } .drops { color: #a04000; font-weight: bold } .source { color: #805b00 }
</style>
<h1>From {{.Old}} to {{.New}}</h1>
<p>{{.Summary}}</p>
{{$report := .}}{{with .Verdicts}}<table>
<tr><th>verdict<th>API<th>differences
{{range .}}<tr><td class="{{.Class}}">{{.Class}}<td><a href="#{{.Name}}">{{.Name}}</a><td>{{len .Findings}}
{{end}}</table>
{{range .}}<h2 id="{{.Name}}">{{.Name}}</h2>
<table>
<tr><th>class<th>what<th>difference<th>versions<th>Go
{{range .Findings}}<tr><td class="{{.Class}}">{{.Class}}<td>{{.Subject}}<td>{{.Text}}<td>{{.Where}}<td>{{$report.GoName .}}
{{end}}</table>
{{end}}{{end}}</html>
`))
