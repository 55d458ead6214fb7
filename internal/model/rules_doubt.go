package model

import "strings"

// doubtRules are warnings of what Kafka takes without a word although it is a
// slip more likely than not. No release of Kafka has one of these.
func doubtRules() []Rule {
	return []Rule{
		{
			ID: "flexible-never-valid", Warning: true, message: checkFlexibleNeverValid,
			Purpose: "flexibleVersions begin within validVersions, else the message is classic in all of them.",
		},
		{
			ID: "deprecated-within", Warning: true, message: checkDeprecatedWithin,
			Purpose: "deprecatedVersions overlap validVersions.",
		},
		{
			ID: "field-outside-struct", Warning: true, field: checkFieldOutsideStruct,
			Purpose: "A field's versions overlap those of its struct, else it is never on the wire.",
		},
		{
			ID: "nullable-never", Warning: true, field: checkNullableNever,
			Purpose: "nullableVersions overlap the field's versions.",
		},
		{
			ID: "default-json-null", Warning: true, field: checkNullDefault,
			Purpose: "A default of null is written in quotes, as without them it counts as no default.",
		},
		{
			ID: "file-name", Warning: true, set: checkFileNames,
			Purpose: "A schema's file has the name of its message.",
		},
		{
			ID: "pair-valid-versions", Warning: true, set: checkPairValid,
			Purpose: "The request and the response of an API have the same validVersions.",
		},
		{
			ID: "pair-flexible-versions", Warning: true, set: checkPairFlexible,
			Purpose: "The request and the response of an API become flexible in the same version.",
		},
	}
}

func checkFlexibleNeverValid(c *checker, m *messageSpec) {
	if m.reserved() || !m.valid.usable() || !m.flexible.usable() || m.flexible.Empty() {
		return
	}
	if m.flexible.Low > m.valid.High {
		c.report(m.flexible.pos, "%s: flexibleVersions %s lie above validVersions %s, so that no version is flexible", m, m.flexible, m.valid)
	}
}

func checkDeprecatedWithin(c *checker, m *messageSpec) {
	if m.reserved() || !m.valid.usable() || !m.deprecated.usable() || m.deprecated.Empty() {
		return
	}
	if m.valid.Intersect(m.deprecated.Versions).Empty() {
		c.report(m.deprecated.pos, "%s: deprecatedVersions %s lie outside validVersions %s", m, m.deprecated, m.valid)
	}
}

// Fields that declare a struct are left to struct-never-valid, and those that
// the message itself never has to field-never-valid.
func checkFieldOutsideStruct(c *checker, f *fieldSpec) {
	written := f.written()
	if f.inline != nil || !written.usable() || f.in.current.Empty() || !f.in.current.Intersect(written.Versions).Empty() {
		return
	}
	if valid := f.in.message.valid; valid.usable() && !valid.Intersect(written.Versions).Empty() {
		c.report(written.pos, "%s: its versions %s lie outside those of %s, %s, so it is never on the wire", f, written, f.in, f.in.current)
	}
}

func checkNullableNever(c *checker, f *fieldSpec) {
	written := f.written()
	nullDefault := f.defaultValue.value == "null" // default-null speaks of it
	if !f.nullable.usable() || f.nullable.Empty() || !written.usable() || nullDefault {
		return
	}
	if written.Intersect(f.nullable.Versions).Empty() {
		c.report(f.nullable.pos, "%s: nullableVersions %s lie outside its versions %s, so it is never null", f, f.nullable, written)
	}
}

func checkNullDefault(c *checker, f *fieldSpec) {
	if f.nullDefault.IsValid() {
		c.report(f.nullDefault, "%s: null without quotes counts as no default; write \"null\", or remove the key", f)
	}
}

// A message that another file declares too is left to message-unique, and a name
// with a mistake to the rules about names.
func checkFileNames(c *checker, messages []*messageSpec) {
	count := map[string]int{}
	for _, m := range messages {
		count[m.name.value]++
	}
	for _, m := range messages {
		name, isFile := strings.CutSuffix(m.file.Name, ".json")
		if isFile && m.name.given && name != m.name.value && count[m.name.value] == 1 && isName(m.name.value) && m.hasSuffix() {
			c.file = m.file
			c.report(m.name.pos, "the file of %s is called %q, not \"%s.json\"", m, m.file.Name, m.name.value)
		}
	}
}

// eachPair calls check with the request and the response of each API whose
// versions can be read.
func eachPair(messages []*messageSpec, check func(request, response *messageSpec)) {
	requests := map[int64]*messageSpec{}
	usable := func(m *messageSpec) bool {
		return m.apiKey.given && m.valid.usable() && !m.valid.Empty() && !m.valid.Open()
	}
	for _, m := range messages {
		if m.is(Request) && usable(m) {
			requests[m.apiKey.value] = m
		}
	}
	for _, m := range messages {
		if request := requests[m.apiKey.value]; m.is(Response) && usable(m) && request != nil && request.baseName() == m.baseName() {
			check(request, m)
		}
	}
}

func checkPairValid(c *checker, messages []*messageSpec) {
	eachPair(messages, func(request, response *messageSpec) {
		if request.valid.Versions == response.valid.Versions {
			return
		}
		m, other := request, response // the place is that of the newer range
		if response.valid.High > request.valid.High {
			m, other = response, request
		}
		c.file = m.file
		c.reportAlso(m.valid.pos, otherPlace(other, "declared", other.valid.pos), "%s: validVersions %s are not those of %s, %s", m, m.valid, other, other.valid)
	})
}

func checkPairFlexible(c *checker, messages []*messageSpec) {
	eachPair(messages, func(request, response *messageSpec) {
		if !request.flexible.readable() || !response.flexible.readable() {
			return
		}
		start := func(m *messageSpec) int { // of the flexible versions
			if m.flexible.Empty() {
				return MaxVersion + 1
			}
			return int(m.flexible.Low)
		}
		if start(request) == start(response) {
			return
		}
		m, other := request, response // the place is that of the later start
		if start(response) > start(request) {
			m, other = response, request
		}
		c.file = m.file
		c.reportAlso(m.flexible.pos, otherPlace(other, "declared", other.flexible.pos), "%s: flexibleVersions %s are not those of %s, %s", m, m.flexible, other, other.flexible)
	})
}
