// Package export describes a set of messages to those outside of kgen: the
// templates of users, and tools in other languages, which read it as JSON.
//
// The types here are a format that users depend on. Within a value of [Format]
// members are only added.
package export

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/gogen"
	"github.com/kgen-go/kgen/internal/model"
)

// Format is the version of the format.
const Format = 1

// A Set is the messages of one package.
type Set struct {
	Format   int        // Format
	Package  string     // name of the Go package; empty in JSON
	Messages []*Message // in order of name, those without a version left out
}

// A Message is a request, response, header or record.
type Message struct {
	Name       string
	API        string // name without Request or Response, for those types
	Type       string // word of the schema: request, response, header, data, ...
	Key        int    // API key or record type; -1 if it has none
	Lowest     int    // valid version
	Highest    int    // valid version
	Unstable   bool   // the layout of the highest version may still change
	Flexible   string // versions, as schemas write them: "none", "4", "4+", "4-7"
	Deprecated string // versions
	Listeners  []string
	Comments   []string // history of the versions, from the schema; "" parts paragraphs
	Schema     string   // file name
	Go         string   // name of the Go type
	File       string   // base name of the Go file, without ".go"
	Body       *Struct
	Structs    []*Struct // below the body, each once
	Layouts    []*Layout // one for each version, ascending
}

// A Struct is a message's body or a struct within it.
type Struct struct {
	Name   string
	Go     string // name of the Go type
	Fields []*Field
}

// A Field is a field of a struct, in all its versions.
type Field struct {
	Name       string
	Type       string // as schemas write it, such as "int32" or "[]FetchTopic"
	Array      bool
	Struct     string // name of the struct, of an array's elements too; "" for other types
	Versions   string
	Nullable   string // versions
	Tagged     string // versions
	Tag        int    // -1 for a field that is never tagged
	Default    string // as schemas write it: "null", "0", "true", text; "" for lists and structs
	Ignorable  bool
	MapKey     bool
	EntityType string
	About      string
	Go         string // name of the Go field
	GoType     string
	GoStruct   string // Go type of the struct; "" for other types
	Pointer    bool   // the Go field is a pointer to the struct
}

// A Layout is a message in one version.
type Layout struct {
	Version       int
	Flexible      bool
	HeaderVersion int // of requests and responses; -1 for others
	Fields        []*Part
}

// A Part is a field in one version: what lies on the wire.
type Part struct {
	Name     string
	Type     string // of the value, or of an array's elements: "int32", ..., "struct"
	Array    bool
	Nullable bool
	Compact  bool // lengths are unsigned varints, one more than the number
	Tag      int  // -1 unless it is a tagged field here
	Default  string
	About    string
	Fields   []*Part `json:",omitempty"` // of structs
}

// Describe returns the description of set for a Go package.
func Describe(set *model.Set, goPackage string) *Set {
	d := &Set{Format: Format, Package: goPackage}
	for _, m := range set.Messages {
		if !m.Valid.Empty() {
			d.Messages = append(d.Messages, describeMessage(m))
		}
	}
	return d
}

func describeMessage(m *model.Message) *Message {
	names := gogen.NamesOf(m)
	d := &Message{
		Name: m.Name, API: m.APIName(), Type: string(m.Type), Key: -1,
		Lowest: int(m.Valid.Low), Highest: int(m.Valid.High), Unstable: m.Unstable,
		Flexible: m.Flexible.Intersect(m.Valid).String(), Deprecated: m.Deprecated.Intersect(m.Valid).String(),
		Listeners: append([]string{}, m.Listeners...), Comments: append([]string{}, m.Comments...), Schema: m.File,
		Go: names.Struct(m.Body), File: names.File(),
		Body: describeStruct(m.Body, names),
	}
	if m.HasAPIKey {
		d.Key = int(m.APIKey)
	}
	for _, s := range m.Structs {
		if !s.Versions.Empty() {
			d.Structs = append(d.Structs, describeStruct(s, names))
		}
	}
	for v := m.Valid.Low; v <= m.Valid.High; v++ {
		flexible := m.Flexible.Contains(v)
		d.Layouts = append(d.Layouts, &Layout{
			Version: int(v), Flexible: flexible, HeaderVersion: int(m.HeaderVersion(v)), Fields: parts(m.Body, v, flexible),
		})
	}
	return d
}

func describeStruct(s *model.Struct, names gogen.Names) *Struct {
	d := &Struct{Name: s.Name, Go: names.Struct(s)}
	for _, f := range s.Fields {
		if f.Versions.Empty() {
			continue
		}
		field := &Field{
			Name: f.Name, Type: typeText(f.Type), Array: f.Type.Kind == model.Array,
			Versions: f.Versions.String(), Nullable: f.Nullable.String(), Tagged: f.Tagged.String(), Tag: f.Tag,
			Default: defaultText(f), Ignorable: f.Ignorable, MapKey: f.MapKey, EntityType: f.EntityType, About: f.About,
			Go: names.Field(f), GoType: names.Type(f),
		}
		if used := element(f.Type).Struct; used != nil {
			field.Struct, field.GoStruct = used.Name, names.Struct(used)
			field.Pointer = strings.HasPrefix(field.GoType, "*")
		}
		d.Fields = append(d.Fields, field)
	}
	return d
}

// parts lays out s in one version: fields in their order, then tagged ones in
// the order of the schema. Structs do not hold themselves, so this ends.
func parts(s *model.Struct, version int16, flexible bool) []*Part {
	var inLine, tagged []*Part
	for _, f := range s.Fields {
		if !f.Versions.Contains(version) {
			continue
		}
		elem := element(f.Type)
		p := &Part{
			Name: f.Name, Type: elem.Kind.String(), Array: f.Type.Kind == model.Array, Nullable: f.Nullable.Contains(version),
			Compact: flexible && hasLength(f.Type.Kind) && f.Flexible.Contains(version), Tag: -1,
			Default: defaultText(f), About: f.About,
		}
		if elem.Struct != nil {
			p.Type = "struct"
			p.Fields = parts(elem.Struct, version, flexible)
		}
		if f.Tagged.Contains(version) {
			p.Tag = f.Tag
			tagged = append(tagged, p)
			continue
		}
		inLine = append(inLine, p)
	}
	return append(inLine, tagged...)
}

// hasLength reports whether values of a kind have their length in front.
func hasLength(k model.Kind) bool {
	return k == model.String || k == model.Bytes || k == model.Records || k == model.Array
}

// element is the type of an array's elements, or the type itself.
func element(t model.Type) model.Type {
	if t.Elem != nil {
		return *t.Elem
	}
	return t
}

func typeText(t model.Type) string {
	switch {
	case t.Elem != nil:
		return "[]" + typeText(*t.Elem)
	case t.Struct != nil:
		return t.Struct.Name
	}
	return t.Kind.String()
}

func defaultText(f *model.Field) string {
	d := f.Default
	switch f.Type.Kind {
	case model.Bool:
		return strconv.FormatBool(d.Bool)
	case model.Int8, model.Int16, model.Uint16, model.Int32, model.Uint32, model.Int64:
		return strconv.FormatInt(d.Int, 10)
	case model.Float64:
		return strconv.FormatFloat(d.Float, 'g', -1, 64)
	case model.UUID:
		u := d.UUID
		return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
	}
	if d.Null {
		return "null"
	}
	return d.String
}
