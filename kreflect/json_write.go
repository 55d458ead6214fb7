package kreflect

import (
	"encoding/base64"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kgen-go/kgen/kwire"
)

// UnknownTagsKey is the JSON key of a struct's unknown tagged fields, which
// Kafka's own converters leave out: a list of objects with "tag", a number, and
// "data", base64. No field's name can begin like that.
const UnknownTagsKey = "_unknownTaggedFields"

// AppendJSON appends m in the given version to dst, in the form of Kafka's JSON
// converters and the same character by character: keys are the fields' names
// with the first letter in lower case, bytes are base64, UUIDs are as Kafka
// prints them, and tagged fields are there unless they have their default.
// Beyond what Kafka writes, records are base64 too (Kafka prints an empty
// string), and unknown tagged fields stand under [UnknownTagsKey]. Strings that
// are not UTF-8 get U+FFFD in the place of what is not, as in Java.
//
// Errors are a [*kwire.Error], as those of Encode: for a version that m does not
// have, and for fields that are set and not in the version unless they are
// ignorable, and null where it is not allowed. After an error it returns dst as
// it was. Secrets are not left out.
func AppendJSON(dst []byte, m kwire.Message, version int16) ([]byte, error) {
	facts, err := Of(m)
	if err != nil {
		return dst, err
	}
	if !facts.Info.Supports(version) {
		return dst, kwire.UnsupportedVersion(facts.Info, version)
	}
	w := &jsonWriter{dst: dst, version: version, flexible: facts.Info.Flexible(version)}
	if err := w.structure(facts.Body, reflect.ValueOf(m).Elem()); err != nil {
		return dst, inMessage(err, facts.Info, version)
	}
	return w.dst, nil
}

type jsonWriter struct {
	dst      []byte
	version  int16
	flexible bool
}

func (w *jsonWriter) structure(s *Struct, v reflect.Value) error {
	separator := byte('{')
	key := func(text string) {
		w.dst = append(w.dst, separator)
		separator = ','
		w.dst = append(w.dst, text...)
	}
	for _, f := range s.Fields {
		value := v.Field(f.index)
		switch {
		case !f.Versions.Contains(w.version):
			if !f.Ignorable && !f.isDefault(value) {
				return fieldError(f.GoName, kwire.ErrFieldNotInVersion, "the field is set, but does not exist in this version")
			}
			continue
		case f.Tagged.Contains(w.version) && f.isDefault(value):
			continue
		}
		key(f.jsonKey)
		if err := w.field(f, value); err != nil {
			return err
		}
	}
	if tags := s.tags(v); !tags.IsEmpty() {
		if !w.flexible {
			return fieldError("UnknownTags", kwire.ErrTagsNotInVersion, "tagged fields are set, but this version is not flexible")
		}
		key(`"` + UnknownTagsKey + `":`)
		w.tags(tags)
	}
	if separator == '{' {
		w.dst = append(w.dst, '{')
	}
	w.dst = append(w.dst, '}')
	return nil
}

func (w *jsonWriter) tags(tags kwire.Tags) {
	separator := byte('[')
	for number, data := range tags.All() {
		w.dst = append(w.dst, separator)
		separator = ','
		w.dst = fmt.Appendf(w.dst, `{"tag":%d,"data":"%s"}`, number, base64.StdEncoding.EncodeToString(data))
	}
	w.dst = append(w.dst, ']')
}

func (w *jsonWriter) field(f *Field, v reflect.Value) error {
	if f.isNull(v) {
		switch {
		case f.Nullable.Contains(w.version):
			w.dst = append(w.dst, "null"...)
			return nil
		case !f.Nullable.Empty():
			return fieldError(f.GoName, kwire.ErrNullNotAllowed, "the field is null, which this version does not allow")
		case f.pointer():
			v = f.pointedTo(v).Addr()
		}
	}
	if !f.Array {
		return within(f.GoName, w.value(f, v))
	}
	w.dst = append(w.dst, '[')
	for i := range v.Len() {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		if err := w.value(f, v.Index(i)); err != nil {
			return within(fmt.Sprintf("%s[%d]", f.GoName, i), err)
		}
	}
	w.dst = append(w.dst, ']')
	return nil
}

// value writes a field that is not null, or an element.
func (w *jsonWriter) value(f *Field, v reflect.Value) error {
	switch f.Kind {
	case StructKind:
		return w.structure(f.Struct, reflect.Indirect(v))
	case Bool:
		w.dst = strconv.AppendBool(w.dst, v.Bool())
	case Float64:
		w.dst = append(w.dst, jsonFloat(v.Float())...)
	case UUID:
		w.dst = append(w.dst, `"`+v.Interface().(kwire.UUID).String()+`"`...)
	case String:
		if v.Kind() == reflect.Struct {
			v = v.Field(0) // of a NullString
		}
		w.dst = appendJSONString(w.dst, v.String())
	case Bytes, Records:
		w.dst = append(w.dst, '"')
		w.dst = base64.StdEncoding.AppendEncode(w.dst, v.Bytes())
		w.dst = append(w.dst, '"')
	case Uint16, Uint32:
		w.dst = strconv.AppendUint(w.dst, v.Uint(), 10)
	default:
		w.dst = strconv.AppendInt(w.dst, v.Int(), 10)
	}
	return nil
}

// appendJSONString quotes s as Java's writer does, which leaves all beyond
// ASCII as it is.
func appendJSONString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch i := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case i >= 0:
			dst = append(dst, '\\', `"\bfnrt`[i])
		case r < ' ':
			dst = fmt.Appendf(dst, `\u%04X`, r)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// jsonFloat writes f as Java prints it: always with a fraction, with an exponent
// below a thousandth and from ten million on, and in quotes where JSON has no
// such number.
func jsonFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return `"NaN"`
	case math.IsInf(f, 1):
		return `"Infinity"`
	case math.IsInf(f, -1):
		return `"-Infinity"`
	}
	if size := math.Abs(f); size == 0 || size >= 1e-3 && size < 1e7 {
		text := strconv.FormatFloat(f, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text
	}
	text := strconv.FormatFloat(f, 'E', -1, 64)
	if !strings.Contains(text, ".") {
		text = strconv.FormatFloat(f, 'E', 1, 64) // Java never gives fewer than two digits
	}
	digits, exponent, _ := strings.Cut(text, "E")
	sign := ""
	if exponent[0] == '-' {
		sign = "-"
	}
	return digits + "E" + sign + strings.TrimLeft(exponent[1:], "0")
}
