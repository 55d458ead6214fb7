package model

import (
	"slices"
	"strings"
)

// commonStructRules are about structs within a message, above all those under
// commonStructs.
func commonStructRules() []Rule {
	return []Rule{
		{
			ID: "struct-name", structure: checkCommonName,
			Purpose: "A common struct's name is a capital letter followed by letters and digits.",
		},
		{
			ID: "common-struct-unique", message: checkCommonUnique,
			Purpose: "No two common structs of a message have the same name.",
		},
		{
			ID: "common-struct-fields", message: checkCommonRedeclared,
			Purpose: "A field that uses a common struct has no fields of its own.",
		},
		{
			ID: "struct-unique", message: checkInlineUnique,
			Purpose: "A message declares a struct in place once; a struct used twice belongs under commonStructs.",
		},
		{
			ID: "struct-resolves", field: checkStructResolves,
			Purpose: "A struct type is declared: by the field's own fields or under commonStructs, and in common structs under commonStructs only.",
		},
		{
			ID: "struct-named-as-message", structure: checkStructNamedAsMessage,
			Purpose: "No struct has the name of its message.",
		},
		{
			ID: "struct-cycle", message: checkCycles,
			Purpose: "No struct holds itself, so that neither values nor the reading of hostile bytes can nest without end.",
		},
		{
			ID: "common-struct-versions", field: checkCommonCovers,
			Purpose: "A common struct has all the versions in which a field uses it.",
		},
		{
			ID: "common-struct-unused", Warning: true, structure: checkCommonUsed,
			Purpose: "Every common struct is used; unused ones give no code.",
		},
	}
}

func checkCommonName(c *checker, s *structSpec) {
	if s.common && s.name.given && (!isName(s.name.value) || !isCapital(s.name.value[0])) {
		c.report(s.name.pos, "struct name %q must be a capital letter followed by letters and digits", s.name.value)
	}
}

func checkCommonUnique(c *checker, m *messageSpec) {
	first := map[string]*structSpec{}
	for _, s := range m.common {
		if !s.name.given {
			continue
		}
		if other := first[s.name.value]; other != nil {
			c.reportAlso(s.name.pos, c.here("first declared", other.name.pos), "common %s is declared twice", s)
			continue
		}
		first[s.name.value] = s
	}
}

func checkCommonRedeclared(c *checker, m *messageSpec) {
	for _, f := range m.fields {
		if f.target != nil && f.inline != nil && f.target != f.inline {
			c.reportAlso(f.fieldsPos, c.here("declared", f.target.name.pos), "%s declares %s in place, which is a common struct", f, f.target)
		}
	}
}

// Two structs of one name would be one Go type.
func checkInlineUnique(c *checker, m *messageSpec) {
	first := map[string]*structSpec{}
	for _, f := range m.fields {
		if f.inline == nil || f.target != f.inline {
			continue
		}
		if other := first[f.typ.structName]; other != nil {
			c.reportAlso(f.typeText.pos, c.here("first declared", other.name.pos), "%s declares struct %s a second time; declare it under commonStructs to use it twice", f, f.typ.structName)
			continue
		}
		first[f.typ.structName] = f.inline
	}
}

// Kafka takes a struct type without fields for an empty struct, which is a slip
// more likely than not; an empty list of fields says that it is meant.
func checkStructResolves(c *checker, f *fieldSpec) {
	if !f.typ.known || f.typ.kind != StructKind {
		return
	}
	if f.target == nil {
		message := "%s: struct %s has no fields here and is not among commonStructs"
		if meant := f.meantTypeName(); meant != "" {
			c.report(f.typeText.pos, message+", did you mean %s?", f, f.typ.structName, meant)
		} else {
			c.report(f.typeText.pos, message, f, f.typ.structName)
		}
		return
	}
	if f.in.common && f.target == f.inline {
		c.report(f.fieldsPos, "%s: a common struct cannot declare struct %s in place; declare it under commonStructs", f, f.typ.structName)
	}
}

func checkStructNamedAsMessage(c *checker, s *structSpec) {
	if m := s.message; s != m.body && s.name.given && s.name.value == m.name.value {
		c.report(s.name.pos, "%s has the name of its message", s)
	}
}

func checkCommonUsed(c *checker, s *structSpec) {
	misspelt := slices.ContainsFunc(s.message.fields, func(f *fieldSpec) bool {
		return f.typ.kind == StructKind && f.target == nil && strings.TrimPrefix(f.meantTypeName(), "[]") == s.name.value
	})
	if s.common && s.uses == 0 && !misspelt {
		c.report(s.namePos(), "common %s is not used", s)
	}
}

// Kafka finds out only when it writes a version that the struct lacks.
func checkCommonCovers(c *checker, f *fieldSpec) {
	s := f.target
	if s == nil || !s.common || !s.versions.usable() || s.current.Empty() { // the last is for struct-never-valid
		return
	}
	if used := f.onWire(); !s.versions.ContainsAll(used) {
		c.reportAlso(s.versions.pos, c.here("used", f.namePos()), "%s: its versions %s lack some of those in which %s uses it, %s", s, s.versions, f, used)
	}
}

// checkCycles walks from each struct to those in its fields. A struct that is
// met again while its own fields are being walked holds itself.
func checkCycles(c *checker, m *messageSpec) {
	const walking, done = 1, 2
	state := map[*structSpec]int{}
	var walk func(s *structSpec)
	walk = func(s *structSpec) {
		state[s] = walking
		for _, f := range s.fields {
			if f.target == nil {
				continue
			}
			switch state[f.target] {
			case walking:
				c.report(f.namePos(), "%s makes %s hold itself", f, f.target)
			case done:
			default:
				walk(f.target)
			}
		}
		state[s] = done
	}
	for _, s := range m.structs {
		if state[s] == 0 {
			walk(s)
		}
	}
}
