// Package vector gathers the buffers of a message that is encoded without
// copying its large bytes fields.
package vector

// A State is the buffers of a message, in order, and the bytes between the
// fields that they refer to.
type State struct {
	buffers [][]byte
	scratch []byte // bytes other than the fields
	kept    int    // bytes of scratch in front of the message: its header
	cut     int    // bytes of scratch that are in buffers already
	fields  int    // bytes in the fields that buffers refers to
}

// MinField is the length from which a bytes field is worth an element of its
// own in a writev call.
const MinField = 512

// Begin returns the buffer to append a message to. It starts with the header
// that Keep has left there.
func (s *State) Begin() []byte {
	s.buffers, s.cut, s.fields = s.buffers[:0], 0, 0
	return s.scratch[:s.kept]
}

// Header returns an empty buffer for what goes in front of the message.
func (s *State) Header() []byte { return s.scratch[:0] }

// Keep lets the next message follow b.
func (s *State) Keep(b []byte) { s.scratch, s.kept = b, len(b) }

// Refer makes data a buffer of its own, after one with what b has gained since
// the last.
func (s *State) Refer(b, data []byte) {
	s.flush(b)
	s.buffers = append(s.buffers, data)
	s.fields += len(data)
}

// flush makes a buffer of what b has gained. B may move when it grows, which
// leaves the buffer where it is.
func (s *State) flush(b []byte) {
	if len(b) > s.cut {
		s.buffers = append(s.buffers, b[s.cut:len(b):len(b)])
		s.cut = len(b)
	}
}

// Kept is the number of bytes that Begin's buffer starts with.
func (s *State) Kept() int { return s.kept }

// Fields is the number of bytes in the fields that were not copied.
func (s *State) Fields() int { return s.fields }

// Len is the number of bytes of the message that End has returned, what was
// kept in front of it included.
func (s *State) Len() int { return len(s.scratch) + s.fields }

// End returns the buffers of a message that b has the other bytes of. They stay
// valid until the next Begin.
func (s *State) End(b []byte) [][]byte {
	s.flush(b)
	s.scratch, s.kept = b, 0
	return s.buffers
}

// Fail gives up the message that was begun in b, which may be nil.
func (s *State) Fail(b []byte) {
	s.kept = 0
	if b != nil {
		s.scratch = b
	}
}

// Join is End with the buffers copied into one slice of exactly that size.
func (s *State) Join(b []byte) []byte { return Concat(s.End(b), len(b)+s.fields) }

// Concat copies buffers into one slice of exactly size bytes, which they have.
func Concat(buffers [][]byte, size int) []byte {
	whole := make([]byte, 0, size)
	for _, piece := range buffers {
		whole = append(whole, piece...)
	}
	return whole
}

// maxKept bounds the buffers that are worth keeping for later, in bytes.
const maxKept = 1 << 20

// Reset lets go of the fields, so that what lies behind the buffers refers to
// nothing. It reports whether the State is worth keeping for later.
func (s *State) Reset() bool {
	clear(s.buffers)
	s.kept = 0
	return cap(s.scratch) <= maxKept
}
