package kwire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Kinds of errors, for errors.Is.
var (
	// ErrShortBuffer: the input ends within a value.
	ErrShortBuffer = errors.New("input too short")
	// ErrBadLength: a length or count that cannot be, such as -2, a string of
	// more than 32767 bytes, or more array elements than the input has room for.
	ErrBadLength = errors.New("bad length")
	// ErrBadVarint: a varint that does not end within 5 bytes (10 for 64 bits)
	// or, in strict mode, exceeds 32 bits.
	ErrBadVarint = errors.New("bad varint")
	// ErrBadMarker: in strict mode, a presence byte of a nullable struct that is
	// neither -1 nor 1.
	ErrBadMarker = errors.New("bad presence marker")
	// ErrNullNotAllowed: null in a field that is not nullable in this version.
	ErrNullNotAllowed = errors.New("null not allowed")
	// ErrUnsupportedVersion: the message does not have this version.
	ErrUnsupportedVersion = errors.New("unsupported version")
	// ErrFieldNotInVersion: a field to encode is set but does not exist in this
	// version, and the schema does not allow to leave it out.
	ErrFieldNotInVersion = errors.New("field not in version")
	// ErrTagNotInVersion: the input has a tagged field that the schema knows,
	// but not in this version.
	ErrTagNotInVersion = errors.New("tagged field not in version")
	// ErrTagOrder: tagged fields that do not strictly ascend, or an unknown
	// tagged field with the number of a known one.
	ErrTagOrder = errors.New("tagged fields out of order")
	// ErrTagSize: in strict mode, a tagged field that does not fill its size.
	ErrTagSize = errors.New("wrong size of tagged field")
	// ErrTagsNotInVersion: unknown tagged fields are set, but the version to
	// encode is not flexible.
	ErrTagsNotInVersion = errors.New("tagged fields not in version")
	// ErrTrailingBytes: in strict mode, bytes after the end of the message.
	ErrTrailingBytes = errors.New("trailing bytes")
	// ErrUnknownKey: no message has this API key.
	ErrUnknownKey = errors.New("unknown API key")
)

// An Error says what went wrong with a message, and where.
type Error struct {
	Message string // name of the message, such as "FetchRequest"
	Version int16
	// Path names the field, such as "Topics[0].Partitions[3].Offset". Empty
	// where the message as a whole is meant.
	Path string
	// Offset is the place in the input, in bytes from the start of the message
	// body; -1 when encoding.
	Offset int
	// Err is the kind of error, one of the package's Err variables.
	Err error
	// Detail is the particular reason, such as "need 8 bytes, have 3".
	Detail string
}

// Error gives all of it on one line:
//
//	FetchRequest v12: Topics[0].Partitions[3].FetchOffset at byte 57: need 8 bytes, have 3
func (e *Error) Error() string {
	var b strings.Builder
	if e.Message != "" {
		fmt.Fprintf(&b, "%s v%d: ", e.Message, e.Version)
	}
	b.WriteString(e.Path)
	if e.Offset >= 0 {
		if e.Path != "" {
			b.WriteByte(' ')
		}
		b.WriteString("at byte " + strconv.Itoa(e.Offset))
	}
	if e.Path != "" || e.Offset >= 0 {
		b.WriteString(": ")
	}
	if e.Detail != "" {
		b.WriteString(e.Detail)
	} else {
		b.WriteString(e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the kind of error.
func (e *Error) Unwrap() error { return e.Err }

// The functions that make errors are not inlined: generated code calls them at
// thousands of places, none of them hot, and inlined they were most of the time
// that the compiler takes for it.

// InField adds the name of the field in which err occurred to its path.
// Generated code calls it on the way out, so the path costs nothing until
// there is an error.
//
//go:noinline
func InField(err error, name string) error {
	return within(err, name)
}

// InElement adds the name of an array field and the index of the element in
// which err occurred to its path.
//
//go:noinline
func InElement(err error, name string, index int) error {
	return within(err, name+"["+strconv.Itoa(index)+"]")
}

func within(err error, step string) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	switch {
	case e.Path == "":
		e.Path = step
	case e.Path[0] == '[':
		e.Path = step + e.Path
	default:
		e.Path = step + "." + e.Path
	}
	return e
}

// InMessage completes an error that a message's own encoder or decoder met.
//
//go:noinline
func InMessage(err error, info *Info, version int16) error {
	var e *Error
	if errors.As(err, &e) {
		e.Message, e.Version = info.Name, version
	}
	return err
}

// UnsupportedVersion is the error for a version that a message does not have.
//
//go:noinline
func UnsupportedVersion(info *Info, version int16) error {
	return &Error{
		Message: info.Name, Version: version, Offset: -1, Err: ErrUnsupportedVersion,
		Detail: fmt.Sprintf("unsupported version, %s has versions %d-%d", info.Name, info.Lowest, info.Highest),
	}
}

// NullField is the error for a null in a field that is not nullable in the
// version to encode.
//
//go:noinline
func NullField(name string) error {
	return &Error{Path: name, Offset: -1, Err: ErrNullNotAllowed, Detail: "null, but the field is not nullable in this version"}
}

// FieldNotInVersion is the error for a field that is set, though the version
// to encode does not have it.
//
//go:noinline
func FieldNotInVersion(name string) error {
	return &Error{Path: name, Offset: -1, Err: ErrFieldNotInVersion, Detail: "the field is set, but does not exist in this version"}
}

// TagsNotInVersion is the error for unknown tagged fields in a version that is
// not flexible.
//
//go:noinline
func TagsNotInVersion() error {
	return &Error{Path: "UnknownTags", Offset: -1, Err: ErrTagsNotInVersion, Detail: "tagged fields are set, but this version is not flexible"}
}

// ShortRun is the error for an input that ends within a run of fixed-width
// fields, which starts at b[i]. The run is written as names with widths in
// bytes: "PartitionIndex:4 Offset:8".
//
//go:noinline
func ShortRun(b []byte, i int, run string) error {
	for field := range strings.FieldsSeq(run) {
		name, text, _ := strings.Cut(field, ":")
		width, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		if len(b)-i < width {
			return InField(short(b, i, width), name)
		}
		i += width
	}
	return short(b, i, 1)
}

// NullAt is the error for a null at byte i of the input in a field that is not
// nullable in the version to decode.
//
//go:noinline
func NullAt(i int) error {
	return &Error{Offset: i, Err: ErrNullNotAllowed, Detail: "null, but the field is not nullable in this version"}
}

func short(b []byte, i, need int) error {
	return &Error{Offset: i, Err: ErrShortBuffer, Detail: fmt.Sprintf("need %s, have %d", plural(need, "byte"), len(b)-i)}
}

func badLength(i int, format string, args ...any) error {
	return &Error{Offset: i, Err: ErrBadLength, Detail: fmt.Sprintf(format, args...)}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
