package value

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// maxString is the longest string in bytes, in compact form too.
const maxString = math.MaxInt16

// Append appends s, the body of m, to dst as the version lays it out. An error
// names the field; dst is then returned as it was.
func Append(dst []byte, m *model.Message, s *Struct, version int16) ([]byte, error) {
	if !m.Valid.Contains(version) {
		return dst, fmt.Errorf("%s has no version %d, only %s", m.Name, version, m.Valid)
	}
	e := &encoder{dst: dst, version: version, flexible: m.Flexible.Contains(version)}
	if err := e.structure(s); err != nil {
		return dst, fmt.Errorf("%s v%d: %w", m.Name, version, err)
	}
	return e.dst, nil
}

type encoder struct {
	dst      []byte
	version  int16
	flexible bool // structs end with a section of tagged fields
}

// A fieldError is a mistake in the field at path.
type fieldError struct {
	path string
	err  error
}

func (e *fieldError) Error() string { return e.path + ": " + e.err.Error() }
func (e *fieldError) Unwrap() error { return e.err }

// inField puts name before the path of err.
func inField(name string, err error) error {
	if err == nil {
		return nil
	}
	inner, ok := errors.AsType[*fieldError](err)
	switch {
	case !ok:
		return &fieldError{name, err}
	case strings.HasPrefix(inner.path, "["):
		return &fieldError{name + inner.path, inner.err}
	}
	return &fieldError{name + "." + inner.path, inner.err}
}

func inElement(i int, err error) error { return inField(fmt.Sprintf("[%d]", i), err) }

func (e *encoder) structure(s *Struct) error {
	for i, f := range s.Type.Fields {
		v := s.Fields[i]
		switch {
		case !f.Versions.Contains(e.version):
			if !f.Ignorable && !isDefault(f, v) {
				return inField(f.Name, fmt.Errorf("the field is set, but does not exist in version %d", e.version))
			}
		case !f.Tagged.Contains(e.version):
			if err := e.field(f, v); err != nil {
				return inField(f.Name, err)
			}
		}
	}
	if !e.flexible {
		if len(s.Unknown) > 0 {
			return errors.New("unknown tagged fields are set, but this version is not flexible")
		}
		return nil
	}
	return e.tags(s)
}

// field writes the value of f in its place in the struct.
func (e *encoder) field(f *model.Field, v any) error {
	nullable := f.Nullable.Contains(e.version)
	if v == nil && !nullable {
		return fmt.Errorf("null, but the field is not nullable in version %d", e.version)
	}
	if f.Type.Kind == model.StructKind && nullable {
		if v == nil {
			e.dst = append(e.dst, 0xff)
			return nil
		}
		e.dst = append(e.dst, 1)
	}
	return e.value(f.Type, f.Flexible.Contains(e.version), v)
}

// value writes v, in compact form or not; only what can be null is nil.
func (e *encoder) value(t model.Type, compact bool, v any) error {
	switch t.Kind {
	case model.Bool:
		if v.(bool) {
			e.dst = append(e.dst, 1)
		} else {
			e.dst = append(e.dst, 0)
		}
	case model.Float64:
		e.dst = binary.BigEndian.AppendUint64(e.dst, math.Float64bits(v.(float64)))
	case model.UUID:
		id := v.(UUID)
		e.dst = append(e.dst, id[:]...)
	case model.String:
		return e.str(compact, v)
	case model.Bytes, model.Records:
		if v == nil {
			e.length(compact, -1)
			return nil
		}
		e.length(compact, len(v.([]byte)))
		e.dst = append(e.dst, v.([]byte)...)
	case model.StructKind:
		return e.structure(v.(*Struct))
	case model.Array:
		return e.array(t, compact, v)
	default:
		e.integer(t.Kind, v.(int64))
	}
	return nil
}

// integer writes n in the width of its kind; its high bits are of no matter.
func (e *encoder) integer(kind model.Kind, n int64) {
	switch kind {
	case model.Int8:
		e.dst = append(e.dst, byte(n))
	case model.Int16, model.Uint16:
		e.dst = binary.BigEndian.AppendUint16(e.dst, uint16(n))
	case model.Int32, model.Uint32:
		e.dst = binary.BigEndian.AppendUint32(e.dst, uint32(n))
	default:
		e.dst = binary.BigEndian.AppendUint64(e.dst, uint64(n))
	}
}

func (e *encoder) str(compact bool, v any) error {
	n := -1
	s, _ := v.(string)
	if v != nil {
		n = len(s)
	}
	if n > maxString {
		return fmt.Errorf("%d bytes are too long for a string, which holds up to %d", n, maxString)
	}
	if compact {
		e.length(true, n)
	} else {
		e.dst = binary.BigEndian.AppendUint16(e.dst, uint16(n))
	}
	e.dst = append(e.dst, s...)
	return nil
}

func (e *encoder) array(t model.Type, compact bool, v any) error {
	if v == nil {
		e.length(compact, -1)
		return nil
	}
	e.length(compact, len(v.([]any)))
	for i, element := range v.([]any) {
		if err := e.value(*t.Elem, compact, element); err != nil {
			return inElement(i, err)
		}
	}
	return nil
}

// length writes the length of bytes or the count of an array, -1 for null.
func (e *encoder) length(compact bool, n int) {
	if compact {
		e.dst = binary.AppendUvarint(e.dst, uint64(n+1))
	} else {
		e.dst = binary.BigEndian.AppendUint32(e.dst, uint32(n))
	}
}
