package model

// defaultRules are about the defaults of fields.
func defaultRules() []Rule {
	return []Rule{
		{
			ID: "default-value", field: checkDefault,
			Purpose: "A default is a value of the field's type.",
		},
		{
			ID: "default-null", field: checkDefaultNull,
			Purpose: "A default of null needs a field that is nullable in all of its versions.",
		},
		{
			ID: "default-zero", field: checkDefaultZero,
			Purpose: "A decimal default has no needless zero in front, which some generators take for octal.",
		},
		{
			ID: "default-uuid-length", field: checkDefaultUUID,
			Purpose: "A uuid default has 16 bytes and no more.",
		},
	}
}

func checkDefault(c *checker, f *fieldSpec) {
	if !f.defaultValue.given || !f.typ.known {
		return
	}
	if _, err := parseDefault(f.typ, f.defaultValue.value); err != nil {
		c.report(f.defaultValue.pos, "%s: %v", f, err)
	}
}

// The default also stands for the field in versions that lack it, so null must
// be writable wherever the field is.
func checkDefaultNull(c *checker, f *fieldSpec) {
	if f.defaultValue.value != "null" || !f.typ.known || f.nullable.problem != nil || !f.written().usable() {
		return
	}
	switch f.typ.single() {
	case String, Bytes, Records, StructKind, Array:
		if !f.nullable.ContainsAll(f.written().Versions) {
			c.report(f.defaultValue.pos, "%s: a default of null needs nullableVersions that hold all of its versions %s; they are %s", f, f.written(), f.nullable)
		}
	}
}

func checkDefaultZero(c *checker, f *fieldSpec) {
	if !f.typ.known || !f.defaultValue.given {
		return
	}
	if _, integer := integerRanges[f.typ.single()]; integer && hasNeedlessZero(f.defaultValue.value) {
		c.report(f.defaultValue.pos, "%s: default %q starts with a needless zero", f, f.defaultValue.value)
	}
}

// Kafka drops the bytes beyond 16 without a word.
func checkDefaultUUID(c *checker, f *fieldSpec) {
	if !f.typ.known || f.typ.single() != UUID {
		return
	}
	if raw, err := decodeUUID(f.defaultValue.value); err == nil && len(raw) > 16 {
		c.report(f.defaultValue.pos, "%s: default %q has %d bytes instead of 16", f, f.defaultValue.value, len(raw))
	}
}
