package vectors

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/suite/alloc"
	"github.com/kgen-go/kgen/internal/suite/generated"
	"github.com/kgen-go/kgen/kwire"
)

// hostile makes bad inputs out of valid bodies and decodes them.
type hostile struct {
	pkg    generated.Package
	inputs int // how many were decoded
	meter  alloc.Meter
	// problems are those of the current vector.
	problems []string
}

func (h *hostile) problem(format string, args ...any) {
	h.problems = append(h.problems, fmt.Sprintf(format, args...))
}

// attack decodes bad inputs made out of the vector and returns what went
// wrong.
func (h *hostile) attack(v *vector, m *model.Message) []string {
	h.problems = nil
	h.cuts(v)
	found, length := places(m, v.Version, v.Hex)
	if length != len(v.Hex) {
		h.problem("by its schema the body has %d bytes, not %d", length, len(v.Hex))
	}
	h.lies(v, found)
	h.noise(v)
	if v.Kind == "smallest" {
		h.floods(v, found)
	}
	return h.problems
}

// cuts decodes every proper prefix of the body: an error in each mode.
func (h *hostile) cuts(v *vector) {
	for n := range v.Hex {
		for _, flags := range []kwire.DecodeFlags{0, kwire.Lenient} {
			if err := h.decode(v, v.Hex[:n:n], flags); err == nil {
				h.problem("the first %d of %d bytes decode without an error (flags %d)", n, len(v.Hex), flags)
			}
		}
	}
}

// A lie is written over a length, a count or a marker.
type lie struct {
	bytes string // hexadecimal
	// want is the kind of error in strict mode, nil for any.
	want error
}

var lies = map[form][]lie{
	classicString: {{"fffe", kwire.ErrBadLength}, {"8000", kwire.ErrBadLength}, {"7fff", kwire.ErrShortBuffer}},
	classicLen:    {{"fffffffe", kwire.ErrBadLength}, {"80000000", kwire.ErrBadLength}, {"7fffffff", nil}, {"7ffffffe", nil}},
	compactLen: {
		{"ffffffffff01", kwire.ErrBadVarint}, {"808080808001", kwire.ErrBadVarint}, {"ffffffffffffffffff01", kwire.ErrBadVarint},
		{"ffffffff1f", kwire.ErrBadVarint}, {"ffffffff0f", kwire.ErrBadLength}, {"8180808008", kwire.ErrBadLength},
		{"8080808008", nil}, {"ffffffff07", nil},
	},
	tagCount: {
		{"ffffffffff01", kwire.ErrBadVarint}, {"ffffffff1f", kwire.ErrBadVarint},
		{"ffffffff0f", kwire.ErrBadLength}, {"ffffffff07", kwire.ErrBadLength},
	},
	tagSize:   {{"ffffffffff01", kwire.ErrBadVarint}, {"ffffffff0f", kwire.ErrShortBuffer}, {"ffffffff07", kwire.ErrShortBuffer}},
	marker:    {{"00", kwire.ErrBadMarker}, {"02", kwire.ErrBadMarker}, {"fe", kwire.ErrBadMarker}},
	tagMarker: {{"02", kwire.ErrBadMarker}, {"ffffffffff01", nil}},
}

// nulls is how null is written.
var nulls = map[form]string{classicString: "ffff", classicLen: "ffffffff", compactLen: "00"}

// lies writes lengths, counts and markers that cannot be over those of the
// body: an error each in strict mode.
func (h *hostile) lies(v *vector, found []place) {
	for _, p := range found {
		for _, l := range lies[p.form] {
			h.lie(v, p, l)
		}
		if null := nulls[p.form]; null != "" && !p.nullable {
			h.lie(v, p, lie{null, kwire.ErrNullNotAllowed})
		}
	}
}

func (h *hostile) lie(v *vector, p place, l lie) {
	written, err := hex.DecodeString(l.bytes)
	if err != nil {
		panic(err) // a slip in the table above
	}
	input := bytes.Join([][]byte{v.Hex[:p.offset], written, v.Hex[p.offset+p.width:]}, nil)
	err = h.decode(v, input, 0)
	switch {
	case err == nil:
		h.problem("%s at byte %d decodes without an error", l.bytes, p.offset)
	case p.inTag:
		// The size of the tag no longer fits, which may be noticed first.
	case l.want != nil && !errors.Is(err, l.want):
		h.problem("%s at byte %d: error %v, want %v", l.bytes, p.offset, err, l.want)
	}
	h.decode(v, input, kwire.Lenient) // may succeed: Kafka takes any negative length for null
}

// noise overwrites four bytes at every place with a great number: it must be
// survived, whether the result is valid or not.
func (h *hostile) noise(v *vector) {
	input := bytes.Clone(v.Hex)
	for i := range input {
		n := copy(input[i:], []byte{0x7f, 0xff, 0xff, 0xff})
		h.decode(v, input, 0)
		h.decode(v, input, kwire.Lenient)
		copy(input[i:i+n], v.Hex[i:])
	}
}

// floods announces many elements at every array and follows up with bytes that
// are cheap to send, so that each element takes as little input as possible.
func (h *hostile) floods(v *vector, found []place) {
	const filler = 4 << 10
	for _, p := range found {
		if p.form != classicLen && p.form != compactLen {
			continue
		}
		for _, perElement := range []int{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 48} {
			count := uint32(filler / perElement)
			written := binary.BigEndian.AppendUint32(nil, count)
			if p.form == compactLen {
				written = binary.AppendUvarint(nil, uint64(count)+1)
			}
			for _, fill := range []byte{0, 1} {
				input := bytes.Join([][]byte{v.Hex[:p.offset], written, bytes.Repeat([]byte{fill}, filler)}, nil)
				h.decode(v, input, 0)
				h.decode(v, input, kwire.Lenient)
			}
		}
	}
}

// decode decodes a bad input into a new value and reports a panic or too large
// an allocation as a problem.
func (h *hostile) decode(v *vector, input []byte, flags kwire.DecodeFlags) (err error) {
	h.inputs++
	defer func() {
		if r := recover(); r != nil {
			h.problem("panic decoding %x (flags %d): %v\n%s", input, flags, r, debug.Stack())
			err = errors.New("panic")
		}
	}()
	n, exceeds := h.meter.Exceeds(alloc.Bound(len(input)), func() {
		err = h.pkg.New(v.Message).DecodeWith(input, v.Version, flags)
	})
	if exceeds {
		h.problem("decoding %d bytes allocates %d (flags %d): %x", len(input), n, flags, input)
	}
	return err
}
