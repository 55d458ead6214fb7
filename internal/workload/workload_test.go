package workload

import (
	"bytes"
	"reflect"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire/records"
)

// sizes are the bodies' lengths as franz-go's kmsg 1.15.1 encodes the same
// values.
var sizes = map[string]int{
	"metadata-100x10/v=12":      46_745,
	"metadata-100x10/v=11":      46_745,
	"metadata-100x10/v=8":       53_458,
	"metadata-1000x10/v=12":     466_146,
	"metadata-1000x10/v=11":     466_146,
	"metadata-1000x10/v=8":      533_158,
	"fetch-10x10x1K/v=12":       106_442,
	"fetch-10x10x1K/v=11":       106_874,
	"fetch-10x10x64K/v=12":      6_557_742,
	"fetch-10x10x64K/v=11":      6_558_074,
	"produce-10x10x1K/v=9":      103_339,
	"produce-10x10x1K/v=8":      103_472,
	"produce-10x10x64K/v=9":     6_554_639,
	"produce-10x10x64K/v=8":     6_554_672,
	"listoffsets-100x10/v=7":    29_306,
	"listoffsets-100x10/v=6":    29_306,
	"listoffsets-100x10/v=5":    28_608,
	"offsetcommit-100x10/v=8":   30_376,
	"offsetcommit-100x10/v=7":   30_681,
	"joingroup-100/v=9":         25_324,
	"joingroup-100/v=8":         25_323,
	"joingroup-100/v=7":         25_323,
	"apiversions-70/v=3":        498,
	"apiversions-70/v=2":        430,
	"deleterecords-0/v=2":       6,
	"deleterecords-1/v=2":       42,
	"describeconfigs-300x3/v=4": 52_234,
	"describeconfigs-300x3/v=3": 54_639,
}

func TestSizes(t *testing.T) {
	cases, err := Cases()
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, c := range cases {
		want, ok := sizes[c.String()]
		if !ok {
			continue
		}
		checked++
		if len(c.Wire) != want {
			t.Errorf("%v: %d bytes, want %d", c, len(c.Wire), want)
		}
	}
	if checked != len(sizes) {
		t.Errorf("%d of %d cases found", checked, len(sizes))
	}
}

// TestFirstVersionHoldsEverything: the version that counts loses nothing of
// the message, so that what is measured is the whole of it.
func TestFirstVersionHoldsEverything(t *testing.T) {
	for _, w := range All() {
		wire, err := w.Message.Encode(nil, w.Versions[0])
		if err != nil {
			t.Errorf("%s: %v", w.Name, err)
			continue
		}
		got := w.New()
		if err := got.Decode(wire, w.Versions[0]); err != nil {
			t.Errorf("%s: %v", w.Name, err)
			continue
		}
		if diff := cmp.Diff(w.Message, got, cmp.Comparer(equalBytes)); diff != "" {
			t.Errorf("%s (-built +decoded):\n%.2000s", w.Name, diff)
		}
	}
}

// equalBytes compares records as they should be: at once, null apart from empty.
func equalBytes(a, b []byte) bool { return bytes.Equal(a, b) && (a == nil) == (b == nil) }

// TestBatch: other clients parse the records and check them, so they must be
// sound, and their sizes decide what the benchmarks measure.
func TestBatch(t *testing.T) {
	for _, size := range []int{1 << 10, 64 << 10} {
		b := batch(size)
		if len(b) != size {
			t.Errorf("%d bytes, want %d", len(b), size)
		}
		n := 0
		for _, err := range records.Iterate(b, nil) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != size>>10 {
			t.Errorf("%d records in %d bytes, want one a KiB", n, size)
		}
	}
}

func TestFootprint(t *testing.T) {
	m := &kafka.FetchResponse{Responses: []kafka.FetchResponseFetchableTopicResponse{
		{Topic: "topic", Partitions: []kafka.FetchResponsePartitionData{
			{CurrentLeader: &kafka.FetchResponseLeaderIdAndEpoch{}, Records: make([]byte, 1000)},
			{},
		}},
		{Partitions: []kafka.FetchResponsePartitionData{{}}},
	}}
	want := Footprint{
		Elements: map[reflect.Type]int{
			reflect.TypeFor[[]kafka.FetchResponseFetchableTopicResponse](): 2,
			reflect.TypeFor[[]kafka.FetchResponsePartitionData]():          3,
			reflect.TypeFor[[]kafka.FetchResponseAbortedTransaction]():     0,
			reflect.TypeFor[[]kafka.FetchResponseNodeEndpoint]():           0,
		},
		Pointers: map[reflect.Type]int{reflect.TypeFor[*kafka.FetchResponseLeaderIdAndEpoch](): 1},
		Text:     5,
		Data:     1000,
	}
	got := FootprintOf(m)
	sameType := cmp.Comparer(func(a, b reflect.Type) bool { return a == b })
	if diff := cmp.Diff(want, got, sameType); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	wantBytes := 2*int(unsafe.Sizeof(m.Responses[0])) + 3*int(unsafe.Sizeof(m.Responses[0].Partitions[0])) +
		int(unsafe.Sizeof(*m.Responses[0].Partitions[0].CurrentLeader))
	if got.Structs() != wantBytes {
		t.Errorf("%d bytes, want %d", got.Structs(), wantBytes)
	}
}
