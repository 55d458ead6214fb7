package randomschema

import (
	"slices"
	"strings"
)

// A rule is broken, or brought near to that, by a change of one thing. The
// function reports whether it found something to change.
type ruleBreak struct {
	name  string
	apply func(g *generator, m *message) bool
}

var breaks = slices.Concat(messageBreaks, structBreaks, fieldBreaks, tagBreaks, defaultBreaks)

// on makes a break of one field of those that fit.
func on(name string, fits func(f *field) bool, change func(g *generator, m *message, f *field)) ruleBreak {
	return ruleBreak{name, func(g *generator, m *message) bool {
		var list []*field
		m.each(func(f *field, _ []*field) {
			if fits(f) {
				list = append(list, f)
			}
		})
		if len(list) == 0 {
			return false
		}
		change(g, m, pick(g, list...))
		return true
	}}
}

// whole makes a break of the message that always can be made.
func whole(name string, change func(g *generator, m *message)) ruleBreak {
	return ruleBreak{name, func(g *generator, m *message) bool {
		change(g, m)
		return true
	}}
}

func anyField(*field) bool    { return true }
func isStruct(f *field) bool  { return f.inline != nil || f.common != nil }
func isTagged(f *field) bool  { return f.tagged != nil }
func isInline(f *field) bool  { return f.inline != nil }
func isScalar(f *field) bool  { return !f.array && !nullableType(f) }
func isInteger(f *field) bool { return !f.array && integers[f.typ] != limits{} }

func single(typ string) func(f *field) bool {
	return func(f *field) bool { return !f.array && f.typ == typ }
}

// noStruct gives fields to what is no struct, which is then in some valid
// version at least.
func noStruct(f *field) {
	f.inline = &structure{}
	if f.tagged == nil {
		f.versions = &versions{0, open}
	}
}

var messageBreaks = []ruleBreak{
	whole("unknown key of a message", func(_ *generator, m *message) { m.extra = append(m.extra, `"author": "x"`) }),
	whole("a message's key twice", func(_ *generator, m *message) { m.extra = append(m.extra, member("type", quote(m.kind))) }),
	whole("a message's key twice, with another value", func(_ *generator, m *message) { m.extra = append(m.extra, `"flexibleVersions": "none"`) }),
	whole("flexible versions that end", func(_ *generator, m *message) { m.flexible = versions{0, m.valid.high} }),
	whole("valid versions that do not end", func(_ *generator, m *message) { m.valid.high = open }),
	whole("listeners or none", func(g *generator, m *message) { m.listeners = []string{pick(g, "broker", "client")} }),
	whole("unstable or not", func(_ *generator, m *message) { m.unstable = true }),
	whole("no API key", func(_ *generator, m *message) { m.key = -1 }),
	whole("API key too large", func(_ *generator, m *message) { m.key = 40000 }),
	whole("kind of another message", func(g *generator, m *message) { m.kind = pick(g, kinds...) }),
	whole("kind that is not known", func(_ *generator, m *message) { m.kind = "control" }),
	whole("newer kind", func(_ *generator, m *message) { m.kind, m.key = "coordinator-value", m.number }),
	whole("header versions", func(_ *generator, m *message) { m.extra = append(m.extra, `"headerVersions": { "0+": "1" }`) }),
	whole("deprecated versions beyond the valid ones", func(_ *generator, m *message) { m.deprecated = versions{0, m.valid.high + 2} }),
	whole("name of a message", func(_ *generator, m *message) { m.name = m.name[:1] + "_" + m.name[1:] }),
	whole("no valid versions", func(_ *generator, m *message) { m.valid = none }),
}

var structBreaks = []ruleBreak{
	on("struct declared twice", isInline, func(_ *generator, m *message, f *field) {
		again := *f
		again.name, again.tagged, again.flexible = f.name+"Again", nil, nil
		again.versions = &f.inline.versions
		m.fields = append(m.fields, &again)
	}),
	on("struct named like its message", isInline, func(_ *generator, m *message, f *field) { f.typ = m.name }),
	on("struct in lower case", isStruct, func(_ *generator, _ *message, f *field) { f.typ = strings.ToLower(f.typ) }),
	on("struct that is not there", anyField, func(_ *generator, _ *message, f *field) { f.typ, f.inline, f.deflt = "Nowhere", nil, "" }),
	on("struct that is never valid", isInline, func(_ *generator, m *message, f *field) {
		f.versions = &versions{m.valid.high + 1, open}
		f.tagged, f.nullable, f.deflt = nil, nil, ""
	}),
	on("tagged struct without versions", func(f *field) bool { return isInline(f) && isTagged(f) }, func(_ *generator, _ *message, f *field) {
		f.versions = nil
	}),
	on("fields of a common struct", func(f *field) bool { return f.common != nil }, func(_ *generator, _ *message, f *field) { f.inline = f.common }),
	on("empty fields of a common struct", func(f *field) bool { return f.common != nil }, func(_ *generator, _ *message, f *field) { f.inline = &structure{} }),
	on("fields of a scalar", isScalar, func(_ *generator, _ *message, f *field) { noStruct(f) }),
	on("fields of an array of scalars", isScalar, func(_ *generator, _ *message, f *field) {
		noStruct(f)
		f.array, f.deflt, f.mapKey = true, "", false
	}),
	{"common struct narrower than its use", func(g *generator, m *message) bool {
		if len(m.common) == 0 || m.valid.low == m.valid.high {
			return false
		}
		s := pick(g, m.common...)
		s.versions = versions{m.valid.low + 1, open}
		return true
	}},
	// Legal, but more than Kafka's generator can do: it looks at Narrow first.
	{"common struct used by a narrower one too", func(_ *generator, m *message) bool {
		m.common = append(m.common,
			&structure{"Narrow", versions{m.valid.high, open}, []*field{{name: "Wide", typ: "Wide", versions: &versions{0, open}}}},
			&structure{"Wide", versions{0, open}, nil})
		m.fields = append(m.fields,
			&field{name: "OfNarrow", typ: "Narrow", versions: &versions{m.valid.high, open}},
			&field{name: "OfWide", typ: "Wide", versions: &versions{0, open}})
		return m.valid.low < m.valid.high
	}},
	{"common struct twice", func(g *generator, m *message) bool {
		if len(m.common) == 0 {
			return false
		}
		m.common = append(m.common, m.common[0])
		return true
	}},
	{"common struct that holds itself", func(g *generator, m *message) bool {
		if len(m.common) == 0 {
			return false
		}
		s := pick(g, m.common...)
		s.fields = append(s.fields, &field{name: "Self", typ: s.name, common: s, array: true, versions: &s.versions})
		return true
	}},
	{"struct in place in a common struct", func(g *generator, m *message) bool {
		if len(m.common) == 0 {
			return false
		}
		s := pick(g, m.common...)
		s.fields = append(s.fields, &field{name: "Inner", typ: "Inner", inline: &structure{}, versions: &s.versions})
		return true
	}},
	whole("common struct without a use", func(_ *generator, m *message) {
		m.common = append(m.common, &structure{name: "Unused", versions: versions{0, open}})
	}),
}

var fieldBreaks = []ruleBreak{
	on("unknown key of a field", anyField, func(_ *generator, _ *message, f *field) { f.extra = append(f.extra, `"since": "0"`) }),
	on("name of a field", anyField, func(g *generator, _ *message, f *field) { f.name = pick(g, "a_b", "1a", "größe", "", "a b") }),
	{"a field twice", func(g *generator, m *message) bool {
		done := false
		m.each(func(f *field, beside []*field) {
			if other := beside[0]; !done && other != f {
				f.name, done = other.name, true
			}
		})
		return done
	}},
	{"names that differ in the first letter's case", func(g *generator, m *message) bool {
		done := false
		m.each(func(f *field, beside []*field) {
			if other := beside[0]; !done && other != f && other.name[0] < 'a' {
				f.name, done = strings.ToLower(other.name[:1])+other.name[1:], true
			}
		})
		return done
	}},
	on("nullable scalar", isScalar, func(_ *generator, _ *message, f *field) { f.nullable = &versions{0, open} }),
	on("nullable in no version", anyField, func(_ *generator, _ *message, f *field) { f.nullable, f.deflt = &none, "" }),
	on("array of arrays", func(f *field) bool { return f.array }, func(_ *generator, _ *message, f *field) { f.typ = "[]" + f.typ }),
	on("array of records", single("records"), func(_ *generator, _ *message, f *field) { f.array, f.deflt = true, "" }),
	on("type that is not known", isScalar, func(g *generator, _ *message, f *field) {
		f.typ, f.deflt = pick(g, "varint", "INT8", "uint64", "char"), ""
	}),
	on("versions the wrong way around", func(f *field) bool { return !isTagged(f) }, func(_ *generator, _ *message, f *field) {
		f.versions = nil
		f.extra = append(f.extra, `"versions": "5-3"`)
	}),
	on("versions that are none", func(f *field) bool { return !isTagged(f) }, func(g *generator, _ *message, f *field) {
		f.versions = nil
		f.extra = append(f.extra, member("versions", quote(pick(g, "", "1 +", "-1", "0+-", "40000", "a", "1-", "none"))))
	}),
	on("no versions", anyField, func(_ *generator, _ *message, f *field) { f.versions = nil }),
	on("entity of another type", anyField, func(g *generator, _ *message, f *field) { f.entity = pick(g, "brokerId", "topicName", "broker") }),
	on("zero copy or not", anyField, func(_ *generator, _ *message, f *field) { f.zeroCopy = true }),
	on("map key or not", anyField, func(_ *generator, _ *message, f *field) { f.mapKey = true }),
	on("flexible versions of its own", anyField, func(g *generator, m *message, f *field) {
		f.flexible = &versions{g.IntN(m.valid.high + 2), open}
	}),
	on("flexible versions of its own, none", anyField, func(_ *generator, _ *message, f *field) { f.flexible = &none }),
}

// tagOf32Bits is too great for a tag. Where an int has 32 bits it becomes
// negative, which is refused as well.
var tagOf32Bits = int64(1) << 31

var tagBreaks = []ruleBreak{
	on("a tag's number", isTagged, func(g *generator, _ *message, f *field) { f.tag = pick(g, 0, f.tag+1, f.tag+7, -1, int(tagOf32Bits)) }),
	on("tag without tagged versions", func(f *field) bool { return !isTagged(f) }, func(_ *generator, _ *message, f *field) { f.extra = append(f.extra, `"tag": 0`) }),
	on("tagged versions without a tag", func(f *field) bool { return !isTagged(f) }, func(_ *generator, _ *message, f *field) {
		f.extra = append(f.extra, member("taggedVersions", quote(f.versions.String())))
	}),
	on("tagged versions that end", isTagged, func(_ *generator, m *message, f *field) {
		f.tagged = &versions{f.tagged.low, max(m.valid.high, f.tagged.low)}
	}),
	on("tagged versions before the field's", isTagged, func(_ *generator, _ *message, f *field) { f.versions = &versions{f.tagged.low + 1, open} }),
	on("tagged versions before the flexible ones", isTagged, func(_ *generator, _ *message, f *field) {
		f.versions, f.tagged = &versions{0, open}, &versions{0, open}
	}),
	on("nullable in a part of the tagged versions", func(f *field) bool { return isTagged(f) && nullableType(f) }, func(_ *generator, _ *message, f *field) {
		f.nullable, f.deflt = &versions{f.tagged.low + 1, open}, ""
	}),
	on("nullable up to the last valid version, tagged", func(f *field) bool { return isTagged(f) && nullableType(f) }, func(_ *generator, m *message, f *field) {
		f.nullable, f.deflt = &versions{0, m.valid.high}, ""
	}),
	on("tagged records in no valid version", single("records"), func(_ *generator, m *message, f *field) {
		m.flexible = versions{m.valid.high + 1, open}
		f.versions, f.tagged, f.nullable, f.deflt = &m.flexible, &m.flexible, nil, ""
	}),
	on("tagged records", single("records"), func(_ *generator, m *message, f *field) {
		f.versions, f.tagged, f.deflt = &versions{m.flexible.low, open}, &versions{m.flexible.low, open}, ""
	}),
}

var defaultBreaks = []ruleBreak{
	on("default out of range", isInteger, func(g *generator, _ *message, f *field) {
		f.deflt = pick(g, `"0xffffffff"`, `"-32769"`, `"256"`, `"9223372036854775808"`, `"-1"`, `"70000"`)
	}),
	on("default that is no number", isInteger, func(g *generator, _ *message, f *field) {
		f.deflt = pick(g, `"0X1f"`, `"0x1F"`, `"-0x1"`, `"0x-1"`, `"1_000"`, `"x"`, `"1.0"`, "1.5", `"0b1"`, `" 1"`, `"+1"`, `"null"`, "true")
	}),
	on("default with a needless zero", isInteger, func(g *generator, _ *message, f *field) { f.deflt = pick(g, `"010"`, `"-07"`, `"00"`) }),
	on("default of a boolean", single("bool"), func(g *generator, _ *message, f *field) { f.deflt = pick(g, `"yes"`, "1", `" true"`, `"null"`) }),
	on("default of a float", single("float64"), func(g *generator, _ *message, f *field) {
		f.deflt = pick(g, `"inf"`, `"1_0"`, `" 1.5 "`, `"1."`, `".5"`, `"0x1p3"`, `"0x1"`, `"+1.5"`, `"1d"`, `"1e"`, `"nan"`, `"010"`, `"null"`)
	}),
	on("default that is too large a float", single("float64"), func(_ *generator, _ *message, f *field) { f.deflt = `"1e400"` }),
	on("default that is too long a uuid", single("uuid"), func(g *generator, _ *message, f *field) {
		f.deflt = pick(g, `"QJyY0LHZNw7P4RAv5uEinAAA"`, `"407498d0-b1d9-370e-cfe1-102fe6e1229c"`)
	}),
	on("default of a uuid", single("uuid"), func(g *generator, _ *message, f *field) {
		f.deflt = pick(g, `"AAAA"`, `"QJyY0LHZNw7P4RAv5uEin+"`, `"QJyY0LHZNw7P4RAv5uEinA=="`, `"null"`)
	}),
	on("default of records", single("records"), func(_ *generator, _ *message, f *field) { f.deflt = `"x"` }),
	on("default of what has none", func(f *field) bool { return f.array || isStruct(f) || f.typ == "bytes" },
		func(g *generator, _ *message, f *field) { f.deflt = pick(g, `"x"`, "0", `"[]"`, "[]") }),
	on("default of null", anyField, func(_ *generator, _ *message, f *field) { f.deflt = `"null"` }),
}
