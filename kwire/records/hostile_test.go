package records

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sprint(a ...any) string { return fmt.Sprint(a...) }

// TestCutEverywhere: whatever Kafka writes can be cut off at any byte, which is
// a partial batch and no error.
func TestCutEverywhere(t *testing.T) {
	for _, v := range kafkaVectors(t) {
		if len(v.Data) > 2000 {
			continue
		}
		for n := range v.Data {
			r := NewReader(v.Data[:n], nil)
			whole := 0
			for b, err := range r.Batches() {
				if err != nil {
					t.Fatalf("%s cut at %d: %v", v.Name, n, err)
				}
				whole += b.Size()
				for _, err := range b.Records() {
					if err != nil {
						t.Fatalf("%s cut at %d: %v", v.Name, n, err)
					}
				}
			}
			if got := r.Partial().Bytes; got != n-whole {
				t.Fatalf("%s cut at %d: %d bytes in batches, %d in a partial one", v.Name, n, whole, got)
			}
		}
	}
}

// TestDamageEverywhere flips bits of what Kafka writes. The checksum notices each
// one that it covers; without it, reading ends in records or in an error of the
// package's own.
func TestDamageEverywhere(t *testing.T) {
	for _, v := range kafkaVectors(t) {
		if len(v.Data) > 600 || len(v.Batches) > 1 {
			continue
		}
		covered := posCRC
		if v.Batches[0].Magic < 2 {
			covered = posMessageCRC
		}
		for i := range v.Data {
			for _, flip := range []byte{0x01, 0x80, 0xff} {
				damaged := bytes.Clone(v.Data)
				damaged[i] ^= flip
				if i >= covered {
					if _, err := collect(damaged, &Options{ControlRecords: true}); err == nil {
						t.Fatalf("%s: byte %d changed, no error", v.Name, i)
					}
				}
				checkHostile(t, damaged)
			}
		}
	}
}

// checkHostile reads src without the checksum and checks what must hold for all
// input.
func checkHostile(t testing.TB, src []byte) {
	t.Helper()
	const limit = 1 << 20
	r := NewReader(src, &Options{SkipChecksum: true, ControlRecords: true, MaxDecompressedSize: limit})
	for rec, err := range r.Records() {
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error of another type: %v", err)
			}
			top := len(src)
			if e.Decompressed {
				top = limit
			}
			if e.Pos < 0 || e.Pos > top || e.Batch < 0 || e.Batch > len(src) {
				t.Fatalf("position outside the data: %+v", e)
			}
			continue
		}
		if len(rec.Key)+len(rec.Value) > max(len(src), limit) {
			t.Fatalf("record of %d bytes", len(rec.Key)+len(rec.Value))
		}
	}
	if p := r.Partial(); p.Bytes > len(src) || p.Needs != 0 && p.Needs <= int64(p.Bytes) {
		t.Fatalf("partial batch %+v in %d bytes", p, len(src))
	}
}

func FuzzIterate(f *testing.F) {
	for _, v := range kafkaVectors(f) {
		if len(v.Data) < 4000 {
			f.Add(v.Data)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkHostile(t, src) })
}

// FuzzRewrite: a batch that reads well reads the same after it has been written
// again, as a whole and record by record.
func FuzzRewrite(f *testing.F) {
	for _, v := range kafkaVectors(f) {
		if len(v.Data) < 4000 {
			f.Add(v.Data)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		batch, _, err := ReadBatch(src, &Options{SkipChecksum: true, MaxDecompressedSize: 1 << 20})
		if err != nil || batch.Magic != 2 {
			return
		}
		var want []Record
		for rec, err := range batch.Records() {
			if err != nil {
				return
			}
			want = append(want, rec)
		}
		whole, err := batch.AppendTo(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := collect(whole, &Options{ControlRecords: true, StartOffset: -1 << 63})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("written as a whole: -want +got:\n%s", d)
		}

		b := newBuilder(t, &BuilderOptions{BaseOffset: batch.BaseOffset, MaxBytes: 1 << 30})
		for _, rec := range want {
			err := b.AppendWithOffset(rec)
			if errors.Is(err, ErrOffset) {
				return // only Kafka's writers keep offsets in order
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		got, err = collect(finish(t, b), &Options{StartOffset: -1 << 63})
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			want[i].Attributes = 0
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("written record by record: -want +got:\n%s", d)
		}
	})
}

// FuzzBuilder: records come back as they went in.
func FuzzBuilder(f *testing.F) {
	f.Add(int8(0), int64(1000), int64(995), []byte("k"), []byte("v"), "h", []byte("w"))
	f.Add(int8(3), int64(-1), int64(1<<62), []byte{}, []byte(nil), "", []byte(nil))
	f.Fuzz(func(t *testing.T, codec int8, first, second int64, key, value []byte, headerKey string, headerValue []byte) {
		b, err := NewBuilder(nil, &BuilderOptions{Codec: Codec(codec)})
		if err != nil {
			return
		}
		want := []Record{
			{Offset: 0, Timestamp: first, Key: key, Headers: []Header{{headerKey, headerValue}}},
			{Offset: 1, Timestamp: second, Value: value, Headers: []Header{{headerKey, nil}, {headerKey, value}}},
		}
		for i := range want {
			want[i].Attributes = Attributes(codec)
			if err := b.Append(want[i]); err != nil {
				if errors.Is(err, ErrFull) || errors.Is(err, ErrTooLarge) {
					return
				}
				t.Fatal(err)
			}
		}
		if d := cmp.Diff(want, mustCollect(t, finish(t, b))); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	})
}
