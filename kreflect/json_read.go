package kreflect

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"

	"github.com/kgen-go/kgen/kwire"
)

// ParseJSON replaces m with what text, in the form that [AppendJSON] writes, has
// for the given version. Every untagged field of the version has to be there; a
// tagged one that is not has its default. Keys that the schema does not know are
// an error, unlike for Kafka's converters, which lose them. A field of other
// versions only is taken; Encode decides whether it can be left out.
//
// Errors are a [*kwire.Error] with the field by its key, and name the line. After
// one, the content of m is undefined.
func ParseJSON(m kwire.Message, text []byte, version int16) error {
	facts, err := Of(m)
	if err != nil {
		return err
	}
	if !facts.Info.Supports(version) {
		return kwire.UnsupportedVersion(facts.Info, version)
	}
	r := &jsonReader{d: json.NewDecoder(bytes.NewReader(text)), version: version}
	r.d.UseNumber()
	token, err := r.token()
	if err == nil {
		err = r.structure(token, facts.Body, reflect.ValueOf(m).Elem())
	}
	if err == nil {
		switch _, end := r.d.Token(); {
		case errors.Is(end, io.EOF):
			return nil
		case end == nil:
			err = errors.New("text follows the value")
		default:
			err = end
		}
	}
	line := 1 + bytes.Count(text[:min(r.d.InputOffset(), int64(len(text)))], []byte("\n"))
	return fmt.Errorf("line %d: %w", line, inMessage(err, facts.Info, version))
}

type jsonReader struct {
	d       *json.Decoder
	version int16
}

// token reads the next token, whose absence is a mistake.
func (r *jsonReader) token() (json.Token, error) {
	token, err := r.d.Token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return token, err
}

// structure reads a struct whose first token has been read.
func (r *jsonReader) structure(first json.Token, s *Struct, v reflect.Value) error {
	if first != json.Delim('{') {
		return unwanted("an object", first)
	}
	v.Set(s.newValue())
	seen := map[string]bool{}
	for r.d.More() {
		token, err := r.token()
		if err != nil {
			return err
		}
		key := token.(string) // the decoder has seen to it
		if seen[key] {
			return within(key, errors.New("is there twice"))
		}
		seen[key] = true
		if err := r.member(key, s, v); err != nil {
			return within(key, err)
		}
	}
	for _, f := range s.Fields {
		if !seen[jsonName(f.Name)] && f.Versions.Contains(r.version) && !f.Tagged.Contains(r.version) {
			return within(jsonName(f.Name), errors.New("is missing"))
		}
	}
	_, err := r.token() // the closing brace
	return err
}

// member reads what stands under a key of a struct.
func (r *jsonReader) member(key string, s *Struct, v reflect.Value) error {
	if key == UnknownTagsKey && s.hasTags {
		return r.tags(v.Field(s.tagsIndex).Addr().Interface().(*kwire.Tags))
	}
	for _, f := range s.Fields {
		if jsonName(f.Name) == key {
			return r.field(f, v.Field(f.index))
		}
	}
	return fmt.Errorf("%s has no such field", s.Name)
}

// field reads a field. Encoding may still refuse null in a version without it.
func (r *jsonReader) field(f *Field, v reflect.Value) error {
	token, err := r.token()
	if err != nil {
		return err
	}
	if token == nil {
		// Records have no other default than null.
		if f.Nullable.Empty() && f.Kind != Records {
			return errors.New("null, but the field is never nullable")
		}
		v.SetZero()
		return nil
	}
	if !f.Array {
		return r.value(token, f, v)
	}
	if token != json.Delim('[') {
		return unwanted("an array", token)
	}
	v.Set(reflect.MakeSlice(f.goType, 0, 0))
	elem := reflect.New(f.goType.Elem()).Elem()
	for r.d.More() {
		token, err := r.token()
		if err == nil {
			elem.SetZero()
			err = r.value(token, f, elem)
		}
		if err != nil {
			return within(fmt.Sprintf("[%d]", v.Len()), err)
		}
		v.Set(reflect.Append(v, elem))
	}
	_, err = r.token() // the closing bracket
	return err
}

// value reads a field that is not null, or an element.
func (r *jsonReader) value(token json.Token, f *Field, v reflect.Value) error {
	switch f.Kind {
	case StructKind:
		if v.Kind() == reflect.Pointer {
			v.Set(reflect.New(f.Struct.goType))
			v = v.Elem()
		}
		return r.structure(token, f.Struct, v)
	case Bool:
		b, ok := token.(bool)
		if !ok {
			return unwanted("true or false", token)
		}
		v.SetBool(b)
		return nil
	case Float64:
		number, err := readFloat(token)
		v.SetFloat(number)
		return err
	case String, UUID, Bytes, Records:
		text, ok := token.(string)
		if !ok {
			return unwanted("a text", token)
		}
		return setText(f.Kind, text, v)
	}
	return setInteger(token, f.Kind, v)
}

// tags reads a list of unknown tagged fields.
func (r *jsonReader) tags(tags *kwire.Tags) error {
	var list []struct {
		Tag  *uint32 `json:"tag"`
		Data []byte  `json:"data"`
	}
	if err := r.d.Decode(&list); err != nil {
		return err
	}
	seen := make(map[uint32]bool, len(list))
	for i, entry := range list {
		if entry.Tag == nil {
			return within(fmt.Sprintf("[%d]", i), errors.New(`key "tag" is missing`))
		}
		if seen[*entry.Tag] {
			return within(fmt.Sprintf("[%d]", i), fmt.Errorf("tag %d is there twice", *entry.Tag))
		}
		seen[*entry.Tag] = true
		tags.Set(*entry.Tag, entry.Data)
	}
	return nil
}

// setText sets what JSON has as a string.
func setText(kind Kind, text string, v reflect.Value) error {
	switch kind {
	case String:
		if v.Kind() == reflect.Struct {
			v.Set(reflect.ValueOf(kwire.StringOf(text)))
		} else {
			v.SetString(text)
		}
		return nil
	case UUID:
		id, err := kwire.ParseUUID(text)
		v.Set(reflect.ValueOf(id))
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return fmt.Errorf("not base64: %w", err)
	}
	v.SetBytes(raw)
	return nil
}

// setInteger sets a number within the range of its kind.
func setInteger(token json.Token, kind Kind, v reflect.Value) error {
	number, ok := token.(json.Number)
	if !ok {
		return unwanted("a number", token)
	}
	bits := v.Type().Bits()
	if kind == Uint16 || kind == Uint32 {
		n, err := strconv.ParseUint(number.String(), 10, bits)
		if err != nil {
			return fmt.Errorf("%s is no %s: want a whole number from 0 to %d", number, kind, uint64(1)<<bits-1)
		}
		v.SetUint(n)
		return nil
	}
	n, err := strconv.ParseInt(number.String(), 10, bits)
	if err != nil {
		highest := int64(math.MaxInt64) >> (64 - bits)
		return fmt.Errorf("%s is no %s: want a whole number from %d to %d", number, kind, -highest-1, highest)
	}
	v.SetInt(n)
	return nil
}

// javaNaN are the bits of Java's NaN, which are not those of Go's.
const javaNaN = 0x7ff8000000000000

// readFloat reads a number, or in quotes one that JSON does not have.
func readFloat(token json.Token) (float64, error) {
	switch v := token.(type) {
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return 0, fmt.Errorf("%s is no float64", v)
		}
		return f, nil
	case string:
		switch v {
		case "NaN":
			return math.Float64frombits(javaNaN), nil
		case "Infinity":
			return math.Inf(1), nil
		case "-Infinity":
			return math.Inf(-1), nil
		}
	}
	return 0, unwanted("a number", token)
}

// unwanted is the error for a token that does not begin what is wanted.
func unwanted(want string, token json.Token) error {
	switch v := token.(type) {
	case json.Delim:
		return fmt.Errorf("want %s, found %q", want, v.String())
	case string:
		return fmt.Errorf("want %s, found a text", want)
	case nil:
		return fmt.Errorf("want %s, found null", want)
	}
	return fmt.Errorf("want %s, found %v", want, token)
}
