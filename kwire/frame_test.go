package kwire_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"testing"
	"testing/iotest"

	"github.com/kgen-go/kgen/kwire"
)

func TestAppendFrame(t *testing.T) {
	header, body := newFake(kwire.KindHeader, -1), newFake(kwire.KindRequest, 3)
	header.Number, body.Number = 7, 0x01020304
	want := unhex(t, "00000008 00000007 01020304")
	got, err := kwire.AppendFrame(nil, header, 0, body, 1)
	if err != nil || !bytes.Equal(got, want) || cap(got) != len(got) {
		t.Errorf("got %x with room for %d, %v, want %x", got, cap(got), err, want)
	}
	// A second frame goes behind the first.
	if got, err = kwire.AppendFrame(got, header, 0, body, 1); err != nil || !bytes.Equal(got, append(want, want...)) {
		t.Errorf("got %x, %v", got, err)
	}
	for _, fault := range []func(){func() { header.Number = -1 }, func() { header.Number, body.Number = 1, -1 }} {
		fault()
		if got, err := kwire.AppendFrame([]byte("before"), header, 0, body, 1); !errors.Is(err, kwire.ErrFieldNotInVersion) || string(got) != "before" {
			t.Errorf("got %x, %v", got, err)
		}
	}
	for _, versions := range [][2]int16{{2, 1}, {0, 2}} {
		if got, err := kwire.AppendFrame(nil, header, versions[0], body, versions[1]); !errors.Is(err, kwire.ErrUnsupportedVersion) || got != nil {
			t.Errorf("versions %v: got %x, %v", versions, got, err)
		}
	}
}

func TestFrameBuffers(t *testing.T) {
	header, body := newFake(kwire.KindHeader, -1), newFake(kwire.KindRequest, 3)
	header.Number, body.Number = 7, 0x01020304
	want := unhex(t, "00000008 00000007 01020304")
	var v kwire.Vector
	buffers, err := kwire.FrameBuffers(&v, header, 0, body, 1)
	if err != nil || !bytes.Equal(bytes.Join(buffers, nil), want) {
		t.Errorf("got %x, %v, want %x", buffers, err, want)
	}
	// The size counts what is only referred to.
	large := vectored{body, bytes.Repeat([]byte("L"), 1000)}
	want = append(unhex(t, "000003f4 00000007 01020304 000003e8"), large.content...)
	buffers, err = kwire.FrameBuffers(&v, header, 0, large, 1)
	if err != nil || !bytes.Equal(bytes.Join(buffers, nil), want) || &buffers[1][0] != &large.content[0] {
		t.Errorf("got %x, %v, want %x", buffers, err, want)
	}
	body.Number = -1
	for _, m := range []kwire.Message{body, large} {
		if buffers, err := kwire.FrameBuffers(&v, header, 0, m, 1); !errors.Is(err, kwire.ErrFieldNotInVersion) || buffers != nil {
			t.Errorf("got %x, %v", buffers, err)
		}
		if buffers, err := kwire.FrameBuffers(&v, header, 2, m, 1); !errors.Is(err, kwire.ErrUnsupportedVersion) || buffers != nil {
			t.Errorf("got %x, %v", buffers, err)
		}
	}
	// An error leaves nothing behind for the next use.
	body.Number = 0x01020304
	buffers, err = kwire.FrameBuffers(&v, header, 0, body, 1)
	if err != nil || !bytes.Equal(bytes.Join(buffers, nil), unhex(t, "00000008 00000007 01020304")) {
		t.Errorf("after an error: got %x, %v", buffers, err)
	}
}

// TestBuffersAfterFrame: the header of a frame is not left for the message that
// the Vector serves next, whether the frame has come to be or not.
func TestBuffersAfterFrame(t *testing.T) {
	header, body := newFake(kwire.KindHeader, -1), newFake(kwire.KindRequest, 3)
	header.Number = 7
	m := vectored{body, bytes.Repeat([]byte("L"), 1000)}
	bad := newFake(kwire.KindRequest, 3)
	bad.Number = -1
	for name, frame := range map[string]struct {
		body    kwire.Message
		version int16
	}{
		"a frame": {m, 1}, "a failure of a body with buffers": {vectored{bad, nil}, 1}, "a failure of a body without": {bad, 1},
		"a version there is not": {m, 2}, "a body without buffers": {body, 1},
	} {
		var v kwire.Vector
		for range 2 {
			_, _ = kwire.FrameBuffers(&v, header, 0, frame.body, frame.version)
			buffers, err := m.EncodeBuffers(&v, 1)
			want := append(unhex(t, "00000000 000003e8"), m.content...)
			if err != nil || !bytes.Equal(bytes.Join(buffers, nil), want) {
				t.Errorf("after %s: got %.20x, %v, want %.20x", name, bytes.Join(buffers, nil), err, want)
			}
		}
	}
}

func TestSplitFrame(t *testing.T) {
	src := unhex(t, "00000002 aabb 00000000 00000001 cc 0000")
	for _, want := range []string{"aabb", "", "cc"} {
		frame, rest, err := kwire.SplitFrame(src)
		if err != nil || !bytes.Equal(frame, unhex(t, want)) || cap(frame) != len(frame) {
			t.Fatalf("got %x with room for %d, %v, want %s", frame, cap(frame), err, want)
		}
		src = rest
	}
	for text, want := range map[string]error{
		"": kwire.ErrShortBuffer, "0000": kwire.ErrShortBuffer, "00000002aa": kwire.ErrShortBuffer,
		"7fffffff aa": kwire.ErrShortBuffer, "ffffffff": kwire.ErrBadLength, "80000000 00": kwire.ErrBadLength,
	} {
		input := unhex(t, text)
		if frame, rest, err := kwire.SplitFrame(input); !errors.Is(err, want) || frame != nil || len(rest) != len(input) {
			t.Errorf("%s: got %x and %x, %v, want %v", text, frame, rest, err, want)
		}
	}
}

func TestReadFrame(t *testing.T) {
	stream := unhex(t, "00000002 aabb 00000000 00000003 010203")
	for _, reader := range []io.Reader{bytes.NewReader(stream), iotest.OneByteReader(bytes.NewReader(stream))} {
		var buf []byte
		for _, want := range []string{"aabb", "", "010203"} {
			var err error
			if buf, err = kwire.ReadFrame(reader, buf, 3); err != nil || !bytes.Equal(buf, unhex(t, want)) {
				t.Fatalf("got %x, %v, want %s", buf, err, want)
			}
		}
		if _, err := kwire.ReadFrame(reader, buf, 3); err != io.EOF {
			t.Errorf("at the end: error %v", err)
		}
	}
	for text, want := range map[string]error{
		"0000": io.ErrUnexpectedEOF, "00000002": io.ErrUnexpectedEOF, "00000002 aa": io.ErrUnexpectedEOF,
		"00000004 01020304": kwire.ErrBadLength, "ffffffff": kwire.ErrBadLength, "7fffffff": kwire.ErrBadLength,
	} {
		if got, err := kwire.ReadFrame(bytes.NewReader(unhex(t, text)), nil, 3); !errors.Is(err, want) {
			t.Errorf("%s: got %x, %v, want %v", text, got, err, want)
		}
	}
}

// TestReadFrameGrows: a buffer grows with what arrives, not with what the size
// says, and one that is large enough is used again.
func TestReadFrameGrows(t *testing.T) {
	content := bytes.Repeat([]byte("0123456789"), 300000)
	stream := append(unhex(t, "002dc6c0"), content...)
	got, err := kwire.ReadFrame(bytes.NewReader(stream), nil, len(content))
	if err != nil || !bytes.Equal(got, content) {
		t.Fatalf("got %d bytes, %v", len(got), err)
	}
	again, err := kwire.ReadFrame(bytes.NewReader(stream), got, len(content))
	if err != nil || &again[0] != &got[0] {
		t.Errorf("a buffer that is large enough is not used again, %v", err)
	}

	// A size of 1 GiB, of which next to nothing comes.
	const claimed = 1 << 30
	for _, come := range []int{0, 1, 1 << 20} {
		stream := append(unhex(t, "40000000"), content[:come]...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := kwire.ReadFrame(bytes.NewReader(stream), nil, claimed); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("error %v", err)
		}
		runtime.ReadMemStats(&after)
		if allocated := int(after.TotalAlloc - before.TotalAlloc); allocated > 3<<20+4*come {
			t.Errorf("%d bytes are allocated for a frame of which %d come", allocated, come)
		}
	}
}

func TestPeekRequest(t *testing.T) {
	key, version, err := kwire.PeekRequest(unhex(t, "0012 0003 ffff"))
	if key != 18 || version != 3 || err != nil {
		t.Errorf("got %d, %d, %v", key, version, err)
	}
	for _, text := range []string{"", "00", "0012", "001200"} {
		if _, _, err := kwire.PeekRequest(unhex(t, text)); !errors.Is(err, kwire.ErrShortBuffer) {
			t.Errorf("%s: error %v", text, err)
		}
	}
}
