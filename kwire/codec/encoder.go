package codec

import (
	"fmt"
	"sync"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/internal/vector"
)

// An Encoder is what encoding needs beside the bytes: the first failure, and
// where large bytes fields go that are not copied. Generated code has one for
// each message that it encodes, on the stack.
type Encoder struct {
	err *kwire.Error
	// vector is where large bytes fields may go, nil if all are copied. Into is
	// the same, but nil within tagged fields: what those hold is copied, since
	// their size is written in front of it.
	vector, into *vector.State
	// sized counts the tagged fields that the code is in.
	sized int
	// pooled is set where the message is encoded to be copied, and vector then
	// goes back to the pool.
	pooled bool
}

var vectors = sync.Pool{New: func() any { return new(vector.State) }}

// Begin returns the slice to append a message to: dst or, if that is nil, one
// that is kept for such messages. End and Size give it back.
func (e *Encoder) Begin(dst []byte) []byte {
	if dst == nil {
		return e.beginPooled()
	}
	return dst
}

// minBuffer is the size of a new buffer, in bytes.
const minBuffer = 512

//go:noinline
func (e *Encoder) beginPooled() []byte {
	e.vector, e.pooled = vectors.Get().(*vector.State), true
	e.into = e.vector
	if b := e.vector.Begin(); b != nil {
		return b
	}
	return make([]byte, 0, minBuffer)
}

// End completes a message that was appended to dst as b. After an error it
// returns dst.
func (e *Encoder) End(dst, b []byte, info *kwire.Info, version int16) ([]byte, error) {
	if e.err == nil && !e.pooled && len(b) <= kwire.MaxLen {
		return b, nil
	}
	return e.end(dst, b, info, version)
}

//go:noinline
func (e *Encoder) end(dst, b []byte, info *kwire.Info, version int16) ([]byte, error) {
	err := e.failure(len(b)-len(dst)+e.fields(), info, version)
	if !e.pooled {
		if err == nil {
			return b, nil
		}
		return dst, err
	}
	var whole []byte
	switch {
	case err != nil:
	case e.vector.Fields() > 0:
		whole = e.vector.Join(b)
	default:
		whole = make([]byte, len(b))
		copy(whole, b)
	}
	e.release(b)
	return whole, err
}

// Size is the number of bytes of a message that was appended as b to what
// Begin(nil) has returned.
func (e *Encoder) Size(b []byte, info *kwire.Info, version int16) (int, error) {
	n := len(b) + e.fields()
	err := e.failure(n, info, version)
	e.release(b)
	if err != nil {
		return 0, err
	}
	return n, nil
}

// release gives back the vector, and b, which the message was appended to.
func (e *Encoder) release(b []byte) {
	e.vector.Fail(b)
	if e.vector.Reset() {
		vectors.Put(e.vector)
	}
}

// BeginBuffers returns the slice to append a message to whose large bytes
// fields v is to refer to.
func (e *Encoder) BeginBuffers(v *kwire.Vector) []byte {
	e.vector = v.State()
	e.into = e.vector
	return e.vector.Begin()
}

// EndBuffers returns the buffers of the message that b has the other bytes of.
func (e *Encoder) EndBuffers(b []byte, info *kwire.Info, version int16) ([][]byte, error) {
	if err := e.failure(len(b)-e.vector.Kept()+e.fields(), info, version); err != nil {
		e.vector.Fail(b)
		return nil, err
	}
	return e.vector.End(b), nil
}

func (e *Encoder) fields() int {
	if e.vector == nil {
		return 0
	}
	return e.vector.Fields()
}

// failure is the error of a message of n bytes, or nil.
func (e *Encoder) failure(n int, info *kwire.Info, version int16) error {
	if e.err == nil && n > kwire.MaxLen {
		e.err = &kwire.Error{Offset: -1, Err: kwire.ErrBadLength, Detail: fmt.Sprintf("more than %d bytes", kwire.MaxLen)}
	}
	if e.err != nil {
		return inMessage(e.err, info, version)
	}
	return nil
}

// Failed reports whether the message cannot be encoded.
func (e *Encoder) Failed() bool { return e.err != nil }

// InElement names the element in which encoding has failed, and returns b.
//
//go:noinline
func (e *Encoder) InElement(b []byte, name string, index int) []byte {
	addStep(e.err, element(name, index))
	return b
}

// InField names the field in which encoding may have failed since it was known
// not to have, and returns b.
//
//go:noinline
func (e *Encoder) InField(b []byte, name string) []byte {
	if e.err != nil {
		addStep(e.err, name)
	}
	return b
}

// Null refuses the null of a field that is not nullable in the version.
func (e *Encoder) Null(isNull bool, name string) {
	if isNull {
		e.NotNullable(name)
	}
}

// NotNullable is Null for a null. It returns nil.
//
//go:noinline
func (e *Encoder) NotNullable(name string) []byte {
	return e.fail(name, kwire.ErrNullNotAllowed, "null, but the field is not nullable in this version")
}

// Absent refuses a field that is set, though the version does not have it and
// the schema does not allow to leave it out.
func (e *Encoder) Absent(isSet bool, name string) {
	if isSet {
		e.NotInVersion(name)
	}
}

// NotInVersion is Absent for a field that is set. It returns nil.
//
//go:noinline
func (e *Encoder) NotInVersion(name string) []byte {
	return e.fail(name, kwire.ErrFieldNotInVersion, "the field is not at its default, but does not exist in this version")
}

// fail keeps a failure, unless there was one before, and returns nil.
func (e *Encoder) fail(name string, kind error, detail string) []byte {
	if e.err == nil {
		e.err = &kwire.Error{Path: name, Offset: -1, Err: kind, Detail: detail}
	}
	return nil
}
