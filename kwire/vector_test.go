package kwire_test

import (
	"bytes"
	"testing"

	"github.com/kgen-go/kgen/kwire"
)

// TestVector: large bytes are handed over by reference in their place, small
// ones are copied.
func TestVector(t *testing.T) {
	small, large := bytes.Repeat([]byte("s"), 100), bytes.Repeat([]byte("L"), 5000)
	tests := []struct {
		name    string
		parts   [][]byte
		buffers int
	}{
		{"nothing", nil, 0},
		{"small alone", [][]byte{small}, 1},
		{"large alone", [][]byte{large}, 1},
		{"large between small", [][]byte{small, large, small}, 3},
		{"small between large", [][]byte{large, small, large}, 3},
		{"large beside large", [][]byte{large, large}, 2},
	}
	var v kwire.Vector // used again and again
	for _, test := range tests {
		b := v.Begin()
		var want []byte
		references := 0
		for _, part := range test.parts {
			b = v.AppendBytes(b, part)
			want = append(want, part...)
		}
		got, err := v.End(b, nil)
		if err != nil || len(got) != test.buffers || !bytes.Equal(bytes.Join(got, nil), want) {
			t.Errorf("%s: got %d buffers, want %d", test.name, len(got), test.buffers)
		}
		for _, buffer := range got {
			if len(buffer) == len(large) && &buffer[0] == &large[0] {
				references++
			}
		}
		if wanted := bytes.Count(want, large); references != wanted {
			t.Errorf("%s: %d buffers refer to the field, want %d", test.name, references, wanted)
		}
	}
	// Without a Vector everything is copied.
	if got := (*kwire.Vector)(nil).AppendBytes([]byte{9}, large); len(got) != 5001 {
		t.Errorf("got %d bytes", len(got))
	}
}
