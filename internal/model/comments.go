package model

import (
	"strings"

	"github.com/kgen-go/kgen/internal/schema"
)

// comments returns the comment lines between the keys of m, which tell the
// history of its versions. What stands above the object is the licence.
func (m *messageSpec) comments() []string {
	root := m.file.Root
	return paragraphs(append(memberComments(root), root.EndComments))
}

// comments returns the comment lines before f, between its keys and behind it.
func (f *fieldSpec) comments() []string {
	groups := [][]schema.Comment{f.node.Comments}
	groups = append(groups, memberComments(f.node)...)
	return paragraphs(append(groups, f.node.EndComments, f.node.Trailing))
}

// memberComments returns the comments at the members of v, a group for each
// place where they can stand.
func memberComments(v *schema.Value) [][]schema.Comment {
	var groups [][]schema.Comment
	for _, m := range v.Members {
		groups = append(groups, m.Comments, m.Value.Comments, m.Value.Trailing)
	}
	return groups
}

// paragraphs joins groups of comments to lines. An empty line parts groups, and
// comments of a group that do not stand on successive lines; there is none at
// either end, and no two in a row.
func paragraphs(groups [][]schema.Comment) []string {
	var lines []string
	add := func(line string) {
		atBreak := len(lines) == 0 || lines[len(lines)-1] == ""
		if line != "" || !atBreak {
			lines = append(lines, line)
		}
	}
	for _, group := range groups {
		next := 0 // the line after the last comment of the group
		for _, c := range group {
			if c.Pos.Line > next {
				add("")
			}
			for _, line := range c.Lines {
				if !strings.HasPrefix(line, allowMarker) {
					add(line)
				}
			}
			next = c.Pos.Line + len(c.Lines)
		}
	}
	if n := len(lines); n > 0 && lines[n-1] == "" {
		lines = lines[:n-1]
	}
	return lines
}
