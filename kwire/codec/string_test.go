package codec_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/codec"
)

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
		{128, "0080", "8101"},
		{16382, "3ffe", "ff7f"},
		{16383, "3fff", "808001"},
		{32767, "7fff", "808002"},
	}
	for _, test := range tests {
		s := kwire.NullString{}
		if test.length >= 0 {
			s = kwire.StringOf(strings.Repeat("x", test.length))
		}
		for form, length := range map[codec.Form]string{codec.Classic: test.classic, codec.Compact: test.compact} {
			want := append(unhex(t, length), s.Value...)
			for name, got := range encodings(form, s) {
				if !bytes.Equal(got, want) {
					t.Errorf("length %d by %s: got %.10x, want %.10x", test.length, name, got, want)
				}
			}
			checkString(t, form, s, want)
		}
	}
}

// encodings encodes s by all the functions that can, by their names.
func encodings(form codec.Form, s kwire.NullString) map[string][]byte {
	var e codec.Encoder
	all := map[string][]byte{"NullString": e.NullString(nil, form, s, "Name")}
	if form == codec.Compact {
		all["CompactStringLen"] = append(e.CompactStringLen(nil, codec.NullStringLen(s), "Name"), s.Value...)
	} else {
		all["ClassicStringLen"] = append(e.ClassicStringLen(nil, codec.NullStringLen(s), "Name"), s.Value...)
	}
	if s.Valid {
		all["String"] = e.String(nil, form, s.Value, "Name")
		all["ValidString"] = e.ValidString(nil, form, s, "Name")
	}
	if e.Failed() {
		return map[string][]byte{"failed": nil}
	}
	return all
}

// TestLongStrings: a string that is too long is refused by every function, and
// within a list it is named.
func TestLongStrings(t *testing.T) {
	most, more := strings.Repeat("x", kwire.MaxStringLen), strings.Repeat("x", kwire.MaxStringLen+1)
	for _, form := range []codec.Form{codec.Classic, codec.Compact} {
		var fits codec.Encoder
		fits.Strings(nil, form, []string{"a", most}, "Names")
		if fits.Failed() {
			t.Error("a string of 32767 bytes is refused")
		}
		for path, encode := range map[string]func(e *codec.Encoder) []byte{
			"Names[2]": func(e *codec.Encoder) []byte { return e.Strings(nil, form, []string{"a", most, more}, "Names") },
			"String":   func(e *codec.Encoder) []byte { return e.String(nil, form, more, "String") },
			"Null":     func(e *codec.Encoder) []byte { return e.NullString(nil, form, kwire.StringOf(more), "Null") },
			"Valid":    func(e *codec.Encoder) []byte { return e.ValidString(nil, form, kwire.StringOf(more), "Valid") },
			"Classic":  func(e *codec.Encoder) []byte { return e.ClassicStringLen(nil, len(more), "Classic") },
			"Compact":  func(e *codec.Encoder) []byte { return e.CompactStringLen(nil, len(more), "Compact") },
		} {
			var e codec.Encoder
			b := encode(&e)
			_, err := e.End(nil, b, orders, 4)
			if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || e.Err != kwire.ErrBadLength || e.Path != path {
				t.Errorf("error %v, want a bad length of %s", err, path)
			}
		}
	}
	var e codec.Encoder
	e.ClassicStringLen(nil, 40000, "Name")
	if _, err := e.End(nil, nil, orders, 4); !strings.HasPrefix(err.Error(), "Orders v4: Name: string of 40000 bytes") {
		t.Errorf("error %v", err)
	}
}

// checkString decodes s from input in the form by all methods, whole and cut.
func checkString(t *testing.T, form codec.Form, s kwire.NullString, input []byte) {
	t.Helper()
	methods := func(d *codec.Decoder, b []byte, i int) (null, valid kwire.NullString, plain string, err [3]error, next [3]int) {
		null, valid, plain = kwire.StringOf("before"), kwire.NullString{}, "before"
		next[0] = d.NullString(b, i, form, &null, "Null")
		err[0] = failure(d, next[0])
		d.Begin(b, 0)
		next[1] = d.ValidString(b, i, form, &valid, "Valid")
		err[1] = failure(d, next[1])
		d.Begin(b, 0)
		next[2] = d.String(b, i, form, &plain, "Plain")
		err[2] = failure(d, next[2])
		return null, valid, plain, err, next
	}
	whole := append(append([]byte{9}, input...), 9)
	end := len(whole) - 1
	var d codec.Decoder
	d.Begin(whole, 0)
	null, valid, plain, errs, next := methods(&d, whole, 1)
	if errs[0] != nil || next[0] != end || null != s {
		t.Errorf("%.10x decodes to %.10q up to byte %d, %v", input, null.Value, next[0], errs[0])
	}
	switch {
	case s.Valid && (errs[1] != nil || errs[2] != nil || next[1] != end || next[2] != end || valid != s || plain != s.Value):
		t.Errorf("%.10x decodes to %.10q and %.10q up to byte %d, %v", input, valid.Value, plain, next, errs)
	case !s.Valid && (!errors.Is(errs[1], kwire.ErrNullNotAllowed) || !errors.Is(errs[2], kwire.ErrNullNotAllowed)):
		t.Errorf("%.10x: errors %v", input, errs)
	}
	for n := 0; n < len(input); n += 1 + n/100 {
		var d codec.Decoder
		cut := input[:n]
		d.Begin(cut, 0)
		_, _, _, errs, _ := methods(&d, cut, 0)
		for j, name := range []string{"Null", "Valid", "Plain"} {
			if e, isOurs := errors.AsType[*kwire.Error](errs[j]); !isOurs || e.Err != kwire.ErrShortBuffer || e.Path != name {
				t.Errorf("%d of %d bytes: error %v", n, len(input), errs[j])
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
	var e codec.Encoder
	input, err := e.End(nil, e.Strings(nil, codec.Classic, want, "Words"), orders, 4)
	if err != nil {
		t.Fatal(err)
	}
	var d codec.Decoder
	d.Begin(input, 0)
	var got []string
	if i := d.Strings(input, 0, codec.Classic, &got, nil, 1, "Words"); i != len(input) || len(got) != len(want) {
		t.Fatal(i, len(got))
	}
	clear(input)
	for j := range want {
		if got[j] != want[j] {
			t.Errorf("string %d of %d bytes became %d bytes, %.20q", j, len(want[j]), len(got[j]), got[j])
		}
	}
}
