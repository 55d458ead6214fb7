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
	// ErrNullNotAllowed: null in a field that is not nullable in this version, a
	// NullString with a content that is not Valid, or no message at all.
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
	// ErrWrongKind: a message of another kind than the function takes, such as a
	// response where a request is to be sent.
	ErrWrongKind = errors.New("wrong kind of message")
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

// UnsupportedVersion is the error for a version that a message does not have.
func UnsupportedVersion(info Info, version int16) error {
	return &Error{
		Message: info.Name, Version: version, Offset: -1, Err: ErrUnsupportedVersion,
		Detail: fmt.Sprintf("unsupported version, %s has versions %d-%d", info.Name, info.Lowest, info.Highest),
	}
}

// short is the error for an input of which need bytes are needed at i.
func short(b []byte, i, need int) error {
	bytes := "bytes"
	if need == 1 {
		bytes = "byte"
	}
	return &Error{Offset: i, Err: ErrShortBuffer, Detail: fmt.Sprintf("need %d %s, have %d", need, bytes, len(b)-i)}
}

func badLength(i int, format string, args ...any) error {
	return &Error{Offset: i, Err: ErrBadLength, Detail: fmt.Sprintf(format, args...)}
}
