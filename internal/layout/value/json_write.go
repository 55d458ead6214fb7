package value

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kgen-go/kgen/internal/model"
)

// UnknownTagsKey is the JSON key of a struct's unknown tagged fields, which
// Kafka's own converter leaves out: a list of objects with "tag", a number, and
// "data", base64. No field's name can begin like that.
const UnknownTagsKey = "_unknownTaggedFields"

// JSON gives s, the body of m, in the form of Kafka's JSON converters: keys are
// the fields' names with the first letter in lower case, bytes are base64,
// uuids are as Kafka prints them, tagged fields are there unless they have
// their default. Beyond what Kafka writes, records are base64 too (Kafka prints
// an empty string), and unknown tags stand under [UnknownTagsKey].
//
// Bytes of strings that are not UTF-8 become U+FFFD, as in Java.
func JSON(m *model.Message, s *Struct, version int16) ([]byte, error) {
	w := &jsonWriter{version: version}
	if err := w.structure(s); err != nil {
		return nil, fmt.Errorf("%s v%d: %w", m.Name, version, err)
	}
	return w.dst, nil
}

type jsonWriter struct {
	dst     []byte
	version int16
}

func (w *jsonWriter) structure(s *Struct) error {
	separator := byte('{')
	key := func(name string) {
		w.dst = append(w.dst, separator)
		separator = ','
		w.dst = append(w.dst, strconv.Quote(name)+":"...) // names are ASCII
	}
	for i, f := range s.Type.Fields {
		v := s.Fields[i]
		switch {
		case !f.Versions.Contains(w.version):
			if !f.Ignorable && !isDefault(f, v) {
				return inField(f.Name, fmt.Errorf("the field is set, but does not exist in version %d", w.version))
			}
			continue
		case f.Tagged.Contains(w.version) && isDefault(f, v):
			continue
		}
		key(jsonName(f.Name))
		if err := w.value(v); err != nil {
			return inField(f.Name, err)
		}
	}
	if len(s.Unknown) > 0 {
		key(UnknownTagsKey)
		w.tags(s.Unknown)
	}
	if separator == '{' {
		w.dst = append(w.dst, '{')
	}
	w.dst = append(w.dst, '}')
	return nil
}

func (w *jsonWriter) tags(list []Tag) {
	for i, tag := range list {
		w.separate(i)
		w.dst = fmt.Appendf(w.dst, `{"tag":%d,"data":"%s"}`, tag.Number, base64.StdEncoding.EncodeToString(tag.Data))
	}
	w.dst = append(w.dst, ']')
}

// separate writes what stands before element i of an array.
func (w *jsonWriter) separate(i int) {
	if i == 0 {
		w.dst = append(w.dst, '[')
	} else {
		w.dst = append(w.dst, ',')
	}
}

func (w *jsonWriter) value(v any) error {
	switch v := v.(type) {
	case nil:
		w.dst = append(w.dst, "null"...)
	case bool:
		w.dst = strconv.AppendBool(w.dst, v)
	case int64:
		w.dst = strconv.AppendInt(w.dst, v, 10)
	case float64:
		w.dst = append(w.dst, jsonFloat(v)...)
	case UUID:
		w.dst = append(w.dst, strconv.Quote(v.String())...)
	case string:
		w.dst = jsonString(w.dst, v)
	case []byte:
		w.dst = append(w.dst, '"')
		w.dst = base64.StdEncoding.AppendEncode(w.dst, v)
		w.dst = append(w.dst, '"')
	case *Struct:
		return w.structure(v)
	case []any:
		for i, element := range v {
			w.separate(i)
			if err := w.value(element); err != nil {
				return inElement(i, err)
			}
		}
		if len(v) == 0 {
			w.dst = append(w.dst, '[')
		}
		w.dst = append(w.dst, ']')
	}
	return nil
}

// jsonName is the JSON key of the field called name.
func jsonName(name string) string { return strings.ToLower(name[:1]) + name[1:] }

// jsonString quotes s as Java's writer does, which leaves all beyond ASCII as it
// is. What is not UTF-8 becomes U+FFFD.
func jsonString(dst []byte, s string) []byte {
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
	case math.IsInf(f, 0):
		return strconv.Quote(strings.TrimPrefix(strconv.FormatFloat(f, 'f', -1, 64), "+") + "inity")
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
	n, err := strconv.Atoi(exponent)
	if err != nil {
		panic(fmt.Sprintf("a float has the exponent %q", exponent)) // FormatFloat writes digits there
	}
	return digits + "E" + strconv.Itoa(n)
}

// FitsJSON reports whether JSON can hold all of s, which may be nil: strings
// that are not UTF-8, and any but one of the many floats that are no number,
// come back as others.
func FitsJSON(s *Struct) bool {
	return s == nil || fitsJSON(s.Fields)
}

func fitsJSON(list []any) bool {
	for _, v := range list {
		fits := true
		switch v := v.(type) {
		case string:
			fits = utf8.ValidString(v)
		case float64:
			fits = !math.IsNaN(v) || math.Float64bits(v) == javaNaN
		case []any:
			fits = fitsJSON(v)
		case *Struct:
			fits = FitsJSON(v)
		}
		if !fits {
			return false
		}
	}
	return true
}
