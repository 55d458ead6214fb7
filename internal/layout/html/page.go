package html

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/markup"
	"github.com/kgen-go/kgen/internal/model"
)

// A page is what the template of pages sees.
type page struct {
	Title, Set string
	// Style and Script are there in a page that needs no other file.
	Style    template.CSS
	Script   template.JS
	Versions []versionPart
	Messages []messagePart
}

// A versionPart is the layout of one version.
type versionPart struct {
	Version  int16
	Latest   bool // the one to show first
	Note     string
	Facts    []layout.Fact
	Examples []template.HTML // messages with their bytes and trees
}

// A messagePart is what there is to know of a message in all its versions.
type messagePart struct {
	Title, Name string
	History     [][]string // paragraphs of lines
	Versions    []int16
	Fields      []field
	Schema      string
}

// page makes the page of s.
func (s *subject) page(catalog *layout.Catalog, set string) ([]byte, error) {
	p := page{Title: s.name, Set: set}
	latest := layout.LatestStable(s.messages[0])
	for version := s.versions().Low; version <= s.versions().High; version++ {
		one, err := catalog.Page(s.name, s.messages, version, nil, layout.Options{})
		if err != nil {
			return nil, err
		}
		part := newVersionPart(one)
		part.Latest = version == latest
		p.Versions = append(p.Versions, part)
	}
	for _, m := range s.messages {
		p.Messages = append(p.Messages, newMessagePart(catalog, m))
	}
	return execute("page.html.tmpl", p)
}

// Single writes a page about one version, which needs no other file.
func Single(w io.Writer, catalog *layout.Catalog, one *layout.Page) error {
	part := newVersionPart(one)
	part.Latest = true
	p := page{
		Title: one.Name, Style: template.CSS(asset("style.css")), Script: template.JS(asset("script.js")),
		Versions: []versionPart{part},
	}
	for _, d := range one.Examples {
		p.Messages = append(p.Messages, newMessagePart(catalog, d.Message))
	}
	content, err := execute("page.html.tmpl", p)
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

func newVersionPart(one *layout.Page) versionPart {
	m := one.Examples[0].Message
	part := versionPart{Version: one.Version, Facts: one.Facts()}
	switch {
	case m.Unstable && one.Version == m.Valid.High:
		part.Note = "unstable"
	case m.Deprecated.Contains(one.Version):
		part.Note = "deprecated"
	}
	for _, d := range one.Examples {
		var b bytes.Buffer
		markup.Example(&b, layout.Title(d.Message), d.Summary(), &d.Tree)
		part.Examples = append(part.Examples, template.HTML(b.String()))
	}
	return part
}

func newMessagePart(catalog *layout.Catalog, m *model.Message) messagePart {
	part := messagePart{Title: layout.Title(m), Name: m.Name, Fields: fields(m)}
	for version := m.Valid.Low; version <= m.Valid.High; version++ {
		part.Versions = append(part.Versions, version)
	}
	for _, paragraph := range strings.Split(strings.Join(m.Comments, "\n"), "\n\n") {
		if paragraph != "" {
			part.History = append(part.History, strings.Split(paragraph, "\n"))
		}
	}
	if file := catalog.File(m); file != nil {
		part.Schema = layout.SchemaText(file)
	}
	return part
}

// A field is a line of the tables of fields.
type field struct {
	Name  string
	Depth int
	// Type is as the schema writes it, Notes are what else it says.
	Type, Versions, Notes, About string
	Cells                        []cell // by version, from the message's lowest
}

// A cell tells how a version has a field.
type cell struct{ Class, Text, Title string }

// fields lists those of m and of the structs within, in order.
func fields(m *model.Message) []field {
	var list []field
	var add func(s *model.Struct, depth int)
	add = func(s *model.Struct, depth int) {
		for _, f := range s.Fields {
			list = append(list, newField(m, f, depth))
			if inner := innerStruct(f.Type); inner != nil {
				add(inner, depth+1)
			}
		}
	}
	add(m.Body, 0)
	return list
}

func innerStruct(t model.Type) *model.Struct {
	if t.Elem != nil {
		t = *t.Elem
	}
	return t.Struct
}

func newField(m *model.Message, f *model.Field, depth int) field {
	row := field{Name: f.Name, Depth: depth, Type: typeText(f.Type), Versions: f.Versions.String(), About: f.About}
	var notes []string
	if !f.Nullable.Empty() {
		notes = append(notes, "nullable "+f.Nullable.String())
	}
	if !f.Tagged.Empty() {
		notes = append(notes, fmt.Sprintf("tag %d in %s", f.Tag, f.Tagged))
	}
	if f.Default.Explicit {
		notes = append(notes, "default "+defaultText(f))
	}
	if f.Ignorable {
		notes = append(notes, "ignorable")
	}
	if f.MapKey {
		notes = append(notes, "key of its array")
	}
	row.Notes = strings.Join(notes, ", ")
	for version := m.Valid.Low; version <= m.Valid.High; version++ {
		row.Cells = append(row.Cells, newCell(f, version))
	}
	return row
}

func newCell(f *model.Field, version int16) cell {
	switch {
	case !f.Versions.Contains(version):
		return cell{Class: "no", Title: fmt.Sprintf("%s is not in version %d", f.Name, version)}
	case f.Tagged.Contains(version):
		return cell{"tag", fmt.Sprintf("t%d", f.Tag), fmt.Sprintf("%s is tag %d in version %d", f.Name, f.Tag, version)}
	case f.Nullable.Contains(version):
		return cell{"null", "n", fmt.Sprintf("%s is nullable in version %d", f.Name, version)}
	}
	return cell{"yes", "+", fmt.Sprintf("%s is in version %d", f.Name, version)}
}

func typeText(t model.Type) string {
	switch t.Kind {
	case model.Array:
		return "[]" + typeText(*t.Elem)
	case model.StructKind:
		return t.Struct.Name
	}
	return t.Kind.String()
}

// defaultText shows a field's default as a schema would write it.
func defaultText(f *model.Field) string {
	var v any
	switch f.Type.Kind {
	case model.Bool:
		v = f.Default.Bool
	case model.Float64:
		v = f.Default.Float
	case model.String:
		v = f.Default.String
	case model.UUID:
		v = fmt.Sprintf("%x", f.Default.UUID)
	case model.Bytes, model.Array, model.StructKind, model.Records:
		v = ""
	default:
		v = f.Default.Int
	}
	if f.Default.Null {
		v = nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v) // an infinite float, which JSON does not have
	}
	return string(text)
}
