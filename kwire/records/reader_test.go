package records

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// threeBatches holds offsets 0 to 2, a control batch at 3, and 4 to 6.
func threeBatches(t testing.TB, codec Codec) []byte {
	t.Helper()
	var src []byte
	b := newBuilder(t, &BuilderOptions{Codec: codec})
	control := newBuilder(t, &BuilderOptions{
		BaseOffset: 3, Control: true, Transactional: true,
		Producer: &Producer{ID: 1, BaseSequence: NoSequence},
	})
	for range 3 {
		if err := b.Append(Record{Timestamp: 7, Value: []byte("v")}); err != nil {
			t.Fatal(err)
		}
	}
	src = append(src, finish(t, b)...)
	if err := control.Append(EndTxnMarker{Type: Commit, CoordinatorEpoch: 5}.Record(8)); err != nil {
		t.Fatal(err)
	}
	src = append(src, finish(t, control)...)
	b = newBuilder(t, &BuilderOptions{Codec: codec, BaseOffset: 4})
	for range 3 {
		if err := b.Append(Record{Timestamp: 9, Value: []byte("w")}); err != nil {
			t.Fatal(err)
		}
	}
	return append(src, finish(t, b)...)
}

func offsets(recs []Record) []int64 {
	var out []int64
	for _, rec := range recs {
		out = append(out, rec.Offset)
	}
	return out
}

func TestStartOffset(t *testing.T) {
	src := threeBatches(t, Zstd)
	for _, c := range []struct {
		start   int64
		control bool
		want    []int64
		next    int64
	}{
		{0, false, []int64{0, 1, 2, 4, 5, 6}, 7},
		{0, true, []int64{0, 1, 2, 3, 4, 5, 6}, 7},
		{2, false, []int64{2, 4, 5, 6}, 7},
		{3, true, []int64{3, 4, 5, 6}, 7},
		{6, true, []int64{6}, 7},
		{7, true, nil, 7},
		{90, true, nil, 90},
	} {
		r := NewReader(src, &Options{StartOffset: c.start, ControlRecords: c.control})
		var recs []Record
		for rec, err := range r.Records() {
			if err != nil {
				t.Fatal(err)
			}
			recs = append(recs, rec)
		}
		if d := cmp.Diff(c.want, offsets(recs)); d != "" {
			t.Errorf("from %d: -want +got:\n%s", c.start, d)
		}
		if r.NextOffset() != c.next {
			t.Errorf("from %d: next offset %d, want %d", c.start, r.NextOffset(), c.next)
		}
	}
}

func TestStartOffsetInMessages(t *testing.T) {
	recs := []Record{{Offset: 5}, {Offset: 6}, {Offset: 7}}
	for _, codec := range []Codec{None, Snappy} {
		src, err := AppendMessages(nil, 1, codec, 0, recs)
		if err != nil {
			t.Fatal(err)
		}
		got, err := collect(src, &Options{StartOffset: 6})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]int64{6, 7}, offsets(got)); d != "" {
			t.Errorf("%v: -want +got:\n%s", codec, d)
		}
	}
}

// TestNextOffsetOfStoppedRun: what has not been handed out is fetched again.
func TestNextOffsetOfStoppedRun(t *testing.T) {
	src := threeBatches(t, None)
	r := NewReader(src, nil)
	for rec, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		if rec.Offset == 5 {
			break
		}
	}
	if r.NextOffset() != 4 {
		t.Errorf("next offset %d after a stop inside the batch at 4", r.NextOffset())
	}
	// Asked again, the reader begins at the front.
	n := 0
	for _, err := range r.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 3 || r.NextOffset() != 7 {
		t.Errorf("second run: %d batches, next offset %d", n, r.NextOffset())
	}
	// A fault in the last batch leaves the offset at its start.
	src[len(src)-1]++
	r = NewReader(src, nil)
	var failed error
	for _, err := range r.Records() {
		failed = err
	}
	if !errors.Is(failed, ErrChecksum) || r.NextOffset() != 4 {
		t.Errorf("records: error %v, next offset %d", failed, r.NextOffset())
	}
	n = 0
	for _, err := range r.Batches() {
		failed = err
		n++
	}
	if !errors.Is(failed, ErrChecksum) || n != 3 || r.NextOffset() != 4 {
		t.Errorf("batches: error %v at element %d, next offset %d", failed, n, r.NextOffset())
	}
}

// TestStop leaves every sequence after its first element.
func TestStop(t *testing.T) {
	for _, v := range kafkaVectors(t) {
		r := NewReader(v.Data, &Options{ControlRecords: true})
		first := v.Batches[0]
		for b, err := range r.Batches() {
			if err != nil || b.Magic != first.Magic {
				t.Errorf("%s: magic %d, %v", v.Name, b.Magic, err)
			}
			for rec, err := range b.Records() {
				if err != nil || rec.Offset != first.Records[0].Offset {
					t.Errorf("%s: batch has offset %d, %v", v.Name, rec.Offset, err)
				}
				break
			}
			break
		}
		for rec, err := range r.Records() {
			if err != nil || len(first.Records) > 0 && rec.Offset != first.Records[0].Offset {
				t.Errorf("%s: offset %d, %v", v.Name, rec.Offset, err)
			}
			break
		}
	}
}

func TestControlRecords(t *testing.T) {
	recs, err := collect(threeBatches(t, None), &Options{StartOffset: 3, ControlRecords: true})
	if err != nil {
		t.Fatal(err)
	}
	marker, err := recs[0].EndTxnMarker()
	if want := (EndTxnMarker{Commit, 5}); err != nil || marker != want {
		t.Errorf("%+v, %v, want %+v", marker, err, want)
	}
	for _, c := range []struct {
		key, value string
		want       string
	}{
		{"\x00\x00\x00\x00", "\x00\x00\x00\x00\x00\x07", "{ABORT 7} <nil>"},
		{"\x00\x03\x00\x01more", "\x00\x02\xff\xff\xff\xffmore", "{COMMIT -1} <nil>"},
		{"\x00\x00\x00\x02", "", "{ABORT 0} records: control record at offset 8 is LEADER_CHANGE, no end of a transaction"},
		{"\x00\x00\x00", "", "{ABORT 0} records: control record at offset 8: input too short: key of 3 bytes"},
		{"\xff\xff\x00\x00", "", "{ABORT 0} records: control record at offset 8: bad version: key version -1"},
		{"\x00\x00\x00\x01", "\x00\x00\x00", "{ABORT 0} records: control record at offset 8: input too short: value of 3 bytes"},
		{"\x00\x00\x00\x01", "\x80\x00\x00\x00\x00\x00", "{ABORT 0} records: control record at offset 8: bad version: value version -32768"},
	} {
		rec := Record{Offset: 8, Attributes: Control, Key: []byte(c.key), Value: []byte(c.value)}
		marker, err := rec.EndTxnMarker()
		if got := sprint(marker, err); got != c.want {
			t.Errorf("key %x, value %x:\n%s, want\n%s", c.key, c.value, got, c.want)
		}
	}
	names := []string{
		"ABORT", "COMMIT", "LEADER_CHANGE", "SNAPSHOT_HEADER", "SNAPSHOT_FOOTER",
		"KRAFT_VERSION", "KRAFT_VOTERS", "control type 7",
	}
	for i, want := range names {
		rec := Record{Attributes: Control, Key: ControlKey(ControlType(i))}
		got, err := rec.ControlType()
		if err != nil || got.String() != want {
			t.Errorf("type %d: %v, %v, want %s", i, got, err, want)
		}
	}
}

// TestUsersKey: the key of a user's record may look like that of a control record.
func TestUsersKey(t *testing.T) {
	rec := Record{Offset: 8, Attributes: Transactional, Key: ControlKey(Commit), Value: []byte("\x00\x00\x00\x00\x00\x05")}
	if kind, err := rec.ControlType(); !errors.Is(err, ErrNotControl) {
		t.Errorf("type %v, error %v", kind, err)
	}
	if marker, err := rec.EndTxnMarker(); !errors.Is(err, ErrNotControl) {
		t.Errorf("marker %v, error %v", marker, err)
	}
}

// TestAllocations: a batch costs the sequence that walks it, a record nothing.
func TestAllocations(t *testing.T) {
	b := newBuilder(t, nil)
	for range 1000 {
		if err := b.Append(Record{Key: []byte("key"), Value: []byte("value")}); err != nil {
			t.Fatal(err)
		}
	}
	src := finish(t, b)
	n := 0
	got := testing.AllocsPerRun(20, func() {
		for rec, err := range Iterate(src, nil) {
			if err != nil {
				t.Fatal(err)
			}
			n += len(rec.Value)
		}
	})
	if n != 21*5000 {
		t.Errorf("%d bytes of values", n)
	}
	if got > 2 {
		t.Errorf("%v allocations for a batch of 1000 records, want 2 at most", got)
	}

	dst := make([]byte, 0, 1<<16)
	rec := Record{Key: []byte("key"), Value: []byte("value")}
	got = testing.AllocsPerRun(20, func() {
		b.Reset(dst)
		for range 1000 {
			if err := b.Append(rec); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := b.Finish(); err != nil {
			t.Fatal(err)
		}
	})
	if got > 0 {
		t.Errorf("%v allocations to encode into a buffer with room, want none", got)
	}
}

// TestHeadersShareKeys: keys that repeat from record to record are one string,
// and slices out of a common slab do not run into each other.
func TestHeadersShareKeys(t *testing.T) {
	b := newBuilder(t, nil)
	for i := range 300 {
		value := []byte{byte(i), byte(i >> 8)}
		if err := b.Append(Record{Headers: []Header{{"trace", value}, {"span", nil}}}); err != nil {
			t.Fatal(err)
		}
	}
	src := finish(t, b)
	recs := mustCollect(t, src)
	_ = append(recs[0].Headers, Header{Key: "overwrites?"})
	for i, rec := range recs {
		want := []Header{{"trace", []byte{byte(i), byte(i >> 8)}}, {"span", nil}}
		if d := cmp.Diff(want, rec.Headers); d != "" {
			t.Fatalf("record %d: -want +got:\n%s", i, d)
		}
	}
	got := testing.AllocsPerRun(10, func() {
		for _, err := range Iterate(src, nil) {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	// 600 headers in slabs of 256 and two keys, besides what any batch costs.
	if got > 7 {
		t.Errorf("%v allocations for 300 records with two headers, want 7 at most", got)
	}
}
