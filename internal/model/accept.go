package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/schema"
)

// An Accept says which breaches of rules are only warnings, among those that
// have a meaning of their own: the rules whose Accepted is not Never. The zero
// Accept takes what releases of Kafka were built from.
type Accept struct {
	Level Level
	Rules []string // ids of rules taken besides those of Level
}

// A Level is a set of rules of which breaches are taken.
type Level uint8

// The levels.
const (
	AcceptReleases Level = iota
	AcceptNone
	AcceptAll
)

var levelWords = map[string]Level{"releases": AcceptReleases, "none": AcceptNone, "all": AcceptAll}

// Acceptance says at which level a breach of a rule is only a warning.
type Acceptance uint8

// The acceptances of rules. A breach that is never accepted has no meaning.
const (
	Never      Acceptance = iota
	InReleases            // a release of Kafka was built from such a schema
	OnDemand              // the meaning may be lost, as with the keys of a future Kafka
)

// ParseAccept reads words, each the name of a level or the id of a rule. The
// last level counts, releases if there is none.
func ParseAccept(words []string) (Accept, error) {
	var a Accept
	for _, word := range words {
		if level, ok := levelWords[word]; ok {
			a.Level = level
			continue
		}
		if !slices.Contains(acceptable(), word) {
			return Accept{}, fmt.Errorf("%q is no level (%s) and no rule that can be accepted (%s)",
				word, enumerate(mapKeys(levelWords)), strings.Join(acceptable(), ", "))
		}
		a.Rules = append(a.Rules, word)
	}
	return a, nil
}

// acceptable lists the ids of rules of which breaches may be taken.
func acceptable() []string {
	var ids []string
	for _, rule := range Rules() {
		if rule.Accepted != Never {
			ids = append(ids, rule.ID)
		}
	}
	return ids
}

// takes reports whether breaches of rule are only warnings.
func (a Accept) takes(rule *Rule) bool {
	switch {
	case rule.Accepted == Never:
		return false
	case slices.Contains(a.Rules, rule.ID), a.Level == AcceptAll:
		return true
	}
	return a.Level == AcceptReleases && rule.Accepted == InReleases
}

// judge makes f a warning or an error as a wants it, if its rule leaves a
// choice, and tells how to choose otherwise.
func (a Accept) judge(rule *Rule, f schema.Finding) schema.Finding {
	if rule.Accepted == Never {
		return f
	}
	f.Warning = a.takes(rule)
	if !f.Warning {
		f.Message += "; to go on all the same: -accept " + rule.ID
	}
	return f
}

// judgeAll judges findings that package schema made.
func (a Accept) judgeAll(findings []schema.Finding) []schema.Finding {
	rules := Rules()
	judged := slices.Clone(findings)
	for i, f := range judged {
		if at := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == f.Rule }); at >= 0 {
			judged[i] = a.judge(&rules[at], f)
		}
	}
	return judged
}
