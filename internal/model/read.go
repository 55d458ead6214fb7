package model

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/schema"
)

// The keys that each level knows, for suggestions.
var (
	messageKeys = []string{
		"name", "validVersions", "deprecatedVersions", "fields", "apiKey", "type", "commonStructs",
		"flexibleVersions", "listeners", "latestVersionUnstable", "headerVersions",
	}
	structKeys = []string{"name", "versions", "deprecatedVersions", "fields"}
	fieldKeys  = []string{
		"name", "versions", "fields", "type", "mapKey", "nullableVersions", "default", "ignorable", "entityType",
		"about", "taggedVersions", "flexibleVersions", "tag", "zeroCopy",
	}
)

// meantKey returns the key that an unknown one was likely meant for, or the empty
// string. Messages and fields call their versions by different words.
func (o *objectSpec) meantKey(key string) string {
	switch {
	case o.level == "message" && key == "versions":
		return "validVersions"
	case o.level != "message" && key == "validVersions":
		return "versions"
	}
	return nearest(key, o.knownKeys())
}

// knownKeys returns the keys that objects of o's level may have.
func (o *objectSpec) knownKeys() []string {
	switch o.level {
	case "message":
		return messageKeys
	case "struct":
		return structKeys
	}
	return fieldKeys
}

// readMessage turns the text of a schema into a spec.
func readMessage(file *schema.File) *messageSpec {
	root := file.Root
	m := &messageSpec{
		objectSpec: objectSpec{level: "message", pos: root.Pos},
		file:       file,
		valid:      absent, flexible: absent, deprecated: absent,
	}
	m.body = &structSpec{message: m}
	for _, member := range root.Members {
		switch member.Key {
		case "name":
			m.name = m.readText(member)
		case "type":
			m.typeWord = m.readText(member)
		case "apiKey":
			m.apiKey = m.readInteger(member)
		case "validVersions":
			m.valid = m.readVersions(member)
		case "flexibleVersions":
			m.flexible = m.readVersions(member)
		case "deprecatedVersions":
			m.deprecated = m.readVersions(member)
		case "latestVersionUnstable":
			m.unstable = m.readFlag(member)
		case "listeners":
			m.readListeners(member)
		case "headerVersions":
			m.readHeaders(member)
		case "fields":
			m.body.readFields(&m.objectSpec, member)
		case "commonStructs":
			m.readCommon(member)
		default:
			m.unknown = append(m.unknown, member)
		}
	}
	m.body.objectSpec = objectSpec{level: "message", name: m.name, pos: m.pos}
	m.body.versions = m.valid
	m.link()
	return m
}

func (m *messageSpec) readListeners(member *schema.Member) {
	for _, v := range m.readList(member) {
		if v.Kind != schema.String {
			m.wrongKind(member, v, "a list of listener names")
			continue
		}
		m.listeners = append(m.listeners, text{v.Text, v.Pos, true})
	}
}

func (m *messageSpec) readHeaders(member *schema.Member) {
	v := member.Value
	switch v.Kind {
	case schema.Object:
	case schema.Null:
		return
	default:
		m.wrongKind(member, v, `an object such as { "0": "1", "1+": "2" }`)
		return
	}
	m.headers = []headerSpec{}
	m.headersPos = member.KeyPos
	for _, entry := range v.Members {
		h := headerSpec{pos: entry.Value.Pos, text: entry.Value.Text}
		h.bodies = rangeOf(entry.Key, entry.KeyPos)
		// No number of header versions needs more than 15 bits.
		if n, err := strconv.ParseUint(h.text, 10, 15); err == nil && entry.Value.Kind == schema.String {
			h.header = integer{int64(n), h.pos, true}
		}
		m.headers = append(m.headers, h)
	}
}

func (m *messageSpec) readCommon(member *schema.Member) {
	for _, v := range m.readList(member) {
		if v.Kind != schema.Object {
			m.wrongKind(member, v, "a list of structs")
			continue
		}
		s := &structSpec{
			objectSpec: objectSpec{level: "struct", pos: v.Pos},
			message:    m,
			versions:   absent,
			common:     true,
		}
		for _, member := range v.Members {
			switch member.Key {
			case "name":
				s.name = s.readText(member)
			case "versions":
				s.versions = s.readVersions(member)
			case "deprecatedVersions":
				s.readVersions(member)
			case "fields":
				s.readFields(&s.objectSpec, member)
			default:
				s.unknown = append(s.unknown, member)
			}
		}
		m.common = append(m.common, s)
	}
}

// readFields reads the fields of s from a key of the object o.
func (s *structSpec) readFields(o *objectSpec, member *schema.Member) {
	for _, v := range o.readList(member) {
		if v.Kind != schema.Object {
			o.wrongKind(member, v, "a list of fields")
			continue
		}
		s.fields = append(s.fields, readField(s, v))
	}
}

func readField(in *structSpec, node *schema.Value) *fieldSpec {
	f := &fieldSpec{
		objectSpec: objectSpec{level: "field", pos: node.Pos},
		in:         in,
		versions:   absent, nullable: absent, tagged: absent, flexible: absent,
		node: node,
	}
	for _, member := range node.Members {
		switch member.Key {
		case "name":
			f.name = f.readText(member)
		case "type":
			f.typeText = f.readText(member)
			f.typ, f.problem = parseType(f.typeText.value)
		case "versions":
			f.versions = f.readVersions(member)
		case "nullableVersions":
			f.nullable = f.readVersions(member)
		case "taggedVersions":
			f.tagged = f.readVersions(member)
		case "flexibleVersions":
			f.flexible = f.readVersions(member)
		case "tag":
			f.tag = f.readInteger(member)
		case "default":
			f.defaultValue = f.readScalar(member)
			if member.Value.Kind == schema.Null {
				f.nullDefault = member.Value.Pos
			}
		case "ignorable":
			f.ignorable = f.readFlag(member).value == "true"
		case "mapKey":
			f.mapKey = f.readFlag(member).value == "true"
		case "zeroCopy":
			f.zeroCopy = f.readFlag(member).value == "true"
		case "entityType":
			f.entityType = f.readText(member)
		case "about":
			f.about = f.readText(member).value
		case "fields":
			f.inline = &structSpec{message: in.message, owner: f}
			f.fieldsPos = member.KeyPos
			f.inline.readFields(&f.objectSpec, member)
		default:
			f.unknown = append(f.unknown, member)
		}
	}
	if f.inline != nil && len(f.inline.fields) == 0 && f.typ.known && f.typ.kind != StructKind {
		f.inline, f.emptyFields = nil, true
	}
	if f.inline != nil {
		name := f.typeText
		name.value = f.typ.structName
		f.inline.objectSpec = objectSpec{level: "struct", name: name, pos: f.pos}
		f.inline.versions = f.written()
	}
	return f
}

func (o *objectSpec) wrongKind(member *schema.Member, v *schema.Value, want string) {
	o.wrong = append(o.wrong, wrongValue{member.Key, v.Pos, want})
}

// readText reads a string. JSON null stands for a missing key here and in all
// functions below.
func (o *objectSpec) readText(member *schema.Member) text {
	v := member.Value
	switch v.Kind {
	case schema.String:
		return text{v.Text, v.Pos, true}
	case schema.Null:
	default:
		o.wrongKind(member, v, "a text")
	}
	return text{}
}

// readScalar reads a text, number or boolean as text.
func (o *objectSpec) readScalar(member *schema.Member) text {
	v := member.Value
	switch v.Kind {
	case schema.String, schema.Number, schema.Bool:
		return text{v.Text, v.Pos, true}
	case schema.Null:
	default:
		o.wrongKind(member, v, "a text, a number or a boolean")
	}
	return text{}
}

// readFlag reads true or false, with or without quotes.
func (o *objectSpec) readFlag(member *schema.Member) text {
	v := member.Value
	switch {
	case v.Kind == schema.Bool, v.Kind == schema.String && (v.Text == "true" || v.Text == "false"):
		return text{v.Text, v.Pos, true}
	case v.Kind != schema.Null:
		o.wrongKind(member, v, "true or false")
	}
	return text{}
}

// readInteger reads a whole number, with or without quotes.
func (o *objectSpec) readInteger(member *schema.Member) integer {
	v := member.Value
	if v.Kind == schema.Null {
		return integer{}
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil || v.Kind != schema.Number && v.Kind != schema.String {
		o.wrongKind(member, v, "a whole number")
		return integer{}
	}
	return integer{n, v.Pos, true}
}

// readVersions reads a version range. A bare number is taken as a range of one.
func (o *objectSpec) readVersions(member *schema.Member) versionRange {
	v := member.Value
	switch v.Kind {
	case schema.String, schema.Number:
		r := rangeOf(v.Text, v.Pos)
		o.ranges = append(o.ranges, r)
		return r
	case schema.Null:
	default:
		o.wrongKind(member, v, `a version range such as "0-3" or "2+"`)
	}
	return absent
}

func rangeOf(s string, pos schema.Pos) versionRange {
	r := versionRange{text: s, pos: pos, present: true, given: strings.TrimSpace(s) != ""}
	r.Versions, r.problem = ParseVersions(s)
	if r.problem != nil {
		r.Versions = None
	}
	return r
}

// readList reads a list; one value stands for a list of one.
func (o *objectSpec) readList(member *schema.Member) []*schema.Value {
	switch v := member.Value; v.Kind {
	case schema.Array:
		return v.Items
	case schema.Null:
		return nil
	default:
		return []*schema.Value{v}
	}
}

// parseType reads a field's type; if it cannot, it says why.
func parseType(s string) (t fieldType, problem string) {
	s = strings.TrimSpace(s)
	if element, ok := strings.CutPrefix(s, "[]"); ok {
		if strings.HasPrefix(element, "[]") {
			return t, "" // rule array-element speaks of it
		}
		t.array = true
		s = strings.TrimSpace(element)
		if s == "" {
			return t, "" // likewise
		}
	}
	if kind, ok := kindNames[s]; ok {
		t.kind, t.known = kind, true
		return t, ""
	}
	if isName(s) && isCapital(s[0]) {
		t.kind, t.structName, t.known = StructKind, s, true
		return t, ""
	}
	return t, fmt.Sprintf("unknown type %q", s)
}
