package kwire

// A Vector collects the large bytes fields of a message that is encoded
// without copying them. A nil Vector copies.
type Vector struct {
	refs []ref
}

// ref is a bytes field that belongs at offset at of the encoded message,
// leaving out all such fields.
type ref struct {
	at   int
	data []byte
}

// minRef is the length from which a bytes field is worth an element of its own
// in a writev call.
const minRef = 512

// firstRefs is the room that a Vector starts with: few messages have more
// partitions than that.
const firstRefs = 128

// AppendBytes appends data to b or, where v is not nil and data is large,
// keeps a reference to it.
func (v *Vector) AppendBytes(b, data []byte) []byte {
	if v == nil || len(data) < minRef {
		return append(b, data...)
	}
	if v.refs == nil {
		v.refs = make([]ref, 0, firstRefs)
	}
	v.refs = append(v.refs, ref{len(b), data})
	return b
}

// Len is the number of bytes in the collected fields.
func (v *Vector) Len() int {
	if v == nil {
		return 0
	}
	n := 0
	for _, r := range v.refs {
		n += len(r.data)
	}
	return n
}

// Buffers cuts b, the encoded message without the collected fields, at the
// places where they belong, and puts them in. What it returns refers to b and
// to the fields.
func (v *Vector) Buffers(b []byte) [][]byte {
	buffers := make([][]byte, 0, 2*len(v.refs)+1)
	done := 0
	for _, r := range v.refs {
		if r.at > done {
			buffers = append(buffers, b[done:r.at:r.at])
		}
		buffers = append(buffers, r.data)
		done = r.at
	}
	if done < len(b) {
		buffers = append(buffers, b[done:])
	}
	return buffers
}
