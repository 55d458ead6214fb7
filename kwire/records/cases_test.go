package records

import (
	"bytes"
	"encoding/hex"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/kwire"
)

// The batches of this file come from a codec that has nothing in common with
// this package. Each stands for a fault that a client, broker or proxy once had.

func fromHex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// collect gives all records of src.
func collect(src []byte, o *Options) ([]Record, error) {
	var recs []Record
	for rec, err := range Iterate(src, o) {
		if err != nil {
			return recs, err
		}
		recs = append(recs, rec)
	}
	return recs, nil
}

func mustCollect(t testing.TB, src []byte) []Record {
	t.Helper()
	recs, err := collect(src, nil)
	if err != nil {
		t.Fatal(err)
	}
	return recs
}

// rebuild writes the records of a batch again, with its leader epoch.
func rebuild(t testing.TB, src []byte) []byte {
	t.Helper()
	batch, _, err := ReadBatch(src, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewBuilder(nil, &BuilderOptions{BaseOffset: batch.BaseOffset})
	if err != nil {
		t.Fatal(err)
	}
	for rec, err := range batch.Records() {
		if err != nil {
			t.Fatal(err)
		}
		if err := b.AppendWithOffset(rec); err != nil {
			t.Fatal(err)
		}
	}
	out, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if err := SetLeaderEpoch(out, batch.LeaderEpoch); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTimestampDeltaHas64Bits(t *testing.T) {
	src := fromHex(t, "0000000000000064000000580000000002ef6121bb00000000000200000000000003e8000003bb2cc3dbe8ffffffffffffffffffffffffffff0000000314000000046b3004763000200080e09ecce5ee0102046b310476310014000904046b3204763200")
	want := []Record{
		{Offset: 100, Timestamp: 1000, Key: []byte("k0"), Value: []byte("v0")},
		{Offset: 101, Timestamp: 4102444801000, Key: []byte("k1"), Value: []byte("v1")},
		{Offset: 102, Timestamp: 995, Key: []byte("k2"), Value: []byte("v2")},
	}
	if d := cmp.Diff(want, mustCollect(t, src)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	batch, _, err := ReadBatch(src, nil)
	if err != nil || batch.CRC != 0xef6121bb {
		t.Errorf("CRC %08x, %v", batch.CRC, err)
	}
	if got := rebuild(t, src); !bytes.Equal(got, src) {
		t.Errorf("written again: %x\nwant          %x", got, src)
	}
}

func TestVarlong(t *testing.T) {
	for _, c := range []struct {
		value int64
		hex   string
	}{
		{4102444800000, "80e09ecce5ee01"},
		{-5, "09"},
		{2147483648, "8080808010"},
		{-2147483649, "8180808010"},
		{0, "00"},
		{63, "7e"},
		{64, "8001"},
		{-64, "7f"},
		{-65, "8101"},
		{-9223372036854775808, "ffffffffffffffffff01"},
		{9223372036854775807, "feffffffffffffffff01"},
	} {
		want := fromHex(t, c.hex)
		var room [10]byte
		if got := room[:putVarlong(room[:], 0, c.value)]; !bytes.Equal(got, want) {
			t.Errorf("%d: wrote %x, want %s", c.value, got, c.hex)
		}
		if got := varlongSize(c.value); got != len(want) {
			t.Errorf("%d: size %d, want %d", c.value, got, len(want))
		}
		if got, next := varlong(want, 0); got != c.value || next != len(want) {
			t.Errorf("%s: read %d up to %d, want %d", c.hex, got, next, c.value)
		}
	}
}

func TestVarintForms(t *testing.T) {
	type reader func([]byte, int) (int64, int)
	long := reader(varlong)
	short := reader(func(src []byte, pos int) (int64, int) {
		v, next := varint(src, pos)
		return int64(v), next
	})
	for _, c := range []struct {
		name string
		read reader
		hex  string
		want int64
		next int
	}{
		{"eleven bytes", long, "ffffffffffffffffffff01", 0, varintOverlong},
		{"tenth byte above 1", long, "ffffffffffffffffff02", 0, varintOverlong},
		{"cut off", long, "ffffffffffffffffff", 0, varintShort},
		{"nothing", long, "", 0, varintShort},
		{"padded", long, "828000", 1, 3},
		{"largest", short, "feffffff0f", 2147483647, 5},
		{"smallest", short, "ffffffff0f", -2147483648, 5},
		{"33 bits", short, "ffffffff1f", 0, varintOverlong},
		{"six bytes", short, "808080808000", 0, varintOverlong},
		{"padded to five bytes", short, "8480808000", 2, 5},
		{"cut off after four", short, "80808080", 0, varintShort},
	} {
		v, next := c.read(fromHex(t, c.hex), 0)
		if next != c.next || next > 0 && v != c.want {
			t.Errorf("%s: %d up to %d, want %d up to %d", c.name, v, next, c.want, c.next)
		}
	}
}

// TestHostileCounts: the checksums are right, so that only the counts give the
// batches away.
func TestHostileCounts(t *testing.T) {
	for _, c := range []struct {
		name, hex string
		pos       int
	}{
		{"record count", "000000000000000000000039000000000283753e4a00000000000000000000000000000000000000000000ffffffffffffffffffffffffffff7fffffff0e00000001027800", 61},
		{"header count", "00000000000000000000003c0000000002c36e3f7900000000000000000000000000000000000000000000ffffffffffffffffffffffffffff00000001140000000101feffffff0f", 67},
		{"key length", "00000000000000000000003b0000000002e3a8a4d600000000000000000000000000000000000000000000ffffffffffffffffffffffffffff0000000112000000feffffff0f78", 65},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := fromHex(t, c.hex)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := collect(src, nil)
			runtime.ReadMemStats(&after)
			if !errors.Is(err, kwire.ErrBadLength) {
				t.Errorf("got %v, want kwire.ErrBadLength", err)
			}
			var e *Error
			if !errors.As(err, &e) || e.Pos != c.pos {
				t.Errorf("%v, want position %d", err, c.pos)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 64<<10 {
				t.Errorf("%d bytes allocated", n)
			}
		})
	}
}

func TestChecksumCoverage(t *testing.T) {
	const good = "00000000000000070000005100000005028cec987e0000000000010000018bcfe568000000018bcfe56803ffffffffffffffffffffffffffff000000022000000008676174650c6f70656e2d30001c0006020867617465087368757400"
	batch, rest, err := ReadBatch(fromHex(t, good), nil)
	if err != nil || len(rest) != 0 || batch.CRC != 2364315774 || batch.Size()-posAttributes != 72 {
		t.Errorf("%v, %d bytes left, CRC %d", err, len(rest), batch.CRC)
	}

	moved := fromHex(t, good)
	if err := SetBaseOffset(moved, 9000); err != nil {
		t.Fatal(err)
	}
	if err := SetLeaderEpoch(moved, 77); err != nil {
		t.Fatal(err)
	}
	const want = "0000000000002328000000510000004d028cec987e0000000000010000018bcfe568000000018bcfe56803ffffffffffffffffffffffffffff000000022000000008676174650c6f70656e2d30001c0006020867617465087368757400"
	if got := hex.EncodeToString(moved); got != want {
		t.Errorf("moved: %s\nwant   %s", got, want)
	}
	batch, _, err = ReadBatch(moved, nil)
	if err != nil || batch.BaseOffset != 9000 || batch.LeaderEpoch != 77 {
		t.Errorf("moved: offset %d, epoch %d, %v", batch.BaseOffset, batch.LeaderEpoch, err)
	}

	for _, c := range []struct{ name, hex, mentions string }{
		{"append time bit", "00000000000000070000005100000005028cec987e0008000000010000018bcfe568000000018bcfe56803ffffffffffffffffffffffffffff000000022000000008676174650c6f70656e2d30001c0006020867617465087368757400", "stored 8cec987e, computed 5f4baa36, base offset 7"},
		{"stored checksum", "00000000000000070000005100000005028cec987f0000000000010000018bcfe568000000018bcfe56803ffffffffffffffffffffffffffff000000022000000008676174650c6f70656e2d30001c0006020867617465087368757400", "stored 8cec987f"},
		{"last byte", "00000000000000070000005100000005028cec987e0000000000010000018bcfe568000000018bcfe56803ffffffffffffffffffffffffffff000000022000000008676174650c6f70656e2d30001c0006020867617465087368757401", "computed 7e871b7d"},
	} {
		recs, err := collect(fromHex(t, c.hex), nil)
		if !errors.Is(err, ErrChecksum) || !strings.Contains(err.Error(), c.mentions) {
			t.Errorf("%s: %v, want a mention of %q", c.name, err, c.mentions)
		}
		if len(recs) != 0 {
			t.Errorf("%s: %d records handed out", c.name, len(recs))
		}
	}
	if recs, err := collect(fromHex(t, good), &Options{SkipChecksum: true}); err != nil || len(recs) != 2 {
		t.Errorf("unchecked: %d records, %v", len(recs), err)
	}
}

func TestPartialBatch(t *testing.T) {
	const (
		one = "000000000000000a0000003b00000000026cd4ef1d00000000000000000000000000050000000000000005ffffffffffffffffffffffffffff000000011200000001066f6e6500"
		two = "000000000000000b000000530000000002cb0bd49900000000000000000000000000060000000000000006ffffffffffffffffffffffffffff0000000142000000013674776f74776f74776f74776f74776f74776f74776f74776f74776f"
	)
	for _, c := range []struct {
		cut   int
		needs int64
	}{
		{1, 0}, {11, 0}, {12, 95}, {16, 95}, {61, 95}, {94, 95},
	} {
		src := append(fromHex(t, one), fromHex(t, two)[:c.cut]...)
		r := NewReader(src, nil)
		var values []string
		for rec, err := range r.Records() {
			if err != nil {
				t.Fatalf("cut at %d: %v", c.cut, err)
			}
			if rec.Offset != 10 {
				t.Errorf("cut at %d: offset %d", c.cut, rec.Offset)
			}
			values = append(values, string(rec.Value))
		}
		if d := cmp.Diff([]string{"one"}, values); d != "" {
			t.Errorf("cut at %d: -want +got:\n%s", c.cut, d)
		}
		if want := (Partial{c.cut, c.needs}); r.Partial() != want {
			t.Errorf("cut at %d: %+v, want %+v", c.cut, r.Partial(), want)
		}
		if r.NextOffset() != 11 {
			t.Errorf("cut at %d: next offset %d", c.cut, r.NextOffset())
		}
	}

	r := NewReader(fromHex(t, two)[:40], &Options{StartOffset: 11})
	for rec, err := range r.Records() {
		t.Errorf("record %v, error %v out of a partial batch", rec, err)
	}
	if want := (Partial{40, 95}); r.Partial() != want || r.NextOffset() != 11 {
		t.Errorf("only a partial batch: %+v, next %d", r.Partial(), r.NextOffset())
	}
}

func TestCompressedMessageSets(t *testing.T) {
	const magic1 = "0000004e1f8b08000000000000ff63608003a9846bd74318a11ce617408229db0044961940054192523906a69fe1aa5e82551982551942059940aa2aa585a4e0aa5e8155198155190100d779524572000000"
	for _, c := range []struct {
		name, hex  string
		offsets    []int64
		timestamps []int64
		keys       []string
	}{
		{"magic 1", "000000000000002a00000064ba00ed43010100000000000003eaffffffff" + magic1,
			[]int64{40, 41, 42}, []int64{1000, 1001, 1002}, []string{"k0", "k1", "k2"}},
		{"magic 1, compacted", "000000000000002a000000528bc2abf5010100000000000003e9ffffffff0000003c1f8b08000000000000ff63608003a9846bd74318a11ce617408229db0044961940059940aa720c4c3fc355bd04ab3204ab320400dc9135644c000000",
			[]int64{40, 42}, []int64{1000, 1001}, []string{"k0", "k1"}},
		{"magic 0", "000000000000002a00000053b1fe59100001ffffffff000000451f8b08000000000000ff636000030d20166a9b5ee403e631651b80c83203882483264836fcb9671e54d6102c6b0895d502c9fe6763f284ca1a81658d00ca8718145a000000",
			[]int64{40, 41, 42}, []int64{NoTimestamp, NoTimestamp, NoTimestamp}, []string{"k0", "k1", "k2"}},
		{"magic 1, append time", "000000000000002a00000064d048dba6010900000000000bdb28ffffffff" + magic1,
			[]int64{40, 41, 42}, []int64{777000, 777000, 777000}, []string{"k0", "k1", "k2"}},
		{"magic 1, no offset yet", "000000000000000000000064ba00ed43010100000000000003eaffffffff" + magic1,
			[]int64{0, 1, 2}, []int64{1000, 1001, 1002}, []string{"k0", "k1", "k2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var offsets, timestamps []int64
			var keys []string
			for _, rec := range mustCollect(t, fromHex(t, c.hex)) {
				offsets = append(offsets, rec.Offset)
				timestamps = append(timestamps, rec.Timestamp)
				keys = append(keys, string(rec.Key))
			}
			if d := cmp.Diff(c.offsets, offsets); d != "" {
				t.Errorf("offsets: -want +got:\n%s", d)
			}
			if d := cmp.Diff(c.timestamps, timestamps); d != "" {
				t.Errorf("timestamps: -want +got:\n%s", d)
			}
			if d := cmp.Diff(c.keys, keys); d != "" {
				t.Errorf("keys: -want +got:\n%s", d)
			}
		})
	}
}

func TestSnappyFramings(t *testing.T) {
	want := []Record{
		{Offset: 3, Timestamp: 10, Key: []byte("a"), Value: []byte("snap"), Attributes: Attributes(Snappy)},
		{Offset: 4, Timestamp: 11, Key: []byte("b"), Value: []byte("py"), Attributes: Attributes(Snappy)},
	}
	for name, s := range map[string]string{
		"two blocks": "000000000000000300000063000000000269a3f445000200000001000000000000000a000000000000000bffffffffffffffffffffffffffff0000000282534e415050590000000001000000010000000b092016000000026108736e0000000f0d3061700012000202026204707900",
		"bare":       "00000000000000030000004900000000029e96ee12000200000001000000000000000a000000000000000bffffffffffffffffffffffffffff00000002165416000000026108736e61700012000202026204707900",
	} {
		if d := cmp.Diff(want, mustCollect(t, fromHex(t, s))); d != "" {
			t.Errorf("%s: -want +got:\n%s", name, d)
		}
	}
	const badLength = "000000000000000300000047000000000251e2e054000200000001000000000000000a000000000000000bffffffffffffffffffffffffffff0000000282534e41505059000000000100000001773594000000"
	if _, err := collect(fromHex(t, badLength), nil); !errors.Is(err, ErrDecompress) {
		t.Errorf("block length beyond the data: %v", err)
	}
}

func TestNullAndEmpty(t *testing.T) {
	src := fromHex(t, "0000000000000000000000560000000002087ab8c100000000000200000000000000000000000000000000ffffffffffffffffffffffffffff000000030c0000000101000c0000020000002c000004026b0276080274023102740232027501027700")
	want := []Record{
		{Offset: 0},
		{Offset: 1, Key: []byte{}, Value: []byte{}},
		{Offset: 2, Key: []byte("k"), Value: []byte("v"), Headers: []Header{
			{"t", []byte("1")}, {"t", []byte("2")}, {"u", nil}, {"w", []byte{}},
		}},
	}
	if d := cmp.Diff(want, mustCollect(t, src)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if got := rebuild(t, src); !bytes.Equal(got, src) {
		t.Errorf("written again: %x\nwant          %x", got, src)
	}

	nullKey := fromHex(t, "00000000000000000000003d0000000002b57aade100000000000000000000000000000000000000000000ffffffffffffffffffffffffffff0000000116000000026b027602010278")
	if _, err := collect(nullKey, nil); !errors.Is(err, kwire.ErrBadLength) || !strings.Contains(err.Error(), "header key is null") {
		t.Errorf("null header key: %v", err)
	}
}

// TestEmptyBatch writes the batch of the protocol's smallest size.
func TestEmptyBatch(t *testing.T) {
	want := fromHex(t, "000000000000000000000031ffffffff023830a8fa000000000000ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00000000")
	b := Batch{
		Magic: 2, LeaderEpoch: NoLeaderEpoch, BaseTimestamp: NoTimestamp, MaxTimestamp: NoTimestamp,
		ProducerID: NoProducerID, ProducerEpoch: NoProducerEpoch, BaseSequence: NoSequence,
	}
	got, err := b.AppendTo(nil)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v\ngot  %x\nwant %x", err, got, want)
	}
	// Compaction may leave the codec's number where there is nothing to decompress.
	for _, codec := range codecs {
		b.Attributes = b.Attributes.WithCodec(codec)
		src, err := b.AppendTo(nil)
		if err != nil {
			t.Fatal(err)
		}
		if recs := mustCollect(t, src); len(recs) != 0 {
			t.Errorf("%v: %d records in an empty batch", codec, len(recs))
		}
	}
}
