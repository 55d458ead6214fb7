package kreflect

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/kwire"
)

// Message is what the schema says of a message's fields. It is shared by all
// who ask for it and must not be changed.
type Message struct {
	// Info describes the message as a whole.
	Info kwire.Info
	// Body has the fields of the message itself.
	Body *Struct
	// Structs are the structs below Body, in the order of the schema.
	Structs []*Struct

	goType reflect.Type // of the struct, not the pointer to it
}

// Struct is a message's body or a struct within it.
type Struct struct {
	// Name is the schema's; the Go type is called after the message as well.
	Name string
	// Fields are those that some version has, in the order of the schema.
	Fields []*Field

	goType    reflect.Type
	hasTags   bool
	tagsIndex int // of UnknownTags
}

// Field finds a field by its name in the schema, nil if there is none.
func (s *Struct) Field(name string) *Field {
	for _, f := range s.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Field is one field of a struct.
type Field struct {
	// Name is the schema's, GoName that of the Go field.
	Name, GoName string
	// Kind is the kind of the field, for an array that of its elements.
	Kind  Kind
	Array bool
	// Struct has the fields of a struct or of an array's elements, else it is
	// nil.
	Struct *Struct
	// Versions are those that have the field. Nullable and Tagged are among
	// them.
	Versions, Nullable, Tagged Versions
	// Tag is the number of a tagged field, -1 for others.
	Tag int
	// Entity says what a value stands for, where the schema does.
	Entity Entity
	// MapKey is set for the fields that tell the elements of an array apart.
	MapKey bool
	// Ignorable fields are left out in versions that lack them, others are an
	// error there unless they have their default.
	Ignorable bool

	owner   reflect.Type // the struct that has the field
	index   int          // of the Go field
	offset  uintptr
	goType  reflect.Type
	deflt   reflect.Value // as SetDefaults leaves it; the zero Value for zero
	jsonKey string        // `"name":`
}

// Default is the value that SetDefaults gives the field, of the type of the Go
// field. It must not be changed.
func (f *Field) Default() any {
	if !f.deflt.IsValid() {
		return reflect.Zero(f.goType).Interface()
	}
	return f.deflt.Interface()
}

// Type is the field's type as schemas write it, such as "int32" or "[]Topic".
func (f *Field) Type() string {
	name := f.Kind.String()
	if f.Struct != nil {
		name = f.Struct.Name
	}
	if f.Array {
		return "[]" + name
	}
	return name
}

// pointer reports whether the Go field of a single struct is a pointer.
func (f *Field) pointer() bool { return f.goType.Kind() == reflect.Pointer }

// nullString reports whether the Go field is a kwire.NullString.
func (f *Field) nullString() bool { return f.goType == nullStringType }

var (
	nullStringType = reflect.TypeFor[kwire.NullString]()
	tagsType       = reflect.TypeFor[kwire.Tags]()
)

// Kind is the kind of a field.
type Kind uint8

// The kinds of the schema language. Arrays have the kind of their elements.
const (
	Bool Kind = iota
	Int8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Float64
	UUID
	String
	Bytes
	Records
	StructKind
)

var kindNames = [...]string{
	Bool: "bool", Int8: "int8", Int16: "int16", Uint16: "uint16", Int32: "int32", Uint32: "uint32", Int64: "int64",
	Float64: "float64", UUID: "uuid", String: "string", Bytes: "bytes", Records: "records", StructKind: "struct",
}

// String gives the word that schemas use, "struct" for structs.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Entity says what the values of a field stand for.
type Entity string

// The entities of Kafka's schemas.
const (
	TopicName       Entity = "topicName"       // string
	GroupID         Entity = "groupId"         // string
	TransactionalID Entity = "transactionalId" // string
	BrokerID        Entity = "brokerId"        // int32
	ProducerID      Entity = "producerId"      // int64
)

// TopicResource stands for the names of resources that are topics: the string
// ResourceName or ResourceNameFilter of requests and responses for
// configurations and ACLs, where the ResourceType beside it says topic. In ACLs a
// name can be a prefix, or "*" for all. No schema has it, but [Visit] knows it.
const TopicResource Entity = "topicResource"

// Versions is a range of versions, both ends included. It is empty if High is
// below Low.
type Versions struct {
	Low, High int16
}

// noVersions is the range without a version.
var noVersions = Versions{0, -1}

// Contains reports whether the version is in the range.
func (v Versions) Contains(version int16) bool { return v.Low <= version && version <= v.High }

// Empty reports whether no version is in the range.
func (v Versions) Empty() bool { return v.High < v.Low }

// String gives "none", "4" or "4-7".
func (v Versions) String() string {
	switch {
	case v.Empty():
		return "none"
	case v.Low == v.High:
		return strconv.Itoa(int(v.Low))
	}
	return fmt.Sprintf("%d-%d", v.Low, v.High)
}

// parseVersions reads "none", "4", "4-7", or "4+", which ends with highest.
func parseVersions(text string, highest int16) (Versions, error) {
	low, high, isRange := strings.Cut(text, "-")
	if open, found := strings.CutSuffix(text, "+"); found {
		low, high, isRange = open, strconv.Itoa(int(highest)), true
	}
	if !isRange {
		high = low
	}
	l, err := strconv.ParseInt(low, 10, 16)
	if err != nil {
		return noVersions, fmt.Errorf("bad versions %q", text)
	}
	h, err := strconv.ParseInt(high, 10, 16)
	if err != nil || h < l {
		return noVersions, fmt.Errorf("bad versions %q", text)
	}
	return Versions{int16(l), int16(h)}, nil
}
