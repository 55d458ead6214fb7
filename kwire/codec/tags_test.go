package codec_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/codec"
)

// tagsOf returns empty tagged fields with these numbers.
func tagsOf(numbers ...uint32) (tags kwire.Tags) {
	for _, number := range numbers {
		tags.Set(number, nil)
	}
	return tags
}

func TestTagsEncoding(t *testing.T) {
	var tags kwire.Tags
	tags.Set(2, []byte{0xaa, 0xbb})
	tags.Set(200, nil)
	section := unhex(t, "09 02 02 02 aabb c801 00")
	var e codec.Encoder
	if b := e.RestOfTags([]byte{9}, tags, 2); !bytes.Equal(b, unhex(t, "09 02 02 aabb c801 00")) {
		t.Errorf("RestOfTags gives %x", b)
	}
	for _, b := range [][]byte{e.UnknownTags([]byte{9}, tags), e.Tags([]byte{9}, codec.Compact, tags)} {
		if !bytes.Equal(b, section) {
			t.Errorf("got %x, want %x", b, section)
		}
	}
	for _, b := range [][]byte{e.UnknownTags(nil, kwire.Tags{}), e.Tags(nil, codec.Compact, kwire.Tags{})} {
		if !bytes.Equal(b, []byte{0}) {
			t.Errorf("an empty section is %x", b)
		}
	}
	if b := e.Tags([]byte{9}, codec.Classic, kwire.Tags{}); !bytes.Equal(b, []byte{9}) || e.Failed() {
		t.Errorf("the classic form has %x, failed: %v", b, e.Failed())
	}

	refused := func(why string, want error, encode func(e *codec.Encoder)) {
		var e codec.Encoder
		encode(&e)
		_, err := e.End(nil, nil, orders, 4)
		if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || e.Err != want || e.Path != "UnknownTags" {
			t.Errorf("%s: error %v", why, err)
		}
	}
	refused("a number below the known ones", kwire.ErrTagOrder, func(e *codec.Encoder) { e.RestOfTags(nil, tags, 3) })
	refused("tags in classic form", kwire.ErrTagsNotInVersion, func(e *codec.Encoder) { e.Tags(nil, codec.Classic, tags) })
	last := tagsOf(kwire.MaxTag)
	if b := e.UnknownTags(nil, last); !bytes.Equal(b, unhex(t, "01 feffffff07 00")) || e.Failed() {
		t.Errorf("the greatest number gives %x", b)
	}
	tags.Set(1<<31-1, nil)
	refused("a number of 2147483647", kwire.ErrTagOrder, func(e *codec.Encoder) { e.RestOfTags(nil, tags, 0) })
}

// TestTagSizes: the size in front of a known tagged field grows with its
// content, which is written before the size is known.
func TestTagSizes(t *testing.T) {
	for size, prefix := range map[int]string{0: "00", 1: "01", 127: "7f", 128: "8001", 16383: "ff7f", 16384: "808001", 2097152: "80808001"} {
		content := bytes.Repeat([]byte{0x55}, size)
		var e codec.Encoder
		b, start := e.BeginTag([]byte{9}, 300)
		b = e.EndTag(append(b, content...), start)
		want := append(unhex(t, "09 ac02"+prefix), content...)
		if !bytes.Equal(b, want) {
			t.Errorf("%d bytes: got %.20x of %d bytes, want %.20x of %d", size, b, len(b), want, len(want))
		}
	}
}

// readTags decodes a tag section in which numbers below known are int8 fields.
func readTags(b []byte, known uint32, flags kwire.DecodeFlags) (fields map[uint32]int8, unknown kwire.Tags, next int, err error) {
	var d codec.Decoder
	d.Begin(b, flags)
	fields = map[uint32]int8{}
	var tags codec.TagReader
	tags.Begin(&d, b, 0)
	for tags.Next() {
		if tags.Number >= known {
			tags.Keep(&d, &unknown)
			continue
		}
		var i int
		fields[tags.Number], i = d.Int8(tags.Bytes, tags.Start, "Field")
		tags.Done(i, "Field")
	}
	next = tags.End(&d)
	return fields, unknown, next, failure(&d, next)
}

func TestReadTags(t *testing.T) {
	tests := []struct {
		name, bytes string
		fields      map[uint32]int8
		unknown     string
		next        int // where the section ends
		strict      error
		lenient     error
	}{
		{"none", "00", map[uint32]int8{}, "", 1, nil, nil},
		{"known and unknown", "03 000105 010106 0902aabb", map[uint32]int8{0: 5, 1: 6}, "9=aabb", 11, nil, nil},
		{"what follows is left alone", "01 0902aabb ff", map[uint32]int8{}, "9=aabb", 5, nil, nil},
		{"falling order", "02 010106 000105", map[uint32]int8{0: 5, 1: 6}, "", 7, kwire.ErrTagOrder, nil},
		{"twice", "02 000105 000106", map[uint32]int8{0: 6}, "", 7, kwire.ErrTagOrder, nil},
		{"unknown ones in falling order", "02 0900 0801cc", map[uint32]int8{}, "8=cc 9=", 6, kwire.ErrTagOrder, nil},
		{"an unknown one twice", "02 0900 0901cc", map[uint32]int8{}, "9= 9=cc", 6, kwire.ErrTagOrder, nil},
		{"a size too large", "01 000205ff", map[uint32]int8{0: 5}, "", 4, kwire.ErrTagSize, nil},
		{"a size of nothing", "01 000005", map[uint32]int8{0: 5}, "", 4, kwire.ErrShortBuffer, nil},
		{"a size above what is left", "01 0905aabb", nil, "", 0, kwire.ErrShortBuffer, kwire.ErrShortBuffer},
		{"a negative size", "01 09ffffffff0f", nil, "", 0, kwire.ErrShortBuffer, kwire.ErrBadLength},
		{"more than there are", "02 0900", nil, "", 0, kwire.ErrBadLength, kwire.ErrShortBuffer},
		{"a negative count", "ffffffff0f 0900", map[uint32]int8{}, "", 5, kwire.ErrBadLength, nil},
		{"the number above the last", "01 ffffffff07 00", map[uint32]int8{}, "2147483647=", 7, kwire.ErrTagOrder, nil},
		{"a count that is cut", "80", nil, "", 0, kwire.ErrShortBuffer, kwire.ErrShortBuffer},
		{"a count without an end", "ffffffffff01", nil, "", 0, kwire.ErrBadVarint, kwire.ErrBadVarint},
		{"a number without an end", "01 ffffffffff01 00 00 00 00", nil, "", 0, kwire.ErrBadVarint, kwire.ErrBadVarint},
		{"a size without an end", "01 00 ffffffffff01", nil, "", 0, kwire.ErrBadVarint, kwire.ErrBadVarint},
	}
	for _, test := range tests {
		for flags, want := range map[kwire.DecodeFlags]error{0: test.strict, kwire.Lenient: test.lenient} {
			fields, unknown, next, err := readTags(unhex(t, test.bytes), 2, flags)
			if want != nil || err != nil {
				if !errors.Is(err, want) {
					t.Errorf("%s (flags %d): error %v, want %v", test.name, flags, err, want)
				}
				continue
			}
			if diff := cmp.Diff(test.fields, fields); diff != "" || unknown.String() != test.unknown || next != test.next {
				t.Errorf("%s (flags %d): got %q up to byte %d, want %q up to %d; fields (-want +got):\n%s",
					test.name, flags, unknown, next, test.unknown, test.next, diff)
			}
		}
	}
}

func TestTagNotInVersion(t *testing.T) {
	b := unhex(t, "01 000105")
	var d codec.Decoder
	d.Begin(b, 0)
	var tags codec.TagReader
	tags.Begin(&d, b, 0)
	if !tags.Next() {
		t.Fatal("there is no tag")
	}
	tags.NotInVersion("Later")
	if tags.Next() {
		t.Error("Next goes on after an error")
	}
	err := failure(&d, tags.End(&d))
	if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || !errors.Is(err, kwire.ErrTagNotInVersion) || e.Path != "Later" || e.Offset != 3 {
		t.Errorf("error %v", err)
	}
}

// FuzzTags: what decodes strictly ascends, and is written again as it was but
// for padded varints.
func FuzzTags(f *testing.F) {
	for _, seed := range []string{"00", "02 0502aabb 0900", "01 80800200", "8100 0900", "02 0900 0900"} {
		f.Add(unhex(f, seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		readTags(b, 0, kwire.Lenient) // no panic
		_, tags, next, err := readTags(b, 0, 0)
		if err != nil {
			return
		}
		var e codec.Encoder
		again, err := e.End(nil, e.UnknownTags(nil, tags), orders, 4)
		if err != nil {
			t.Fatalf("%x decodes to %v, which does not encode: %v", b, tags, err)
		}
		if len(again) > next {
			t.Errorf("%x: section of %d bytes becomes %x", b, next, again)
		}
		if len(again) == next && !bytes.Equal(again, b[:next]) {
			t.Errorf("%x becomes %x", b[:next], again)
		}
		_, back, _, err := readTags(again, 0, 0)
		if err != nil || !back.Equal(tags) {
			t.Errorf("%x decodes to %v, %v, want %v", again, back, err, tags)
		}
	})
}
