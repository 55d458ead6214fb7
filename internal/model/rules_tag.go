package model

import "math"

// tagRules are about tagged fields.
func tagRules() []Rule {
	return []Rule{
		{
			ID: "tagged-map-key", field: checkTaggedMapKey,
			Purpose: "A tagged field is no map key.",
		},
		{
			ID: "tag-number", field: checkTagNumber,
			Purpose: "A tag is 0 or more, and fits into 31 bits.",
		},
		{
			ID: "tag-without-versions", field: checkTagWithoutVersions,
			Purpose: "A field with a tag has taggedVersions.",
		},
		{
			ID: "tagged-without-tag", field: checkTaggedWithoutTag,
			Purpose: "A field with taggedVersions has a tag.",
		},
		{
			ID: "tagged-open", field: checkTaggedOpen,
			Purpose: "taggedVersions are open-ended: a tag stays a tag.",
		},
		{
			ID: "tagged-within", field: checkTaggedWithin,
			Purpose: "taggedVersions lie within the field's versions.",
		},
		{
			ID: "tagged-nullable", field: checkTaggedNullable,
			Purpose: "A field can be null in all of its tagged versions or in none.",
		},
		{
			ID: "tagged-field-flexible", field: checkTaggedFieldFlexible,
			Purpose: "taggedVersions lie within the field's own flexibleVersions, if it has them.",
		},
		{
			ID: "records-tagged", field: checkRecordsTagged,
			Purpose: "Records are never tagged.",
		},
		{
			ID: "tagged-flexible", field: checkTaggedFlexible,
			Purpose: "taggedVersions lie within the message's flexibleVersions, as only flexible versions have tags.",
		},
	}
}

// A map key must be on the wire always; a tagged field is left out at its default.
func checkTaggedMapKey(c *checker, f *fieldSpec) {
	if f.mapKey && f.everTagged() {
		c.report(f.namePos(), "%s is tagged, so it cannot be a mapKey", f)
	}
}

func checkTagNumber(c *checker, f *fieldSpec) {
	if f.tag.given && (f.tag.value < 0 || math.MaxInt32 < f.tag.value) {
		c.report(f.tag.pos, "%s: tag %d is not within 0 to %d", f, f.tag.value, math.MaxInt32)
	}
}

func checkTagWithoutVersions(c *checker, f *fieldSpec) {
	if f.tag.given && f.tagged.problem == nil && !f.everTagged() && !f.hasWrong("taggedVersions") {
		c.report(f.namePos(), "%s has a tag but no taggedVersions", f)
	}
}

func checkTaggedWithoutTag(c *checker, f *fieldSpec) {
	if f.everTagged() && !f.tag.given && !f.hasWrong("tag") {
		c.report(f.namePos(), "%s has taggedVersions but no tag", f)
	}
}

// A reader that does not know a tag keeps its bytes, so a tag whose versions end
// would have to stay unused for ever.
func checkTaggedOpen(c *checker, f *fieldSpec) {
	if f.everTagged() && !f.tagged.Open() {
		c.report(f.tagged.pos, "%s: taggedVersions %s must be open-ended, such as \"%d+\"", f, f.tagged, f.tagged.Low)
	}
}

func checkTaggedWithin(c *checker, f *fieldSpec) {
	if f.everTagged() && f.versions.usable() && !f.versions.ContainsAll(f.tagged.Versions) {
		c.report(f.tagged.pos, "%s: taggedVersions %s are not within its versions %s", f, f.tagged, f.versions)
	}
}

// A tagged field takes its form from one answer to whether it can be null.
func checkTaggedNullable(c *checker, f *fieldSpec) {
	if !f.everTagged() || !f.nullable.usable() {
		return
	}
	if both := f.nullable.Intersect(f.tagged.Versions); !both.Empty() && both != f.tagged.Versions {
		c.report(f.nullable.pos, "%s: within taggedVersions %s it must be nullable throughout or not at all, not in %s only", f, f.tagged, both)
	}
}

// This rule and tagged-flexible share the fields between them, so that no field
// is reported by both.
func checkTaggedFieldFlexible(c *checker, f *fieldSpec) {
	if f.everTagged() && f.flexible.usable() && !f.flexible.ContainsAll(f.tagged.Versions) {
		c.report(f.tagged.pos, "%s: taggedVersions %s are not within its flexibleVersions %s", f, f.tagged, f.flexible)
	}
}

func checkTaggedFlexible(c *checker, f *fieldSpec) {
	m := f.in.message
	closed := !m.flexible.Empty() && !m.flexible.Open() // flexible-versions speaks of it
	if !f.everTagged() || f.flexible.given || !m.flexible.readable() || closed {
		return
	}
	if !m.flexible.ContainsAll(f.tagged.Versions) {
		c.report(f.tagged.pos, "%s: taggedVersions %s are not within the message's flexibleVersions %s", f, f.tagged, m.flexible)
	}
}

func checkRecordsTagged(c *checker, f *fieldSpec) {
	if f.everTagged() && f.typ.known && f.typ.single() == Records {
		c.report(f.namePos(), "%s is of type records, which cannot be tagged", f)
	}
}
