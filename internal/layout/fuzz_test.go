package layout_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/value"
)

// FuzzDecode reads any bytes as any message: the nodes account for every byte,
// and what was understood encodes to something that reads the same again.
func FuzzDecode(f *testing.F) {
	catalog := embedded(f)
	names := []string{"ProduceRequest", "FetchResponse", "ApiVersionsResponse", "DescribeTopicPartitionsRequest", "MetadataResponse",
		"SubscriptionInfoData", "AlterClientQuotasRequest"}
	for i, name := range names {
		m := find(f, catalog, name)
		d, err := catalog.Instance(m, m.Valid.High, layout.BodyOnly, nil, layout.Options{})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(d.Bytes, uint8(i), uint8(m.Valid.High-m.Valid.Low))
	}
	f.Fuzz(func(t *testing.T, src []byte, which, version uint8) {
		m := find(t, catalog, names[int(which)%len(names)])
		v := m.Valid.Low + int16(version)%(m.Valid.High-m.Valid.Low+1)
		d, err := catalog.Decode(src, m, v, layout.BodyOnly, layout.Options{Values: true})
		if err != nil {
			t.Fatal(err)
		}
		checkNodes(t.Errorf, d.Root, len(src))
		d.Paint()
		if err := d.WriteText(io.Discard, layout.Palette{}); err != nil {
			t.Error(err)
		}
		if d.Fault != nil {
			return
		}
		first, err := value.Append(nil, m, d.Body, v)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := catalog.Decode(first, m, v, layout.BodyOnly, layout.Options{Values: true})
		if err != nil || again.Fault != nil || again.Leftover > 0 {
			t.Fatalf("what was written cannot be read: %v, %v", err, again.Fault)
		}
		second, err := value.Append(nil, m, again.Body, v)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%x becomes %x, %v", first, second, err)
		}
	})
}

// FuzzReadSegment reads any file: batches lie behind one another, within it.
func FuzzReadSegment(f *testing.F) {
	one := batchOf(f, nil, []byte("k"), []byte("v"))
	f.Add(slices.Concat(one, make([]byte, 20), one, make([]byte, 9)))
	f.Fuzz(func(t *testing.T, file []byte) {
		end := int64(0)
		err := layout.ReadSegment(bytes.NewReader(file), &layout.SegmentReader{
			Batch: func(at int64, batch []byte) error {
				if at < end || !bytes.Equal(file[at:at+int64(len(batch))], batch) {
					t.Errorf("a batch of %d bytes at %d, behind %d", len(batch), at, end)
				}
				end = at + int64(len(batch))
				return nil
			},
			Damage: func(string) {},
			Zeros: func(at int64) {
				if len(bytes.Trim(file[at:], "\x00")) > 0 {
					t.Errorf("no zeros from %d on", at)
				}
			},
		})
		if err != nil {
			t.Error(err)
		}
	})
}
