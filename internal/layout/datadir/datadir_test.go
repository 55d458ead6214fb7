package datadir_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/internal/layout/datadir"
)

func unhex(t testing.TB, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const batchHead = "0000000000000007 0000003d 00000000 02 11111111 0000 00000000"

func TestRecognise(t *testing.T) {
	for _, test := range []struct {
		name, digits string
		want         datadir.Kind
	}{
		{"", "d4c3b2a1 0200", datadir.Capture},
		{"", "0a0d0d0a 1c00", datadir.Capture},
		{"", batchHead, datadir.Segment},
		{"/data/t-0/00000000000000000000.log", "", datadir.Segment},
		{"", "0000000000000007 00000020 11111111 01 00 0000000000000000", datadir.Segment},
		{"00000000000000000007.index", "00000001 00000010", datadir.OffsetIndex},
		{"00000000000000000007.index.deleted", "00000001 00000010", datadir.OffsetIndex},
		{`C:\data\t-0\00000000000000000007.timeindex`, "", datadir.TimeIndex},
		{"00000000000000000007.txnindex", "", datadir.TxnIndex},
		{"00000000000000000007.snapshot", "0001", datadir.ProducerState},
		// CRC-32C of 4 zeros: 0x48674bc7.
		{"", "0001 48674bc7 00000000", datadir.ProducerState},
		{"", "0001 48674bc8 00000000", datadir.Unknown},
		{"00000000000000000100-0000000001.checkpoint", batchHead, datadir.MetadataSnapshot},
		{"bootstrap.checkpoint", batchHead, datadir.MetadataSnapshot},
		{"leader-epoch-checkpoint", hex.EncodeToString([]byte("0\n0\n")), datadir.EpochCheckpoint},
		{"replication-offset-checkpoint", hex.EncodeToString([]byte("0\n0\n")), datadir.OffsetCheckpoint},
		{"", hex.EncodeToString([]byte("0\n1\n0 5\n")), datadir.EpochCheckpoint},
		// A request, and text that has one.
		{"request.bin", "00000021 00150002 00000000 00000000 02010200 0000000000000000", datadir.Unknown},
		{"pasted.log", hex.EncodeToString([]byte("00000021001500020000")), datadir.Unknown},
		{"", "", datadir.Unknown},
	} {
		if got := datadir.Recognise(test.name, unhex(t, test.digits)); got != test.want {
			t.Errorf("%q, %s: %q, want %q", test.name, test.digits, got, test.want)
		}
	}
}

// TestLines has entries after Kafka's documentation of its files.
func TestLines(t *testing.T) {
	for _, test := range []struct {
		what            string
		kind            datadir.Kind
		name            string
		data            []byte
		lines, problems []string
	}{
		{"offset index", datadir.OffsetIndex, "/t-0/00000000000000000100.index", unhex(t, "00000000 00000000 00000005 00001000 0000000a 00010000"),
			[]string{"offset 100 at byte 0", "offset 105 at byte 4096", "offset 110 at byte 65536"}, nil},
		{"with zeros behind", datadir.OffsetIndex, "renamed", unhex(t, "00000005 00001000 0000000000000000 0000000000000000"),
			[]string{"offset +5 at byte 4096", "at byte 8: zeros up to the end, byte 24, allocated beforehand"}, nil},
		{"out of order", datadir.OffsetIndex, "0.index", unhex(t, "00000005 00000001 00000004 00000002"),
			[]string{"offset 5 at byte 1", "offset 4 at byte 2"}, []string{"at byte 8: offset 4 is not above the one before it"}},
		{"cut", datadir.OffsetIndex, "0.index", unhex(t, "00000005 00000001 000001"),
			[]string{"offset 5 at byte 1"}, []string{"at byte 8: 3 bytes, which are no whole entry"}},
		{"time index", datadir.TimeIndex, "7.timeindex", unhex(t, "0000018bcfe56800 00000003"), []string{"2023-11-14T22:13:20.000Z at offset 10"}, nil},
		{"transactions", datadir.TxnIndex, "7.txnindex", unhex(t, "0000 0000000000000001 0000000000000002 0000000000000003 0000000000000004"),
			[]string{"producer 1 aborted offsets 2-3, last stable offset 4"}, nil},
		{"transactions of the future", datadir.TxnIndex, "7.txnindex", unhex(t, "0001 0000000000000001 0000000000000002 0000000000000003 0000000000000004"),
			nil, []string{"at byte 0: version 1 of the entries is not known"}},
		{"epochs", datadir.EpochCheckpoint, "", []byte("0\n2\n0 0\n3 17\n"), []string{"epoch 0, start offset 0", "epoch 3, start offset 17"}, nil},
		{"offsets", datadir.OffsetCheckpoint, "", []byte("0\n2\nt 0 5\n"), []string{"topic t, partition 0, offset 5"}, []string{`line 2: "2" lines, but there are 1`}},
		{"no number", datadir.EpochCheckpoint, "", []byte("0\n1\n0 x\n"), []string{"epoch 0, start offset x"}, []string{`line 3: start offset "x" is no number`}},
		{"another version", datadir.EpochCheckpoint, "", []byte("1\n"), nil, []string{`line 1: version "1" is not known`}},
		{"nothing", datadir.EpochCheckpoint, "", nil, nil, []string{`line 1: version "" is not known`}},
	} {
		lines, problems := datadir.Lines(test.kind, test.name, test.data)
		if d := cmp.Diff(test.lines, lines); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.what, d)
		}
		if d := cmp.Diff(test.problems, problems); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.what, d)
		}
	}
}

func FuzzLines(f *testing.F) {
	f.Add("00000000000000000007.index", []byte("\x00\x00\x00\x05\x00\x00\x00\x01"))
	f.Add("leader-epoch-checkpoint", []byte("0\n1\n0 5\n"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		lines, problems := datadir.Lines(datadir.Recognise(name, data), name, data)
		if len(lines)+len(problems) > len(data)+2 {
			t.Errorf("%d lines and %d problems of %d bytes", len(lines), len(problems), len(data))
		}
	})
}
