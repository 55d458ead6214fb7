package kerror

import (
	"cmp"
	"fmt"
	"slices"
)

// A Code is an error code as messages carry it. It need not be one of the codes
// of this package: a broker may be newer. It is no error by itself, as most of
// the codes that a message carries are [None].
type Code int16

// An Error is a code other than [None] as an error; see [Code.Err].
type Error struct {
	Code Code
}

// Error gives number and name.
func (e *Error) Error() string { return fmt.Sprintf("Kafka error %d, %s", int16(e.Code), e.Code) }

// Is reports whether target is an [*Error] with the same code, for [errors.Is].
func (e *Error) Is(target error) bool {
	other, isCode := target.(*Error)
	return isCode && other.Code == e.Code
}

// info is what is known of a code.
type info struct {
	code      Code
	name      string
	retriable bool
	meaning   string
}

func (c Code) info() (info, bool) {
	i, found := slices.BinarySearchFunc(codes[:], c, func(e info, c Code) int { return cmp.Compare(e.code, c) })
	if !found {
		return info{}, false
	}
	return codes[i], true
}

// String gives the code's name in Kafka, such as NOT_COORDINATOR, or UNKNOWN
// with the number in parentheses.
func (c Code) String() string {
	if e, known := c.info(); known {
		return e.name
	}
	return fmt.Sprintf("UNKNOWN(%d)", int16(c))
}

// Err returns the code as an [*Error], or nil for [None].
func (c Code) Err() error {
	if c == None {
		return nil
	}
	return &Error{c}
}

// Retriable reports whether the same request may succeed later without a change
// to it, possibly at another broker, as Kafka's own clients see it. It is false
// for unknown codes.
func (c Code) Retriable() bool {
	e, _ := c.info()
	return e.retriable
}

// Meaning says in a few sentences when the code occurs and what to do. It is
// empty for unknown codes.
func (c Code) Meaning() string {
	e, _ := c.info()
	return e.meaning
}

// Lookup finds a code by its name in Kafka, such as NOT_COORDINATOR.
func Lookup(name string) (code Code, found bool) {
	i := slices.IndexFunc(codes[:], func(e info) bool { return e.name == name })
	if i < 0 {
		return 0, false
	}
	return codes[i].code, true
}

// Codes returns all codes of this package in ascending order.
func Codes() []Code {
	all := make([]Code, len(codes))
	for i, e := range codes {
		all[i] = e.code
	}
	return all
}
