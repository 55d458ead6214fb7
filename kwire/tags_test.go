package kwire_test

import (
	"bytes"
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

// TestTagsCopies: no change of one copy shows in another, in whatever order they
// change.
func TestTagsCopies(t *testing.T) {
	var tags kwire.Tags
	tags.Set(3, []byte{3})
	tags.Set(1, []byte{1})
	var copies []kwire.Tags
	var want []string
	for _, change := range []func(){
		func() {},
		func() { tags.Set(2, []byte{2}) },
		func() { tags.Set(4, []byte{4}) },
		func() { tags.Set(1, []byte{9}) },
		func() { tags.Set(5, nil) },
		func() { tags.Delete(3) },
		func() { tags.Set(3, []byte{8}) },
	} {
		change()
		copies, want = append(copies, tags), append(want, tags.String())
	}
	a, b := copies[2], copies[2]
	a.Set(7, []byte{7})
	b.Set(6, []byte{6})
	b.Delete(1)
	if a.String() != "1=01 2=02 3=03 4=04 7=07" || b.String() != "2=02 3=03 4=04 6=06" {
		t.Errorf("two copies became %v and %v", a, b)
	}
	for j := range copies {
		if got := copies[j].String(); got != want[j] {
			t.Errorf("copy %d became %s, was %s", j, got, want[j])
		}
	}
	if last := want[len(want)-1]; last != "1=09 2=02 3=08 4=04 5=" {
		t.Errorf("in the end there is %s", last)
	}
}
