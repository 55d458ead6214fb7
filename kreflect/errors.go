package kreflect

import (
	"errors"

	"github.com/kgen-go/kgen/kwire"
)

// fieldError is an error of a kind of kwire's in the field, or the part of a
// message, that path names.
func fieldError(path string, kind error, detail string) error {
	return &kwire.Error{Path: path, Offset: -1, Err: kind, Detail: detail}
}

// within puts a step, such as "Topics" or "[3]", before the path of err.
func within(step string, err error) error {
	var e *kwire.Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &e):
		return fieldError(step, err, "")
	case e.Path == "" || e.Path[0] == '[':
		e.Path = step + e.Path
	default:
		e.Path = step + "." + e.Path
	}
	return err
}

// inMessage completes err with the message and the version.
func inMessage(err error, info kwire.Info, version int16) error {
	var e *kwire.Error
	if !errors.As(err, &e) {
		e = &kwire.Error{Offset: -1, Err: err}
	}
	e.Message, e.Version = info.Name, version
	return e
}
