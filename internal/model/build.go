package model

import (
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/schema"
)

// Options are what the user may choose about the checks.
type Options struct {
	Accept Accept
	// Needed reports whether a message of the set is wanted; nil stands for all.
	// Mistakes in the files of others do not count, and leave these out.
	Needed func(*schema.File) bool
	// Partial says that files of the set are missing, so that rules about what
	// a set lacks have nothing to say.
	Partial bool
}

// Build checks the parsed files of one set and resolves them. The findings are
// those of all files and sorted. If one of them is an error, the set is nil.
// Neither depends on the order of files.
func Build(files []*schema.File, opts Options) (*Set, []schema.Finding) {
	set, findings := BuildSound(files, nil, opts)
	if schema.HasErrors(findings) {
		return nil, findings
	}
	return set, findings
}

// BuildSound is Build that returns a set in any case: of the messages without
// errors. Earlier findings, those of reading the files, are judged and returned
// with the others.
func BuildSound(files []*schema.File, earlier []schema.Finding, opts Options) (*Set, []schema.Finding) {
	files = slices.SortedStableFunc(slices.Values(files), func(a, b *schema.File) int {
		return strings.Compare(a.Path, b.Path)
	})
	messages := make([]*messageSpec, len(files))
	for i, file := range files {
		messages[i] = readMessage(file)
	}
	c := &checker{options: opts, findings: opts.Accept.judgeAll(earlier)}
	c.run(messages)
	findings := allow(files, schema.SortFindings(c.findings))
	faulty := map[string]bool{} // by path
	for _, f := range findings {
		faulty[f.Path] = faulty[f.Path] || !f.Warning
	}
	set := &Set{}
	for _, m := range messages {
		if !faulty[m.file.Path] {
			set.Messages = append(set.Messages, m.resolve())
		}
	}
	slices.SortFunc(set.Messages, func(a, b *Message) int { return strings.Compare(a.Name, b.Name) })
	if opts.Needed != nil {
		findings = opts.dropUnneeded(files, findings)
	}
	return set, findings
}

// dropUnneeded drops the findings about files of messages that are not needed.
func (opts Options) dropUnneeded(files []*schema.File, findings []schema.Finding) []schema.Finding {
	parsed := map[string]*schema.File{}
	for _, file := range files {
		parsed[file.Path] = file
	}
	return slices.DeleteFunc(findings, func(f schema.Finding) bool {
		file := parsed[f.Path]
		if file == nil { // its syntax is wrong, so there is only its name
			name := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
			file = &schema.File{Path: f.Path, Name: name, Root: &schema.Value{Kind: schema.Object}}
		}
		return !opts.Needed(file)
	})
}

// NamesOf returns the name of the message that file has, the name of its API,
// and whether it is a header, which all frames need. A file that does not say
// goes by its file name.
func NamesOf(file *schema.File) (message, api string, header bool) {
	message = strings.TrimSuffix(file.Name, ".json")
	m := &Message{Name: message}
	if member := file.Root.Member("name"); member != nil && member.Value.Kind == schema.String {
		m.Name = member.Value.Text
	}
	if member := file.Root.Member("type"); member != nil {
		m.Type = MessageType(member.Value.Text)
	} else {
		switch {
		case strings.HasSuffix(m.Name, "Request"):
			m.Type = Request
		case strings.HasSuffix(m.Name, "Response"):
			m.Type = Response
		}
	}
	return m.Name, m.APIName(), m.Type == Header
}
