package kwire

// A Vector holds what encoding without copying large bytes fields needs and can
// use again: the buffers, and the bytes that lie between the fields. The zero
// value is ready for use. What a call returns is valid until the Vector is used
// again. A Vector must not be used by two goroutines at once.
type Vector struct {
	buffers [][]byte
	scratch []byte // bytes other than the fields
	kept    int    // bytes of scratch in front of the message: its header
	cut     int    // bytes of scratch that are in buffers already
	fields  int    // bytes in the fields that buffers refers to
}

// minField is the length from which a bytes field is worth an element of its
// own in a writev call.
const minField = 512

// Begin returns the buffer to append a message to.
func (v *Vector) Begin() []byte {
	v.buffers, v.cut, v.fields = v.buffers[:0], 0, 0
	return v.scratch[:v.kept]
}

// AppendBytes appends data to b or, where v is not nil and data is large, makes
// it a buffer of its own, after one with what b has gained since the last.
func (v *Vector) AppendBytes(b, data []byte) []byte {
	if v == nil || len(data) < minField {
		return append(b, data...)
	}
	v.refer(b, data)
	return b
}

//go:noinline
func (v *Vector) refer(b, data []byte) {
	if len(b) > v.cut {
		v.buffers = append(v.buffers, b[v.cut:len(b):len(b)], data)
	} else {
		v.buffers = append(v.buffers, data)
	}
	v.cut = len(b)
	v.fields += len(data)
}

// flush makes a buffer of what b has gained. B may move when it grows, which
// leaves the buffer where it is.
func (v *Vector) flush(b []byte) {
	if len(b) > v.cut {
		v.buffers = append(v.buffers, b[v.cut:len(b):len(b)])
		v.cut = len(b)
	}
}

// Len is the number of bytes in the fields that were not copied.
func (v *Vector) Len() int {
	if v == nil {
		return 0
	}
	return v.fields
}

// End returns the buffers of a message that b has the other bytes of, or err.
func (v *Vector) End(b []byte, err error) ([][]byte, error) {
	v.kept = 0
	if err != nil {
		return nil, err
	}
	v.flush(b)
	v.scratch = b
	return v.buffers, nil
}
