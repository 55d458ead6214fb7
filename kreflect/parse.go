package kreflect

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/kwire"
)

// The facts of a message are a text of lines. A line that starts with a tab
// describes a field, every other one names a struct, the message's own first:
//
//	FetchRequest
//		ClusterId string 12+ null=12+ tag0=12+ ignorable
//		Topics []FetchTopic 0+
//	FetchTopic
//		Topic string 0-12 entity=topicName
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
	var current *Struct
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\n"), "\n") {
		field, isField := strings.CutPrefix(line, "\t")
		switch {
		case isField && current == nil:
			return nil, errors.New("a field before the first struct")
		case isField:
			f, err := parseField(field, info.Highest)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", field, err)
			}
			current.Fields = append(current.Fields, f)
		case structs[line] != nil:
			return nil, fmt.Errorf("struct %s is there twice", line)
		default:
			current = &Struct{Name: line}
			structs[line] = current
			m.Structs = append(m.Structs, current)
		}
	}
	m.Body, m.Structs = m.Structs[0], m.Structs[1:]
	return m, m.link(structs)
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
