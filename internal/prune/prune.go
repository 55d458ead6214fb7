// Package prune leaves out of a set of messages what a program does not need:
// other APIs, other listeners, versions that no peer of its will speak. What it
// returns is a set like any other, so that all who read sets are spared too.
package prune

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// A Selection says what to keep. The zero value keeps everything.
type Selection struct {
	// Names are those of messages (FetchRequest) or APIs (Fetch).
	Names []string
	// Listener is that of the brokers to speak to: of requests, those that it
	// takes are kept with their responses. Messages of other types have none
	// and stay.
	Listener string
	// Since is the oldest release of the brokers to speak to, such as "2.8".
	Since string
	// Versions are those of single messages or APIs, by name. They count in place
	// of Since.
	Versions map[string]model.Versions
}

// Set returns the part of set that s selects, and set itself if that is all of
// it. Headers always stay, as every request needs one. The errors are for the
// user, and name the value that is wrong; nothing can be wrong with a set.
func Set(set *model.Set, s Selection) (*model.Set, error) {
	if s.isZero() {
		return set, nil
	}
	if err := s.check(set); err != nil {
		return nil, err
	}
	selected := &model.Set{}
	for _, m := range set.Messages {
		if m.Type != model.Header && !s.keeps(set, m) {
			continue
		}
		if m.Valid.Empty() {
			selected.Messages = append(selected.Messages, m)
			continue
		}
		versions, why := s.versions(m)
		narrowed := narrow(m, versions)
		switch {
		case !narrowed.Valid.Empty():
			selected.Messages = append(selected.Messages, narrowed)
		case s.names(m): // else it just is one of those that are not needed
			return nil, fmt.Errorf("%s leaves nothing of %s, which has versions %s", why, m.Name, m.Valid)
		}
	}
	if !slices.ContainsFunc(selected.Messages, func(m *model.Message) bool { return m.Type != model.Header && !m.Valid.Empty() }) {
		return nil, errors.New("no message is left")
	}
	return selected, nil
}

func (s Selection) isZero() bool {
	return len(s.Names) == 0 && s.Listener == "" && s.Since == "" && len(s.Versions) == 0
}

// keeps reports whether m, which is no header, is among the messages to keep.
func (s Selection) keeps(set *model.Set, m *model.Message) bool {
	if len(s.Names) > 0 && !slices.ContainsFunc(s.Names, func(name string) bool { return isCalled(m, name) }) {
		return false
	}
	if s.Listener == "" || !m.HasAPIKey {
		return true
	}
	switch m.Type {
	case model.Request:
		return slices.Contains(m.Listeners, s.Listener)
	case model.Response:
		request := find(set, m.APIName()+"Request")
		return request == nil || slices.Contains(request.Listeners, s.Listener)
	}
	return true
}

// names reports whether the user has asked for m by a name.
func (s Selection) names(m *model.Message) bool {
	named := func(name string) bool { return isCalled(m, name) }
	return slices.ContainsFunc(s.Names, named) || slices.ContainsFunc(sortedKeys(s.Versions), named)
}

// versions are the versions of m to keep, and the flag that says so.
func (s Selection) versions(m *model.Message) (versions model.Versions, why string) {
	for _, name := range []string{m.Name, m.APIName()} {
		if versions, found := s.Versions[name]; found {
			return versions, fmt.Sprintf("-versions %s=%s", name, versions)
		}
	}
	if s.Since == "" || m.Type != model.Request && m.Type != model.Response {
		return model.Versions{Low: 0, High: model.MaxVersion}, ""
	}
	versions = spoken(m.APIName(), s.Since)
	if !versions.Empty() {
		versions.Low = min(versions.Low, m.Valid.High) // schemas may be older than the brokers
	}
	return versions, "-since " + s.Since
}

// check looks for values that fit no message of set.
func (s Selection) check(set *model.Set) error {
	for _, name := range s.Names {
		if !isKnown(set, name) {
			return unknownName(set, "-only", name)
		}
	}
	for _, name := range sortedKeys(s.Versions) {
		if !isKnown(set, name) {
			return unknownName(set, "-versions", name)
		}
	}
	if s.Listener != "" {
		if listeners := listenersOf(set); !slices.Contains(listeners, s.Listener) {
			return unknownWord("-listener: no request is for", s.Listener, listeners)
		}
	}
	if s.Since != "" && !slices.Contains(Releases(), s.Since) {
		known := Releases()
		return fmt.Errorf("-since: the versions of release %q are not known; those of %s to %s are", s.Since, known[0], known[len(known)-1])
	}
	return nil
}

// isCalled reports whether name is m's or that of its API.
func isCalled(m *model.Message, name string) bool { return name == m.Name || name == m.APIName() }

func isKnown(set *model.Set, name string) bool {
	return slices.ContainsFunc(set.Messages, func(m *model.Message) bool { return isCalled(m, name) })
}

func find(set *model.Set, name string) *model.Message {
	for _, m := range set.Messages {
		if m.Name == name {
			return m
		}
	}
	return nil
}

func listenersOf(set *model.Set) []string {
	var listeners []string
	for _, m := range set.Messages {
		listeners = append(listeners, m.Listeners...)
	}
	slices.Sort(listeners)
	return slices.Compact(listeners)
}

func unknownName(set *model.Set, flag, name string) error {
	var names []string
	for _, m := range set.Messages {
		names = append(names, m.Name, m.APIName())
	}
	return unknownWord(flag+": no message or API is called", name, names)
}

// unknownWord says that text does not hold for word, and which of the known
// words may be meant.
func unknownWord(text, word string, known []string) error {
	for _, k := range known {
		if strings.EqualFold(k, word) {
			return fmt.Errorf("%s %q; did you mean %s?", text, word, k)
		}
	}
	if k := model.Nearest(word, known); k != "" {
		return fmt.Errorf("%s %q; did you mean %s?", text, word, k)
	}
	return fmt.Errorf("%s %q", text, word)
}
