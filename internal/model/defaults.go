package model

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// integerRange are the least and the greatest value of an integer type.
type integerRange struct{ low, high int64 }

var integerRanges = map[Kind]integerRange{
	Int8:   {math.MinInt8, math.MaxInt8},
	Int16:  {math.MinInt16, math.MaxInt16},
	Uint16: {0, math.MaxUint16},
	Int32:  {math.MinInt32, math.MaxInt32},
	Uint32: {0, math.MaxUint32},
	Int64:  {math.MinInt64, math.MaxInt64},
}

// parseDefault reads a default as schemas write it, for a field of the given
// type. An empty text is the type's zero value, for strings the empty string.
// The word null is for the types that can be null.
func parseDefault(t fieldType, s string) (Default, error) {
	d := Default{Explicit: true}
	var err error
	switch kind := t.single(); kind {
	case String:
		d.Null = s == "null"
		if !d.Null {
			d.String = s
		}
	case Bytes, Array, StructKind, Records:
		if s != "" && s != "null" {
			return d, fmt.Errorf("the default of a field of type %s can only be null or empty, not %q", t, s)
		}
		d.Null = s == "null" || kind == Records
	case Bool:
		switch {
		case strings.EqualFold(s, "true"):
			d.Bool = true
		case s != "" && !strings.EqualFold(s, "false"):
			err = fmt.Errorf("default %q is no bool: want true or false", s)
		}
	case Float64:
		d.Float, err = parseFloat(s)
	case UUID:
		d.UUID, err = parseUUID(s)
	default:
		d.Int, err = parseInteger(kind, s)
	}
	return d, err
}

// implicitDefault is what a field of type t holds when the schema is silent.
func implicitDefault(t fieldType) Default {
	return Default{Null: t.single() == Records}
}

// parseInteger reads a decimal number, or a hex number that starts with 0x.
func parseInteger(kind Kind, s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	digits, base := s, 10
	if hex, ok := strings.CutPrefix(s, "0x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseInt(digits, base, 64)
	limits := integerRanges[kind]
	switch {
	// ParseInt takes a sign, which must not follow the 0x.
	case errors.Is(err, strconv.ErrSyntax), base == 16 && (digits[0] == '-' || digits[0] == '+'):
		return 0, fmt.Errorf("default %q is no %s: want a decimal number, or hex digits after 0x", s, kind)
	case err != nil, n < limits.low, limits.high < n:
		return 0, fmt.Errorf("default %s is not within the range of %s, %d to %d", s, kind, limits.low, limits.high)
	}
	return n, nil
}

// hasNeedlessZero reports whether s is a decimal number such as "010", which
// Kafka checks as ten and compiles as eight.
func hasNeedlessZero(s string) bool {
	digits := strings.TrimLeft(s, "+-")
	return len(digits) > 1 && digits[0] == '0' && strings.Trim(digits, "0123456789") == ""
}

// javaNaN are the bits of Java's NaN, which are not those of Go's.
const javaNaN = 0x7ff8000000000000

// parseFloat reads a number as Java does: blanks around it, a type suffix, NaN
// and Infinity are allowed.
func parseFloat(s string) (float64, error) {
	if s == "" {
		return 0, nil
	}
	text := strings.TrimSpace(s)
	unsigned := strings.TrimLeft(text, "+-")
	if unsigned != "NaN" && unsigned != "Infinity" {
		if n := len(text); n > 0 && strings.IndexByte("fFdD", text[n-1]) >= 0 {
			text = text[:n-1]
		}
		// What else ParseFloat knows, such as inf and 1_000, Java does not.
		if strings.Trim(text, "+-.0123456789abcdefABCDEFxXpP") != "" || unsigned == "" || !strings.ContainsAny(unsigned[:1], ".0123456789") {
			return 0, fmt.Errorf("default %q is no float64", s)
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("default %q is not within the range of float64", s)
	}
	if err != nil {
		return 0, fmt.Errorf("default %q is no float64", s)
	}
	if math.IsNaN(f) {
		return math.Float64frombits(javaNaN), nil // the bits go onto the wire
	}
	return f, nil
}

// parseUUID reads the URL-safe base64 form that Kafka prints uuids in. Bytes
// beyond 16 are left out; rule default-uuid-length speaks of them.
func parseUUID(s string) (id [16]byte, err error) {
	if s == "" {
		return id, nil
	}
	raw, err := decodeUUID(s)
	if err != nil {
		return id, fmt.Errorf("default %q is no uuid: want 22 characters of URL-safe base64", s)
	}
	if len(raw) < len(id) {
		return id, fmt.Errorf("default %q is no uuid: it has %d bytes instead of 16", s, len(raw))
	}
	copy(id[:], raw)
	return id, nil
}

func decodeUUID(s string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
}
