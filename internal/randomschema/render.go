package randomschema

import (
	"strconv"
	"strings"
)

// render writes the schema as text, with the freedom that JSON and its comments
// leave.
func (g *generator) render(m *message) []byte {
	r := &renderer{g: g}
	if g.one(12) {
		r.b.WriteString("\ufeff")
	}
	r.comment("")
	r.message(m)
	r.comment("")
	return []byte(r.b.String())
}

type renderer struct {
	g *generator
	b strings.Builder
}

var comments = []string{
	"Version 1 adds a field.", "Starting in version 2, it is nullable.", "n := len(err)", "*no* {{template}} \"quoted\" \\",
	"ä€😀", "", "Version 3 is the same as version 2.", "if err != nil { return }", "about: \"x\", 5,",
}

// comment writes a comment of either kind now and then.
func (r *renderer) comment(indent string) {
	if !r.g.one(6) {
		return
	}
	text := pick(r.g, comments...)
	if r.g.one(2) {
		r.b.WriteString(indent + "// " + text + "\n")
	} else {
		r.b.WriteString(indent + "/* " + text + " */\n")
	}
}

// members writes an object. The order of its members means nothing.
func (r *renderer) members(list []string) string {
	if r.g.one(5) {
		r.g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return "{ " + strings.Join(list, ", ") + " }"
}

func member(key, value string) string { return quote(key) + ": " + value }

// ranged writes a range, which blanks may surround.
func (r *renderer) ranged(key string, v versions) string {
	text := v.String()
	if r.g.one(40) {
		text = " " + text + " "
	}
	return member(key, quote(text))
}

func (r *renderer) message(m *message) {
	list := []string{member("type", quote(m.kind)), member("name", quote(m.name)), r.ranged("validVersions", m.valid), r.ranged("flexibleVersions", m.flexible)}
	if m.key >= 0 {
		list = append(list, member("apiKey", strconv.Itoa(m.key)))
	}
	if !m.deprecated.empty() {
		list = append(list, r.ranged("deprecatedVersions", m.deprecated))
	}
	if m.unstable {
		list = append(list, member("latestVersionUnstable", "true"))
	}
	if m.listeners != nil {
		list = append(list, member("listeners", `["`+strings.Join(m.listeners, `", "`)+`"]`))
	}
	list = append(list, m.extra...)
	r.b.WriteString("{\n")
	for _, l := range list {
		r.comment("  ")
		r.b.WriteString("  " + l + ",\n")
	}
	if len(m.common) > 0 {
		r.b.WriteString("  \"commonStructs\": [\n")
		for i, s := range m.common {
			r.comment("    ")
			r.b.WriteString("    { " + member("name", quote(s.name)) + ", " + r.ranged("versions", s.versions) + ", ")
			r.fields("    ", s.fields)
			r.b.WriteString(" }" + comma(i, len(m.common)))
		}
		r.b.WriteString("  ],\n")
	}
	r.b.WriteString("  ")
	r.fields("  ", m.fields)
	r.b.WriteString("\n}\n")
}

func comma(i, count int) string {
	if i+1 < count {
		return ",\n"
	}
	return "\n"
}

func (r *renderer) fields(indent string, list []*field) {
	r.b.WriteString(`"fields": [` + "\n")
	for i, f := range list {
		r.comment(indent + "  ")
		r.b.WriteString(indent + "  ")
		r.field(indent+"  ", f)
		r.b.WriteString(comma(i, len(list)))
	}
	r.b.WriteString(indent + "]")
}

func (r *renderer) field(indent string, f *field) {
	typ := f.typ
	if f.array {
		typ = "[]" + typ
	}
	if r.g.one(40) {
		typ = " " + typ + " "
	}
	list := []string{member("name", quote(f.name)), member("type", quote(typ))}
	if f.versions != nil {
		list = append(list, r.ranged("versions", *f.versions))
	}
	if f.nullable != nil {
		list = append(list, r.ranged("nullableVersions", *f.nullable))
	}
	if f.tagged != nil {
		tag := strconv.Itoa(f.tag)
		if r.g.one(4) {
			tag = quote(tag)
		}
		list = append(list, r.ranged("taggedVersions", *f.tagged), member("tag", tag))
	}
	if f.flexible != nil {
		list = append(list, r.ranged("flexibleVersions", *f.flexible))
	}
	if f.deflt != "" {
		list = append(list, member("default", f.deflt))
	}
	for _, flag := range []struct {
		key string
		set bool
	}{{"ignorable", f.ignorable}, {"mapKey", f.mapKey}, {"zeroCopy", f.zeroCopy}} {
		if flag.set {
			list = append(list, member(flag.key, "true"))
		}
	}
	if f.entity != "" {
		list = append(list, member("entityType", quote(f.entity)))
	}
	if f.about != "" {
		list = append(list, member("about", quote(f.about)))
	}
	list = append(list, f.extra...)
	if f.inline == nil {
		r.b.WriteString(r.members(list))
		return
	}
	r.b.WriteString("{ " + strings.Join(list, ", ") + ", ")
	r.fields(indent, f.inline.fields)
	r.b.WriteString(" }")
}
