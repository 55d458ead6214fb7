package schema

import (
	"fmt"
	"path"
	"slices"
)

// Overlay returns l with files of the same base name replaced by those of over,
// for sets that differ from another one in a few schemas. Skipped files are those
// of both. It is an error if a file of over replaces none.
func (l Loaded) Overlay(over Loaded) (Loaded, error) {
	replaced := map[string]bool{} // by base name; whether l has had it
	for _, name := range over.names() {
		replaced[name] = false
	}
	result := Loaded{
		Files:    slices.Clone(over.Files),
		Findings: slices.Clone(over.Findings),
		Skipped:  slices.Concat(l.Skipped, over.Skipped),
	}
	for _, file := range l.Files {
		if _, found := replaced[file.Name]; found {
			replaced[file.Name] = true
			continue
		}
		result.Files = append(result.Files, file)
	}
	for _, f := range l.Findings {
		name := path.Base(f.Path)
		if _, found := replaced[name]; found {
			replaced[name] = true
			continue
		}
		result.Findings = append(result.Findings, f)
	}
	for _, name := range over.names() {
		if !replaced[name] {
			return Loaded{}, fmt.Errorf("overlay %s replaces no schema; a new one belongs among the schemas themselves", name)
		}
	}
	result.Findings = SortFindings(result.Findings)
	return result, nil
}

// names are the base names of all files read, in order, those with mistakes in
// their syntax included.
func (l Loaded) names() []string {
	var names []string
	for _, file := range l.Files {
		names = append(names, file.Name)
	}
	for _, f := range l.Findings {
		names = append(names, path.Base(f.Path))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
