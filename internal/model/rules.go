package model

import (
	"fmt"

	"github.com/kgen-go/kgen/internal/schema"
)

// A Rule is one thing that schemas must keep.
type Rule struct {
	ID      string // stable word that findings carry
	Purpose string // one sentence
	Warning bool   // a breach does not stop generation
	// Accepted says whether Options.Accept may turn the error into a warning.
	Accepted Acceptance

	// At most one of these is set. A rule without any is kept elsewhere: by
	// package schema or package gogen.
	message   func(*checker, *messageSpec)
	object    func(*checker, *objectSpec) // every message, struct and field
	structure func(*checker, *structSpec) // every struct, bodies included
	field     func(*checker, *fieldSpec)
	set       func(*checker, []*messageSpec)
}

// Rules returns all rules, by subject. Each call makes a new list.
func Rules() []Rule {
	var all []Rule
	for _, group := range [][]Rule{
		fileRules(), messageRules(), versionRules(), structRules(), fieldRules(), tagRules(), defaultRules(),
		commonStructRules(), setRules(), coordinatorRules(), headerRules(),
		doubtRules(), goRules(),
	} {
		all = append(all, group...)
	}
	return all
}

// A checker runs rules and gathers what they find.
type checker struct {
	options  Options
	rule     *Rule        // that runs
	file     *schema.File // that it looks at
	findings []schema.Finding
}

// run checks messages against all rules.
func (c *checker) run(messages []*messageSpec) {
	rules := Rules()
	for i := range rules {
		c.rule = &rules[i]
		for _, m := range messages {
			c.file = m.file
			c.runOnMessage(m)
		}
		if c.rule.set != nil {
			c.rule.set(c, messages)
		}
	}
}

func (c *checker) runOnMessage(m *messageSpec) {
	switch rule := c.rule; {
	case rule.message != nil:
		rule.message(c, m)
	case rule.object != nil:
		rule.object(c, &m.objectSpec)
		for _, s := range m.common {
			rule.object(c, &s.objectSpec)
		}
		for _, f := range m.fields {
			rule.object(c, &f.objectSpec)
		}
	case m.reserved():
		// No code comes of its fields, so they need not make sense.
	case rule.structure != nil:
		for _, s := range m.structs {
			rule.structure(c, s)
		}
	case rule.field != nil:
		for _, f := range m.fields {
			rule.field(c, f)
		}
	}
}

// report adds a finding of the rule that runs, in the file that it looks at.
func (c *checker) report(pos schema.Pos, format string, args ...any) {
	c.reportAlso(pos, nil, format, args...)
}

// reportAlso is report with a second place, if also is not nil.
func (c *checker) reportAlso(pos schema.Pos, also *schema.Place, format string, args ...any) {
	c.findings = append(c.findings, c.options.Accept.judge(c.rule, schema.Finding{
		Path:    c.file.Path,
		Pos:     pos,
		Message: fmt.Sprintf(format, args...),
		Rule:    c.rule.ID,
		Also:    also,
		Warning: c.rule.Warning,
	}))
}

// here makes a second place in the file that the rule looks at.
func (c *checker) here(note string, pos schema.Pos) *schema.Place {
	return &schema.Place{Path: c.file.Path, Pos: pos, Note: note}
}
