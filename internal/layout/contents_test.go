package layout_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/kwire/records"
)

// unhex gives the bytes of digits with blanks between them.
func unhex(t testing.TB, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// batchOf is one batch of a single record.
func batchOf(t testing.TB, o *records.BuilderOptions, key, value []byte) []byte {
	t.Helper()
	b, err := records.NewBuilder(nil, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Append(records.Record{Key: key, Value: value, Timestamp: 1}); err != nil {
		t.Fatal(err)
	}
	batch, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return batch
}

// TestContents opens records of internal topics. Keys and values are written by
// hand after the schemas.
func TestContents(t *testing.T) {
	tests := []struct {
		name, topic string
		control     bool
		key, value  string
		want        []string // what has to be among the nodes
	}{
		{"offset commit", "__consumer_offsets", false,
			"0001  0001 67  0001 74  00000003",                            // type 1; group, topic, partition
			"0003  0000000000000005  00000009  0001 6d  00000000000000ff", // version 3; offset, epoch, metadata, time
			[]string{
				"type int16 = 1", "OffsetCommitKey struct", `group string = "g" (int16 len=1)`, "partition int32 = 3",
				"version int16 = 3", "OffsetCommitValue struct", "offset int64 = 5", "commitTimestamp int64 = 255",
			}},
		{"transaction", "__transaction_state", false,
			"0000  0002 7478", "",
			[]string{"TransactionLogKey struct", `TransactionalId string = "tx" (int16 len=2)`, "value bytes = null (varint len=-1)"}},
		{"share group", "__share_group_state", false,
			"0001  0001 67  00000000000000000000000000000001  00000004", "",
			[]string{"ShareUpdateKey struct", "Partition int32 = 4"}},
		{"record without fields", "__cluster_metadata", false,
			"", "01 14 00  00", // framing 1, kind 20 in version 0; no tags
			[]string{"NoOpRecord struct", "tagged_fields uvarint = 0"}},
		{"topic record", "__cluster_metadata", false,
			"", "01 02 00  02 74  00000000000000000000000000000001  00", // framing 1, TopicRecord v0: name, id, no tags
			[]string{"frame_version uvarint = 1", "api_key uvarint = 2", "TopicRecord struct", `Name string = "t" (compact, len+1=2)`}},
		{"commit marker", "any", true,
			"0000 0001", "0000 00000007", // version 0, type commit; version 0, epoch
			[]string{"ControlRecordTypeSchema struct", "EndTxnMarker struct", "CoordinatorEpoch int32 = 7"}},
		{"leader change", "any", true,
			"0000 0002", "0000 00000005 01 01 00", // version, leader, two empty arrays, no tags
			[]string{"LeaderChangeMessage struct", "LeaderId int32 = 5"}},
	}
	catalog := embedded(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var key, value []byte
			if test.key != "" {
				key = unhex(t, test.key)
			}
			if test.value != "" {
				value = unhex(t, test.value)
			}
			tree := catalog.Batches(batchOf(t, &records.BuilderOptions{Control: test.control}, key, value), test.topic, layout.Options{})
			if !tree.OK() {
				t.Errorf("damaged: %v", tree.Damaged)
			}
			checkNodes(t.Errorf, tree.Root, len(tree.Bytes))
			var text strings.Builder
			outline(&text, "", tree.Root)
			for _, want := range test.want {
				if !strings.Contains(text.String(), " "+want+" [") {
					t.Errorf("there is no %s in\n%s", want, text.String())
				}
			}
		})
	}
}

// TestDamagedContents has values that their schema does not fit: they are told,
// and versions and types that are not known are left alone.
func TestDamagedContents(t *testing.T) {
	catalog := embedded(t)
	key := unhex(t, "0001 0001 67 0001 74 00000003")
	for value, want := range map[string]string{
		"0003 00": "want 8 bytes, have 1",
		"0003 0000000000000005 00000009 0001 6d 00000000000000ff ee": "want the end of the message, have 1 byte",
		"7fff 00": "", "00": "", "": "",
	} {
		tree := catalog.Batches(batchOf(t, nil, key, unhex(t, value)), "__consumer_offsets", layout.Options{})
		got := ""
		if len(tree.Damaged) > 0 {
			got = tree.Damaged[0].String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
		checkNodes(t.Errorf, tree.Root, len(tree.Bytes))
	}
}

func TestInternalTopic(t *testing.T) {
	for folder, want := range map[string]string{
		"__consumer_offsets-12": "__consumer_offsets", "__cluster_metadata-0": "__cluster_metadata", "orders-3": "", "__consumer_offsets": "",
		"__consumer_offsets-x": "",
	} {
		topic, found := layout.InternalTopic(folder)
		if found != (want != "") || found && topic != want {
			t.Errorf("%s: %q, %v, want %q", folder, topic, found, want)
		}
	}
}

func TestReadSegment(t *testing.T) {
	one := batchOf(t, nil, []byte("k"), []byte("v"))
	two := bytes.Repeat(one, 2)
	tests := map[string]struct {
		segment []byte
		want    []int64
		remark  string
	}{
		"empty":                 {nil, nil, ""},
		"two":                   {two, []int64{0, int64(len(one))}, ""},
		"cut":                   {two[:len(two)-1], []int64{0}, "ends within a batch"},
		"a few bytes":           {append(bytes.Clone(one), 0, 0, 0, 0, 7), []int64{0}, "5 bytes of a batch"},
		"zeros at the end":      {append(bytes.Clone(one), make([]byte, 50)...), []int64{0}, ""},
		"many zeros at the end": {append(bytes.Clone(one), make([]byte, 200_000)...), []int64{0}, ""},
		"zeros alone":           {make([]byte, 5), nil, ""},
		"zeros within":          {slices.Concat(one, make([]byte, 50), one), []int64{0, int64(len(one)) + 50}, "50 bytes that are zero, with a batch behind them"},
		"many zeros within":     {slices.Concat(one, make([]byte, 200_000), one), []int64{0, int64(len(one)) + 200_000}, "200000 bytes"},
		"zeros and no batch":    {slices.Concat(one, make([]byte, 50), []byte("text")), []int64{0}, "no batch"},
		"no batch":              {[]byte("this is no log segment"), nil, "no batch can have"},
	}
	for name, test := range tests {
		var got []int64
		remark := ""
		zeros := int64(-1)
		err := layout.ReadSegment(bytes.NewReader(test.segment), &layout.SegmentReader{
			Batch: func(at int64, batch []byte) error {
				got = append(got, at)
				if !bytes.Equal(batch, one) {
					t.Errorf("%s: at %d there are other bytes than were written", name, at)
				}
				return nil
			},
			Damage: func(text string) { remark += text },
			Zeros:  func(at int64) { zeros = at },
		})
		if end := int64(len(bytes.TrimRight(test.segment, "\x00"))); strings.Contains(name, "at the end") && (zeros < end || zeros > end+8) {
			t.Errorf("%s: zeros from %d, want from about %d", name, zeros, end)
		}
		if err != nil || !strings.Contains(remark, test.remark) || (remark == "") != (test.remark == "") {
			t.Errorf("%s: remark %q, %v, want %q", name, remark, err, test.remark)
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	stop := errors.New("stop")
	if err := layout.ReadSegment(bytes.NewReader(two), &layout.SegmentReader{Batch: func(int64, []byte) error { return stop }}); err != stop {
		t.Errorf("error %v, want that of the function", err)
	}
}
