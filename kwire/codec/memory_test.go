package codec_test

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/codec"
)

// TestTextChunkBound: what strings are copied into is no longer than the input
// that is left.
func TestTextChunkBound(t *testing.T) {
	const runs = 1000
	input := append([]byte{0, 0, 0, 0, 9}, "content-"...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		var d codec.Decoder
		d.Begin(input, 0)
		var s string
		if i := d.CompactString(input, 4, &s, "Name"); i != len(input) || s != "content-" {
			t.Fatal(i, s)
		}
	}
	runtime.ReadMemStats(&after)
	if perRun := (after.TotalAlloc - before.TotalAlloc) / runs; perRun > 64 {
		t.Errorf("a string of 8 bytes, with which the input ends, takes %d bytes", perRun)
	}
}

// TestAliasStrings: strings of every length refer to the input, whatever the
// field held before.
func TestAliasStrings(t *testing.T) {
	for _, n := range []int{1, 126, 127, 128, 16383, kwire.MaxStringLen} {
		text := strings.Repeat("x", n)
		for _, form := range []codec.Form{codec.Classic, codec.Compact} {
			var e codec.Encoder
			input := e.String([]byte{9}, form, text, "Name")
			within := func(s string) bool {
				return s == text && unsafe.StringData(s) == &input[len(input)-n]
			}
			for _, old := range []string{"", "other", text} {
				var d codec.Decoder
				d.Begin(input, kwire.AliasStrings)
				plain, null, valid := old, kwire.StringOf(old), kwire.StringOf(old)
				d.String(input, 1, form, &plain, "Name")
				d.NullString(input, 1, form, &null, "Name")
				d.ValidString(input, 1, form, &valid, "Name")
				if !within(plain) || !within(null.Value) || !within(valid.Value) || !null.Valid || !valid.Valid {
					t.Errorf("%d bytes, form %d, before %.5q: a string does not refer to the input", n, form, old)
				}

				// Without the flag none does, and an equal one stays where it is.
				var copying codec.Decoder
				copying.Begin(input, 0)
				plain = old
				copying.String(input, 1, form, &plain, "Name")
				if within(plain) || plain != text || old == text && unsafe.StringData(plain) != unsafe.StringData(old) {
					t.Errorf("%d bytes, form %d, before %.5q: a copied string is wrong", n, form, old)
				}
			}
		}
	}
}

// TestKeptTags: the content of a kept field has no room behind it, where the
// next one lies.
func TestKeptTags(t *testing.T) {
	input := unhex(t, "03 0501aa 0602bbcc 0700 ff")
	var d codec.Decoder
	d.Begin(input, 0)
	var tags kwire.Tags
	if i := d.UnknownTags(input, 0, &tags); i != 10 || tags.String() != "5=aa 6=bbcc 7=" {
		t.Fatalf("got %v up to byte %d", tags, i)
	}
	for number, data := range tags.All() {
		if len(data) != cap(data) {
			t.Errorf("field %d of %d bytes has room for %d", number, len(data), cap(data))
		}
	}
	// A section takes the place of what was there, empty or not.
	if i := d.UnknownTags([]byte{0}, 0, &tags); i != 1 || !tags.IsEmpty() {
		t.Errorf("an empty section leaves %v", tags)
	}
	tags.Set(1, nil)
	if i := d.Tags(input, 0, codec.Classic, &tags); i != 0 || !tags.IsEmpty() {
		t.Errorf("the classic form leaves %v", tags)
	}
}

// TestManyTags: lenient decoding sorts any number of unknown fields, and leaves
// those with the same number in their order.
func TestManyTags(t *testing.T) {
	const n = 200_000
	input := codec.AppendUvarint(nil, 2*n)
	for number := uint32(n); number > 0; number-- {
		for twice := range byte(2) {
			input = append(codec.AppendUvarint(input, number), 1, twice)
		}
	}
	var d codec.Decoder
	d.Begin(input, kwire.Lenient)
	var tags kwire.Tags
	if i := d.UnknownTags(input, 0, &tags); i != len(input) || tags.Len() != 2*n {
		t.Fatalf("got %d fields up to byte %d, want %d up to %d", tags.Len(), i, 2*n, len(input))
	}
	at := uint32(0)
	for number, data := range tags.All() {
		if want := []byte{byte(at % 2)}; number != 1+at/2 || !bytes.Equal(data, want) {
			t.Fatalf("place %d has field %d with %x, want field %d with %x", at, number, data, 1+at/2, want)
		}
		at++
	}
}

// TestScalars: the fields of fixed width in their layouts, and the failure of
// each where the input ends within it or something has failed before.
func TestScalars(t *testing.T) {
	input := unhex(t, "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0")
	reads := []struct {
		width int
		want  string
		read  func(d *codec.Decoder, b []byte, i int) (any, int)
	}{
		{1, "true", func(d *codec.Decoder, b []byte, i int) (any, int) { v, i := d.Bool(b, i, "F"); return v, i }},
		{1, "-1", func(d *codec.Decoder, b []byte, i int) (any, int) { v, i := d.Int8(b, i, "F"); return v, i }},
		{2, "-2", func(d *codec.Decoder, b []byte, i int) (any, int) { v, i := d.Int16(b, i, "F"); return v, i }},
		{2, "65534", func(d *codec.Decoder, b []byte, i int) (any, int) { v, i := d.Uint16(b, i, "F"); return v, i }},
		{4, "-66052", func(d *codec.Decoder, b []byte, i int) (any, int) { v, i := d.Int32(b, i, "F"); return v, i }},
		{4, "4294901244", func(d *codec.Decoder, b []byte, i int) (any, int) { v, i := d.Uint32(b, i, "F"); return v, i }},
		{8, "-283686952306184", func(d *codec.Decoder, b []byte, i int) (any, int) { v, i := d.Int64(b, i, "F"); return v, i }},
		{8, "NaN", func(d *codec.Decoder, b []byte, i int) (any, int) { v, i := d.Float64(b, i, "F"); return v, i }},
		{16, "__79_Pv6-fj39vX08_Lx8A", func(d *codec.Decoder, b []byte, i int) (any, int) { v, i := d.UUID(b, i, "F"); return v, i }},
	}
	for _, test := range reads {
		var d codec.Decoder
		got, i := test.read(&d, input[:test.width], 0)
		if fmt.Sprint(got) != test.want || i != test.width {
			t.Errorf("got %v up to byte %d, want %s up to %d", got, i, test.want, test.width)
		}
		zero, i := test.read(&d, input, -1)
		if i >= 0 || failure(&d, 0) != nil {
			t.Errorf("%T: behind a failure got %v, %d", got, zero, i)
		}
		for n := range test.width {
			_, i := test.read(&d, input[:n], 0)
			err, want := failure(&d, i), "Orders v4: F at byte 0: need "
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%T in %d bytes: error %v, want %q", got, n, err, want)
			}
		}
	}
}

// TestBehindFailure: every function leaves a failure as it is, and reads nothing.
func TestBehindFailure(t *testing.T) {
	b := slices.Repeat([]byte{1}, 100)
	var d codec.Decoder
	d.Begin(b, 0)
	_, failed := d.Int64(b, 95, "First")
	want := failure(&d, failed).Error()
	var (
		s     string
		null  kwire.NullString
		bytes []byte
		int8s []int8
		bools []bool
		nums  []float64
		ids   []kwire.UUID
		words []string
		blobs [][]byte
		tags  kwire.Tags
	)
	for _, form := range []codec.Form{codec.Classic, codec.Compact, codec.Nullable, codec.Compact | codec.Nullable} {
		n, next := d.ArrayLen(b, failed, form, 1, "Later")
		present, marker := d.Present(b, failed, "Later")
		ends := []int{next, marker,
			d.String(b, failed, form, &s, "Later"),
			d.NullString(b, failed, form, &null, "Later"),
			d.ValidString(b, failed, form, &null, "Later"),
			d.Bytes(b, failed, form, &bytes, "Later"),
			codec.Ints(&d, b, failed, form, &int8s, nil, 1, "Later"),
			d.Bools(b, failed, form, &bools, nil, 1, "Later"),
			d.Floats(b, failed, form, &nums, nil, 1, "Later"),
			d.UUIDs(b, failed, form, &ids, nil, 1, "Later"),
			d.Strings(b, failed, form, &words, nil, 1, "Later"),
			d.ByteStrings(b, failed, form, &blobs, nil, 1, "Later"),
			d.Tags(b, failed, form, &tags),
			d.UnknownTags(b, failed, &tags),
			d.NullAt(failed, 1, "Later"),
		}
		if n != 0 || present || slices.Max(ends) >= 0 {
			t.Errorf("form %d: got %d elements, %v, offsets %v", form, n, present, ends)
		}
		if err := failure(&d, failed); err.Error() != want {
			t.Errorf("form %d: the error became %v, was %s", form, err, want)
		}
	}
	if codec.NoTags(b, failed) || codec.NoTags(b, len(b)) {
		t.Error("there is no tag section that could be empty")
	}
	if diff := cmp.Diff([]any{"", 0, 0, 0}, []any{s, len(bytes), len(int8s), len(words)}); diff != "" {
		t.Errorf("something was read (-want +got):\n%s", diff)
	}
}
