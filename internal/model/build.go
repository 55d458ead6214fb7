package model

import (
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/schema"
)

// Options are what the user may choose about the checks.
type Options struct {
	UnknownKeys Policy
}

// Policy says how grave a finding is.
type Policy uint8

// The policies for keys and words that are not known. A new key may change the
// bytes on the wire, so it is an error unless the user knows better.
const (
	Error Policy = iota
	Warn
)

// Build checks the parsed files of one set and resolves them. The findings are
// those of all files and sorted. If one of them is an error, the set is nil.
// Neither depends on the order of files.
func Build(files []*schema.File, opts Options) (*Set, []schema.Finding) {
	files = slices.SortedStableFunc(slices.Values(files), func(a, b *schema.File) int {
		return strings.Compare(a.Path, b.Path)
	})
	messages := make([]*messageSpec, len(files))
	for i, file := range files {
		messages[i] = readMessage(file)
	}
	c := &checker{options: opts}
	c.run(messages)
	findings := schema.SortFindings(c.findings)
	if schema.HasErrors(findings) {
		return nil, findings
	}
	set := &Set{}
	for _, m := range messages {
		set.Messages = append(set.Messages, m.resolve())
	}
	slices.SortFunc(set.Messages, func(a, b *Message) int { return strings.Compare(a.Name, b.Name) })
	return set, findings
}
