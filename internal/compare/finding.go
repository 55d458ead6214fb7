package compare

import (
	"fmt"
	"strings"

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
	Kind    Kind
	Message string // as the new set calls it, unless it was removed
	// Field is the path of a field within the message, such as
	// "Topics.Partitions.Offset"; empty where the message itself is meant.
	Field string
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

// String gives the finding as one line, in the form that editors jump from:
//
//	path:line:col: message.field: text (was at path:line:col) [kind]
func (f Finding) String() string {
	switch {
	case f.Old == nil:
		return fmt.Sprintf("%s: %s: %s [%s]", f.New, f.Subject(), f.Text(), f.Kind)
	case f.New == nil:
		return fmt.Sprintf("%s: %s: %s [%s]", f.Old, f.Subject(), f.Text(), f.Kind)
	}
	return fmt.Sprintf("%s: %s: %s (was at %s) [%s]", f.New, f.Subject(), f.Text(), f.Old, f.Kind)
}
