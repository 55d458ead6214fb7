package codec

// A Form says how a field with a length is laid out. The zero Form is classic:
// a length of two bytes for strings, of four for everything else.
type Form uint8

const (
	// Compact has the length plus one as an unsigned varint (KIP-482).
	Compact Form = 1 << iota
	// Nullable allows null: the length -1, in compact form 0.
	Nullable
)

// Classic is the form of messages that are not flexible.
const Classic Form = 0

// FormOf is Compact for a flexible version, else Classic.
func FormOf(flexible bool) Form {
	if flexible {
		return Compact
	}
	return Classic
}

// NullWidth is the number of bytes of the null of an array.
func NullWidth(form Form) int {
	if form&Compact != 0 {
		return 1
	}
	return 4
}
