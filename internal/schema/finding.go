package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Finding is one thing that is wrong, or may be wrong, with a schema.
type Finding struct {
	Path    string
	Pos     Pos
	Message string
	Rule    string // stable id of the rule, such as "tag-unique"
	// Also is a second place that the message speaks of, where there is one.
	Also    *Place
	Warning bool // generation may go on
}

// A Place is a position in a file with a note, such as "first used".
type Place struct {
	Path string
	Pos  Pos
	Note string
}

// String gives the finding as one line, in the form that editors jump from:
//
//	path:line:col: message (note at line:col) [rule]
func (f Finding) String() string {
	var b strings.Builder
	pos := f.Pos
	if !pos.IsValid() {
		pos = Pos{1, 1}
	}
	fmt.Fprintf(&b, "%s:%s: ", f.Path, pos)
	if f.Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(f.Message)
	if a := f.Also; a != nil {
		if a.Path == f.Path {
			fmt.Fprintf(&b, " (%s at %s)", a.Note, a.Pos)
		} else {
			fmt.Fprintf(&b, " (%s at %s:%s)", a.Note, a.Path, a.Pos)
		}
	}
	fmt.Fprintf(&b, " [%s]", f.Rule)
	return b.String()
}

// SortFindings sorts by path, line, column and message and drops repeats.
func SortFindings(list []Finding) []Finding {
	slices.SortFunc(list, func(a, b Finding) int {
		return cmp.Or(
			strings.Compare(a.Path, b.Path),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			strings.Compare(a.Message, b.Message),
			strings.Compare(a.Rule, b.Rule),
		)
	})
	return slices.CompactFunc(list, func(a, b Finding) bool {
		return a.Path == b.Path && a.Pos == b.Pos && a.Message == b.Message && a.Rule == b.Rule
	})
}

// HasErrors reports whether any finding is more than a warning.
func HasErrors(list []Finding) bool {
	return slices.ContainsFunc(list, func(f Finding) bool { return !f.Warning })
}
