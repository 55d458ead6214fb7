package kwire_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/kwire"
)

// checkInts encodes and decodes the elements of an array of whole numbers.
func checkInts[T kwire.Integer](t *testing.T, list []T, digits string) {
	t.Helper()
	want := unhex(t, digits)
	got := kwire.AppendInts([]byte{9}, list)
	if !bytes.Equal(got, append([]byte{9}, want...)) {
		t.Errorf("%T: got %x, want %x behind 09", list, got, want)
	}
	back := make([]T, len(list))
	if next := kwire.DecodeInts(got, 1, back); next != len(got) {
		t.Errorf("%T: decoding ends at byte %d, want %d", list, next, len(got))
	}
	if diff := cmp.Diff(list, back); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
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

func TestOtherElements(t *testing.T) {
	flags := make([]bool, 4)
	if next := kwire.DecodeBools([]byte{9, 0, 1, 2, 255}, 1, flags); next != 5 || !cmp.Equal(flags, []bool{false, true, true, true}) {
		t.Errorf("got %v up to byte %d", flags, next)
	}
	if got := kwire.AppendBools(nil, flags); !bytes.Equal(got, []byte{0, 1, 1, 1}) {
		t.Errorf("booleans are written as %x", got)
	}

	// The bits of a float stay as they are, those of NaN too.
	digits := unhex(t, "8000000000000000 3ff8000000000000 7ff8000000000123")
	floats := make([]float64, 3)
	if next := kwire.DecodeFloats(digits, 0, floats); next != 24 || floats[1] != 1.5 || !math.Signbit(floats[0]) || !math.IsNaN(floats[2]) {
		t.Errorf("got %v up to byte %d", floats, next)
	}
	if got := kwire.AppendFloats(nil, floats); !bytes.Equal(got, digits) {
		t.Errorf("floats are written as %x", got)
	}

	digits = unhex(t, "0102030405060708090a0b0c0d0e0f10 00000000000000000000000000000000")
	ids := make([]kwire.UUID, 2)
	if next := kwire.DecodeUUIDs(digits, 0, ids); next != 32 || ids[0][15] != 16 || ids[1] != (kwire.UUID{}) {
		t.Errorf("got %v up to byte %d", ids, next)
	}
	if got := kwire.AppendUUIDs(nil, ids); !bytes.Equal(got, digits) {
		t.Errorf("UUIDs are written as %x", got)
	}
}

// TestStringElements: arrays of strings and bytes in both forms; an error
// names the element.
func TestStringElements(t *testing.T) {
	var d kwire.Decoder
	classic, compact := unhex(t, "0000 0001 61 0002 6263"), unhex(t, "01 02 61 03 6263")
	words := []string{"", "a", "bc"}
	for _, form := range []struct {
		bytes  []byte
		write  func([]byte, []string) ([]byte, error)
		read   func([]byte, int, []string) (int, error)
		size   func([]string) int
		null   string
		length int
	}{
		{classic, kwire.AppendStrings, d.Strings, kwire.SizeStrings, "0001 61 ffff", 3},
		{compact, kwire.AppendCompactStrings, d.CompactStrings, kwire.SizeCompactStrings, "02 61 00", 2},
	} {
		got, err := form.write(nil, words)
		if err != nil || !bytes.Equal(got, form.bytes) || form.size(words) != len(form.bytes) {
			t.Errorf("got %x, %v, size %d, want %x", got, err, form.size(words), form.bytes)
		}
		back := make([]string, 3)
		if next, err := form.read(form.bytes, 0, back); err != nil || next != len(form.bytes) || !cmp.Equal(back, words) {
			t.Errorf("got %q up to byte %d, %v", back, next, err)
		}
		_, err = form.read(unhex(t, form.null), 0, back)
		if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || !errors.Is(err, kwire.ErrNullNotAllowed) || e.Path != "[1]" || e.Offset != form.length {
			t.Errorf("a null element: error %v", err)
		}
	}

	classic, compact = unhex(t, "00000000 00000001 aa"), unhex(t, "01 02 aa")
	blobs := [][]byte{{}, {0xaa}}
	for _, form := range []struct {
		bytes []byte
		write func([]byte, [][]byte) []byte
		read  func([]byte, int, [][]byte) (int, error)
		size  func([][]byte) int
		null  string
	}{
		{classic, kwire.AppendByteStrings, d.ByteStrings, kwire.SizeByteStrings, "00000000 ffffffff"},
		{compact, kwire.AppendCompactByteStrings, d.CompactByteStrings, kwire.SizeCompactByteStrings, "01 00"},
	} {
		if got := form.write(nil, blobs); !bytes.Equal(got, form.bytes) || form.size(blobs) != len(form.bytes) {
			t.Errorf("got %x, size %d, want %x", got, form.size(blobs), form.bytes)
		}
		back := make([][]byte, 2)
		if next, err := form.read(form.bytes, 0, back); err != nil || next != len(form.bytes) || !cmp.Equal(back, blobs) {
			t.Errorf("got %x up to byte %d, %v", back, next, err)
		}
		_, err := form.read(unhex(t, form.null), 0, back)
		if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || !errors.Is(err, kwire.ErrNullNotAllowed) || e.Path != "[1]" {
			t.Errorf("a null element: error %v", err)
		}
	}
}
