package layout

import (
	"fmt"
	"slices"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// A Catalog is the messages that are known: one or more sets of schemas, each
// of which has been checked by itself. A name is looked for in their order.
type Catalog struct{ Sets []Set }

// A Set is the messages of one schema folder, with the text that they came
// from.
type Set struct {
	Name string // of the folder
	*model.Set
	Files []*schema.File
}

// Messages gives the messages called name, or the request and the response of
// the API called name, in this order. There may be none.
func (c *Catalog) Messages(name string) []*model.Message {
	if m := c.Message(name); m != nil {
		return []*model.Message{m}
	}
	var found []*model.Message
	for _, end := range []string{"Request", "Response"} {
		if m := c.Message(name + end); m != nil && m.APIName() == name {
			found = append(found, m)
		}
	}
	return found
}

// Message gives the message called name, nil if there is none.
func (c *Catalog) Message(name string) *model.Message {
	for _, set := range c.Sets {
		if i := slices.IndexFunc(set.Messages, func(m *model.Message) bool { return m.Name == name }); i >= 0 {
			return set.Messages[i]
		}
	}
	return nil
}

// ByKey gives the message of the given type with an API key, nil if there is
// none.
func (c *Catalog) ByKey(t model.MessageType, key int16) *model.Message {
	for _, set := range c.Sets {
		if m := set.ByKey(t, key); m != nil {
			return m
		}
	}
	return nil
}

// ByKey gives the message of the set with the given type and API key, nil if
// there is none.
func (s *Set) ByKey(t model.MessageType, key int16) *model.Message {
	i := slices.IndexFunc(s.Set.Messages, func(m *model.Message) bool {
		return m.Type == t && m.HasAPIKey && m.APIKey == key
	})
	if i < 0 {
		return nil
	}
	return s.Set.Messages[i]
}

// SetWith gives the set that has a message called name, nil if none has.
func (c *Catalog) SetWith(name string) *Set {
	for i := range c.Sets {
		if slices.ContainsFunc(c.Sets[i].Messages, func(m *model.Message) bool { return m.Name == name }) {
			return &c.Sets[i]
		}
	}
	return nil
}

// File gives the parsed schema of m, nil if m is not of this catalog.
func (c *Catalog) File(m *model.Message) *schema.File {
	for _, set := range c.Sets {
		for _, file := range set.Files {
			if file.Path == m.Path {
				return file
			}
		}
	}
	return nil
}

// header gives the header of requests or responses, which needs to have the
// given version.
func (c *Catalog) header(t model.MessageType, version int16) (*model.Message, error) {
	name := "RequestHeader"
	if t == model.Response {
		name = "ResponseHeader"
	}
	for _, set := range c.Sets {
		for _, m := range set.Messages {
			if m.Name == name && m.Valid.Contains(version) {
				return m, nil
			}
		}
	}
	return nil, fmt.Errorf("the schemas have no version %d of %s", version, name)
}

// LatestStable is the highest version of m that is not marked as unstable, or
// the highest of all if there is no other.
func LatestStable(m *model.Message) int16 {
	if m.Unstable && m.Valid.High > m.Valid.Low {
		return m.Valid.High - 1
	}
	return m.Valid.High
}

// CheckVersion is an error unless m has the given version.
func CheckVersion(m *model.Message, version int16) error {
	switch {
	case m.Valid.Empty():
		return fmt.Errorf("%s has no version any more; only its name and API key are kept", m.Name)
	case !m.Valid.Contains(version):
		return fmt.Errorf("%s has no version %d, only %s", m.Name, version, m.Valid)
	}
	return nil
}
