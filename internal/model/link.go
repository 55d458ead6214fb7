package model

// link lists the structs and fields of m, finds the struct that each field's
// type names, and works out in which versions each struct can appear. What does
// not resolve stays nil; the rules report it.
func (m *messageSpec) link() {
	m.collect(m.body)
	for _, s := range m.common {
		m.collect(s)
	}
	common := map[string]*structSpec{}
	for _, s := range m.common {
		if s.name.given && common[s.name.value] == nil {
			common[s.name.value] = s
		}
	}
	for _, f := range m.fields {
		if f.typ.kind != StructKind || !f.typ.known {
			continue
		}
		f.target = common[f.typ.structName]
		if f.target == nil {
			f.target = f.inline
		}
	}
	m.countUses()
	m.body.current = anyVersion
	if m.valid.usable() {
		m.body.current = m.valid.Versions
	}
	// A struct stands in the list after the one that it is declared in.
	for _, s := range m.structs[1:] {
		outer := m.body.current
		if s.owner != nil {
			outer = s.owner.in.current
		}
		s.current = outer
		if s.versions.usable() {
			s.current = outer.Intersect(s.versions.Versions)
		}
	}
	m.countReach()
}

// countReach works out in which versions fields use each common struct, from the
// first to the last. A struct's own range has no gaps, so that it has all the
// versions in which it is used if it has those two.
func (m *messageSpec) countReach() {
	for _, s := range m.common {
		s.reached = None
	}
	for changed := true; changed; { // until no struct hands a version on to another
		changed = false
		for _, f := range m.fields {
			if f.target == nil || !f.target.common || f.in.uses == 0 && f.in != m.body {
				continue
			}
			reached := f.target.reached.hull(f.onWire())
			changed = changed || reached != f.target.reached
			f.target.reached = reached
		}
	}
}

// onWire are the versions in which s can appear, as far as the ranges can be
// read: for a common struct, no others than those in which it is used.
func (s *structSpec) onWire() Versions {
	if s.common {
		return s.current.Intersect(s.reached)
	}
	return s.current
}

// onWire are the versions in which f exists, as far as the ranges can be read.
func (f *fieldSpec) onWire() Versions {
	return f.in.onWire().Intersect(f.written().Versions)
}

// countUses counts the uses of each struct by structs that the message needs.
// A common struct that only unused ones use is not used either.
func (m *messageSpec) countUses() {
	needed := []*structSpec{m.body}
	for len(needed) > 0 {
		s := needed[0]
		needed = needed[1:]
		for _, f := range s.fields {
			if f.target == nil {
				continue
			}
			if f.target.uses++; f.target.uses == 1 {
				needed = append(needed, f.target)
			}
		}
	}
}

// anyVersion holds every version there can be.
var anyVersion = Versions{Low: 0, High: MaxVersion}

// collect adds s, its fields, and the structs within it to the lists of m.
func (m *messageSpec) collect(s *structSpec) {
	m.structs = append(m.structs, s)
	m.fields = append(m.fields, s.fields...)
	for _, f := range s.fields {
		if f.inline != nil {
			m.collect(f.inline)
		}
	}
}

// flexibleVersions are those in which f has the compact form.
func (f *fieldSpec) flexibleVersions() Versions {
	if f.flexible.usable() {
		return f.flexible.Versions
	}
	return f.in.message.flexible.Versions
}
