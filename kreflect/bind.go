package kreflect

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/kgen-go/kgen/kwire"
)

// messages has the *Message of each type of message that was asked for.
var messages sync.Map // reflect.Type of the pointer -> *Message

// Of returns what the schema says of m, which may be nil. The first call for a
// type reads its facts, later ones find them. The error is for messages that
// were not generated, or by a kgen from before there was this package.
func Of(m kwire.Message) (*Message, error) {
	t := reflect.TypeOf(m)
	if known, found := messages.Load(t); found {
		return known.(*Message), nil
	}
	d, ok := m.(described)
	if !ok || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("%T has no schema facts: generate it with a newer kgen", m)
	}
	facts, err := parse(d.Info(), d.SchemaFacts())
	if err == nil {
		err = facts.bind(t.Elem())
	}
	if err != nil {
		return nil, fmt.Errorf("the schema facts of %T: %w", m, err)
	}
	known, _ := messages.LoadOrStore(t, facts)
	return known.(*Message), nil
}

// of is Of for those who have made sure, or cannot return an error.
func of(m kwire.Message) *Message {
	facts, err := Of(m)
	if err != nil {
		panic("kreflect: " + err.Error())
	}
	return facts
}

// bind finds the Go fields of all structs. It checks their types, on which
// everything else then relies.
func (m *Message) bind(t reflect.Type) error {
	m.goType = t
	return m.Body.bind(t)
}

func (s *Struct) bind(t reflect.Type) error {
	if s.goType != nil {
		if s.goType != t {
			return fmt.Errorf("struct %s is both %s and %s", s.Name, s.goType, t)
		}
		return nil
	}
	if t.Kind() != reflect.Struct {
		return fmt.Errorf("struct %s is a %s", s.Name, t)
	}
	s.goType = t
	if f, found := t.FieldByName("UnknownTags"); found && f.Type == tagsType {
		s.tagsIndex, s.hasTags = f.Index[0], true
	}
	defaults := s.newValue()
	for _, f := range s.Fields {
		if err := f.bind(t); err != nil {
			return fmt.Errorf("%s.%s: %w", s.Name, f.Name, err)
		}
		if v := defaults.Field(f.index); !v.IsZero() {
			f.deflt = v
		}
	}
	return nil
}

func (f *Field) bind(t reflect.Type) error {
	// A field that is called as a method has an underscore behind its name.
	name := strings.ToUpper(f.Name[:1]) + f.Name[1:]
	field, found := t.FieldByName(name)
	if !found {
		field, found = t.FieldByName(name + "_")
	}
	if !found {
		return fmt.Errorf("%s has no such field", t)
	}
	f.owner = t
	f.GoName, f.index, f.offset, f.goType = field.Name, field.Index[0], field.Offset, field.Type
	elem := field.Type
	if f.Array {
		if elem.Kind() != reflect.Slice {
			return fmt.Errorf("an array is a %s", elem)
		}
		elem = elem.Elem()
	}
	if f.Kind != StructKind {
		want := goTypes[f.Kind]
		if elem != want && !(f.Kind == String && !f.Array && elem == nullStringType) {
			return fmt.Errorf("a value of kind %s is a %s", f.Kind, elem)
		}
		return nil
	}
	if !f.Array && elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	return f.Struct.bind(elem)
}

// goTypes are the Go types of values, those of strings that are never null.
var goTypes = [...]reflect.Type{
	Bool: reflect.TypeFor[bool](), Int8: reflect.TypeFor[int8](), Int16: reflect.TypeFor[int16](),
	Uint16: reflect.TypeFor[uint16](), Int32: reflect.TypeFor[int32](), Uint32: reflect.TypeFor[uint32](),
	Int64: reflect.TypeFor[int64](), Float64: reflect.TypeFor[float64](), UUID: reflect.TypeFor[kwire.UUID](),
	String: reflect.TypeFor[string](), Bytes: reflect.TypeFor[[]byte](), Records: reflect.TypeFor[[]byte](),
}
