package kwire_test

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/kwire"
)

// numbers lists the numbers of tags in the order of All.
func numbers(tags kwire.Tags) []uint32 {
	var list []uint32
	for number := range tags.All() {
		list = append(list, number)
	}
	return list
}

func TestTags(t *testing.T) {
	var tags kwire.Tags
	if !tags.IsEmpty() || tags.Len() != 0 || tags.String() != "" {
		t.Errorf("the zero value has %v", tags)
	}
	tags.Set(9, []byte{1})
	tags.Set(5, nil)
	tags.Set(300, []byte{2, 3})
	if diff := cmp.Diff([]uint32{5, 9, 300}, numbers(tags)); diff != "" || tags.Len() != 3 || tags.IsEmpty() {
		t.Errorf("%d tags (-want +got):\n%s", tags.Len(), diff)
	}
	if got := tags.String(); got != "5= 9=01 300=0203" {
		t.Errorf("String gives %q", got)
	}
	if data, found := tags.Get(9); !found || !bytes.Equal(data, []byte{1}) {
		t.Errorf("Get(9) gives %x, %v", data, found)
	}
	if _, found := tags.Get(6); found {
		t.Error("Get(6) finds something")
	}

	// A copy does not change with the original, nor the other way round.
	copied := tags
	tags.Set(9, []byte{4})
	tags.Delete(5)
	if got := copied.String(); got != "5= 9=01 300=0203" {
		t.Errorf("the copy became %q", got)
	}
	if got := tags.String(); got != "9=04 300=0203" {
		t.Errorf("the original is %q", got)
	}
	if tags.Equal(copied) || !tags.Equal(tags) {
		t.Error("Equal is wrong")
	}
	tags.Delete(9)
	tags.Delete(300)
	tags.Delete(300)
	if !tags.IsEmpty() || !tags.Equal(kwire.Tags{}) {
		t.Errorf("with everything deleted there is %v", tags)
	}

	n := 0
	for range copied.All() {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("All goes on to %d after a break", n)
	}
}

// TestTagsSetMany sets as many tags as would take minutes if each were moved for
// each other one, and replaces them all.
func TestTagsSetMany(t *testing.T) {
	const n = 300_000
	orders := map[string]func(i uint32) uint32{
		"rising":  func(i uint32) uint32 { return i },
		"falling": func(i uint32) uint32 { return n - 1 - i },
		"mixed":   func(i uint32) uint32 { return i * 7919 % n }, // a permutation, as 7919 is prime
	}
	for name, order := range orders {
		var tags kwire.Tags
		for round := range byte(2) {
			for i := range uint32(n) {
				tags.Set(order(i), []byte{byte(order(i)), round})
			}
		}
		want := uint32(0)
		for number, data := range tags.All() {
			if number != want || !bytes.Equal(data, []byte{byte(number), 1}) {
				t.Fatalf("%s: %d=%x, want %d=%02x01", name, number, data, want, byte(want))
			}
			want++
		}
		if want != n || tags.Len() != n {
			t.Errorf("%s: %d tags, Len gives %d, want %d", name, want, tags.Len(), n)
		}
	}
}

// TestTagsAgainstMap changes several copies of Tags at random, each next to a
// map that says what it should hold.
func TestTagsAgainstMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tags := make([]kwire.Tags, 4)
	want := make([]map[uint32]byte, len(tags))
	for i := range want {
		want[i] = map[uint32]byte{}
	}
	for range 20_000 {
		i, number, value := random.IntN(len(tags)), random.Uint32N(100), byte(random.Uint32())
		switch random.IntN(10) {
		case 0:
			other := random.IntN(len(tags))
			tags[i], want[i] = tags[other], maps.Clone(want[other])
		case 1, 2:
			tags[i].Delete(number)
			delete(want[i], number)
		case 3: // look
			data, found := tags[i].Get(number)
			v, has := want[i][number]
			if found != has || found && data[0] != v {
				t.Fatalf("Get(%d) gives %x, %v, want %x, %v", number, data, found, v, has)
			}
		default:
			tags[i].Set(number, []byte{value})
			want[i][number] = value
		}
	}
	for i := range tags {
		got := map[uint32]byte{}
		for number, data := range tags[i].All() {
			got[number] = data[0]
		}
		if diff := cmp.Diff(want[i], got); diff != "" || !slices.IsSorted(numbers(tags[i])) || tags[i].Len() != len(got) {
			t.Errorf("copy %d has %v (-want +got):\n%s", i, tags[i], diff)
		}
	}
}

// TestTagsReadAtOnce has goroutines read and change copies of one Tags, for the
// race detector.
func TestTagsReadAtOnce(t *testing.T) {
	var tags kwire.Tags
	for number := range uint32(10) {
		tags.Set(number, nil)
	}
	var done sync.WaitGroup
	for i := range uint32(4) {
		done.Go(func() {
			own := tags
			own.Set(100+i, nil)
			if tags.Len() != 10 || own.Len() != 11 {
				t.Errorf("lengths are %d and %d, want 10 and 11", tags.Len(), own.Len())
			}
		})
	}
	done.Wait()
}

func TestTagsEncoding(t *testing.T) {
	var tags kwire.Tags
	tags.Set(2, []byte{0xaa, 0xbb})
	tags.Set(200, nil)
	b, err := tags.Append([]byte{9}, 2)
	if want := unhex(t, "09 02 02 aabb c801 00"); err != nil || !bytes.Equal(b, want) {
		t.Errorf("Append gives %x, %v, want %x", b, err, want)
	}
	if got := tags.Size(); got != 7 {
		t.Errorf("Size gives %d", got)
	}
	b, err = tags.AppendSection(nil)
	if want := unhex(t, "02 02 02 aabb c801 00"); err != nil || !bytes.Equal(b, want) {
		t.Errorf("AppendSection gives %x, %v, want %x", b, err, want)
	}
	if got := kwire.SizeTagSection(tags); got != 8 {
		t.Errorf("SizeTagSection gives %d", got)
	}
	if b, err = (kwire.Tags{}).AppendSection(nil); err != nil || !bytes.Equal(b, []byte{0}) || kwire.SizeTagSection(kwire.Tags{}) != 1 {
		t.Errorf("an empty section is %x, %v", b, err)
	}
	if _, err := tags.Append(nil, 3); !errors.Is(err, kwire.ErrTagOrder) {
		t.Errorf("a number below the known ones: error %v", err)
	}
	tags.Set(1<<31-1, nil)
	if _, err := tags.Append(nil, 0); !errors.Is(err, kwire.ErrTagOrder) {
		t.Errorf("a number of 2147483647: error %v", err)
	}
}

// TestTagSizes: the size in front of a known tagged field grows with its
// content, which is written before the size is known.
func TestTagSizes(t *testing.T) {
	for size, prefix := range map[int]string{0: "00", 1: "01", 127: "7f", 128: "8001", 16383: "ff7f", 16384: "808001", 2097152: "80808001"} {
		content := bytes.Repeat([]byte{0x55}, size)
		b, start := kwire.BeginTag([]byte{9}, 300)
		b = kwire.EndTag(append(b, content...), start)
		want := append(unhex(t, "09 ac02"+prefix), content...)
		if !bytes.Equal(b, want) {
			t.Errorf("%d bytes: got %.20x of %d bytes, want %.20x of %d", size, b, len(b), want, len(want))
		}
		if got := kwire.SizeTag(300, size); got != len(want)-1 {
			t.Errorf("SizeTag of %d bytes gives %d, want %d", size, got, len(want)-1)
		}
	}
}

// readTags decodes a tag section in which numbers below known are int8 fields.
func readTags(b []byte, known uint32, flags kwire.DecodeFlags) (fields map[uint32]int8, unknown kwire.Tags, next int, err error) {
	var d kwire.Decoder
	d.Begin(b, flags)
	fields = map[uint32]int8{}
	tags := d.ReadTags(b, 0)
	for tags.Next() {
		if tags.Number >= known {
			tags.Keep(&unknown)
			continue
		}
		if tags.Start >= len(tags.Bytes) {
			return nil, unknown, tags.Start, kwire.ErrShortBuffer
		}
		fields[tags.Number] = int8(tags.Bytes[tags.Start])
		tags.Done(tags.Start+1, "Field")
	}
	next, err = tags.End()
	return fields, unknown, next, err
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
	var d kwire.Decoder
	d.Begin(b, 0)
	tags := d.ReadTags(b, 0)
	if !tags.Next() {
		t.Fatal("there is no tag")
	}
	tags.NotInVersion("Later")
	if tags.Next() {
		t.Error("Next goes on after an error")
	}
	_, err := tags.End()
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
		again, err := tags.AppendSection(nil)
		if err != nil {
			t.Fatalf("%x decodes to %v, which does not encode: %v", b, tags, err)
		}
		if kwire.SizeTagSection(tags) != len(again) || len(again) > next {
			t.Errorf("%x: section of %d bytes becomes %x, its size is %d", b, next, again, kwire.SizeTagSection(tags))
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
