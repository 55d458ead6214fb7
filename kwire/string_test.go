package kwire_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/kwire"
)

func TestNullString(t *testing.T) {
	var null kwire.NullString
	empty, word := kwire.StringOf(""), kwire.StringOf("a\n")
	if null == empty {
		t.Error("null is the same as empty")
	}
	for s, want := range map[kwire.NullString]string{null: `null`, empty: `""`, word: `"a\n"`} {
		if got := s.String(); got != want {
			t.Errorf("String gives %s, want %s", got, want)
		}
	}
	if null.Or("x") != "x" || empty.Or("x") != "" || word.Or("x") != "a\n" {
		t.Error("Or is wrong")
	}
}

// TestStringForms: every length and its bytes in both forms, null included.
func TestStringForms(t *testing.T) {
	tests := []struct {
		length           int // -1 for null
		classic, compact string
	}{
		{-1, "ffff", "00"},
		{0, "0000", "01"},
		{1, "0001", "02"},
		{126, "007e", "7f"},
		{127, "007f", "8001"},
		{16382, "3ffe", "ff7f"},
		{16383, "3fff", "808001"},
		{32767, "7fff", "808002"},
	}
	for _, test := range tests {
		s := kwire.NullString{}
		if test.length >= 0 {
			s = kwire.StringOf(strings.Repeat("x", test.length))
		}
		classic, err := kwire.AppendNullableString(nil, s, "Name")
		if want := append(unhex(t, test.classic), s.Value...); err != nil || !bytes.Equal(classic, want) {
			t.Errorf("length %d: got %.10x, %v, want %.10x", test.length, classic, err, want)
		}
		compact, err := kwire.AppendCompactNullableString(nil, s, "Name")
		if want := append(unhex(t, test.compact), s.Value...); err != nil || !bytes.Equal(compact, want) {
			t.Errorf("length %d: got %.10x, %v, want %.10x", test.length, compact, err, want)
		}
		if test.length >= 0 && kwire.SizeCompact(test.length) != len(compact) {
			t.Errorf("SizeCompact(%d) is %d, want %d", test.length, kwire.SizeCompact(test.length), len(compact))
		}
		checkStrings(t, s, classic, compact)
	}
}

// TestLongStrings: within an array the string that is too long is named.
func TestLongStrings(t *testing.T) {
	list := []string{"a", strings.Repeat("x", kwire.MaxStringLen), strings.Repeat("x", kwire.MaxStringLen+1)}
	for _, appendStrings := range []func([]byte, []string) ([]byte, error){kwire.AppendStrings, kwire.AppendCompactStrings} {
		_, err := appendStrings(nil, list)
		if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || !errors.Is(err, kwire.ErrBadLength) || e.Path != "[2]" {
			t.Errorf("error %v", err)
		}
		if _, err := appendStrings(nil, list[:2]); err != nil {
			t.Error(err)
		}
	}
	if err := kwire.StringTooLong("Name", 40000); !errors.Is(err, kwire.ErrBadLength) || !strings.HasPrefix(err.Error(), "Name: string of 40000 bytes") {
		t.Errorf("error %v", err)
	}
}

// checkStrings decodes both forms of s by all four methods, whole and cut.
func checkStrings(t *testing.T, s kwire.NullString, classic, compact []byte) {
	t.Helper()
	var d kwire.Decoder
	for _, form := range []struct {
		bytes    []byte
		plain    func(b []byte, i int, s *string) (int, error)
		nullable func(b []byte, i int, s *kwire.NullString) (int, error)
	}{
		{classic, d.String, d.NullableString},
		{compact, d.CompactString, d.CompactNullableString},
	} {
		input := append(append([]byte{9}, form.bytes...), 9)
		d.Begin(input, 0)
		got, plain := kwire.StringOf("before"), "before"
		if next, err := form.nullable(input, 1, &got); err != nil || next != len(input)-1 || got != s {
			t.Errorf("%.10x decodes to %.10q up to byte %d, %v", form.bytes, got.Value, next, err)
		}
		next, err := form.plain(input, 1, &plain)
		if s.Valid && (err != nil || next != len(input)-1 || plain != s.Value) {
			t.Errorf("%.10x decodes to %.10q up to byte %d, %v", form.bytes, plain, next, err)
		}
		if !s.Valid && !errors.Is(err, kwire.ErrNullNotAllowed) {
			t.Errorf("%.10x: error %v", form.bytes, err)
		}
		for n := 0; n < len(form.bytes); n += 1 + n/100 {
			cut := form.bytes[:n]
			d.Begin(cut, 0)
			if _, err := form.nullable(cut, 0, &got); !errors.Is(err, kwire.ErrShortBuffer) {
				t.Errorf("%d of %d bytes: error %v", n, len(form.bytes), err)
			}
			if _, err := form.plain(cut, 0, &plain); !errors.Is(err, kwire.ErrShortBuffer) {
				t.Errorf("%d of %d bytes: error %v", n, len(form.bytes), err)
			}
		}
	}
}

// TestStringChunks: strings of any lengths one after the other stay whole,
// though they share memory, and do not refer to the input.
func TestStringChunks(t *testing.T) {
	letters := strings.Repeat("abcdefghijklmnopqrstuvwxyz", 80)
	var want []string
	for _, n := range []int{1, 0, 300, 511, 512, 513, 1000, 1024, 1025, 2000, 3, 700, 900, 1023, 5} {
		want = append(want, letters[n%26:n%26+n])
	}
	input, err := kwire.AppendStrings(nil, want)
	if err != nil {
		t.Fatal(err)
	}
	var d kwire.Decoder
	d.Begin(input, 0)
	got := make([]string, len(want))
	i, err := d.Strings(input, 0, got)
	if err != nil || i != len(input) {
		t.Fatal(i, err)
	}
	clear(input)
	for j := range want {
		if got[j] != want[j] {
			t.Errorf("string %d of %d bytes became %d bytes, %.20q", j, len(want[j]), len(got[j]), got[j])
		}
	}
}
