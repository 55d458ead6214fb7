package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/codec"
)

// forms has the count of each form in front of a list of n elements.
func forms(t *testing.T, n int, elements string) map[codec.Form][]byte {
	t.Helper()
	return map[codec.Form][]byte{
		codec.Classic:                  unhex(t, fmt.Sprintf("%08x", n)+elements),
		codec.Classic | codec.Nullable: unhex(t, fmt.Sprintf("%08x", n)+elements),
		codec.Compact:                  unhex(t, fmt.Sprintf("%02x", n+1)+elements),
		codec.Compact | codec.Nullable: unhex(t, fmt.Sprintf("%02x", n+1)+elements),
	}
}

// checkInts encodes and decodes a list of whole numbers.
func checkInts[T codec.Integer](t *testing.T, list []T, digits string) {
	t.Helper()
	for form, want := range forms(t, len(list), digits) {
		got := codec.AppendInts([]byte{9}, form, list)
		if !bytes.Equal(got, append([]byte{9}, want...)) {
			t.Errorf("%T: got %x, want %x behind 09", list, got, want)
		}
		for _, slab := range []*codec.Slab[T]{nil, new(codec.Slab[T])} {
			var d codec.Decoder
			d.Begin(got, 0)
			var back []T
			if next := codec.Ints(&d, got, 1, form, &back, slab, 1, "Rows"); next != len(got) {
				t.Errorf("%T: decoding ends at byte %d, want %d", list, next, len(got))
			}
			if diff := cmp.Diff(list, back); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		}
	}
}

func TestInts(t *testing.T) {
	checkInts(t, []int8{math.MinInt8, -1, math.MaxInt8}, "80 ff 7f")
	checkInts(t, []int16{math.MinInt16, -2, 258}, "8000 fffe 0102")
	checkInts(t, []uint16{0, 33000, math.MaxUint16}, "0000 80e8 ffff")
	checkInts(t, []int32{math.MinInt32, -2, 16909060}, "80000000 fffffffe 01020304")
	checkInts(t, []uint32{0, 1 << 31, math.MaxUint32}, "00000000 80000000 ffffffff")
	checkInts(t, []int64{math.MinInt64, -2, 72623859790382856}, "8000000000000000 fffffffffffffffe 0102030405060708")
	checkInts(t, []int64{}, "")
}

// TestInt32s: the functions for the most frequent lists do what those for all
// of them do, with what the list held before and without.
func TestInt32s(t *testing.T) {
	for n := range 200 {
		list := make([]int32, n)
		for j := range list {
			list[j] = int32(j) * -0x01020304
		}
		classic, compact := codec.AppendInts(nil, codec.Classic, list), codec.AppendInts(nil, codec.Compact, list)
		if got := codec.AppendClassicInt32s(nil, list); !bytes.Equal(got, classic) {
			t.Errorf("%d numbers are written as %x, want %x", n, got, classic)
		}
		if got := codec.AppendCompactInt32s(nil, list); !bytes.Equal(got, compact) {
			t.Errorf("%d numbers are written as %x, want %x", n, got, compact)
		}
		for _, before := range [][]int32{nil, {}, {1}, make([]int32, 300)} {
			var d codec.Decoder
			var slab codec.Slab[int32]
			got := before
			next := d.ClassicInt32s(classic, 0, &got, &slab, 2, "Rows")
			if next != len(classic) || got == nil || !cmp.Equal(got, list) {
				t.Errorf("%d numbers are read as %v up to byte %d", n, got, next)
			}
			got = before
			next = d.CompactInt32s(compact, 0, &got, &slab, 2, "Rows")
			if next != len(compact) || got == nil || !cmp.Equal(got, list) {
				t.Errorf("%d numbers are read as %v up to byte %d", n, got, next)
			}
		}
	}
}

// TestInt32Failures: what is no such list is refused with its place.
func TestInt32Failures(t *testing.T) {
	for _, test := range []struct {
		bytes   string
		compact bool
		want    error
	}{
		{"000000", false, kwire.ErrShortBuffer},
		{"ffffffff", false, kwire.ErrNullNotAllowed},
		{"fffffffe", false, kwire.ErrBadLength},
		{"00000002 00000001 000000", false, kwire.ErrBadLength},
		{"7fffffff 00000001", false, kwire.ErrBadLength},
		{"", true, kwire.ErrShortBuffer},
		{"00", true, kwire.ErrNullNotAllowed},
		{"03 00000001 000000", true, kwire.ErrBadLength},
		{"ffffffff07 00000001", true, kwire.ErrBadLength},
		{"ffffffffff 00000001", true, kwire.ErrBadVarint},
	} {
		input := append([]byte{9}, unhex(t, test.bytes)...)
		var d codec.Decoder
		var slab codec.Slab[int32]
		var list []int32
		read := d.ClassicInt32s
		if test.compact {
			read = d.CompactInt32s
		}
		next := read(input, 1, &list, &slab, 1, "Rows")
		err := failure(&d, next)
		if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || e.Err != test.want || e.Path != "Rows" || e.Offset != 1 || next >= 0 {
			t.Errorf("%s: got %v up to byte %d, %v, want %v", test.bytes, list, next, err, test.want)
		}
		// After a failure nothing is read, and the first error stays.
		if next = read(input, next, &list, &slab, 1, "Later"); next >= 0 || failure(&d, next).Error() != err.Error() {
			t.Errorf("%s: after a failure got %d, %v", test.bytes, next, failure(&d, next))
		}
	}
}

func TestOtherElements(t *testing.T) {
	var d codec.Decoder
	for form, digits := range forms(t, 4, "00 01 02 ff") {
		var flags []bool
		if next := d.Bools(digits, 0, form, &flags, nil, 1, "Rows"); next != len(digits) || !cmp.Equal(flags, []bool{false, true, true, true}) {
			t.Errorf("got %v up to byte %d", flags, next)
		}
		want := append(bytes.Clone(digits[:len(digits)-4]), 0, 1, 1, 1)
		if got := codec.AppendBools(nil, form, flags); !bytes.Equal(got, want) {
			t.Errorf("booleans are written as %x", got)
		}
	}

	// The bits of a float stay as they are, those of NaN too.
	for form, digits := range forms(t, 3, "8000000000000000 3ff8000000000000 7ff8000000000123") {
		var floats []float64
		if next := d.Floats(digits, 0, form, &floats, nil, 1, "Rows"); next != len(digits) || len(floats) != 3 || floats[1] != 1.5 || !math.Signbit(floats[0]) || !math.IsNaN(floats[2]) {
			t.Errorf("got %v up to byte %d", floats, next)
		}
		if got := codec.AppendFloats(nil, form, floats); !bytes.Equal(got, digits) {
			t.Errorf("floats are written as %x", got)
		}
	}

	for form, digits := range forms(t, 2, "0102030405060708090a0b0c0d0e0f10 00000000000000000000000000000000") {
		var ids []kwire.UUID
		if next := d.UUIDs(digits, 0, form, &ids, nil, 1, "Rows"); next != len(digits) || len(ids) != 2 || ids[0][15] != 16 || ids[1] != (kwire.UUID{}) {
			t.Errorf("got %v up to byte %d", ids, next)
		}
		if got := codec.AppendUUIDs(nil, form, ids); !bytes.Equal(got, digits) {
			t.Errorf("UUIDs are written as %x", got)
		}
	}
}

// TestStringElements: lists of strings and bytes in both forms; an error names
// the element.
func TestStringElements(t *testing.T) {
	words := []string{"", "a", "bc"}
	for _, test := range []struct {
		form   codec.Form
		bytes  string
		null   string
		offset int // of the null
	}{
		{codec.Classic, "00000003 0000 0001 61 0002 6263", "00000002 0001 61 ffff", 7},
		{codec.Compact, "04 01 02 61 03 6263", "03 02 61 00", 3},
	} {
		var e codec.Encoder
		want := unhex(t, test.bytes)
		if got := e.Strings(nil, test.form, words, "Words"); !bytes.Equal(got, want) || e.Failed() {
			t.Errorf("got %x, want %x", got, want)
		}
		var d codec.Decoder
		var back []string
		if next := d.Strings(want, 0, test.form, &back, nil, 1, "Words"); next != len(want) || !cmp.Equal(back, words) {
			t.Errorf("got %q up to byte %d", back, next)
		}
		err := failure(&d, d.Strings(unhex(t, test.null), 0, test.form, &back, nil, 1, "Words"))
		if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || e.Err != kwire.ErrNullNotAllowed || e.Path != "Words[1]" || e.Offset != test.offset {
			t.Errorf("a null element: error %v", err)
		}
	}

	blobs := [][]byte{{}, {0xaa}}
	for _, test := range []struct {
		form        codec.Form
		bytes, null string
	}{
		{codec.Classic, "00000002 00000000 00000001 aa", "00000002 00000000 ffffffff"},
		{codec.Compact, "03 01 02 aa", "03 01 00"},
	} {
		want := unhex(t, test.bytes)
		if got := codec.AppendByteStrings(nil, test.form, blobs); !bytes.Equal(got, want) {
			t.Errorf("got %x, want %x", got, want)
		}
		var d codec.Decoder
		var back [][]byte
		if next := d.ByteStrings(want, 0, test.form, &back, nil, 1, "Blobs"); next != len(want) || !cmp.Equal(back, blobs) {
			t.Errorf("got %x up to byte %d", back, next)
		}
		err := failure(&d, d.ByteStrings(unhex(t, test.null), 0, test.form, &back, nil, 1, "Blobs"))
		if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || e.Err != kwire.ErrNullNotAllowed || e.Path != "Blobs[1]" {
			t.Errorf("a null element: error %v", err)
		}
	}
}
