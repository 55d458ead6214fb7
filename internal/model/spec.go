package model

import (
	"slices"

	"github.com/kgen-go/kgen/internal/schema"
)

// The spec types hold a schema as it is written: every key has its Go type and
// its place, nothing is checked yet, and what could not be understood is kept
// for the rules to report. They live only while Build runs.

// A text is the string under a key.
type text struct {
	value string
	pos   schema.Pos
	given bool
}

// An integer is the whole number under a key.
type integer struct {
	value int64
	pos   schema.Pos
	given bool
}

// A versionRange is the version range under a key. One that is not given or
// has a problem is None.
type versionRange struct {
	Versions
	text    string
	pos     schema.Pos
	present bool  // the key is there
	given   bool  // the key is there and not blank, which counts as missing
	problem error // why the text is no range
}

// absent is the range of a key that is missing. It holds no version,
// unlike the zero value.
var absent = versionRange{Versions: None}

// usable reports whether the range was given and could be read.
func (r versionRange) usable() bool { return r.given && r.problem == nil }

// readable is usable for flexibleVersions of a message, where a blank text
// means none instead of missing.
func (r versionRange) readable() bool { return r.present && r.problem == nil }

// An objectSpec is what messages, structs and fields have in common.
type objectSpec struct {
	level string // "message", "struct" or "field"
	name  text
	pos   schema.Pos // of the object, or of what stands in for it

	unknown []*schema.Member
	wrong   []wrongValue
	ranges  []versionRange // all that were given
}

// A wrongValue is a value of a kind that its key cannot have.
type wrongValue struct {
	key  string
	pos  schema.Pos
	want string
}

// namePos is where findings about the whole object point.
func (o *objectSpec) namePos() schema.Pos {
	if o.name.given {
		return o.name.pos
	}
	return o.pos
}

// String names the object in findings, such as "field Topics".
func (o *objectSpec) String() string {
	if !o.name.given {
		return o.level + " without a name"
	}
	return o.level + " " + o.name.value
}

type messageSpec struct {
	objectSpec
	file *schema.File

	typeWord   text
	apiKey     integer
	valid      versionRange
	flexible   versionRange
	deprecated versionRange
	unstable   text // "true" or "false"
	listeners  []text

	headers []headerSpec // nil if the key is missing
	// headersPos is the place of the headerVersions key, if it is there.
	headersPos schema.Pos

	body   *structSpec
	common []*structSpec
	// structs are body, the structs declared in place in order of the text, and
	// those of common; fields are the fields of all of them.
	structs []*structSpec
	fields  []*fieldSpec
}

// reserved reports whether the message has no versions ("none").
func (m *messageSpec) reserved() bool { return m.valid.usable() && m.valid.Empty() }

// is reports whether the message is of one of the given types.
func (m *messageSpec) is(types ...MessageType) bool {
	return slices.Contains(types, m.meantType())
}

// meantType is the message's type. A misspelt one counts as what it was meant
// for, so that nothing follows from the slip but the finding about it.
func (m *messageSpec) meantType() MessageType {
	word := m.typeWord.value
	if !slices.Contains(messageTypes, word) {
		word = nearest(word, messageTypes)
	}
	return MessageType(word)
}

// A headerSpec is one entry of headerVersions.
type headerSpec struct {
	bodies versionRange
	header integer // not given if the value is no number of 0 or more
	pos    schema.Pos
	text   string // of the value
}

type structSpec struct {
	objectSpec
	message  *messageSpec
	versions versionRange
	fields   []*fieldSpec
	common   bool
	owner    *fieldSpec // the field that declares the struct in place, if one does

	// current are the versions in which the struct can appear, as far as the
	// ranges can be read.
	current Versions
	uses    int // number of fields of this type, see countUses
	// reached are, for a common struct, the versions from the first to the last
	// in which a field uses it, see countReach.
	reached Versions
}

type fieldSpec struct {
	objectSpec
	in *structSpec

	typeText text
	typ      fieldType
	problem  string // why typeText is no type

	versions, nullable, tagged, flexible versionRange

	tag          integer
	defaultValue text       // not given for JSON null
	nullDefault  schema.Pos // of a JSON null in its place
	ignorable    bool
	mapKey       bool
	zeroCopy     bool
	entityType   text
	about        string

	// inline is the struct that the field's own "fields" declare, if it has them.
	inline    *structSpec
	fieldsPos schema.Pos // of the "fields" key
	// emptyFields says that "fields" are there, but empty, on a type that has none.
	emptyFields bool
	// target is the struct that the field's type names, however declared.
	target *structSpec

	node *schema.Value // for its comments
}

// written are the versions that the schema gives the field: "versions", or
// "taggedVersions" where only that is there.
func (f *fieldSpec) written() versionRange {
	if !f.versions.given {
		return f.tagged
	}
	return f.versions
}

// everTagged reports whether the field has taggedVersions that hold a version.
func (f *fieldSpec) everTagged() bool { return f.tagged.usable() && !f.tagged.Empty() }

// A fieldType is a type as the schema writes it.
type fieldType struct {
	kind       Kind // of the element, for arrays
	array      bool
	structName string // for StructKind
	known      bool   // the text could be read
}

// single is the type's kind when it is no array, else Array.
func (t fieldType) single() Kind {
	if t.array {
		return Array
	}
	return t.kind
}
