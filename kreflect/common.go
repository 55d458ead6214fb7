package kreflect

import (
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/kgen-go/kgen/kwire"
)

// ThrottleTime is how long a quota makes the client wait, as most responses
// say in ThrottleTimeMs; 0 for messages without it.
func ThrottleTime(m kwire.Message) time.Duration { return milliseconds(m, "ThrottleTimeMs") }

// Timeout is how long the broker may take for a request, as TimeoutMs says; 0
// for messages without it.
func Timeout(m kwire.Message) time.Duration { return milliseconds(m, "TimeoutMs") }

func milliseconds(m kwire.Message, field string) time.Duration {
	v, found := bodyField(m, field, Int32)
	if !found {
		return 0
	}
	return time.Duration(v.Int()) * time.Millisecond
}

// ErrorCode is the error code of a response as a whole. It is not found in
// responses that have codes for their parts only, for which there is [Errors].
func ErrorCode(m kwire.Message) (code int16, found bool) {
	v, found := bodyField(m, "ErrorCode", Int16)
	if !found {
		return 0, false
	}
	return int16(v.Int()), true
}

// SetErrorCode sets the error code of a response as a whole, and reports whether
// it has one.
func SetErrorCode[C ~int16](m kwire.Message, code C) bool {
	v, found := bodyField(m, "ErrorCode", Int16)
	if found {
		v.SetInt(int64(code))
	}
	return found
}

// bodyField finds a field of the message itself.
func bodyField(m kwire.Message, name string, kind Kind) (reflect.Value, bool) {
	f := of(m).Body.Field(name)
	v := reflect.ValueOf(m)
	if f == nil || f.Kind != kind || f.Array || v.IsNil() {
		return reflect.Value{}, false
	}
	return v.Elem().Field(f.index), true
}

// Errors iterates over the error codes other than 0 in m, at any depth, with
// their paths. All fields count whose name ends with ErrorCode.
func Errors(m kwire.Message) iter.Seq2[string, int16] {
	facts := of(m)
	return func(yield func(string, int16) bool) {
		if v := reflect.ValueOf(m); !v.IsNil() && facts.Body.hasErrors() {
			w := errorWalk{yield: yield}
			w.structure(facts.Body, v.Elem())
		}
	}
}

type errorWalk struct {
	path  []frame
	yield func(string, int16) bool
}

// structure is false when the iteration is to end.
func (w *errorWalk) structure(s *Struct, v reflect.Value) bool {
	depth := len(w.path)
	for _, f := range s.Fields {
		w.path = append(w.path[:depth], frame{f, -1})
		value := v.Field(f.index)
		switch {
		case f.isErrorCode():
			if code := int16(value.Int()); code != 0 && !w.yield(pathText(w.path), code) {
				return false
			}
		case f.Struct == nil || !f.Struct.hasErrors():
		case f.Array:
			for i := range value.Len() {
				w.path = append(w.path[:depth], frame{f, i})
				if !w.structure(f.Struct, value.Index(i)) {
					return false
				}
			}
		case f.pointer() && value.IsNil():
		default:
			if !w.structure(f.Struct, reflect.Indirect(value)) {
				return false
			}
		}
	}
	w.path = w.path[:depth]
	return true
}

func (f *Field) isErrorCode() bool {
	return f.Kind == Int16 && !f.Array && strings.HasSuffix(f.Name, "ErrorCode")
}

// hasErrors reports whether s has error codes, at any depth.
func (s *Struct) hasErrors() bool {
	for _, f := range s.Fields {
		if f.isErrorCode() || f.Struct != nil && f.Struct.hasErrors() {
			return true
		}
	}
	return false
}
