package compare

import (
	"fmt"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// Kind is what a difference is about. Its value is stable: scripts look for it.
type Kind string

// The kinds of differences. Those up to EntityType are properties of a message
// or a field, with a value in each set.
const (
	MessageAdded   Kind = "message-added"
	MessageRemoved Kind = "message-removed"
	FieldAdded     Kind = "field-added"
	FieldRemoved   Kind = "field-removed"

	Name               Kind = "name"
	Type               Kind = "type"
	APIKey             Kind = "api-key"
	ValidVersions      Kind = "valid-versions"
	FlexibleVersions   Kind = "flexible-versions"
	DeprecatedVersions Kind = "deprecated-versions"
	LatestUnstable     Kind = "latest-version-unstable"
	HeaderVersions     Kind = "header-versions"
	Listeners          Kind = "listeners"

	// Order is the place of a field among those that are written in order. It
	// counts as the bytes follow it.
	Order            Kind = "order"
	StructName       Kind = "struct-name"
	Versions         Kind = "versions"
	NullableVersions Kind = "nullable-versions"
	TaggedVersions   Kind = "tagged-versions"
	Tag              Kind = "tag"
	Default          Kind = "default"
	Ignorable        Kind = "ignorable"
	MapKey           Kind = "map-key"
	ZeroCopy         Kind = "zero-copy"
	EntityType       Kind = "entity-type"
)

// A Finding is one difference between two sets.
type Finding struct {
	Kind  Kind
	Class Class
	// Versions are those that both sets have and whose bytes differ by this, from
	// the first to the last.
	Versions model.Versions
	// Unstable says that Versions is only the latest one of the old set, and that
	// it was unstable, so that the difference is not called Wire.
	Unstable bool
	API      string // "Fetch" for FetchRequest; else the message
	Message  string // as the new set calls it, unless it was removed
	// Partner is a second message of which the same is to be said: the response of
	// an API that is gone altogether.
	Partner string
	// Field is the path of a field within the message, such as
	// "Topics.Partitions.Offset"; empty where the message itself is meant.
	Field string
	// Struct is the schema's name of the struct that has the field, the message's
	// for fields of the message itself.
	Struct string
	// Others are more paths that lead to the same field of a common struct.
	Others []string
	// Old and New are the two places and what stands there. Old is nil for
	// what was added, New for what was removed.
	Old, New *Place
}

// A Place is a position in a schema, and the value that the compared property
// has there.
type Place struct {
	Path  string
	Pos   schema.Pos
	Value string
}

func (p *Place) String() string { return p.Path + ":" + p.Pos.String() }

// Subject is the message, or the field with the message in front.
func (f Finding) Subject() string {
	if f.Field == "" {
		return f.Message
	}
	return f.Message + "." + f.Field
}

// Text says what differs, such as "nullable versions 2+, was none".
func (f Finding) Text() string {
	what := strings.ReplaceAll(string(f.Kind), "-", " ")
	switch {
	case f.Old == nil:
		return fmt.Sprintf("%s: %s", what, f.New.Value)
	case f.New == nil:
		return fmt.Sprintf("%s: %s", what, f.Old.Value)
	}
	return fmt.Sprintf("%s %s, was %s", what, f.New.Value, f.Old.Value)
}

// Where says in which versions bytes differ, or is empty.
func (f Finding) Where() string {
	switch {
	case f.Versions.Empty():
		return ""
	case f.Unstable:
		return fmt.Sprintf("unstable version %s", f.Versions)
	case f.Versions.Low == f.Versions.High:
		return fmt.Sprintf("version %d", f.Versions.Low)
	}
	return "versions " + f.Versions.String()
}

// Place is where the new set has it, or else the old one.
func (f Finding) Place() *Place {
	if f.New != nil {
		return f.New
	}
	return f.Old
}

// String gives the finding as one line:
//
//	class: message.field: text in versions (path:line:col) [kind]
func (f Finding) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", f.Class, f.Subject())
	if f.Partner != "" {
		fmt.Fprintf(&b, " and %s", f.Partner)
	}
	fmt.Fprintf(&b, ": %s", f.Text())
	if where := f.Where(); where != "" {
		fmt.Fprintf(&b, ", bytes of %s", where)
	}
	if len(f.Others) > 0 {
		fmt.Fprintf(&b, "; also %s", strings.Join(f.Others, ", "))
	}
	fmt.Fprintf(&b, " (%s) [%s]", f.Place(), f.Kind)
	return b.String()
}
