package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/compare"
	"github.com/kgen-go/kgen/internal/model"
)

// todo writes the list of what to do as Markdown.
func todo(version string, sections []section) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Schemas of Kafka %s: what to write\n\n"+
		"Facts are taken over as they are, descriptions are written in words of our own.\n", version)
	done := true
	for _, s := range sections {
		if len(s.findings) == 0 {
			continue
		}
		done = false
		fmt.Fprintf(&b, "\n## schemas/%s\n", s.set.Name)
		s.newMessages(&b)
		s.newFields(&b)
		s.changed(&b)
		s.gone(&b)
	}
	if done {
		b.WriteString("\nNothing: no schema differs.\n")
	}
	return b.Bytes()
}

// list writes the given findings under a heading, if there are any.
func (s section) list(b *bytes.Buffer, heading string, is func(compare.Kind) bool, write func(f compare.Finding)) {
	first := true
	for _, f := range s.findings {
		if !is(f.Kind) {
			continue
		}
		if first {
			fmt.Fprintf(b, "\n### %s\n\n", heading)
			first = false
		}
		write(f)
	}
}

func only(kinds ...compare.Kind) func(compare.Kind) bool {
	return func(k compare.Kind) bool { return slices.Contains(kinds, k) }
}

func (s section) newMessages(b *bytes.Buffer) {
	s.list(b, "New messages", only(compare.MessageAdded), func(f compare.Finding) {
		fmt.Fprintf(b, "- [ ] `%s.json`: %s; say what it is for and what each version changes\n", f.Message, f.New.Value)
		s.abouts(b, f.Message, "")
	})
}

func (s section) newFields(b *bytes.Buffer) {
	s.list(b, "New fields, which need an `about`", only(compare.FieldAdded), func(f compare.Finding) {
		s.abouts(b, f.Message, f.Field)
	})
}

// abouts lists the fields of a message that need a description: the one at path
// with those below, or all.
func (s section) abouts(b *bytes.Buffer, message, path string) {
	i := slices.IndexFunc(s.theirs.Messages, func(m *model.Message) bool { return m.Name == message })
	m := s.theirs.Messages[i]
	eachField(m.Body, "", map[*model.Struct]bool{}, func(at string, f *model.Field) {
		if path == "" || at == path || strings.HasPrefix(at, path+".") {
			indent := "  "
			if path == at {
				indent = ""
			}
			fmt.Fprintf(b, "%s- [ ] `about` of `%s.%s`, versions %s\n", indent, message, at, f.Versions)
		}
	})
}

// eachField visits the fields of a struct and of those below it, each struct
// once, with the path that leads to the field.
func eachField(s *model.Struct, path string, seen map[*model.Struct]bool, visit func(path string, f *model.Field)) {
	if seen[s] {
		return
	}
	seen[s] = true
	for _, f := range s.Fields {
		at := f.Name
		if path != "" {
			at = path + "." + f.Name
		}
		visit(at, f)
		t := f.Type
		if t.Elem != nil {
			t = *t.Elem
		}
		if t.Struct != nil {
			eachField(t.Struct, at, seen, visit)
		}
	}
}

func (s section) changed(b *bytes.Buffer) {
	isChange := func(k compare.Kind) bool {
		return !only(compare.MessageAdded, compare.FieldAdded, compare.MessageRemoved, compare.FieldRemoved)(k)
	}
	s.list(b, "Changed facts", isChange, func(f compare.Finding) {
		hint := ""
		if f.Kind == compare.ValidVersions {
			hint = "; tell in the comment what the versions change"
		}
		fmt.Fprintf(b, "- [ ] `%s`: %s%s\n", f.Subject(), f.Text(), hint)
	})
}

func (s section) gone(b *bytes.Buffer) {
	s.list(b, "Gone", only(compare.MessageRemoved, compare.FieldRemoved), func(f compare.Finding) {
		fmt.Fprintf(b, "- [ ] `%s`: %s\n", f.Subject(), f.Text())
	})
}
