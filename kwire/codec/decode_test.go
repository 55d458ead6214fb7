package codec_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/codec"
)

// orders is the message that errors name in the tests of this package.
var orders = &kwire.Info{Name: "Orders", Highest: 4}

// failure is the error of decoding that has got as far as next.
func failure(d *codec.Decoder, next int) error {
	_, err := d.EndPrefix(next, orders, 4)
	return err
}

// TestArrayLen: counts in both forms, null, and counts that the rest of the
// input has no room for.
func TestArrayLen(t *testing.T) {
	tests := []struct {
		bytes   string
		compact bool
		size    int
		n       int // -1 for null
		next    int
		strict  error
		lenient error
	}{
		{"00000000", false, 1, 0, 4, nil, nil},
		{"00000002 0102", false, 1, 2, 4, nil, nil},
		{"00000002 01020304", false, 2, 2, 4, nil, nil},
		{"00000003 01020304", false, 2, 0, 0, kwire.ErrBadLength, kwire.ErrBadLength},
		{"7fffffff 01020304", false, 1, 0, 0, kwire.ErrBadLength, kwire.ErrBadLength},
		{"10000000 01020304", false, 16, 0, 0, kwire.ErrBadLength, kwire.ErrBadLength}, // 2^32 bytes
		{"ffffffff", false, 1, -1, 4, nil, nil},
		{"fffffffe", false, 1, -1, 4, kwire.ErrBadLength, nil},
		{"80000000", false, 1, -1, 4, kwire.ErrBadLength, nil},
		{"000000", false, 1, 0, 0, kwire.ErrShortBuffer, kwire.ErrShortBuffer},
		{"01", true, 1, 0, 1, nil, nil},
		{"03 0102", true, 1, 2, 1, nil, nil},
		{"04 0102", true, 1, 0, 0, kwire.ErrBadLength, kwire.ErrBadLength},
		{"7f 0102", true, 4, 0, 0, kwire.ErrBadLength, kwire.ErrBadLength},
		{"8001 0102", true, 1, 0, 0, kwire.ErrBadLength, kwire.ErrBadLength},
		{"838000 0102", true, 1, 2, 3, nil, nil}, // padded
		{"00", true, 1, -1, 1, nil, nil},
		{"8000", true, 1, -1, 2, nil, nil},
		{"ffffffff07 01", true, 1, 0, 0, kwire.ErrBadLength, kwire.ErrBadLength},
		{"8080808008 01", true, 1, 0, 0, kwire.ErrBadLength, kwire.ErrBadLength},
		{"ffffffff0f 01", true, 1, -1, 5, kwire.ErrBadLength, nil},
		{"ffffffff1f 01", true, 1, -1, 5, kwire.ErrBadVarint, nil},
		{"ffffffffff01", true, 1, 0, 0, kwire.ErrBadVarint, kwire.ErrBadVarint},
		{"", true, 1, 0, 0, kwire.ErrShortBuffer, kwire.ErrShortBuffer},
		{"80", true, 1, 0, 0, kwire.ErrShortBuffer, kwire.ErrShortBuffer},
	}
	for _, test := range tests {
		input := append([]byte{9}, unhex(t, test.bytes)...)
		for flags, want := range map[kwire.DecodeFlags]error{0: test.strict, kwire.Lenient: test.lenient} {
			for _, form := range []codec.Form{codec.FormOf(test.compact) | codec.Nullable, codec.FormOf(test.compact)} {
				if want == nil && test.n < 0 && form&codec.Nullable == 0 {
					want = kwire.ErrNullNotAllowed
				}
				var d codec.Decoder
				d.Begin(input, flags)
				n, next := d.ArrayLen(input, 1, form, test.size, "Rows")
				err := failure(&d, next)
				if !errors.Is(err, want) || want == nil && (err != nil || n != test.n || next != 1+test.next) {
					t.Errorf("%s (flags %d, form %d): got %d up to byte %d, %v, want %d up to %d, %v", test.bytes, flags, form, n, next, err, test.n, 1+test.next, want)
				}
				if want != nil {
					checkFailed(t, err, n, next)
				}
			}
		}
	}
}

// checkFailed: a count that cannot be read is 0, so that a loop over it does
// nothing, and the error names the field and its place.
func checkFailed(t *testing.T, err error, n, next int) {
	t.Helper()
	e, isOurs := errors.AsType[*kwire.Error](err)
	if !isOurs || n != 0 || next >= 0 || e.Path != "Rows" || e.Message != "Orders" || e.Version != 4 || e.Offset < 1 {
		t.Errorf("got %d and offset %d, error %v", n, next, err)
	}
}

// TestBytes: both forms of bytes, null, and lengths that lie.
func TestBytes(t *testing.T) {
	tests := []struct {
		bytes   string
		compact bool
		want    []byte // nil for null
		next    int
		err     error
	}{
		{"00000000", false, []byte{}, 4, nil},
		{"00000002 aabb cc", false, []byte{0xaa, 0xbb}, 6, nil},
		{"ffffffff", false, nil, 4, nil},
		{"fffffffe", false, nil, 0, kwire.ErrBadLength},
		{"00000002 aa", false, nil, 0, kwire.ErrShortBuffer},
		{"7fffffff aa", false, nil, 0, kwire.ErrShortBuffer},
		{"0000", false, nil, 0, kwire.ErrShortBuffer},
		{"01", true, []byte{}, 1, nil},
		{"03 aabb cc", true, []byte{0xaa, 0xbb}, 3, nil},
		{"8300 aabb cc", true, []byte{0xaa, 0xbb}, 4, nil},
		{"838000 aabb cc", true, []byte{0xaa, 0xbb}, 5, nil},
		{"00 cc", true, nil, 1, nil},
		{"8000 cc", true, nil, 2, nil},
		{"03 aa", true, nil, 0, kwire.ErrShortBuffer},
		{"8001 aa", true, nil, 0, kwire.ErrShortBuffer},
		{"ffffffff0f aa", true, nil, 0, kwire.ErrBadLength},
		{"8080808008 aa", true, nil, 0, kwire.ErrShortBuffer},
		{"ffffffffff01", true, nil, 0, kwire.ErrBadVarint},
		{"", true, nil, 0, kwire.ErrShortBuffer},
	}
	for _, test := range tests {
		input := append([]byte{9}, unhex(t, test.bytes)...)
		for _, form := range []codec.Form{codec.FormOf(test.compact) | codec.Nullable, codec.FormOf(test.compact)} {
			want := test.err
			if want == nil && test.want == nil && form&codec.Nullable == 0 {
				want = kwire.ErrNullNotAllowed
			}
			var d codec.Decoder
			d.Begin(input, 0)
			got := []byte("before")
			next := d.Bytes(input, 1, form, &got, "Content")
			err := failure(&d, next)
			same := bytes.Equal(got, test.want) && (got == nil) == (test.want == nil) && next == 1+test.next && len(got) == cap(got)
			if !errors.Is(err, want) || want == nil && (err != nil || !same) {
				t.Errorf("%s, form %d: got %x up to byte %d, %v, want %x up to %d, %v", test.bytes, form, got, next, err, test.want, 1+test.next, want)
			}
			if e, isOurs := errors.AsType[*kwire.Error](err); want != nil && (!isOurs || e.Path != "Content" || e.Offset < 1) {
				t.Errorf("%s, form %d: error %v", test.bytes, form, err)
			}
		}
	}
}

// TestMarkers: the bytes in front of nullable structs, of which Kafka takes
// any.
func TestMarkers(t *testing.T) {
	tests := []struct {
		bytes   string
		tagged  bool
		present bool
		strict  error
		lenient error
	}{
		{"01", false, true, nil, nil},
		{"ff", false, false, nil, nil},
		{"00", false, true, kwire.ErrBadMarker, nil},
		{"7f", false, true, kwire.ErrBadMarker, nil},
		{"80", false, false, kwire.ErrBadMarker, nil},
		{"", false, false, kwire.ErrShortBuffer, kwire.ErrShortBuffer},
		{"01", true, true, nil, nil},
		{"00", true, false, nil, nil},
		{"02", true, true, kwire.ErrBadMarker, nil},
		{"ffffffff0f", true, false, kwire.ErrBadMarker, nil},
		{"80", true, false, kwire.ErrShortBuffer, kwire.ErrShortBuffer},
		{"ffffffffff01", true, false, kwire.ErrBadVarint, kwire.ErrBadVarint},
	}
	for _, test := range tests {
		input := unhex(t, test.bytes)
		for flags, want := range map[kwire.DecodeFlags]error{0: test.strict, kwire.Lenient: test.lenient} {
			var d codec.Decoder
			d.Begin(input, flags)
			read := d.Present
			if test.tagged {
				read = d.TagPresent
			}
			present, next := read(input, 0, "Leader")
			err := failure(&d, next)
			if !errors.Is(err, want) || want == nil && (err != nil || present != test.present || next != len(input)) {
				t.Errorf("%q (flags %d): got %v up to byte %d, %v, want %v, %v", test.bytes, flags, present, next, err, test.present, want)
			}
		}
	}
}

// TestAppendLengths: counts and lengths to encode, null included.
func TestAppendLengths(t *testing.T) {
	for n, want := range map[int][2]string{
		0: {"00000000", "01"}, 126: {"0000007e", "7f"}, 127: {"0000007f", "8001"}, 1<<31 - 2: {"7ffffffe", "ffffffff07"},
	} {
		classic, compact := unhex(t, want[0]), unhex(t, want[1])
		if got := codec.AppendClassicLen(nil, n); !bytes.Equal(got, classic) {
			t.Errorf("%d is written as %x, want %x", n, got, classic)
		}
		if got := codec.AppendLen(nil, codec.Classic, n); !bytes.Equal(got, classic) {
			t.Errorf("%d is written as %x, want %x", n, got, classic)
		}
		if got := codec.AppendCompactLen(nil, n); !bytes.Equal(got, compact) {
			t.Errorf("%d is written as %x, want %x", n, got, compact)
		}
		if got := codec.AppendLen(nil, codec.Compact, n); !bytes.Equal(got, compact) {
			t.Errorf("%d is written as %x, want %x", n, got, compact)
		}
	}
	null := codec.NullableLen([]byte(nil))
	for form, want := range map[codec.Form]string{codec.Classic: "ffffffff", codec.Compact: "00"} {
		got := codec.AppendLen(nil, form, null)
		if !bytes.Equal(got, unhex(t, want)) || codec.NullWidth(form) != len(got) {
			t.Errorf("null is written as %x, its width is %d", got, codec.NullWidth(form))
		}
	}
	if n := codec.NullableLen([]byte{}); n != 0 {
		t.Errorf("an empty slice has the length %d", n)
	}
}
