package model

// structRules are about the fields of one struct among each other.
func structRules() []Rule {
	return []Rule{
		{
			ID: "tag-unique", structure: checkTagUnique,
			Purpose: "A struct uses each tag once.",
		},
		{
			ID: "field-unique", structure: checkFieldUnique,
			Purpose: "A struct has each field name once.",
		},
		{
			ID: "tag-contiguous", structure: checkTagContiguous,
			Purpose: "The tags of a struct count from 0 without a gap.",
		},
		{
			ID: "field-unique-capital", structure: checkFieldUniqueCapital,
			Purpose: "Field names of a struct differ in more than the case of their first letter, which is always upper case in Go.",
		},
	}
}

func checkTagUnique(c *checker, s *structSpec) {
	first := map[int64]*fieldSpec{}
	for _, f := range s.fields {
		if !f.tag.given {
			continue
		}
		if other := first[f.tag.value]; other != nil {
			c.reportAlso(f.tag.pos, c.here("first used", other.tag.pos), "%s: tag %d is that of %s already", f, f.tag.value, other)
			continue
		}
		first[f.tag.value] = f
	}
}

// Kafka writes known tags before unknown ones, which keeps tags in order only if
// the known ones have no gap.
func checkTagContiguous(c *checker, s *structSpec) {
	used := map[int64]bool{}
	for _, f := range s.fields {
		if f.tag.given && f.tag.value >= 0 {
			used[f.tag.value] = true
		}
	}
	for _, f := range s.fields {
		if f.tag.given && f.tag.value > 0 && !used[f.tag.value-1] {
			c.report(f.tag.pos, "%s: there is no tag %d before the tag %d of %s", s, f.tag.value-1, f.tag.value, f)
		}
	}
}

// A field may not change its type by being declared anew for later versions.
func checkFieldUnique(c *checker, s *structSpec) {
	first := map[string]*fieldSpec{}
	for _, f := range s.fields {
		if !f.name.given {
			continue
		}
		if other := first[f.name.value]; other != nil {
			c.reportAlso(f.name.pos, c.here("first used", other.name.pos), "%s is declared twice", f)
			continue
		}
		first[f.name.value] = f
	}
}

func checkFieldUniqueCapital(c *checker, s *structSpec) {
	first := map[string]*fieldSpec{}
	for _, f := range s.fields {
		if !f.name.given {
			continue
		}
		name := capitalised(f.name.value)
		other := first[name]
		if other == nil {
			first[name] = f
		} else if other.name.value != f.name.value {
			c.reportAlso(f.name.pos, c.here("first used", other.name.pos), "%s and %s would both be called %s in Go", f, other, name)
		}
	}
}
