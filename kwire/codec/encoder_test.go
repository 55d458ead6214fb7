package codec_test

import (
	"bytes"
	"testing"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/codec"
)

// TestBuffers: large bytes are handed over by reference in their place, small
// ones are copied. Copied into one slice, all come out the same.
func TestBuffers(t *testing.T) {
	small, large := bytes.Repeat([]byte("s"), 100), bytes.Repeat([]byte("L"), 5000)
	tests := []struct {
		name    string
		parts   [][]byte
		buffers int
	}{
		{"nothing", nil, 0},
		{"small alone", [][]byte{small}, 1},
		{"large alone", [][]byte{large}, 2},
		{"large between small", [][]byte{small, large, small}, 3},
		{"small between large", [][]byte{large, small, large}, 4},
		{"large beside large", [][]byte{large, large}, 4},
		{"null", [][]byte{nil, large}, 2},
	}
	var v kwire.Vector // used again and again
	for _, test := range tests {
		encode := func(e *codec.Encoder, b []byte) []byte {
			for _, part := range test.parts {
				b = e.Bytes(b, codec.Classic|codec.Nullable, part)
			}
			return b
		}
		var want []byte
		for _, part := range test.parts {
			want = append(codec.AppendClassicLen(want, codec.NullableLen(part)), part...)
		}

		var e codec.Encoder
		got, err := e.EndBuffers(encode(&e, e.BeginBuffers(&v)), orders, 4)
		if err != nil || len(got) != test.buffers || !bytes.Equal(bytes.Join(got, nil), want) {
			t.Errorf("%s: got %d buffers, %v, want %d", test.name, len(got), err, test.buffers)
		}
		references := 0
		for _, buffer := range got {
			switch {
			case len(buffer) == len(large) && &buffer[0] == &large[0]:
				references++
			case len(buffer) != cap(buffer):
				t.Errorf("%s: a buffer of %d bytes has room for %d", test.name, len(buffer), cap(buffer))
			}
		}
		if wanted := bytes.Count(want, large); references != wanted || v.Len() != wanted*len(large) {
			t.Errorf("%s: %d buffers refer to the field, of %d bytes, want %d", test.name, references, v.Len(), wanted)
		}

		for _, dst := range [][]byte{nil, {}, []byte("before")} {
			var e codec.Encoder
			got, err := e.End(dst, encode(&e, e.Begin(dst)), orders, 4)
			if err != nil || !bytes.Equal(got, append(bytes.Clone(dst), want...)) || dst == nil && cap(got) != len(got) {
				t.Errorf("%s behind %q: got %d bytes with room for %d, %v, want %d", test.name, dst, len(got), cap(got), err, len(dst)+len(want))
			}
		}
		var sized codec.Encoder
		if n, err := sized.Size(encode(&sized, sized.Begin(nil)), orders, 4); n != len(want) || err != nil {
			t.Errorf("%s: the size is %d, %v, want %d", test.name, n, err, len(want))
		}
	}
}

// TestBuffersInTags: within a tagged field, whose size comes in front of it,
// nothing is handed over by reference.
func TestBuffersInTags(t *testing.T) {
	large := bytes.Repeat([]byte("L"), 600)
	var v kwire.Vector
	var e codec.Encoder
	b, start := e.BeginTag(e.BeginBuffers(&v), 0)
	b = e.EndTag(e.Bytes(b, codec.Compact, large), start)
	b = e.Bytes(b, codec.Compact, large)
	got, err := e.EndBuffers(b, orders, 4)
	// The number, the size, then the length plus one and the content.
	want := append(unhex(t, "00 da04 d904"), large...)
	want = append(append(want, unhex(t, "d904")...), large...)
	if err != nil || len(got) != 2 || !bytes.Equal(bytes.Join(got, nil), want) {
		t.Errorf("got %d buffers, %v: %.20x", len(got), err, bytes.Join(got, nil))
	}
}

// TestEndOfFailure: after an error the buffer is what it was, and a pooled one
// serves the next message.
func TestEndOfFailure(t *testing.T) {
	for _, dst := range [][]byte{nil, []byte("before")} {
		var e codec.Encoder
		b := append(e.Begin(dst), "more"...)
		e.Null(true, "A")
		if got, err := e.End(dst, b, orders, 4); err == nil || !bytes.Equal(got, dst) || (got == nil) != (dst == nil) {
			t.Errorf("got %q, %v", got, err)
		}
	}
	var e codec.Encoder
	b := e.Begin(nil)
	e.Null(true, "A")
	if n, err := e.Size(b, orders, 4); n != 0 || err == nil {
		t.Errorf("got a size of %d, %v", n, err)
	}
	var next codec.Encoder
	if got, err := next.End(nil, append(next.Begin(nil), "next"...), orders, 4); err != nil || string(got) != "next" {
		t.Errorf("after a failure: got %q, %v", got, err)
	}
}
