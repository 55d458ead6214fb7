package kreflect

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/kwire"
)

// The facts of a message are a text with a line for each struct, the message's
// own first: its name, a colon and its fields, with semicolons between them:
//
//	FetchRequest: ClusterId string 12+ null=12+ tag0=12+ ignorable; Topics []FetchTopic 0+
//	FetchTopic: Topic string 0-12 entity=topicName
//
// A field has its name, its type and its versions. Then may follow, in any
// order, null= with the versions in which it may be null, tag and its number
// with those in which it is tagged, entity=, key and ignorable. Other words are
// passed over, so that newer code can say more. "4+" ends with the message's
// highest version.

// described is what generated messages have beside the methods of
// kwire.Message.
type described interface {
	kwire.Message
	SchemaFacts() string
}

// parse reads the facts of a message.
func parse(info kwire.Info, text string) (*Message, error) {
	m := &Message{Info: info}
	structs := map[string]*Struct{}
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\n"), "\n") {
		s, err := parseStruct(line, info.Highest)
		if err != nil {
			return nil, err
		}
		if structs[s.Name] != nil {
			return nil, fmt.Errorf("struct %s is there twice", s.Name)
		}
		structs[s.Name] = s
		m.Structs = append(m.Structs, s)
	}
	m.Body, m.Structs = m.Structs[0], m.Structs[1:]
	return m, m.link(structs)
}

func parseStruct(line string, highest int16) (*Struct, error) {
	name, fields, found := strings.Cut(line, ":")
	if !found || name == "" {
		return nil, fmt.Errorf("%q: want the name of a struct and a colon", line)
	}
	s := &Struct{Name: name}
	if fields == "" {
		return s, nil
	}
	for text := range strings.SplitSeq(fields, ";") {
		f, err := parseField(strings.TrimPrefix(text, " "), highest)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		s.Fields = append(s.Fields, f)
	}
	return s, nil
}

// link finds the structs that fields name.
func (m *Message) link(structs map[string]*Struct) error {
	for _, s := range structs {
		for _, f := range s.Fields {
			if f.Kind != StructKind {
				continue
			}
			name := f.Struct.Name
			if f.Struct = structs[name]; f.Struct == nil {
				return fmt.Errorf("there is no struct %s", name)
			}
		}
	}
	return nil
}

func parseField(text string, highest int16) (*Field, error) {
	words := strings.Split(text, " ")
	if len(words) < 3 || words[0] == "" {
		return nil, errors.New("want a name, a type and versions")
	}
	f := &Field{Name: words[0], Nullable: noVersions, Tagged: noVersions, Tag: -1}
	f.jsonKey = strconv.Quote(jsonName(f.Name)) + ":"
	f.setType(words[1])
	var err error
	if f.Versions, err = parseVersions(words[2], highest); err != nil {
		return nil, err
	}
	for _, word := range words[3:] {
		if err := f.setOption(word, highest); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *Field) setType(text string) {
	text, f.Array = strings.CutPrefix(text, "[]")
	for kind, name := range kindNames[:StructKind] {
		if name == text {
			f.Kind = Kind(kind)
			return
		}
	}
	f.Kind, f.Struct = StructKind, &Struct{Name: text} // until link finds it
}

func (f *Field) setOption(word string, highest int16) (err error) {
	name, value, _ := strings.Cut(word, "=")
	switch {
	case name == "null":
		f.Nullable, err = parseVersions(value, highest)
	case name == "entity":
		f.Entity = Entity(value)
	case name == "key":
		f.MapKey = true
	case name == "ignorable":
		f.Ignorable = true
	case strings.HasPrefix(name, "tag"):
		if f.Tag, err = strconv.Atoi(name[len("tag"):]); err == nil {
			f.Tagged, err = parseVersions(value, highest)
		}
	}
	return err
}

// jsonName is the key that Kafka's JSON has for a field.
func jsonName(name string) string { return strings.ToLower(name[:1]) + name[1:] }
