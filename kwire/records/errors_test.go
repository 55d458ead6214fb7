package records

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/kwire"
)

// seal gives a batch of magic 2 with the given attributes, count and payload and
// everything else in order.
func seal(attributes Attributes, count int32, payload []byte) []byte {
	b := make([]byte, HeaderSize, HeaderSize+len(payload))
	b = append(b, payload...)
	binary.BigEndian.PutUint32(b[8:], uint32(len(b)-12))
	b[16] = 2
	binary.BigEndian.PutUint16(b[21:], uint16(attributes))
	binary.BigEndian.PutUint32(b[57:], uint32(count))
	binary.BigEndian.PutUint32(b[17:], crc32.Checksum(b[21:], crc32.MakeTable(crc32.Castagnoli)))
	return b
}

// sealMessage gives a message of magic 0 or 1 at offset 5 with the given bytes
// behind the attributes.
func sealMessage(magic, attributes byte, body string) []byte {
	b := binary.BigEndian.AppendUint64(nil, 5)
	b = binary.BigEndian.AppendUint32(b, uint32(6+len(body)))
	b = append(b, 0, 0, 0, 0, magic, attributes)
	b = append(b, body...)
	binary.BigEndian.PutUint32(b[12:], crc32.ChecksumIEEE(b[16:]))
	return b
}

// TestFaults: every fault has its kind, its position and words that tell it.
func TestFaults(t *testing.T) {
	good := seal(0, 1, []byte("\x0c\x00\x00\x00\x01\x01\x00"))
	if recs := mustCollect(t, good); len(recs) != 1 {
		t.Fatalf("%d records in the batch that the faults are made of", len(recs))
	}
	record := func(s string) []byte { return seal(0, 1, []byte(s)) }
	edit := func(pos int, with string) []byte {
		b := append([]byte(nil), good...)
		copy(b[pos:], with)
		return b
	}
	const ts = "\x00\x00\x00\x00\x00\x00\x00\x07"
	for _, c := range []struct {
		name  string
		src   []byte
		kind  error
		pos   int
		words string
	}{
		// batches
		{"magic", edit(16, "\x03"), ErrMagic, 16, "magic 3, base offset 0"},
		{"negative magic", edit(16, "\xff"), ErrMagic, 16, "magic -1"},
		{"magic of a cut-off batch", edit(16, "\x09")[:17], ErrMagic, 16, "magic 9"},
		{"batch length 48", edit(8, "\x00\x00\x00\x30"), kwire.ErrBadLength, 8, "batch length 48, but at least 49"},
		{"batch length -1", edit(8, "\xff\xff\xff\xff"), kwire.ErrBadLength, 8, "batch length -1"},
		{"negative length of a cut-off batch", edit(8, "\x80\x00\x00\x00")[:12], kwire.ErrBadLength, 8, "batch length -2147483648"},
		{"record count -1", seal(0, -1, nil), kwire.ErrBadLength, 57, "record count -1"},
		{"more records than bytes for them", seal(0, 2, good[61:]), kwire.ErrBadLength, 61, "2 records in 7 bytes"},
		{"bytes behind the last record", seal(0, 1, append(good[61:], 9)), kwire.ErrTrailingBytes, 68, "1 bytes behind the last of 1 records"},
		{"records where none are", seal(0, 0, good[61:]), kwire.ErrTrailingBytes, 61, "7 bytes behind the last of 0"},
		{"codec 5", seal(5, 1, good[61:]), ErrCodec, 61, "codec 5 in magic 2"},
		// records
		{"record length -1", record("\x01\x00\x00\x00\x01\x01\x00"), kwire.ErrBadLength, 61, "record of -1 bytes"},
		{"record length 0", record("\x00\x00\x00\x00\x01\x01\x00"), kwire.ErrShortBuffer, 62, "no attributes"},
		{"record longer than the batch", record("\x0e\x00\x00\x00\x01\x01\x00"), kwire.ErrBadLength, 61, "record of 7 bytes, but 6 left"},
		{"record length of six bytes", record("\x80\x80\x80\x80\x80\x00\x00"), kwire.ErrBadVarint, 61, "record length has too many bits"},
		{"header count cut off", record("\x0c\x00\x00\x00\x01\x01\x80"), kwire.ErrShortBuffer, 67, "header count is cut off"},
		{"timestamp of eleven bytes", record("\x18\x00\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00"), kwire.ErrBadVarint, 63, "timestamp delta"},
		{"timestamp cut off", record("\x04\x00\x80\x00\x01\x01\x00"), kwire.ErrShortBuffer, 63, "timestamp delta is cut off"},
		{"offset cut off", record("\x06\x00\x00\x80\x01\x01\x00"), kwire.ErrShortBuffer, 64, "offset delta is cut off"},
		{"key length cut off", record("\x08\x00\x00\x00\x80\x01\x00"), kwire.ErrShortBuffer, 65, "key length is cut off"},
		{"key length -2", record("\x0c\x00\x00\x00\x03\x01\x00"), kwire.ErrBadLength, 65, "key of -2 bytes"},
		{"key longer than the record", record("\x0c\x00\x00\x00\x06\x01\x00"), kwire.ErrBadLength, 65, "key of 3 bytes, but 2 left"},
		{"no value", record("\x08\x00\x00\x00\x01\x01\x00"), kwire.ErrShortBuffer, 66, "value length is cut off"},
		{"value length -3", record("\x0c\x00\x00\x00\x01\x05\x00"), kwire.ErrBadLength, 66, "value of -3 bytes"},
		{"header count -1", record("\x0c\x00\x00\x00\x01\x01\x01"), kwire.ErrBadLength, 67, "-1 headers"},
		{"one header in one byte", record("\x0e\x00\x00\x00\x01\x01\x02\x00"), kwire.ErrBadLength, 67, "1 headers, but 1 bytes left"},
		{"header key longer than the record", record("\x10\x00\x00\x00\x01\x01\x02\x04\x00"), kwire.ErrBadLength, 68, "header key of 2 bytes, but 1 left"},
		{"null header key", record("\x10\x00\x00\x00\x01\x01\x02\x01\x01"), kwire.ErrBadLength, 68, "header key is null"},
		{"header value length -2", record("\x10\x00\x00\x00\x01\x01\x02\x00\x03"), kwire.ErrBadLength, 69, "header value of -2 bytes"},
		{"bytes behind the headers", record("\x0e\x00\x00\x00\x01\x01\x00\x00"), kwire.ErrTrailingBytes, 68, "has 1 left over"},
		// messages
		{"message too short for magic 0", sealMessage(0, 0, "\xff\xff\xff\xff\xff\xff\xff"), kwire.ErrBadLength, 8, "batch length 13, but at least 14"},
		{"message too short for magic 1", sealMessage(1, 0, ts+"\xff\xff\xff\xff\xff\xff\xff"), kwire.ErrBadLength, 8, "batch length 21, but at least 22"},
		{"key length -2 in magic 0", sealMessage(0, 0, "\xff\xff\xff\xfe\xff\xff\xff\xff"), kwire.ErrBadLength, 18, "key of -2 bytes"},
		{"key longer than the message", sealMessage(1, 0, ts+"\x00\x00\x00\x05\xff\xff\xff\xff"), kwire.ErrBadLength, 26, "key of 5 bytes, but 4 left"},
		{"no room for the value", sealMessage(0, 0, "\x00\x00\x00\x02ab\x00\x00"), kwire.ErrShortBuffer, 24, "value length is cut off"},
		{"value longer than the message", sealMessage(0, 0, "\xff\xff\xff\xff\x7f\xff\xff\xff"), kwire.ErrBadLength, 22, "value of 2147483647 bytes, but 0 left"},
		{"bytes behind the value", sealMessage(0, 0, "\xff\xff\xff\xff\xff\xff\xff\xff!"), kwire.ErrTrailingBytes, 26, "1 bytes left over"},
		{"zstd in magic 1", sealMessage(1, 4, ts+"\xff\xff\xff\xff\x00\x00\x00\x01z"), ErrCodec, 34, "zstd in magic 1"},
		{"compressed null", sealMessage(1, 1, ts+"\xff\xff\xff\xff\xff\xff\xff\xff"), ErrDecompress, 34, "0 bytes of gzip"},
	} {
		t.Run(c.name, func(t *testing.T) {
			// The fault comes second, so that positions must count from the start.
			src := append(append([]byte(nil), good...), c.src...)
			recs, err := collect(src, &Options{SkipChecksum: c.kind == ErrMagic})
			var e *Error
			if !errors.As(err, &e) || !errors.Is(err, c.kind) {
				t.Fatalf("got %v, want %v", err, c.kind)
			}
			if e.Batch != len(good) || e.Pos != len(good)+c.pos || e.Decompressed {
				t.Errorf("batch at %d, fault at %d, want %d and %d: %v", e.Batch, e.Pos, len(good), len(good)+c.pos, err)
			}
			if !strings.Contains(err.Error(), c.words) {
				t.Errorf("%v, want a mention of %q", err, c.words)
			}
			before := 1
			if c.name == "bytes behind the last record" {
				before = 2
			}
			if len(recs) != before {
				t.Errorf("%d records before the fault, want %d", len(recs), before)
			}
		})
	}
}

// TestFaultsInside: positions count in the decompressed records.
func TestFaultsInside(t *testing.T) {
	gzipped := func(s string) string {
		t.Helper()
		c, err := newCompressor(Gzip, 0)
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.compress(nil, []byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	wrap := func(magic byte, set string) []byte {
		value := gzipped(set)
		head := "\xff\xff\xff\xff" + string(binary.BigEndian.AppendUint32(nil, uint32(len(value))))
		if magic == 1 {
			head = "\x00\x00\x00\x00\x00\x00\x00\x07" + head
		}
		return sealMessage(magic, 1, head+value)
	}
	plain0 := string(sealMessage(0, 0, "\xff\xff\xff\xff\xff\xff\xff\xff"))
	damaged := []byte(plain0)
	damaged[len(damaged)-1]--
	for _, c := range []struct {
		name  string
		src   []byte
		kind  error
		pos   int
		words string
	}{
		{"record", seal(1, 1, []byte(gzipped("\x0c\x00\x00\x00\x06\x01\x00"))), kwire.ErrBadLength, 4, "key of 3 bytes, but 2 left"},
		{"count", seal(1, 2, []byte(gzipped("\x0c\x00\x00\x00\x01\x01\x00"))), kwire.ErrBadLength, 0, "2 records in 7 bytes"},
		{"empty set", wrap(0, ""), kwire.ErrShortBuffer, 0, "no message inside"},
		{"other magic", wrap(1, plain0), ErrMagic, 16, "magic 0 inside a message of magic 1"},
		{"unknown magic", wrap(0, plain0+strings.Repeat("\x08", 60)), ErrMagic, 42, "magic 8"},
		{"cut-off message", wrap(0, plain0+plain0[:20]), kwire.ErrShortBuffer, 26, "20 bytes of a batch of 26"},
		{"compressed twice", wrap(0, string(wrap(0, plain0))), ErrCodec, 17, "compressed message inside"},
		{"checksum", wrap(0, plain0+string(damaged)), ErrChecksum, 38, "base offset 5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := collect(c.src, nil)
			var e *Error
			if !errors.As(err, &e) || !errors.Is(err, c.kind) {
				t.Fatalf("got %v, want %v", err, c.kind)
			}
			if e.Pos != c.pos || !e.Decompressed {
				t.Errorf("position %d, decompressed %v, want %d: %v", e.Pos, e.Decompressed, c.pos, err)
			}
			if !strings.Contains(err.Error(), c.words) || !strings.Contains(err.Error(), "of the decompressed records") {
				t.Errorf("%v, want a mention of %q", err, c.words)
			}
		})
	}
}

// TestReadBatchShort: a single batch that goes on beyond the data is an error.
func TestReadBatchShort(t *testing.T) {
	src := seal(0, 1, []byte("\x0c\x00\x00\x00\x01\x01\x00"))
	for n := range src {
		if _, rest, err := ReadBatch(src[:n], nil); !errors.Is(err, kwire.ErrShortBuffer) || len(rest) != n {
			t.Errorf("%d of %d bytes: %v, %d left", n, len(src), err, len(rest))
		}
	}
	if _, rest, err := ReadBatch(append(src, 1, 2, 3), nil); err != nil || len(rest) != 3 {
		t.Errorf("with 3 bytes more: %v, %d left", err, len(rest))
	}
	src[20]++
	if _, rest, err := ReadBatch(src, nil); !errors.Is(err, ErrChecksum) || len(rest) != len(src) {
		t.Errorf("checksum changed: %v, %d left", err, len(rest))
	}
	src[16] = 4
	if _, rest, err := ReadBatch(src, nil); !errors.Is(err, ErrMagic) || len(rest) != len(src) {
		t.Errorf("magic changed: %v, %d left", err, len(rest))
	}
}

func TestChangeInPlaceRefuses(t *testing.T) {
	for name, change := range map[string]func([]byte) error{
		"base offset":  func(b []byte) error { return SetBaseOffset(b, 1) },
		"leader epoch": func(b []byte) error { return SetLeaderEpoch(b, 1) },
	} {
		if err := change(make([]byte, 16)); !errors.Is(err, kwire.ErrShortBuffer) {
			t.Errorf("%s in 16 bytes: %v", name, err)
		}
		if err := change(sealMessage(1, 0, "")); !errors.Is(err, ErrMagic) {
			t.Errorf("%s in a message of magic 1: %v", name, err)
		}
	}
	b := Batch{Magic: 1}
	if _, err := b.AppendTo(nil); !errors.Is(err, ErrMagic) {
		t.Errorf("writing a batch of magic 1: %v", err)
	}
}
