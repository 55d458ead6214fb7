package gogen

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// docWidth is where comments are wrapped, in bytes after the marker.
const docWidth = 76

// structDoc is the doc comment of a struct: for a message what its schema says
// of it and its versions, for both a table of the fields.
func (g *messageGen) structDoc(s *model.Struct) string {
	var c commentText
	if s == g.m.Body {
		g.messageDoc(&c)
	} else {
		g.nestedDoc(&c, s)
	}
	if table := fieldTable(g, s); len(table) > 0 {
		c.blank()
		for _, row := range table {
			c.line("\t" + row)
		}
	}
	return c.String()
}

// messageDoc says what the message is, in which versions, and how they differ.
func (g *messageGen) messageDoc(c *commentText) {
	m := g.m
	paragraphs := splitParagraphs(m.Comments)
	first := fmt.Sprintf("%s is %s, version%s %s, %s.", messageName(m), whatIs(m), plural(m.Valid), m.Valid, flexibleText(m))
	c.paragraph(first)
	for _, p := range paragraphs {
		c.blank()
		c.paragraph(p)
	}
	if deprecated := m.Deprecated.Intersect(m.Valid); !deprecated.Empty() {
		c.blank()
		c.paragraph(fmt.Sprintf("Version%s %s will be removed.", plural(deprecated), deprecated))
	}
	if m.Unstable {
		c.blank()
		c.paragraph(fmt.Sprintf("Version %d is unstable: its layout may still change.", m.Valid.High))
	}
}

func whatIs(m *model.Message) string {
	switch m.Type {
	case model.Request:
		return fmt.Sprintf("the request with API key %d", m.APIKey)
	case model.Response:
		return fmt.Sprintf("the response with API key %d", m.APIKey)
	case model.Metadata:
		return fmt.Sprintf("the metadata record with key %d", m.APIKey)
	case model.CoordinatorKey:
		return fmt.Sprintf("the key of coordinator record %d", m.APIKey)
	case model.CoordinatorValue:
		return fmt.Sprintf("the value of coordinator record %d", m.APIKey)
	case model.Header:
		return "a header"
	}
	return "a data structure"
}

func plural(v model.Versions) string {
	if v.Low == v.High {
		return ""
	}
	return "s"
}

func flexibleText(m *model.Message) string {
	switch first := firstFlexible(m); {
	case first > int(m.Valid.High):
		return "none of them flexible"
	case first == int(m.Valid.Low):
		return "flexible"
	default:
		return fmt.Sprintf("flexible from version %d", first)
	}
}

// nestedDoc says where in its message a struct is used.
func (g *messageGen) nestedDoc(c *commentText, s *model.Struct) {
	var users []string
	for _, parent := range append([]*model.Struct{g.m.Body}, g.structs...) {
		for _, f := range liveFields(parent) {
			if structOf(f) != s {
				continue
			}
			what := "field"
			if f.Type.Kind == model.Array {
				what = "an element of"
			}
			users = append(users, strings.TrimPrefix(fmt.Sprintf("%s %s.%s", what, g.structNames[parent], fieldName(f.Name)), "field "))
		}
	}
	c.paragraph(fmt.Sprintf("%s is %s.", g.structNames[s], strings.Join(users, ", ")))
}

// fieldTable has a row for each field: name, versions, type on the wire.
func fieldTable(g *messageGen, s *model.Struct) []string {
	fields := liveFields(s)
	if len(fields) == 0 {
		return nil
	}
	rows := [][3]string{{"field", "versions", "wire type"}}
	for _, f := range fields {
		rows = append(rows, [3]string{f.Name, versionsText(g.m, f.Versions), wireType(g.m, f)})
	}
	var widths [2]int
	for _, r := range rows {
		for i := range widths {
			widths[i] = max(widths[i], len(r[i]))
		}
	}
	var text []string
	for _, r := range rows {
		text = append(text, fmt.Sprintf("%-*s  %-*s  %s", widths[0], r[0], widths[1], r[1], r[2]))
	}
	return text
}

// versionsText writes versions as a schema does, "+" meaning up to the newest.
func versionsText(m *model.Message, v model.Versions) string {
	if !v.Empty() && v.High == m.Valid.High {
		v.High = model.MaxVersion
	}
	return v.String()
}

// wireType is a field's schema type with what changes how it is written.
func wireType(m *model.Message, f *model.Field) string {
	t := typeText(&f.Type)
	if isNullable(f) {
		t += ", nullable"
		if f.Nullable != f.Versions {
			t += " " + versionsText(m, f.Nullable)
		}
	}
	if f.Tag >= 0 && !f.Tagged.Empty() {
		t += fmt.Sprintf(", tag %d", f.Tag)
		if f.Tagged != f.Versions {
			t += " " + versionsText(m, f.Tagged)
		}
	}
	return t
}

var kindTexts = map[model.Kind]string{
	model.Bool: "bool", model.Int8: "int8", model.Int16: "int16", model.Uint16: "uint16", model.Int32: "int32",
	model.Uint32: "uint32", model.Int64: "int64", model.Float64: "float64", model.UUID: "uuid",
	model.String: "string", model.Bytes: "bytes", model.Records: "records",
}

func typeText(t *model.Type) string {
	switch t.Kind {
	case model.Array:
		return "[]" + typeText(t.Elem)
	case model.StructKind:
		return t.Struct.Name
	}
	return kindTexts[t.Kind]
}

// fieldDoc is the doc comment of a field: the schema's text, then versions,
// null and default where they are out of the ordinary.
func (g *messageGen) fieldDoc(f *model.Field) string {
	c := commentText{indent: "\t"}
	if f.About != "" {
		c.paragraph(f.About)
	}
	for _, p := range splitParagraphs(f.Comments) {
		if f.About != "" {
			c.blank()
		}
		c.paragraph(p)
	}
	if note := g.fieldNote(f); note != "" {
		if c.b.Len() > 0 {
			c.blank()
		}
		c.paragraph(note)
	}
	return c.String()
}

func (g *messageGen) fieldNote(f *model.Field) string {
	var notes []string
	if f.Versions != g.m.Valid {
		text := "Versions " + versionsText(g.m, f.Versions)
		if f.Ignorable {
			text += " (left out in others)"
		}
		notes = append(notes, text)
	}
	if isNullable(f) && f.Nullable != f.Versions {
		notes = append(notes, "null "+versionsText(g.m, f.Nullable))
	} else if isNullable(f) {
		notes = append(notes, "may be null")
	}
	if f.Type.Kind == model.StructKind && isPointer(f) && !isNullable(f) {
		notes = append(notes, "nil stands for the defaults")
	}
	if text := g.defaultText(f); text != "" {
		notes = append(notes, "default "+text)
	}
	if f.MapKey {
		notes = append(notes, "key of the element")
	}
	if len(notes) == 0 {
		return ""
	}
	return upperFirst(strings.Join(notes, ", ")) + "."
}

// defaultText is a field's default as the documentation states it, "" for one
// that goes without saying.
func (g *messageGen) defaultText(f *model.Field) string {
	if f.Default.Null {
		if isNullable(f) {
			return "null"
		}
		return ""
	}
	switch v := g.defaultOf(f); {
	case v.Zero || f.Type.Kind == model.StructKind:
		return ""
	case f.Type.Kind == model.String:
		return fmt.Sprintf("%q", f.Default.String)
	case f.Type.Kind == model.Float64:
		return strconv.FormatFloat(f.Default.Float, 'g', -1, 64)
	case f.Type.Kind == model.Array || f.Type.Kind == model.Bytes:
		return "empty"
	case f.Type.Kind == model.UUID:
		return kafkaUUID(v.UUID)
	default:
		return v.Text
	}
}

// kafkaUUID is a UUID as Kafka prints it.
func kafkaUUID(id [16]byte) string { return base64.RawURLEncoding.EncodeToString(id[:]) }

// newDoc is the doc comment of a struct's constructor. It warns of arrays for
// which null and empty differ, such as all topics and none.
func (g *messageGen) newDoc(s *model.Struct) string {
	var c commentText
	name := g.structNames[s]
	c.paragraph(fmt.Sprintf("New%s returns %s %s with every field at its default.", name, article(name), name))
	var notNull []string
	for _, f := range liveFields(s) {
		if f.Type.Kind == model.Array && isNullable(f) && !f.Default.Null {
			notNull = append(notNull, fieldName(f.Name))
		}
	}
	if len(notNull) > 0 {
		c.blank()
		c.paragraph(fmt.Sprintf("That is empty, and not null, for %s; the two can differ as none and all do. nil stands for null.", strings.Join(notNull, " and ")))
	}
	return c.String()
}

// splitParagraphs joins comment lines to paragraphs, which empty lines part.
func splitParagraphs(lines []string) []string {
	var paragraphs []string
	var current []string
	for _, line := range append(lines, "") {
		if line != "" {
			current = append(current, line)
		} else if len(current) > 0 {
			paragraphs = append(paragraphs, strings.Join(current, " "))
			current = nil
		}
	}
	return paragraphs
}

// docText is a doc comment of one paragraph, made as fmt.Sprintf does.
func docText(format string, args ...any) string {
	var c commentText
	c.paragraph(fmt.Sprintf(format, args...))
	return strings.TrimSuffix(c.String(), "\n")
}

// commentText collects the lines of a doc comment.
type commentText struct {
	b      strings.Builder
	indent string
}

func (c *commentText) line(text string) {
	c.b.WriteString(strings.TrimRight(c.indent+"// "+text, " ") + "\n")
}

func (c *commentText) blank() { c.b.WriteString(c.indent + "//\n") }

// paragraph wraps text at the width of comments.
func (c *commentText) paragraph(text string) {
	var line string
	for word := range strings.FieldsSeq(text) {
		word = safeText(word)
		if line != "" && len(line)+1+len(word) > docWidth-len(c.indent)*3 {
			c.line(line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		c.line(line)
	}
}

func (c *commentText) String() string { return c.b.String() }
