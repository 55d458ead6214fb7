// Package goform looks at generated messages by reflection: it compares them
// with values in JSON notation and fills them from such values.
//
// The notation is that of Kafka's JSON converters: lower-camel names, numbers
// as they are, UUIDs as URL-safe base64, bytes as standard base64, null as
// null. Upper-camel names, dashed hexadecimal UUIDs, bytes as "hex:00ff" and
// unknown tagged fields as "_tags": {"9": "hex:00ff"} are understood as well.
// A field that is left out stands for its default.
//
// Nothing here uses the encoding, the decoding or the UUID text of package
// kwire, so that a mistake there does not hide itself.
package goform

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/kwire"
)

// Parse reads one value in JSON notation. Numbers stay text, because a float64
// does not hold every int64.
func Parse(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("text after the value")
	}
	return value, nil
}

// Records are the contents of a message's records fields, which Kafka's JSON
// leaves out: it prints "" for all of them.
type Records struct {
	// Fields are the schema names of the fields of that type.
	Fields []string
	// Values are the contents in the order in which they lie in the body, nil
	// for null.
	Values [][]byte
}

// next takes the content of the next records field, for which the JSON has
// printed. There may be no contents at all if all are null.
func (r *Records) next(printed any) (content []byte, err error) {
	if len(r.Values) == 0 && printed == nil {
		return nil, nil
	}
	if len(r.Values) == 0 {
		return nil, fmt.Errorf("more records fields than contents")
	}
	content, r.Values = r.Values[0], r.Values[1:]
	return content, nil
}

// isRecords reports whether a Go field is one of the records fields.
func (r *Records) isRecords(goName string) bool {
	return slices.ContainsFunc(r.Fields, func(name string) bool { return upperFirst(name) == goName })
}

// UnknownTags counts the unknown tagged fields of m in all its structs.
func UnknownTags(m kwire.Message) int {
	n := 0
	eachTags(reflect.ValueOf(m), func(tags kwire.Tags) { n += tags.Len() })
	return n
}

func eachTags(v reflect.Value, visit func(kwire.Tags)) {
	switch {
	case v.Type() == tagsType:
		visit(v.Interface().(kwire.Tags))
	case v.Kind() == reflect.Pointer:
		if !v.IsNil() {
			eachTags(v.Elem(), visit)
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			eachTags(v.Index(i), visit)
		}
	case v.Kind() == reflect.Struct:
		for _, field := range v.Fields() {
			eachTags(field, visit)
		}
	}
}

var (
	tagsType       = reflect.TypeFor[kwire.Tags]()
	uuidType       = reflect.TypeFor[kwire.UUID]()
	nullStringType = reflect.TypeFor[kwire.NullString]()
	bytesType      = reflect.TypeFor[[]byte]()
)

// defaults returns a new struct of that type as the schema's defaults have it.
// A struct within a message has SetDefaults only if they are not all zero.
func defaults(t reflect.Type) reflect.Value {
	v := reflect.New(t)
	if s, ok := v.Interface().(interface{ SetDefaults() }); ok {
		s.SetDefaults()
	}
	return v.Elem()
}

// member finds the value of a Go field in a JSON object, and its key there.
// The Go name is the schema's with an upper-case first letter, and an
// underscore behind it where a method has that name.
func member(object map[string]any, goName string) (value any, key string, found bool) {
	name := strings.TrimSuffix(goName, "_")
	for _, key := range []string{name, strings.ToLower(name[:1]) + name[1:]} {
		if value, found = object[key]; found {
			return value, key, true
		}
	}
	return nil, "", false
}

func upperFirst(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// parseBytes reads "hex:" notation or standard base64.
func parseBytes(text string) ([]byte, error) {
	if digits, found := strings.CutPrefix(text, "hex:"); found {
		return hex.DecodeString(digits)
	}
	return base64.StdEncoding.DecodeString(text)
}

// parseUUID reads dashed hexadecimal or URL-safe base64.
func parseUUID(text string) (kwire.UUID, error) {
	decode := base64.RawURLEncoding.DecodeString
	if len(text) == 36 {
		decode = func(s string) ([]byte, error) { return hex.DecodeString(strings.ReplaceAll(s, "-", "")) }
	}
	b, err := decode(text)
	if err != nil || len(b) != 16 {
		return kwire.UUID{}, fmt.Errorf("%q is no UUID", text)
	}
	return kwire.UUID(b), nil
}
