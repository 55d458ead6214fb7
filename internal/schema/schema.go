// Package schema reads Kafka's message schemas as text: JSON with comments,
// in which every key and value keeps its line and column and comments stay
// with the node that they stand before. It knows nothing of what the keys
// mean; package model does.
package schema

import "fmt"

// A Pos is a place in a schema file. Line and Col count from 1; Col counts
// bytes, as Go's own tools do. The zero Pos stands for the file as a whole.
type Pos struct {
	Line, Col int
}

// IsValid reports whether p is a place within a file.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// A File is one parsed schema file.
type File struct {
	// Path is what findings print: a path relative to the working directory
	// where possible, "kafka.jar!common/message/X.json" within an archive.
	Path string
	// Name is the base name of the file, such as "FetchRequest.json".
	Name string
	Root *Value // an object; its Comments are those at the top of the file
	// EndComments are those after the root object.
	EndComments []Comment
}

// Kind is the kind of a JSON value.
type Kind uint8

// The kinds of JSON values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// A Value is a JSON value with its place in the file.
type Value struct {
	Kind Kind
	Pos  Pos // of the value's first byte
	// Text is a string's content, or the literal of a number, "true", "false"
	// or "null" as written. Empty for arrays and objects.
	Text    string
	Items   []*Value  // of an array
	Members []*Member // of an object, in the file's order
	// Comments are those before an array's item, or between a key and its
	// value. Those before an object's key belong to the Member.
	Comments []Comment
	// Trailing are those behind the value, on the line where it ends.
	Trailing []Comment
	// EndComments are those before the closing bracket of an array or object.
	EndComments []Comment
}

// A Member is a key of an object and its value.
type Member struct {
	Key      string
	KeyPos   Pos
	Value    *Value
	Comments []Comment // before the key
}

// Member returns the member of object v with the given key, or nil.
func (v *Value) Member(key string) *Member {
	for _, m := range v.Members {
		if m.Key == key {
			return m
		}
	}
	return nil
}

// A Comment is one comment, without its markers.
type Comment struct {
	Pos Pos
	// Lines are the comment's lines, each without marker and outer blanks: one
	// for a // comment, one or more for a block comment.
	Lines []string
}
