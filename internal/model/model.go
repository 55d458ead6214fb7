// Package model turns parsed schema files into a checked description of a set
// of messages: versions resolved, structs linked, defaults typed. What it
// returns has kept every rule, so the packages that read it (code generation,
// layouts, comparison) need no checks of their own.
package model

import (
	"github.com/kgen-go/kgen/internal/schema"
)

// A Set is the messages of one schema folder. One set becomes one Go package.
type Set struct {
	// Messages are in order of name.
	Messages []*Message
}

// MessageType is the word under a schema's "type" key.
type MessageType string

// The message types that schemas know. The two coordinator types came in 2025:
// records of the coordinator topics, whose apiKey numbers the record type.
const (
	Request          MessageType = "request"
	Response         MessageType = "response"
	Header           MessageType = "header"
	Data             MessageType = "data"
	Metadata         MessageType = "metadata"
	CoordinatorKey   MessageType = "coordinator-key"
	CoordinatorValue MessageType = "coordinator-value"
)

// A Message is one schema file after all checks.
type Message struct {
	Name string
	Type MessageType

	// APIKey is the request type's, metadata record's or coordinator record's
	// number; HasAPIKey is false for messages that have none.
	APIKey    int16
	HasAPIKey bool

	// Valid is empty for a message whose validVersions is "none": its key and
	// name stay reserved and no code is made for it.
	Valid      Versions
	Flexible   Versions // as written; empty for "none"
	Deprecated Versions
	Unstable   bool // latestVersionUnstable
	Listeners  []string

	// Body is the message itself as a struct; Body.Name is Name.
	Body *Struct
	// Structs are all structs below Body, each once, in the order in which the
	// schema declares them (commonStructs last). Body is not among them.
	Structs []*Struct

	// Comments are the comment lines at message level that speak of versions,
	// in the schema's order and without comment markers; empty strings part
	// paragraphs. The licence at the top of a file is not among them.
	Comments []string

	// Path is what findings print; File is its last element, the name of the
	// schema file.
	Path string
	File string
	Pos  schema.Pos

	headerVersions []int16 // by body version, for requests and responses
}

// A Struct is a message's body or a struct within it.
type Struct struct {
	Name string
	// Versions are those in which the struct can appear: its own versions
	// within its parent's, within the message's valid versions. Those of a
	// common struct go from the first to the last version in which it is used;
	// there are none if all fields that use it are never on the wire.
	Versions Versions
	Fields   []*Field // in the order of the schema, tagged ones included
	Common   bool     // declared under commonStructs
	// Uses counts the fields of this message whose type is this struct.
	Uses int
	Pos  schema.Pos
}

// A Field is one field of a struct.
type Field struct {
	Name string
	Type Type
	// Versions are those in which the field exists: its own versions within
	// the struct's. Empty when the field exists in no valid version.
	Versions Versions
	// Nullable, Tagged are likewise within Versions.
	Nullable Versions
	Tagged   Versions
	Tag      int // -1 for a field that is never tagged
	// Flexible are the versions in which a string or bytes field has the
	// compact form: the message's, or the field's own flexibleVersions.
	Flexible   Versions
	Default    Default
	Ignorable  bool
	MapKey     bool
	ZeroCopy   bool
	EntityType string
	About      string
	Comments   []string // comment lines before the field, in the schema's order
	Pos        schema.Pos
}

// Kind is the kind of a field's type.
type Kind uint8

// The kinds of the schema language.
const (
	Bool Kind = iota
	Int8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Float64
	UUID
	String
	Bytes
	Records
	StructKind
	Array
)

// A Type is a field's type; arrays have an element that is no array.
type Type struct {
	Kind   Kind
	Elem   *Type   // for Array
	Struct *Struct // for StructKind
}

// A Default is a field's default value. Exactly one of the typed members
// counts, chosen by the field's kind; Null wins over all of them. Arrays,
// bytes, records and structs are empty (a struct of defaults) unless Null;
// records are always Null.
type Default struct {
	Explicit bool // the schema gives it
	Null     bool
	Bool     bool
	Int      int64 // all integer kinds
	Float    float64
	String   string
	UUID     [16]byte
}
