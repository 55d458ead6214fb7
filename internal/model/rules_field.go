package model

import (
	"slices"
	"strings"
)

// fieldRules are about one field, apart from its tag and its default.
func fieldRules() []Rule {
	return []Rule{
		{
			ID: "field-name", field: checkFieldName,
			Purpose: "A field's name is a letter followed by letters and digits.",
		},
		{
			ID: "nullable-type", field: checkNullableType,
			Purpose: "Only strings, bytes, records, structs and arrays can be null.",
		},
		{
			ID: "inline-fields", field: checkInlineFields,
			Purpose: "Only fields whose type is a struct or an array of structs have fields of their own.",
		},
		{
			ID: "inline-fields-empty", Accepted: InReleases, field: checkEmptyFields,
			Purpose: "A field of a plain type has no fields key, not even an empty one.",
		},
		{
			ID: "field-flexible-type", field: checkFieldFlexibleType,
			Purpose: "Only strings and bytes have flexibleVersions of their own.",
		},
		{
			ID: "zero-copy-type", field: checkZeroCopy,
			Purpose: "Only bytes can be zeroCopy.",
		},
		{
			ID: "type-name", field: checkTypeName,
			Purpose: "A type is a word of the schema language, a struct's capitalised name, or [] and one of these.",
		},
		{
			ID: "array-element", field: checkArrayElement,
			Purpose: "An array has elements, and they are no arrays.",
		},
		{
			ID: "entity-type", field: checkEntityType,
			Purpose: "A field's type is the one that its entityType has.",
		},
		{
			ID: "field-flexible-within", field: checkFieldFlexibleWithin,
			Purpose: "A field's own flexibleVersions lie within the message's.",
		},
		{
			ID: "records-array", field: checkRecordsArray,
			Purpose: "There are no arrays of records.",
		},
	}
}

func checkFieldName(c *checker, f *fieldSpec) {
	if f.name.given && !isName(f.name.value) {
		c.report(f.name.pos, "field name %q must be a letter followed by letters and digits", f.name.value)
	}
}

func checkNullableType(c *checker, f *fieldSpec) {
	if !f.typ.known || !f.nullable.usable() || f.nullable.Empty() {
		return
	}
	switch f.typ.single() {
	case String, Bytes, Records, StructKind, Array:
	default:
		c.report(f.nullable.pos, "%s is of type %s, which cannot be null", f, f.typeText.value)
	}
}

// Kafka ignores the fields of an array of scalars; here they are an error, as
// they show that the type is not what was meant.
func checkInlineFields(c *checker, f *fieldSpec) {
	if f.inline != nil && f.typ.known && f.typ.kind != StructKind {
		c.report(f.fieldsPos, "%s is of type %s, which has no fields", f, f.typeText.value)
	}
}

func checkEmptyFields(c *checker, f *fieldSpec) {
	if f.emptyFields {
		c.report(f.fieldsPos, "%s is of type %s, which has no fields; remove the empty ones", f, f.typeText.value)
	}
}

func checkFieldFlexibleType(c *checker, f *fieldSpec) {
	if !f.typ.known || !f.flexible.given {
		return
	}
	if kind := f.typ.single(); kind != String && kind != Bytes {
		c.report(f.flexible.pos, "%s is of type %s; only string and bytes have flexibleVersions of their own", f, f.typeText.value)
	}
}

func checkZeroCopy(c *checker, f *fieldSpec) {
	if f.zeroCopy && f.typ.known && f.typ.single() != Bytes {
		c.report(f.namePos(), "%s is of type %s; only bytes can be zeroCopy", f, f.typeText.value)
	}
}

func checkTypeName(c *checker, f *fieldSpec) {
	switch {
	case !f.typeText.given || f.problem == "":
	case f.meantTypeName() != "":
		c.report(f.typeText.pos, "%s: %s, did you mean %s?", f, f.problem, f.meantTypeName())
	default:
		c.report(f.typeText.pos, "%s: %s; there are %s, structs and arrays such as []int32", f, f.problem, enumerate(mapKeys(kindNames)))
	}
}

// foreignTypes are what other languages call the types of schemas.
var foreignTypes = map[string]string{
	"boolean": "bool", "byte": "int8", "short": "int16", "int": "int32", "integer": "int32", "long": "int64",
	"double": "float64", "float": "float64", "bytestring": "bytes",
}

// meantTypeName returns the type that f's unknown one was likely meant for, or
// the empty string: a type or struct that is spelt much the same, a word of
// other languages, or an array with its brackets behind.
func (f *fieldSpec) meantTypeName() string {
	word, array := strings.CutPrefix(strings.TrimSpace(f.typeText.value), "[]")
	if element, behind := strings.CutSuffix(word, "[]"); behind {
		word, array = element, true
	}
	word = strings.TrimSpace(word)
	meant := word // right but for the brackets
	if kindNames[word] == 0 && word != Bool.String() {
		if meant = foreignTypes[strings.ToLower(word)]; meant == "" {
			meant = nearest(word, slices.Concat(f.in.message.structNames(f), mapKeys(kindNames)))
		}
	}
	if meant != "" && array {
		meant = "[]" + meant
	}
	return meant
}

// structNames lists the structs that field f could name: common ones, and the
// one that it declares itself.
func (m *messageSpec) structNames(f *fieldSpec) []string {
	var names []string
	for _, s := range m.common {
		names = append(names, s.name.value)
	}
	if f.inline != nil && f.name.given {
		names = append(names, capitalised(strings.TrimSpace(strings.TrimPrefix(f.typeText.value, "[]"))))
	}
	return names
}

func checkArrayElement(c *checker, f *fieldSpec) {
	element, isArray := strings.CutPrefix(strings.TrimSpace(f.typeText.value), "[]")
	switch element = strings.TrimSpace(element); {
	case !isArray:
	case element == "":
		c.report(f.typeText.pos, "%s: an array needs the type of its elements, such as []int32", f)
	case strings.HasPrefix(element, "[]"):
		c.report(f.typeText.pos, "%s: there are no arrays of arrays", f)
	}
}

// entityKinds are the words under "entityType" with the type that each asks
// for. The word "unknown" asks for none.
var entityKinds = map[string]Kind{
	"transactionalId": String, "producerId": Int64, "groupId": String, "topicName": String, "brokerId": Int32,
}

func isEntityWord(s string) bool {
	_, ok := entityKinds[s]
	return ok || s == "unknown"
}

func checkEntityType(c *checker, f *fieldSpec) {
	want, ok := entityKinds[f.entityType.value]
	unresolved := f.typ.kind == StructKind && f.target == nil // struct-resolves speaks of it
	if ok && f.typ.known && f.typ.kind != want && !unresolved {
		c.report(f.entityType.pos, "%s: entityType %s is for %s, not for %s", f, f.entityType.value, want, f.typeText.value)
	}
}

// The message decides whether there are tags, so a field cannot be flexible
// where its message is not.
func checkFieldFlexibleWithin(c *checker, f *fieldSpec) {
	m := f.in.message
	if f.flexible.usable() && m.flexible.readable() && !m.flexible.ContainsAll(f.flexible.Versions) {
		c.report(f.flexible.pos, "%s: its flexibleVersions %s are not within the message's, %s", f, f.flexible, m.flexible)
	}
}

func checkRecordsArray(c *checker, f *fieldSpec) {
	if f.typ.known && f.typ.array && f.typ.kind == Records {
		c.report(f.typeText.pos, "%s: there are no arrays of records", f)
	}
}
