package kwire

import "github.com/kgen-go/kgen/kwire/internal/vector"

// A Vector holds what encoding without copying large bytes fields needs and can
// use again: the buffers, and the bytes that lie between the fields. The zero
// value is ready for use. What a call returns is valid until the Vector is used
// again. A Vector must not be used by two goroutines at once.
type Vector struct {
	state vector.State
}

// Len is the number of bytes in the fields that were not copied.
func (v *Vector) Len() int { return v.state.Fields() }

// State is for generated code.
func (v *Vector) State() *vector.State { return &v.state }
