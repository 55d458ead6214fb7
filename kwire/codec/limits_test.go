package codec_test

import (
	"errors"
	"math"
	"testing"
	"unsafe"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/codec"
)

// claim returns a slice that says it has n bytes. Only the first few are there:
// it stands for memory that a test had better not take.
//
//go:nocheckptr
func claim(t *testing.T, n int64) []byte {
	t.Helper()
	if n > math.MaxInt {
		t.Skip("no slice is as long on this machine")
	}
	return unsafe.Slice(unsafe.SliceData(make([]byte, 16)), int(n))
}

// TestMessageLimit: a message of up to MaxLen bytes is encoded, by all ways.
func TestMessageLimit(t *testing.T) {
	const most = kwire.MaxLen
	for n, fits := range map[int64]bool{most: true, most + 1: false} {
		check := func(way string, failed bool, err error) {
			t.Helper()
			if fits && err != nil || !fits && (!failed || !errors.Is(err, kwire.ErrBadLength)) {
				t.Errorf("%s, %d bytes: failed %v, error %v", way, n, failed, err)
			}
		}
		dst := []byte{9, 9}
		var appended codec.Encoder
		b, err := appended.End(dst, claim(t, 2+n), orders, 4)
		check("End", len(b) == len(dst), err)

		var sized codec.Encoder
		sized.Begin(nil)
		size, err := sized.Size(claim(t, n), orders, 4)
		check("Size", size == 0, err)
		if fits && int64(size) != n {
			t.Errorf("the size is %d, want %d", size, n)
		}

		// Four bytes of length, then a field that is referred to.
		var v kwire.Vector
		var e codec.Encoder
		b = e.Bytes(e.BeginBuffers(&v), codec.Classic, claim(t, n-4))
		buffers, err := e.EndBuffers(b, orders, 4)
		check("EndBuffers", buffers == nil, err)

		var sum codec.Encoder
		b = sum.Bytes(sum.Begin(nil), codec.Classic, claim(t, n-4))
		size, err = sum.Size(b, orders, 4)
		check("Size of a field", size == 0, err)
	}
}
