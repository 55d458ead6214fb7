package codec

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/kwire"
)

// Supports reports whether the message has the version.
func Supports(info *kwire.Info, version int16) bool {
	return info.Lowest <= version && version <= info.Highest
}

// Unsupported is the error for a message that cannot be encoded or decoded at
// all: because it is nil, or because it does not have the version.
//
//go:noinline
func Unsupported(info *kwire.Info, version int16, isNil bool) error {
	if isNil {
		return &kwire.Error{Message: info.Name, Version: version, Offset: -1, Err: kwire.ErrNullNotAllowed, Detail: "the message is a nil pointer"}
	}
	return kwire.UnsupportedVersion(*info, version)
}

// addStep puts a field, or an element of one, in front of the path of err.
func addStep(err *kwire.Error, step string) {
	switch {
	case err.Path == "":
		err.Path = step
	case err.Path[0] == '[':
		err.Path = step + err.Path
	default:
		err.Path = step + "." + err.Path
	}
}

func element(name string, index int) string { return name + "[" + strconv.Itoa(index) + "]" }

func inMessage(err *kwire.Error, info *kwire.Info, version int16) error {
	err.Message, err.Version = info.Name, version
	return err
}

// short is the error for an input that ends within a value.
func short(b []byte, i, need int) *kwire.Error {
	return &kwire.Error{Offset: i, Err: kwire.ErrShortBuffer, Detail: fmt.Sprintf("need %s, have %d", plural(need, "byte"), len(b)-i)}
}

// shortRun is the error for an input that ends within a run of fixed-width
// fields, which starts at b[i]. The run is written as names with widths in
// bytes: "PartitionIndex:4 Offset:8".
func shortRun(b []byte, i int, run string) *kwire.Error {
	for field := range strings.FieldsSeq(run) {
		name, text, _ := strings.Cut(field, ":")
		width, _ := strconv.Atoi(text)
		if len(b)-i < width {
			err := short(b, i, width)
			err.Path = name
			return err
		}
		i += width
	}
	return short(b, i, 1)
}

func badLength(i int, format string, args ...any) *kwire.Error {
	return &kwire.Error{Offset: i, Err: kwire.ErrBadLength, Detail: fmt.Sprintf(format, args...)}
}

// nullAt is the error for a null at byte i of the input in a field that is not
// nullable in the version to decode.
func nullAt(i int) *kwire.Error {
	return &kwire.Error{Offset: i, Err: kwire.ErrNullNotAllowed, Detail: "null, but the field is not nullable in this version"}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
