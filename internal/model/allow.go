package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/schema"
)

// ruleAllow is the id of findings about kgen:allow comments themselves.
const ruleAllow = "allow-comment"

// allowMarker begins a comment that silences a finding.
const allowMarker = "kgen:allow"

// An allowance is a comment such as
//
//	// kgen:allow file-name the build writes the file
//
// above a key, a list item or the whole schema. It silences one finding of its
// rule about what it stands above.
type allowance struct {
	path         string
	pos          schema.Pos
	rule, reason string
	first, last  schema.Pos // of what it stands above
}

// allow applies the allowances in files to findings, and reports those that
// silence nothing or cannot.
func allow(files []*schema.File, findings []schema.Finding) []schema.Finding {
	rules := map[string]Rule{}
	for _, rule := range Rules() {
		rules[rule.ID] = rule
	}
	for _, file := range files {
		for _, a := range allowances(file) {
			rule, known := rules[a.rule]
			problem := ""
			switch i := slices.IndexFunc(findings, a.covers); {
			case !known:
				problem = fmt.Sprintf("there is no rule %q to allow a breach of", a.rule)
			case a.reason == "":
				problem = fmt.Sprintf("say after %s why a breach is right here", a.rule)
			case !rule.Warning && rule.Accepted == Never:
				problem = fmt.Sprintf("%s is an error that cannot be allowed, as a breach has no meaning", a.rule)
			case i < 0:
				problem = fmt.Sprintf("there is no finding of %s here; remove the comment", a.rule)
			default:
				findings = slices.Delete(findings, i, i+1)
			}
			if problem != "" {
				findings = append(findings, schema.Finding{
					Path: a.path, Pos: a.pos, Message: problem, Rule: ruleAllow, Warning: true,
				})
			}
		}
	}
	return schema.SortFindings(findings)
}

// covers reports whether f is a finding that a is about.
func (a allowance) covers(f schema.Finding) bool {
	return f.Rule == a.rule && f.Path == a.path && comparePos(a.first, f.Pos) <= 0 && comparePos(f.Pos, a.last) <= 0
}

// allowances finds the kgen:allow comments of file.
func allowances(file *schema.File) []allowance {
	var found []allowance
	add := func(comments []schema.Comment, first, last schema.Pos) {
		for _, c := range comments {
			for _, line := range c.Lines {
				text, ok := strings.CutPrefix(line, allowMarker)
				if !ok {
					continue
				}
				rule, reason, _ := strings.Cut(strings.TrimSpace(text), " ")
				found = append(found, allowance{file.Path, c.Pos, rule, strings.TrimSpace(reason), first, last})
			}
		}
	}
	var walk func(v *schema.Value) (last schema.Pos)
	walk = func(v *schema.Value) schema.Pos {
		last := v.Pos
		for _, item := range v.Items {
			last = walk(item)
		}
		for _, m := range v.Members {
			last = walk(m.Value)
			add(m.Comments, m.KeyPos, last)
		}
		add(v.Comments, v.Pos, last)
		return last
	}
	walk(file.Root)
	return found
}

func comparePos(a, b schema.Pos) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}
