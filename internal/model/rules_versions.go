package model

// versionRules are about version ranges.
func versionRules() []Rule {
	return []Rule{
		{
			ID: "version-range", object: checkRanges,
			Purpose: "Version ranges are \"none\", \"N\", \"N+\" or \"A-B\" with A not above B and bounds of 0 to 32767.",
		},
		{
			ID: "versions-required", structure: checkStructVersions,
			Purpose: "Messages have validVersions, structs have versions.",
		},
		{
			ID: "field-versions", field: checkFieldVersions,
			Purpose: "A field has versions, or at least taggedVersions.",
		},
		{
			ID: "tagged-struct-versions", Accepted: InReleases, field: checkTaggedStructVersions,
			Purpose: "A tagged field with fields of its own has versions besides taggedVersions.",
		},
		{
			ID: "struct-never-valid", structure: checkStructOverlap,
			Purpose: "A struct's versions overlap those of what it stands in.",
		},
		{
			ID: "field-never-valid", Warning: true, field: checkFieldOverlap,
			Purpose: "A field's versions overlap those of its message, else it is never on the wire.",
		},
	}
}

func checkRanges(c *checker, o *objectSpec) {
	for _, r := range o.ranges {
		if r.problem != nil {
			c.report(r.pos, "%s: %v", o, r.problem)
		}
	}
}

func checkStructVersions(c *checker, s *structSpec) {
	if s.versions.given || s.owner != nil { // field-versions speaks of owners
		return
	}
	key := "versions"
	object := &s.objectSpec
	if s == s.message.body {
		key, object = "validVersions", &s.message.objectSpec
	}
	if !object.misspells(key) {
		c.report(s.namePos(), "%s has no %s", s, key)
	}
}

func checkFieldVersions(c *checker, f *fieldSpec) {
	if !f.versions.given && !f.tagged.given && !f.misspells("versions") && !f.misspells("taggedVersions") {
		c.report(f.namePos(), "%s has neither versions nor taggedVersions", f)
	}
}

// Release 3.5.2 has one such field, and Kafka's generator of its time took
// taggedVersions for the versions of the struct; the newest one refuses it.
func checkTaggedStructVersions(c *checker, f *fieldSpec) {
	if f.inline != nil && f.typ.kind == StructKind && !f.versions.given && f.tagged.given && !f.misspells("versions") {
		c.report(f.namePos(), "%s has fields of its own, so it needs versions besides taggedVersions; they are taken for both", f)
	}
}

// A struct that never appears would give code that nothing can reach.
func checkStructOverlap(c *checker, s *structSpec) {
	if s == s.message.body || !s.versions.usable() || !s.current.Empty() {
		return
	}
	if s.owner != nil {
		outer := s.owner.in
		if !outer.current.Empty() { // else the outer struct is reported
			c.report(s.versions.pos, "%s: its versions %s never overlap those of %s, %s", s.owner, s.versions, outer, outer.current)
		}
		return
	}
	c.report(s.versions.pos, "%s: its versions %s never overlap those of the message, %s", s, s.versions, s.message.body.current)
}

// Kafka lets such a field pass, and one of its own schemas has one left from a
// version that was removed, so this is no error. Fields that declare a struct
// are left to struct-never-valid.
func checkFieldOverlap(c *checker, f *fieldSpec) {
	if f.inline != nil || !f.written().usable() {
		return
	}
	if valid := f.in.message.valid; valid.usable() && valid.Intersect(f.written().Versions).Empty() {
		c.report(f.written().pos, "%s: its versions %s lie outside validVersions %s, so it is never on the wire", f, f.written(), valid)
	}
}
