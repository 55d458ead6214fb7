package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// selectMessages gives the part of set that the names under -only choose, each
// a message's or an API's, along with the headers that frames need. Without
// names that is all of set.
func selectMessages(set *model.Set, names []string) (*model.Set, error) {
	if len(names) == 0 {
		return set, nil
	}
	for _, name := range names {
		if !slices.ContainsFunc(set.Messages, func(m *model.Message) bool { return isCalled(m, name) }) {
			return nil, &usageError{"generate", unknownName(set, name)}
		}
	}
	selected := *set
	selected.Messages = nil
	for _, m := range set.Messages {
		if m.Type == model.Header || slices.ContainsFunc(names, func(name string) bool { return isCalled(m, name) }) {
			selected.Messages = append(selected.Messages, m)
		}
	}
	return &selected, nil
}

// isCalled reports whether name is m's or that of its API.
func isCalled(m *model.Message, name string) bool { return name == m.Name || name == m.APIName() }

// unknownName explains that no message goes by name, with the spelling of one
// that differs in letter case only.
func unknownName(set *model.Set, name string) string {
	text := fmt.Sprintf("-only: no message or API is called %q", name)
	for _, m := range set.Messages {
		for _, known := range []string{m.Name, m.APIName()} {
			if strings.EqualFold(known, name) {
				return fmt.Sprintf("%s; did you mean %s?", text, known)
			}
		}
	}
	return text
}
