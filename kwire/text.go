package kwire

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// The types of fields marshal themselves as text, so that encoding/json and
// others that go by reflection show generated messages well and lose nothing.
// The JSON that Kafka's tools have is the business of package kreflect.

// MarshalText gives the form of String. The error is always nil.
func (u UUID) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText reads what [ParseUUID] does.
func (u *UUID) UnmarshalText(text []byte) error {
	parsed, err := ParseUUID(string(text))
	if err == nil {
		*u = parsed
	}
	return err
}

// MarshalText gives the string as it is, which is empty for null: a text has
// nothing else for it. The error is always nil.
func (s NullString) MarshalText() ([]byte, error) { return []byte(s.Value), nil }

// UnmarshalText sets the string, which is not null then.
func (s *NullString) UnmarshalText(text []byte) error {
	*s = StringOf(string(text))
	return nil
}

// MarshalJSON gives a JSON string or null. Bytes that are not UTF-8 become
// U+FFFD. The error is always nil. There is no UnmarshalJSON: package
// encoding/json reads strings with UnmarshalText and passes over null.
func (s NullString) MarshalJSON() ([]byte, error) {
	if !s.Valid {
		return []byte("null"), nil
	}
	b := append(make([]byte, 0, len(s.Value)+2), '"')
	for _, r := range s.Value {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"'), nil
}

// MarshalText gives the form of String, which UnmarshalText reads. The error is
// always nil.
func (t Tags) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText replaces the fields by those in a text such as "7=00ff 9=": their
// numbers and their contents in hexadecimal, with blanks between. After an error
// t is as it was.
func (t *Tags) UnmarshalText(text []byte) error {
	var tags Tags
	seen := map[uint64]bool{}
	for _, word := range bytes.Fields(text) {
		number, content, found := bytes.Cut(word, []byte("="))
		n, err := strconv.ParseUint(string(number), 10, 32)
		if !found || err != nil || n > MaxTag {
			return fmt.Errorf("%q is no tagged field: want a number, = and hexadecimal bytes", word)
		}
		data, err := hex.AppendDecode(nil, content)
		if err != nil {
			return fmt.Errorf("tagged field %d: %w", n, err)
		}
		if seen[n] {
			return fmt.Errorf("tagged field %d is there twice", n)
		}
		seen[n] = true
		tags.Set(uint32(n), data)
	}
	*t = tags
	return nil
}
