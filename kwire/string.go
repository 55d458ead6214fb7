package kwire

import "strconv"

// MaxStringLen is the greatest length of a string in bytes, in every form.
const MaxStringLen = 32767

// NullString is a string that may be null. The zero value is null, which is
// not the same as the empty string.
type NullString struct {
	Value string
	Valid bool // false for null; Value is then empty
}

// StringOf returns the NullString that holds s.
func StringOf(s string) NullString { return NullString{Value: s, Valid: true} }

// Or returns the string, or other if it is null.
func (s NullString) Or(other string) string {
	if s.Valid {
		return s.Value
	}
	return other
}

// String gives the quoted string, or "null" without quotes.
func (s NullString) String() string {
	if s.Valid {
		return strconv.Quote(s.Value)
	}
	return "null"
}
