package records

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

var codecs = []Codec{None, Gzip, Snappy, LZ4, Zstd}

func compressed(t testing.TB, codec Codec, level int, src []byte) []byte {
	t.Helper()
	c, err := newCompressor(codec, level)
	if err != nil {
		t.Fatal(err)
	}
	// In front of the result is something that has to stay.
	out, err := c.compress([]byte("before"), src)
	if err != nil {
		t.Fatal(err)
	}
	after, ok := bytes.CutPrefix(out, []byte("before"))
	if !ok {
		t.Fatalf("%v: compress does not append", codec)
	}
	return after
}

func decompressed(codec Codec, src []byte, limit int) ([]byte, error) {
	b := Batch{Magic: 2, Attributes: Attributes(codec), maxSize: limit}
	return b.decompress(src, place{})
}

func TestEveryCodecAndLevel(t *testing.T) {
	inputs := map[string][]byte{
		"nothing":  {},
		"one byte": {7},
		"text":     bytes.Repeat([]byte("the same again and again "), 20000),
		"noise":    noise(300_000),
	}
	highest := map[Codec]int{Gzip: 9, LZ4: 9, Zstd: 22}
	for _, codec := range codecs {
		for level := range highest[codec] + 1 {
			for name, in := range inputs {
				got, err := decompressed(codec, compressed(t, codec, level, in), 0)
				if err != nil || !bytes.Equal(got, in) {
					t.Errorf("%v level %d, %s: %d bytes became %d, %v", codec, level, name, len(in), len(got), err)
				}
			}
		}
		for _, level := range []int{-1, highest[codec] + 1} {
			if _, err := newCompressor(codec, level); err == nil {
				t.Errorf("%v has a level %d", codec, level)
			}
		}
	}
	if _, err := newCompressor(5, 0); !errors.Is(err, ErrCodec) {
		t.Errorf("codec 5: %v", err)
	}
}

// TestConcurrentUse shares the pools of all codecs between goroutines.
func TestConcurrentUse(t *testing.T) {
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			in := bytes.Repeat(fmt.Appendf(nil, "goroutine %d; ", i), 5000)
			for _, codec := range codecs {
				got, err := decompressed(codec, compressed(t, codec, 0, in), 0)
				if err != nil || !bytes.Equal(got, in) {
					t.Errorf("%v: %d bytes became %d, %v", codec, len(in), len(got), err)
				}
			}
		})
	}
}

// noise gives n bytes that do not compress.
func noise(n int) []byte {
	out := make([]byte, n)
	x := uint32(1)
	for i := range out {
		x = x*1664525 + 1013904223
		out[i] = byte(x >> 24)
	}
	return out
}

// TestSizeLimit: no codec hands out more than the limit, nor takes much more
// memory than it.
func TestSizeLimit(t *testing.T) {
	const limit = 1 << 20
	bomb := make([]byte, 16<<20)
	for _, codec := range codecs[1:] {
		t.Run(codec.String(), func(t *testing.T) {
			exact := compressed(t, codec, 0, bomb[:limit])
			if out, err := decompressed(codec, exact, limit); err != nil || len(out) != limit {
				t.Errorf("as much as the limit: %d bytes, %v", len(out), err)
			}
			if _, err := decompressed(codec, exact, limit-1); !errors.Is(err, ErrSizeLimit) {
				t.Errorf("one more than the limit: %v", err)
			}
			src := compressed(t, codec, 0, bomb)
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := decompressed(codec, src, limit)
			runtime.ReadMemStats(&after)
			if !errors.Is(err, ErrSizeLimit) {
				t.Errorf("16 times the limit: %v", err)
			}
			// LZ4's decoder has buffers for the largest block on top.
			if n := after.TotalAlloc - before.TotalAlloc; n > 12*limit {
				t.Errorf("%d bytes allocated for a limit of %d", n, limit)
			}
			if out, err := decompressed(codec, src, 0); err != nil || len(out) != len(bomb) {
				t.Errorf("with the default limit: %d bytes, %v", len(out), err)
			}
		})
	}
}

// TestLyingSizes: sizes that cannot be true cost no memory.
func TestLyingSizes(t *testing.T) {
	const claim = 100 << 20
	for _, c := range []struct {
		name  string
		codec Codec
		src   []byte
	}{
		{"snappy", Snappy, append(binary.AppendUvarint(nil, claim), 0, 'x')},
		{"snappy of Java", Snappy, append(append([]byte("\x82SNAPPY\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x06"),
			binary.AppendUvarint(nil, claim)...), 0, 'x')},
		// Magic number, one segment with a content size of 4 bytes, the size, and
		// a last block of one raw byte.
		{"zstd", Zstd, append(binary.LittleEndian.AppendUint32([]byte("\x28\xb5\x2f\xfd\xa0"), claim), 0x09, 0, 0, 'x')},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := decompressed(c.codec, c.src, 0)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrDecompress) {
			t.Errorf("%s: %v", c.name, err)
		}
		// The first use of zstd makes its tables.
		if n := after.TotalAlloc - before.TotalAlloc; n > 4<<20 {
			t.Errorf("%s: %d bytes allocated", c.name, n)
		}
	}
}

// TestGreatSizes: sizes in zstd's own headers that do not fit into 32 bits. It
// says most with GOARCH=386.
func TestGreatSizes(t *testing.T) {
	// Magic number, no content size, a window of 1 KiB.
	const frame = "\x28\xb5\x2f\xfd\x00\x00"
	for name, src := range map[string]string{
		// Each block header says: compressed, 0 bytes; it could hold 128 KiB.
		"blocks for 2 GiB": frame + strings.Repeat("\x04\x00\x00", 1<<14),
		"blocks for 4 GiB": frame + strings.Repeat("\x04\x00\x00", 1<<15),
		"a frame to skip":  "\x50\x2a\x4d\x18\xff\xff\xff\xff" + frame,
	} {
		if _, err := decompressed(Zstd, []byte(src), 1<<20); !errors.Is(err, ErrDecompress) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestDamagedCompression(t *testing.T) {
	text := bytes.Repeat([]byte("some text, and then some more; "), 5000)
	for _, codec := range codecs[1:] {
		whole := compressed(t, codec, 0, text)
		for _, n := range []int{0, 1, 5, len(whole) / 2, len(whole) - 1} {
			if _, err := decompressed(codec, whole[:n], 0); !errors.Is(err, ErrDecompress) {
				t.Errorf("%v: %d of %d bytes: %v", codec, n, len(whole), err)
			}
		}
		_, err := decompressed(codec, []byte("this was never compressed by anything"), 0)
		if !errors.Is(err, ErrDecompress) || !strings.Contains(err.Error(), codec.String()) {
			t.Errorf("%v of plain text: %v", codec, err)
		}
	}
}

func TestDamagedSnappyStream(t *testing.T) {
	const header = "\x82SNAPPY\x00\x00\x00\x00\x01\x00\x00\x00\x01"
	for words, src := range map[string]string{
		"stream header is cut off":            header[:15],
		"block length at byte 16 is cut off":  header + "\x00\x00\x00",
		"block at byte 16 has length -1":      header + "\xff\xff\xff\xff",
		"length 3, but 2 bytes are left":      header + "\x00\x00\x00\x03ab",
		"block of 2 bytes claims to hold 100": header + "\x00\x00\x00\x02\x64\x00",
		"block at byte 16: ":                  header + "\x00\x00\x00\x03\x05\x10a", // five bytes, of which one is there
	} {
		_, err := decompressed(Snappy, []byte(src), 0)
		if !errors.Is(err, ErrDecompress) || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, want a mention of %q", err, words)
		}
	}
}

// TestZstdFrames: writers may put several frames in a row, with or without the
// size of their content, and frames to be skipped.
func TestZstdFrames(t *testing.T) {
	sized := compressed(t, Zstd, 0, []byte("with size "))
	// What a streaming writer makes of "no size": magic number, no flags, a
	// window of 1 KiB, a last block of 7 raw bytes.
	streamed := []byte("\x28\xb5\x2f\xfd\x00\x00\x39\x00\x00no size")
	skipped := []byte("\x50\x2a\x4d\x18\x03\x00\x00\x00???")
	var src []byte
	for _, frame := range [][]byte{skipped, sized, streamed, skipped, sized} {
		src = append(src, frame...)
	}
	const want = "with size no sizewith size "
	got, err := decompressed(Zstd, src, len(want))
	if err != nil || string(got) != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if _, err := decompressed(Zstd, src, len(want)-1); !errors.Is(err, ErrSizeLimit) {
		t.Errorf("over the limit: %v", err)
	}
}

// TestXXH32 uses sums of the algorithm's reference implementation.
func TestXXH32(t *testing.T) {
	for in, want := range map[string]uint32{
		"":    0x02cc5d05,
		"a":   0x550d7456,
		"abc": 0x32d153ff,
	} {
		if got := xxh32([]byte(in)); got != want {
			t.Errorf("%q: %08x, want %08x", in, got, want)
		}
	}
}

// TestLZ4Header: Kafka's vectors hold the checksums 0x1a in magic 0 and 0x82 in
// magic 1 for one and the same descriptor.
func TestLZ4Header(t *testing.T) {
	recs := []Record{{Offset: 3, Timestamp: NoTimestamp, Value: []byte("v")}}
	for magic, want := range []string{"\x04\x22\x4d\x18\x60\x40\x1a", "\x04\x22\x4d\x18\x60\x40\x82"} {
		set, err := AppendMessages(nil, int8(magic), LZ4, 0, recs)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(set, []byte(want)) {
			t.Errorf("magic %d: no header %x in %x", magic, want, set)
		}
	}
	// Each magic takes the checksum that Kafka writes there; magic 0 takes both.
	for _, c := range []struct {
		magic    int8
		checksum byte
		good     bool
	}{{0, 0x1a, true}, {0, 0x82, true}, {1, 0x82, true}, {1, 0x1a, false}} {
		set, err := AppendMessages(nil, c.magic, LZ4, 0, recs)
		if err != nil {
			t.Fatal(err)
		}
		set[bytes.Index(set, []byte("\x04\x22\x4d\x18"))+6] = c.checksum
		_, err = collect(set, &Options{SkipChecksum: true})
		if (err == nil) != c.good {
			t.Errorf("magic %d with checksum %x: error %v", c.magic, c.checksum, err)
		}
	}
	for _, flags := range []byte{0x60, 0x68, 0x61, 0x69} {
		frame := append([]byte("\x04\x22\x4d\x18"), flags, 0x40)
		frame = append(frame, make([]byte, 20)...)
		size := map[byte]int{0x60: 7, 0x68: 15, 0x61: 11, 0x69: 19}[flags]
		if got := fixedLZ4Header(frame); len(got) != size {
			t.Errorf("flags %02x: header of %d bytes, want %d", flags, len(got), size)
		}
		if got := fixedLZ4Header(frame[:size-1]); got != nil {
			t.Errorf("flags %02x: header %x out of a frame that is too short", flags, got)
		}
	}
}

func TestCodecNames(t *testing.T) {
	for i, want := range []string{"none", "gzip", "snappy", "lz4", "zstd", "codec 5"} {
		if got := fmt.Sprint(Attributes(i).Codec()); got != want {
			t.Errorf("codec %d: %s, want %s", i, got, want)
		}
	}
	if got := (Transactional | Attributes(Gzip)).WithCodec(Zstd); got != Transactional|4 {
		t.Errorf("attributes %#x", int16(got))
	}
}
