package layout_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/kwire/records"
)

// produce is the tree of a ProduceRequest v3 with the given records field.
func produce(t *testing.T, content []byte, opts layout.Options) *layout.Decoded {
	t.Helper()
	catalog := embedded(t)
	m := find(t, catalog, "ProduceRequest")
	body := value.Smallest(m, 3)
	setRecords(body, content)
	d, err := catalog.Instance(m, 3, layout.BodyOnly, body, opts)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// setRecords puts content into the records field below s.
func setRecords(s *value.Struct, content []byte) {
	for i, f := range s.Type.Fields {
		if f.Type.Kind == model.Records {
			s.Fields[i] = content
		}
		if list, ok := s.Fields[i].([]any); ok {
			for _, element := range list {
				if inner, ok := element.(*value.Struct); ok {
					setRecords(inner, content)
				}
			}
		}
	}
}

// named gives the nodes called name below n, in order.
func named(n *layout.Node, name string) []*layout.Node {
	var found []*layout.Node
	for _, child := range n.Children {
		if child.Name == name {
			found = append(found, child)
		}
		found = append(found, named(child, name)...)
	}
	return found
}

func values(nodes []*layout.Node) []string {
	var list []string
	for _, n := range nodes {
		list = append(list, n.Value)
	}
	return list
}

var twoRecords = []records.Record{
	{Offset: 0, Timestamp: 1_700_000_000_000, Key: []byte("k1"), Value: []byte("value one"), Headers: []records.Header{{Key: "h", Value: []byte{1, 2}}}},
	{Offset: 1, Timestamp: 1_700_000_000_005, Value: []byte("value two")},
}

// TestBatches opens batches that package records has written, in every codec.
func TestBatches(t *testing.T) {
	for _, codec := range []records.Codec{records.None, records.Gzip, records.Snappy, records.LZ4, records.Zstd} {
		t.Run(codec.String(), func(t *testing.T) {
			b, err := records.NewBuilder(nil, &records.BuilderOptions{Codec: codec})
			if err != nil {
				t.Fatal(err)
			}
			for _, rec := range twoRecords {
				if err := b.Append(rec); err != nil {
					t.Fatal(err)
				}
			}
			content, err := b.Finish()
			if err != nil {
				t.Fatal(err)
			}
			d := produce(t, content, layout.Options{})
			if !d.OK() {
				t.Errorf("fault %v, %d left, damaged %v", d.Fault, d.Leftover, d.Damaged)
			}
			checkNodes(t.Errorf, d.Root, len(d.Bytes))
			got := map[string][]string{}
			for _, name := range []string{"base_timestamp", "timestamp_delta", "offset_delta", "key", "value"} {
				got[name] = values(named(d.Root, name))
			}
			want := map[string][]string{
				"base_timestamp":  {"1700000000000 (2023-11-14T22:13:20.000Z)"},
				"timestamp_delta": {"0", "5"},
				"offset_delta":    {"0", "1"},
				"key":             {`"k1"`, `"h"`, "null"},
				"value":           {`"value one"`, "0102", `"value two"`},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestMessageSets(t *testing.T) {
	for magic := range int8(2) {
		for _, codec := range []records.Codec{records.None, records.Gzip} {
			content, err := records.AppendMessages(nil, magic, codec, 0, twoRecords)
			if err != nil {
				t.Fatal(err)
			}
			d := produce(t, content, layout.Options{})
			if !d.OK() {
				t.Errorf("magic %d, %v: fault %v, damaged %v", magic, codec, d.Fault, d.Damaged)
			}
			checkNodes(t.Errorf, d.Root, len(d.Bytes))
			var got []string
			for _, n := range named(d.Root, "value") {
				got = append(got, n.Value)
			}
			if diff := cmp.Diff([]string{`"value one"`, `"value two"`}, got); diff != "" {
				t.Errorf("magic %d, %v (-want +got):\n%s", magic, codec, diff)
			}
		}
	}
}

// TestEmptyBatch reads the empty batch that Kafka's documentation of the format
// comes down to: every field at its place.
func TestEmptyBatch(t *testing.T) {
	content, err := hex.DecodeString("0000000000000000" + "00000031" + "ffffffff" + "02" + "3830a8fa" + "0000" + "00000000" +
		"ffffffffffffffff" + "ffffffffffffffff" + "ffffffffffffffff" + "ffff" + "ffffffff" + "00000000")
	if err != nil {
		t.Fatal(err)
	}
	d := produce(t, content, layout.Options{})
	batch := named(d.Root, "RecordBatch[0]")[0]
	var got []string
	for _, n := range batch.Children {
		got = append(got, fmt.Sprintf("%d+%d %s", n.Offset-batch.Offset, n.Length, n.Heading()))
	}
	want := []string{
		"0+8 base_offset int64 = 0", "8+4 batch_length int32 = 49", "12+4 partition_leader_epoch int32 = -1",
		"16+1 magic int8 = 2", "17+4 crc uint32 = 0x3830a8fa", "21+2 attributes int16 = 0 (compression none)",
		"23+4 last_offset_delta int32 = 0", "27+8 base_timestamp int64 = -1", "35+8 max_timestamp int64 = -1",
		"43+8 producer_id int64 = -1", "51+2 producer_epoch int16 = -1", "53+4 base_sequence int32 = -1",
		"57+4 records_count int32 = 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestDamagedRecords spoils a batch: the message around it is read to its end
// all the same, and the tree says what is wrong.
func TestDamagedRecords(t *testing.T) {
	b, err := records.NewBuilder(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Append(twoRecords[0]); err != nil {
		t.Fatal(err)
	}
	batch, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	changed := func(change func(b []byte)) []byte {
		spoilt := append([]byte{}, batch...)
		change(spoilt)
		return spoilt
	}
	tests := map[string]struct {
		content []byte
		want    string // in the first fault; empty for no fault
	}{
		"no batch":         {[]byte("no record batch at all"), "a magic of 0, 1 or 2"},
		"wrong checksum":   {changed(func(b []byte) { b[20] ^= 1 }), "checksum"},
		"negative length":  {changed(func(b []byte) { copy(b[8:], "\xff\xff\xff\xf0") }), "the length of a batch"},
		"too many records": {changed(func(b []byte) { copy(b[57:], "\x00\x00\x00\x02") }), "1 byte"},
		"no compression":   {changed(func(b []byte) { b[22] = 1 }), "records compressed with gzip"},
		"cut off":          {batch[:len(batch)-3], ""},
		"very short":       {batch[:5], ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := produce(t, test.content, layout.Options{})
			if d.Fault != nil || d.Leftover > 0 {
				t.Errorf("the message has the fault %v and %d bytes left", d.Fault, d.Leftover)
			}
			checkNodes(t.Errorf, d.Root, len(d.Bytes))
			if test.want == "" {
				if len(d.Damaged) > 0 || !strings.Contains(values(named(d.Root, "RecordBatch[0]"))[0], "cut off") {
					t.Errorf("damaged %v, want a batch that is cut off", d.Damaged)
				}
				return
			}
			// Changed contents spoil the checksum as well.
			var all []string
			for _, fault := range d.Damaged {
				all = append(all, fault.String())
			}
			if !strings.Contains(strings.Join(all, "; "), test.want) {
				t.Errorf("faults %q, want %q", all, test.want)
			}
		})
	}
}

// TestManyElements explains 10 MiB of an array: it is read to its end, and the
// tree stays small unless it is to be full.
func TestManyElements(t *testing.T) {
	catalog := embedded(t)
	m := find(t, catalog, "OffsetDeleteRequest")
	const count = 10 << 20 / 4
	src := binary.BigEndian.AppendUint16(nil, 0)
	src = binary.BigEndian.AppendUint32(src, 1)
	src = binary.BigEndian.AppendUint16(src, 0)
	src = binary.BigEndian.AppendUint32(src, count)
	src = append(src, make([]byte, 4*count)...)
	d, err := catalog.Decode(src, m, 0, layout.BodyOnly, layout.Options{})
	if err != nil || !d.OK() {
		t.Fatalf("%v, fault %v", err, d.Fault)
	}
	checkNodes(t.Errorf, d.Root, len(src))
	rest := named(d.Root, "...")
	if len(rest) != 1 || rest[0].Value != fmt.Sprintf("%d more", count-100) {
		t.Errorf("left out: %v, want all but 100 elements", values(rest))
	}
	cut, err := catalog.Decode(src[:len(src)-2], m, 0, layout.BodyOnly, layout.Options{})
	if err != nil || cut.Fault == nil {
		t.Fatalf("a cut array has no fault, %v", err)
	}
	if got := named(cut.Root, fmt.Sprintf("OffsetDeleteRequestPartition[%d]", count-1)); len(got) != 1 {
		t.Error("the element with the fault is not shown")
	}
}

// TestManyTags has a fault in a tagged field that is beyond those which the tree
// shows: it is told as what it is.
func TestManyTags(t *testing.T) {
	catalog := embedded(t)
	m := find(t, catalog, "HeartbeatRequest")
	src := []byte("\x02g\x00\x00\x00\x01\x02m\x00\x96\x01") // group, generation, member, null, 150 tagged fields
	for number := range uint64(149) {
		src = append(binary.AppendUvarint(src, number), 1, 0xaa)
	}
	src = append(src, "\x95\x01\x05\xaa"...) // number 149, 5 bytes, of which there is one
	d, err := catalog.Decode(src, m, 4, layout.BodyOnly, layout.Options{})
	if err != nil || d.Fault == nil {
		t.Fatalf("there is no fault, %v", err)
	}
	if got := d.Fault.String(); got != "want 5 bytes of a tagged field, have 1" {
		t.Errorf("the fault is: %s", got)
	}
	checkNodes(t.Errorf, d.Root, len(src))
}
