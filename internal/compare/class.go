package compare

import (
	"cmp"
	"slices"
)

// Class says whom a difference concerns. Its value is stable: scripts look for
// it.
type Class string

// The classes, from the gravest down.
const (
	// Wire: bytes of a version that both sets have change, or a stored record's.
	Wire Class = "wire"
	// Drops: a version or a message that old peers may need is gone.
	Drops Class = "drops"
	// Source: Go code that uses the generated package no longer compiles, or
	// means something else.
	Source Class = "source"
	// Added: there is something new, or a version that only one set has differs.
	Added Class = "added"
	// Words: documentation and other facts that change neither bytes nor code.
	Words Class = "words"
)

// Classes lists all classes from the gravest down.
func Classes() []Class { return []Class{Wire, Drops, Source, Added, Words} }

func (c Class) rank() int { return slices.Index(Classes(), c) }

// AtLeast reports whether c is as grave as limit or graver.
func (c Class) AtLeast(limit Class) bool { return c.rank() <= limit.rank() }

func graver(a, b Class) Class {
	if b.rank() < a.rank() {
		return b
	}
	return a
}

// A Verdict sums up what differs in one API, or in a message of none.
type Verdict struct {
	Name     string // "Fetch", or "LeaderChangeMessage"
	Class    Class  // the gravest
	Findings []Finding
}

// Verdicts groups findings by API: the gravest first, then by name.
func Verdicts(findings []Finding) []Verdict {
	var verdicts []Verdict
	for _, f := range findings {
		i := slices.IndexFunc(verdicts, func(v Verdict) bool { return v.Name == f.API })
		if i < 0 {
			verdicts = append(verdicts, Verdict{Name: f.API, Class: f.Class})
			i = len(verdicts) - 1
		}
		verdicts[i].Class = graver(verdicts[i].Class, f.Class)
		verdicts[i].Findings = append(verdicts[i].Findings, f)
	}
	slices.SortStableFunc(verdicts, func(a, b Verdict) int {
		return cmp.Or(cmp.Compare(a.Class.rank(), b.Class.rank()), cmp.Compare(a.Name, b.Name))
	})
	for _, v := range verdicts {
		slices.SortStableFunc(v.Findings, func(a, b Finding) int { return cmp.Compare(a.Class.rank(), b.Class.rank()) })
	}
	return verdicts
}
