// Package compare finds what differs between two sets of messages, in terms of
// the protocol: what one set says of the bytes on the wire, and of what programs
// may do with a message, that the other does not. Words (descriptions, comments)
// and the layout of the files are not compared.
package compare

import (
	"cmp"
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// Sets compares two sets of messages. Messages are paired by name, and what is
// then left by type and API key; fields are paired by name, and what is then
// left by tag. The findings are in order of message name.
func Sets(from, to *model.Set) []Finding {
	unstable := map[int16]bool{} // by API key; responses do not say it themselves
	for _, m := range from.Messages {
		if m.Type == model.Request && m.Unstable {
			unstable[m.APIKey] = true
		}
	}
	var findings []Finding
	for _, p := range pairMessages(from.Messages, to.Messages) {
		c := comparer{old: p.old, new: p.new, visits: map[structPair]int{}}
		if m := p.old; m != nil && (m.Type == model.Request || m.Type == model.Response) {
			c.unstable = unstable[m.APIKey]
		}
		c.message()
		findings = append(findings, c.findings...)
	}
	return foldAPIs(findings)
}

// foldAPIs makes one finding of a request and a response that are both new, or
// both gone.
func foldAPIs(findings []Finding) []Finding {
	var folded []Finding
	gone := func(f Finding) bool {
		return f.Kind == MessageRemoved || f.Kind == ValidVersions && f.New.Value == "none"
	}
	for _, f := range findings {
		i := slices.IndexFunc(folded, func(o Finding) bool {
			return o.Kind == f.Kind && o.API == f.API && o.Message != f.Message && gone(o) && gone(f)
		})
		if i >= 0 {
			folded[i].Partner = f.Message
			continue
		}
		folded = append(folded, f)
	}
	return folded
}

// A messagePair is a message as the two sets have it, nil where one lacks it.
type messagePair struct {
	old, new *model.Message
}

// name is what findings call the message.
func (p messagePair) name() string {
	if p.new != nil {
		return p.new.Name
	}
	return p.old.Name
}

func pairMessages(from, to []*model.Message) []messagePair {
	var pairs []messagePair
	var added []*model.Message
	left := slices.Clone(from)
	take := func(is func(*model.Message) bool) *model.Message {
		i := slices.IndexFunc(left, is)
		if i < 0 {
			return nil
		}
		taken := left[i]
		left = slices.Delete(left, i, i+1)
		return taken
	}
	for _, m := range to {
		if old := take(func(o *model.Message) bool { return o.Name == m.Name }); old != nil {
			pairs = append(pairs, messagePair{old, m})
		} else {
			added = append(added, m)
		}
	}
	for _, m := range added {
		// A message may change its name as long as it keeps its key.
		old := take(func(o *model.Message) bool {
			return m.HasAPIKey && o.HasAPIKey && o.Type == m.Type && o.APIKey == m.APIKey
		})
		pairs = append(pairs, messagePair{old, m})
	}
	for _, m := range left {
		pairs = append(pairs, messagePair{m, nil})
	}
	slices.SortFunc(pairs, func(a, b messagePair) int { return cmp.Compare(a.name(), b.name()) })
	return pairs
}

// A Size says how much a set holds.
type Size struct {
	Messages int
	Versions int // of all messages
	Fields   int // of all messages and their structs
}

// SizeOf counts what set holds.
func SizeOf(set *model.Set) Size {
	size := Size{Messages: len(set.Messages)}
	for _, m := range set.Messages {
		if !m.Valid.Empty() {
			size.Versions += int(m.Valid.High-m.Valid.Low) + 1
		}
		size.Fields += len(m.Body.Fields)
		for _, s := range m.Structs {
			size.Fields += len(s.Fields)
		}
	}
	return size
}
