package codec_test

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/codec"
)

// unhex reads hexadecimal text, in which blanks may part groups.
func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestUvarint(t *testing.T) {
	tests := []struct {
		value uint32
		bytes string
	}{
		{0, "00"},
		{1, "01"},
		{127, "7f"},
		{128, "8001"},
		{300, "ac02"},
		{16383, "ff7f"},
		{16384, "808001"},
		{2097151, "ffff7f"},
		{2097152, "80808001"},
		{268435455, "ffffff7f"},
		{268435456, "8080808001"},
		{math.MaxInt32, "ffffffff07"},
		{math.MaxUint32, "ffffffff0f"},
	}
	for _, test := range tests {
		want := unhex(t, test.bytes)
		if got := codec.AppendUvarint([]byte{9}, test.value); string(got) != "\t"+string(want) {
			t.Errorf("%d is written as %x, want %x behind 09", test.value, got, want)
		}
		if got := codec.SizeUvarint(test.value); got != len(want) {
			t.Errorf("%d has %d bytes, want %d", test.value, got, len(want))
		}
		// What follows must not matter, nor that nothing does.
		for _, rest := range []string{"", "ffffff"} {
			got, next, err := codec.Uvarint(append(append([]byte{9, 9}, want...), unhex(t, rest)...), 2, false)
			if got != test.value || next != 2+len(want) || err != nil {
				t.Errorf("%x is read as %d up to byte %d, %v, want %d", want, got, next, err, test.value)
			}
		}
	}
}

func TestUvarintOddities(t *testing.T) {
	tests := []struct {
		name, bytes   string
		strict        uint32
		strictError   error
		dropped       uint32 // with the excess bits dropped, as Kafka does
		droppingError error
	}{
		{"padded zero", "8000", 0, nil, 0, nil},
		{"padded to five bytes", "8280808000", 2, nil, 2, nil},
		{"cut", "80", 0, kwire.ErrShortBuffer, 0, kwire.ErrShortBuffer},
		{"cut after four bytes", "80808080", 0, kwire.ErrShortBuffer, 0, kwire.ErrShortBuffer},
		{"nothing", "", 0, kwire.ErrShortBuffer, 0, kwire.ErrShortBuffer},
		{"a 33rd bit", "8080808010", 0, kwire.ErrBadVarint, 0, nil},
		{"all bits of the fifth byte", "ffffffff7f", 0, kwire.ErrBadVarint, math.MaxUint32, nil},
		{"a sixth byte", "808080808000", 0, kwire.ErrBadVarint, 0, kwire.ErrBadVarint},
		{"no end", "ffffffffff", 0, kwire.ErrBadVarint, 0, kwire.ErrBadVarint},
	}
	for _, test := range tests {
		check := func(drop bool, value uint32, want error) {
			got, next, err := codec.Uvarint(unhex(t, test.bytes), 0, drop)
			if got != value || (err == nil) != (want == nil) || err != nil && err.Err != want {
				t.Errorf("%s, dropping %v: got %d, %v, want %d, %v", test.name, drop, got, err, value, want)
			}
			if err != nil && (next != 0 || err.Offset != 0) {
				t.Errorf("%s: an error at byte %d, want 0", test.name, next)
			}
		}
		check(false, test.strict, test.strictError)
		check(true, test.dropped, test.droppingError)
	}
}

// FuzzUvarint compares with the standard library's varints of 64 bits, of
// which the protocol takes those of up to 5 bytes and 32 bits.
func FuzzUvarint(f *testing.F) {
	for _, seed := range []string{"", "00", "ff7f", "ffffffff0f", "ffffffff10", "808080808000"} {
		f.Add(unhex(f, seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		want, n := binary.Uvarint(b)
		got, next, err := codec.Uvarint(b, 0, false)
		if n > 0 && n <= 5 && want <= math.MaxUint32 {
			if uint64(got) != want || next != n || err != nil {
				t.Errorf("%x: got %d up to byte %d, %v, want %d up to byte %d", b, got, next, err, want, n)
			}
		} else if err == nil {
			t.Errorf("%x: got %d, want an error", b, got)
		}
	})
}
