package goform

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/kgen-go/kgen/kwire"
)

// Fill sets a message to a value in JSON notation. Fields that the value
// leaves out get their default.
func Fill(m kwire.Message, value any, records *Records) error {
	f := filler{}
	if records != nil {
		f.records = *records
	}
	return f.value(reflect.ValueOf(m).Elem(), value, "")
}

type filler struct {
	records Records
}

func (f *filler) value(target reflect.Value, value any, path string) error {
	var err error
	switch {
	case value == nil:
		target.SetZero()
		if k := target.Kind(); k != reflect.Pointer && k != reflect.Slice && target.Type() != nullStringType {
			err = fmt.Errorf("null in a field of type %s", target.Type())
		}
	case target.Type() == nullStringType:
		text, isText := value.(string)
		if !isText {
			return fmt.Errorf("%s: %v is no string", path, value)
		}
		target.Set(reflect.ValueOf(kwire.NullString{Value: text, Valid: true}))
	case target.Type() == bytesType:
		text, _ := value.(string)
		var b []byte
		b, err = parseBytes(text)
		target.SetBytes(append([]byte{}, b...)) // empty, not nil
	case target.Kind() == reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		return f.value(target.Elem(), value, path)
	case target.Kind() == reflect.Struct:
		return f.structure(target, value, path)
	case target.Kind() == reflect.Slice:
		elements, isArray := value.([]any)
		if !isArray {
			return fmt.Errorf("%s: %v is no array", path, value)
		}
		target.Set(reflect.MakeSlice(target.Type(), len(elements), len(elements)))
		for i, e := range elements {
			if err := f.value(target.Index(i), e, path+"["+strconv.Itoa(i)+"]"); err != nil {
				return err
			}
		}
	default:
		err = fillScalar(target, value)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func (f *filler) structure(target reflect.Value, value any, path string) error {
	object, isObject := value.(map[string]any)
	if !isObject {
		return fmt.Errorf("%s: %v is no object", path, value)
	}
	object = maps.Clone(object) // what is filled in is taken out
	target.Set(defaults(target.Type()))
	for field, place := range target.Fields() {
		below := join(path, field.Name)
		if field.Type == tagsType {
			tags, err := parseTags(object["_tags"])
			if err != nil {
				return fmt.Errorf("%s: %w", below, err)
			}
			place.Set(reflect.ValueOf(tags))
			delete(object, "_tags")
			continue
		}
		given, key, found := member(object, field.Name)
		if !found {
			continue
		}
		delete(object, key)
		if f.records.isRecords(field.Name) {
			content, err := f.records.next(given)
			if err != nil {
				return fmt.Errorf("%s: %w", below, err)
			}
			place.SetBytes(content)
			continue
		}
		if err := f.value(place, given, below); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		return fmt.Errorf("%s: there is no such field in Go", join(path, key))
	}
	return nil
}

// fillScalar sets a boolean, number, string or UUID.
func fillScalar(target reflect.Value, value any) error {
	if target.Type() == uuidType {
		text, _ := value.(string)
		u, err := parseUUID(text)
		target.Set(reflect.ValueOf(u))
		return err
	}
	switch target.Kind() {
	case reflect.Bool:
		b, isBool := value.(bool)
		if !isBool {
			return fmt.Errorf("%v is no boolean", value)
		}
		target.SetBool(b)
		return nil
	case reflect.String:
		text, isText := value.(string)
		if !isText {
			return fmt.Errorf("%v is no string", value)
		}
		target.SetString(text)
		return nil
	}
	text, err := number(value)
	if err != nil {
		return err
	}
	switch bits := target.Type().Bits(); target.Kind() {
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var n int64
		n, err = strconv.ParseInt(text, 10, bits)
		target.SetInt(n)
	case reflect.Uint16, reflect.Uint32:
		var n uint64
		n, err = strconv.ParseUint(text, 10, bits)
		target.SetUint(n)
	case reflect.Float64:
		var x float64
		x, err = strconv.ParseFloat(text, bits)
		target.SetFloat(x)
	default:
		err = fmt.Errorf("no notation for type %s", target.Type())
	}
	return err
}

// parseTags reads {"9": "hex:00ff"}; nil has no tags.
func parseTags(value any) (kwire.Tags, error) {
	var tags kwire.Tags
	object, isObject := value.(map[string]any)
	if !isObject && value != nil {
		return tags, fmt.Errorf("%v is no object of tags", value)
	}
	for key, content := range object {
		number, err := strconv.ParseUint(key, 10, 32)
		if err != nil {
			return tags, err
		}
		text, _ := content.(string)
		data, err := parseBytes(text)
		if err != nil {
			return tags, err
		}
		tags.Set(uint32(number), data)
	}
	return tags, nil
}
