package goform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/kgen-go/kgen/kwire"
)

// Compare compares a message with a value in JSON notation and returns what
// differs, one line each. Unknown tagged fields are compared where the value
// has "_tags"; see [UnknownTags] for the others. Records may be nil for
// messages without records fields.
func Compare(m kwire.Message, want any, records *Records) []string {
	c := comparer{}
	if records != nil {
		c.records = *records
	}
	c.value(reflect.ValueOf(m).Elem(), want, "")
	if len(c.records.Values) > 0 {
		c.differ("", "%d contents of records fields are left over", len(c.records.Values))
	}
	return c.differences
}

type comparer struct {
	records     Records
	differences []string
}

func (c *comparer) differ(path, format string, args ...any) {
	if path == "" {
		path = "message"
	}
	c.differences = append(c.differences, path+": "+fmt.Sprintf(format, args...))
}

// value compares any field or element.
func (c *comparer) value(got reflect.Value, want any, path string) {
	if got.Type() == nullStringType {
		c.nullString(got.Interface().(kwire.NullString), want, path)
		return
	}
	if want == nil {
		if k := got.Kind(); (k != reflect.Pointer && k != reflect.Slice) || !got.IsNil() {
			c.differ(path, "got %v, want null", got)
		}
		return
	}
	switch got.Kind() {
	case reflect.Pointer:
		if got.IsNil() {
			c.differ(path, "got nil, want %v", want)
			return
		}
		c.value(got.Elem(), want, path)
	case reflect.Struct:
		c.structure(got, want, path)
	case reflect.Slice:
		c.slice(got, want, path)
	default:
		if same, err := sameScalar(got, want); err != nil {
			c.differ(path, "%v", err)
		} else if !same {
			c.differ(path, "got %v, want %v", got, want)
		}
	}
}

func (c *comparer) nullString(got kwire.NullString, want any, path string) {
	expected := kwire.NullString{}
	if want != nil {
		text, isText := want.(string)
		if !isText {
			c.differ(path, "a string is compared with %v", want)
			return
		}
		expected = kwire.NullString{Value: text, Valid: true}
	}
	if got != expected {
		c.differ(path, "got %v, want %v", got, expected)
	}
}

func (c *comparer) slice(got reflect.Value, want any, path string) {
	// Null and empty are told apart in Go too: nil is null.
	if got.IsNil() {
		c.differ(path, "got nil, want %v", want)
		return
	}
	if got.Type() == bytesType {
		text, _ := want.(string)
		expected, err := parseBytes(text)
		if err != nil {
			c.differ(path, "%v", err)
		} else if !bytes.Equal(got.Bytes(), expected) {
			c.differ(path, "got %x, want %x", got.Bytes(), expected)
		}
		return
	}
	elements, isArray := want.([]any)
	if !isArray || len(elements) != got.Len() {
		c.differ(path, "got %d elements, want %v", got.Len(), want)
		return
	}
	for i, e := range elements {
		c.value(got.Index(i), e, path+"["+strconv.Itoa(i)+"]")
	}
}

func (c *comparer) structure(got reflect.Value, want any, path string) {
	object, isObject := want.(map[string]any)
	if !isObject {
		c.differ(path, "a struct is compared with %v", want)
		return
	}
	object = maps.Clone(object) // what is compared is taken out
	asDefault := defaults(got.Type())
	for field, value := range got.Fields() {
		below := join(path, field.Name)
		if field.Type == tagsType {
			if tags, found := object["_tags"]; found {
				c.tags(value.Interface().(kwire.Tags), tags, below)
				delete(object, "_tags")
			}
			continue
		}
		expected, key, found := member(object, field.Name)
		delete(object, key)
		byDefault := asDefault.FieldByIndex(field.Index)
		switch {
		case !found:
			if !sameAsDefault(value, byDefault) {
				c.differ(below, "got %v, want the default %v", value, byDefault)
			}
		case c.records.isRecords(field.Name):
			c.recordsField(value.Bytes(), expected, below)
		case isEmpty(expected) && isEmptySlice(value, byDefault):
		default:
			c.value(value, expected, below)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		c.differ(join(path, key), "there is no such field in Go, want %v", object[key])
	}
}

// isEmpty reports whether a value stands for an empty array or empty bytes.
func isEmpty(value any) bool {
	elements, isArray := value.([]any)
	return isArray && len(elements) == 0 || value == "" || value == "hex:"
}

// isEmptySlice reports whether a slice field is empty and may be nil for that:
// its default is nil. The field is then nullable in no version; or null is its
// default, and encoding will tell null and empty apart.
func isEmptySlice(value, byDefault reflect.Value) bool {
	return value.Kind() == reflect.Slice && value.Len() == 0 && byDefault.IsNil()
}

func (c *comparer) recordsField(got []byte, printed any, path string) {
	want, err := c.records.next(printed)
	switch {
	case err != nil:
		c.differ(path, "%v", err)
	case (printed == nil) != (want == nil):
		c.differ(path, "the JSON says %v, the list of contents %x", printed, want)
	case (got == nil) != (want == nil) || !bytes.Equal(got, want):
		c.differ(path, "got %x, want %x", got, want)
	}
}

func (c *comparer) tags(got kwire.Tags, want any, path string) {
	expected, err := parseTags(want)
	if err != nil {
		c.differ(path, "%v", err)
	} else if !got.Equal(expected) {
		c.differ(path, "got %v, want %v", got, expected)
	}
}

// sameScalar compares a boolean, number, string or UUID. Floats are the same
// if their bits are.
func sameScalar(got reflect.Value, want any) (bool, error) {
	expected := reflect.New(got.Type()).Elem()
	if err := fillScalar(expected, want); err != nil {
		return false, err
	}
	if got.Kind() == reflect.Float64 {
		return math.Float64bits(got.Float()) == math.Float64bits(expected.Float()), nil
	}
	return got.Equal(expected), nil
}

// sameAsDefault compares a field with its default. A pointer may be nil or
// point to a struct of defaults: both stand for the default of a field that is
// tagged in every version.
func sameAsDefault(got, want reflect.Value) bool {
	switch {
	case got.Type() == tagsType:
		return got.Interface().(kwire.Tags).IsEmpty()
	case got.Kind() == reflect.Pointer:
		if got.IsNil() {
			return want.IsNil()
		}
		return sameAsDefault(got.Elem(), defaults(got.Type().Elem()))
	case got.Kind() == reflect.Struct && got.Type() != nullStringType:
		for field, value := range got.Fields() {
			if !sameAsDefault(value, want.FieldByIndex(field.Index)) {
				return false
			}
		}
		return true
	}
	if isEmptySlice(got, want) {
		return true
	}
	if got.Kind() == reflect.Float64 { // NaN may be a default
		return math.Float64bits(got.Float()) == math.Float64bits(want.Float())
	}
	return reflect.DeepEqual(got.Interface(), want.Interface())
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// number returns the text of a JSON number.
func number(value any) (string, error) {
	n, isNumber := value.(json.Number)
	if !isNumber {
		return "", fmt.Errorf("%v is no number", value)
	}
	return n.String(), nil
}
