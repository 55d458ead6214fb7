package kwire_test

import (
	"bytes"
	"errors"
	"math"
	"testing"
	"unsafe"

	"github.com/kgen-go/kgen/kwire"
)

// claim returns a slice that begins with b and says it has n bytes. Only those
// of b are there: it stands for memory that a test had better not take.
//
//go:nocheckptr
func claim(t *testing.T, b []byte, n int64) []byte {
	t.Helper()
	if n > math.MaxInt {
		t.Skip("no slice is as long on this machine")
	}
	return unsafe.Slice(unsafe.SliceData(append(bytes.Clone(b), 0)), int(n))
}

// huge is a message that says it has so many bytes.
type huge struct {
	*fake
	t    *testing.T
	size int64
}

func (m huge) Encode(dst []byte, _ int16) ([]byte, error) {
	return claim(m.t, append(dst, 0), int64(len(dst))+m.size), nil
}

// TestFrameLimit: header and body together have up to MaxLen bytes.
func TestFrameLimit(t *testing.T) {
	header, body := newFake(kwire.KindHeader, -1), newFake(kwire.KindRequest, 3)
	const most = kwire.MaxLen - 4 // for the header
	for size, fits := range map[int64]bool{most: true, most + 1: false} {
		check := func(way string, size []byte, err error) {
			t.Helper()
			switch {
			case fits && (err != nil || !bytes.Equal(size, unhex(t, "7ffffffe"))):
				t.Errorf("%s: a frame of size %x, %v", way, size, err)
			case !fits && (!errors.Is(err, kwire.ErrBadLength) || len(size) != 0):
				t.Errorf("%s: a frame of size %x, %v, want an error", way, size, err)
			}
		}
		b, err := kwire.AppendFrame([]byte{}, header, 0, huge{body, t, size}, 1)
		check("AppendFrame", b[:min(len(b), 4)], err)

		// A number of four bytes and a length of four are in front of the content.
		var v kwire.Vector
		buffers, err := kwire.FrameBuffers(&v, header, 0, vectored{body, claim(t, nil, size-8)}, 1)
		b = bytes.Join(buffers[:min(len(buffers), 1)], nil)
		check("FrameBuffers", b[:min(len(b), 4)], err)

		if !fits {
			b, err = kwire.AppendFrame(nil, header, 0, vectored{body, claim(t, nil, size-8)}, 1)
			check("AppendFrame to nil", b, err)
		}
	}
}
