package kwire_test

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/kwire"
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
		if got := kwire.AppendUvarint([]byte{9}, test.value); string(got) != "\t"+string(want) {
			t.Errorf("%d is written as %x, want %x behind 09", test.value, got, want)
		}
		if got := kwire.SizeUvarint(test.value); got != len(want) {
			t.Errorf("%d has %d bytes, want %d", test.value, got, len(want))
		}
		got, next, err := kwire.Uvarint(append([]byte{9, 9}, want...), 2)
		if got != test.value || next != 2+len(want) || err != nil {
			t.Errorf("%x is read as %d up to byte %d, %v, want %d", want, got, next, err, test.value)
		}
	}
}

func TestUvarintOddities(t *testing.T) {
	tests := []struct {
		name, bytes string
		value       uint32
		want        error
	}{
		{"padded zero", "8000", 0, nil},
		{"padded to five bytes", "8280808000", 2, nil},
		{"cut", "80", 0, kwire.ErrShortBuffer},
		{"cut after four bytes", "80808080", 0, kwire.ErrShortBuffer},
		{"nothing", "", 0, kwire.ErrShortBuffer},
		{"a 33rd bit", "8080808010", 0, kwire.ErrBadVarint},
		{"all bits of the fifth byte", "ffffffff7f", 0, kwire.ErrBadVarint},
		{"a sixth byte", "808080808000", 0, kwire.ErrBadVarint},
		{"no end", "ffffffffff", 0, kwire.ErrBadVarint},
	}
	for _, test := range tests {
		got, next, err := kwire.Uvarint(unhex(t, test.bytes), 0)
		if !errors.Is(err, test.want) || got != test.value {
			t.Errorf("%s: got %d, %v, want %d, %v", test.name, got, err, test.value, test.want)
		}
		if err != nil && next != 0 {
			t.Errorf("%s: an error at byte %d, want 0", test.name, next)
		}
	}
}

func TestZigzag(t *testing.T) {
	tests := []struct {
		value int64
		bytes string
	}{
		{0, "00"},
		{-1, "01"},
		{1, "02"},
		{-2, "03"},
		{63, "7e"},
		{-64, "7f"},
		{64, "8001"},
		{-65, "8101"},
		{math.MaxInt32, "feffffff0f"},
		{math.MinInt32, "ffffffff0f"},
		{2147483648, "8080808010"},
		{-2147483649, "8180808010"},
		{4102444800000, "80e09ecce5ee01"},
		{math.MaxInt64, "feffffffffffffffff01"},
		{math.MinInt64, "ffffffffffffffffff01"},
	}
	for _, test := range tests {
		want := unhex(t, test.bytes)
		if got := kwire.AppendVarlong(nil, test.value); string(got) != string(want) {
			t.Errorf("%d is written as %x, want %x", test.value, got, want)
		}
		got, next, err := kwire.Varlong(want, 0)
		if got != test.value || next != len(want) || err != nil {
			t.Errorf("%x is read as %d up to byte %d, %v, want %d", want, got, next, err, test.value)
		}
		if test.value != int64(int32(test.value)) {
			continue
		}
		if got := kwire.AppendVarint(nil, int32(test.value)); string(got) != string(want) {
			t.Errorf("%d is written as %x in 32 bits, want %x", test.value, got, want)
		}
		short, next, err := kwire.Varint(want, 0)
		if int64(short) != test.value || next != len(want) || err != nil {
			t.Errorf("%x is read as %d up to byte %d, %v, want %d", want, short, next, err, test.value)
		}
	}
}

func TestVarlongOddities(t *testing.T) {
	// Kafka drops what the tenth byte has above the 64th bit.
	if v, next, err := kwire.Varlong(unhex(t, "ffffffffffffffffff7f"), 0); v != math.MinInt64 || next != 10 || err != nil {
		t.Errorf("got %d, %d, %v", v, next, err)
	}
	if _, _, err := kwire.Varlong(unhex(t, "8080808080808080808000"), 0); !errors.Is(err, kwire.ErrBadVarint) {
		t.Errorf("eleven bytes: error %v", err)
	}
	if _, _, err := kwire.Varlong(unhex(t, "808080808080808080"), 0); !errors.Is(err, kwire.ErrShortBuffer) {
		t.Errorf("cut: error %v", err)
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
		got, next, err := kwire.Uvarint(b, 0)
		if n > 0 && n <= 5 && want <= math.MaxUint32 {
			if uint64(got) != want || next != n || err != nil {
				t.Errorf("%x: got %d up to byte %d, %v, want %d up to byte %d", b, got, next, err, want, n)
			}
		} else if err == nil {
			t.Errorf("%x: got %d, want an error", b, got)
		}
	})
}
