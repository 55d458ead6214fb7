package value

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/kgen-go/kgen/internal/model"
)

// FromJSON reads the body of m from text in the form that [JSON] writes. Every
// untagged field of the version has to be there; a tagged one that is not has
// its default. Unlike Kafka's converters, which pass over keys that they do not
// know, it refuses them: they would be lost. A field of other versions only is
// taken, and encoding decides whether it can be left out.
//
// Errors name the line and the field.
func FromJSON(m *model.Message, text []byte, version int16) (*Struct, error) {
	if !m.Valid.Contains(version) {
		return nil, fmt.Errorf("%s has no version %d, only %s", m.Name, version, m.Valid)
	}
	r := &jsonReader{d: json.NewDecoder(bytes.NewReader(text)), version: version}
	r.d.UseNumber()
	s, err := r.structure(m.Body)
	if err == nil {
		if _, err = r.d.Token(); err == nil {
			err = errors.New("text follows the value")
		} else if errors.Is(err, io.EOF) {
			return s, nil
		}
	}
	line := 1 + bytes.Count(text[:min(r.d.InputOffset(), int64(len(text)))], []byte("\n"))
	return nil, fmt.Errorf("%s v%d: line %d: %w", m.Name, version, line, err)
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

func (r *jsonReader) structure(t *model.Struct) (*Struct, error) {
	token, err := r.token()
	if err != nil {
		return nil, err
	}
	return r.structureAfter(token, t)
}

// structureAfter reads a struct whose first token has been read.
func (r *jsonReader) structureAfter(first json.Token, t *model.Struct) (*Struct, error) {
	if first != json.Delim('{') {
		return nil, unwanted("an object", first)
	}
	s := New(t)
	seen := make([]bool, len(t.Fields))
	seenTags := false
	for r.d.More() {
		token, err := r.token()
		if err != nil {
			return nil, err
		}
		key := token.(string) // the decoder has seen to it
		if key == UnknownTagsKey && !seenTags {
			seenTags = true
			if s.Unknown, err = r.tags(); err != nil {
				return nil, inField(key, err)
			}
			continue
		}
		i := fieldByKey(t, key)
		if i < 0 {
			return nil, inField(key, fmt.Errorf("%s has no such field", t.Name))
		}
		if seen[i] {
			return nil, inField(key, errors.New("is there twice"))
		}
		seen[i] = true
		f := t.Fields[i]
		if s.Fields[i], err = r.value(f.Type, !f.Nullable.Empty()); err != nil {
			return nil, inField(f.Name, err)
		}
	}
	for i, f := range t.Fields {
		if !seen[i] && f.Versions.Contains(r.version) && !f.Tagged.Contains(r.version) {
			return nil, inField(f.Name, fmt.Errorf("key %q is missing", jsonName(f.Name)))
		}
	}
	_, err := r.token() // the closing brace
	return s, err
}

// fieldByKey gives the index of the field with the given JSON key, -1 if there
// is none.
func fieldByKey(t *model.Struct, key string) int {
	for i, f := range t.Fields {
		if jsonName(f.Name) == key {
			return i
		}
	}
	return -1
}

// value reads a value of type t, which encoding may still refuse where it is
// null in a version that has no null.
func (r *jsonReader) value(t model.Type, nullable bool) (any, error) {
	token, err := r.token()
	if err != nil {
		return nil, err
	}
	if token == nil {
		// Records have no other default than null.
		if nullable || t.Kind == model.Records {
			return nil, nil
		}
		return nil, errors.New("null, but the field is never nullable")
	}
	switch t.Kind {
	case model.Bool:
		if v, ok := token.(bool); ok {
			return v, nil
		}
		return nil, unwanted("true or false", token)
	case model.Float64:
		return readFloat(token)
	case model.StructKind:
		return r.structureAfter(token, t.Struct)
	case model.Array:
		return r.array(token, *t.Elem)
	case model.String, model.UUID, model.Bytes, model.Records:
		return readText(t.Kind, token)
	}
	return readInteger(t.Kind, token)
}

func (r *jsonReader) array(first json.Token, elem model.Type) (any, error) {
	if first != json.Delim('[') {
		return nil, unwanted("an array", first)
	}
	list := []any{}
	for r.d.More() {
		v, err := r.value(elem, false)
		if err != nil {
			return nil, inElement(len(list), err)
		}
		list = append(list, v)
	}
	_, err := r.token() // the closing bracket
	return list, err
}

// tags reads a list of unknown tagged fields.
func (r *jsonReader) tags() ([]Tag, error) {
	var list []struct {
		Tag  *uint32 `json:"tag"`
		Data []byte  `json:"data"`
	}
	if err := r.d.Decode(&list); err != nil {
		return nil, err
	}
	var tags []Tag
	for i, entry := range list {
		if entry.Tag == nil {
			return nil, inElement(i, errors.New(`key "tag" is missing`))
		}
		tags = append(tags, Tag{*entry.Tag, entry.Data})
	}
	return tags, nil
}

// readText reads what JSON has as a string.
func readText(kind model.Kind, token json.Token) (any, error) {
	text, ok := token.(string)
	if !ok {
		return nil, unwanted("a text", token)
	}
	switch kind {
	case model.String:
		return text, nil
	case model.UUID:
		raw, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil || len(raw) != len(UUID{}) {
			return nil, fmt.Errorf("%q is no uuid: want 22 characters of URL-safe base64", text)
		}
		return UUID(raw), nil
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("not base64: %w", err)
	}
	return raw, nil
}

// readInteger reads a number within the range of its kind.
func readInteger(kind model.Kind, token json.Token) (any, error) {
	number, ok := token.(json.Number)
	if !ok {
		return nil, unwanted("a number", token)
	}
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	switch kind {
	case model.Int8:
		low, high = math.MinInt8, math.MaxInt8
	case model.Int16:
		low, high = math.MinInt16, math.MaxInt16
	case model.Uint16:
		low, high = 0, math.MaxUint16
	case model.Int32:
		low, high = math.MinInt32, math.MaxInt32
	case model.Uint32:
		low, high = 0, math.MaxUint32
	}
	n, err := strconv.ParseInt(number.String(), 10, 64)
	if err != nil || n < low || n > high {
		return nil, fmt.Errorf("%s is no %s: want a whole number from %d to %d", number, kind, low, high)
	}
	return n, nil
}

// javaNaN are the bits of Java's NaN, which are not those of Go's.
const javaNaN = 0x7ff8000000000000

// readFloat reads a number, or in quotes one that JSON does not have.
func readFloat(token json.Token) (any, error) {
	switch v := token.(type) {
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return nil, fmt.Errorf("%s is no float64", v)
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
	return nil, unwanted("a number", token)
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
