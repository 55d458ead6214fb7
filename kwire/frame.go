package kwire

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/kgen-go/kgen/kwire/internal/vector"
)

// A frame is what goes over a connection: the size of the rest as four bytes,
// a request or response header, a body.

// AppendFrame appends a frame with the given header and body to dst. After an
// error it returns dst as it was.
func AppendFrame(dst []byte, header Message, headerVersion int16, body Message, version int16) ([]byte, error) {
	if dst == nil {
		return newFrame(header, headerVersion, body, version)
	}
	b, err := header.Encode(append(dst, 0, 0, 0, 0), headerVersion)
	if err != nil {
		return dst, err
	}
	if b, err = body.Encode(b, version); err != nil {
		return dst, err
	}
	size := len(b) - len(dst) - 4
	if size > MaxLen {
		return dst, frameTooLong(body, version)
	}
	binary.BigEndian.PutUint32(b[len(dst):], uint32(size))
	return b, nil
}

var vectors = sync.Pool{New: func() any { return new(Vector) }}

// newFrame is AppendFrame with one allocation, of the exact size.
func newFrame(header Message, headerVersion int16, body Message, version int16) ([]byte, error) {
	v := vectors.Get().(*Vector)
	buffers, err := FrameBuffers(v, header, headerVersion, body, version)
	var frame []byte
	if err == nil {
		frame = vector.Concat(buffers, v.state.Len())
	}
	if v.state.Reset() {
		vectors.Put(v)
	}
	return frame, err
}

// FrameBuffers encodes a frame without copying the large bytes fields of the
// body: the buffers, one after the other, are the frame. They refer to those
// fields and to v, and can be a net.Buffers, which a TCP connection sends with
// writev.
func FrameBuffers(v *Vector, header Message, headerVersion int16, body Message, version int16) ([][]byte, error) {
	b, err := header.Encode(append(v.state.Header(), 0, 0, 0, 0), headerVersion)
	if err != nil {
		return nil, err
	}
	v.state.Keep(b)
	var buffers [][]byte
	if vectored, ok := body.(vectoredMessage); ok {
		buffers, err = vectored.EncodeBuffers(v, version)
	} else {
		b, err = body.Encode(v.state.Begin(), version)
		buffers = v.state.End(b)
	}
	if err != nil {
		v.state.Fail(nil)
		return nil, err
	}
	size := v.state.Len() - 4
	if size > MaxLen {
		return nil, frameTooLong(body, version)
	}
	binary.BigEndian.PutUint32(buffers[0], uint32(size))
	return buffers, nil
}

// vectoredMessage is a message that can have large bytes fields.
type vectoredMessage interface {
	Message
	EncodeBuffers(v *Vector, version int16) ([][]byte, error)
}

// MaxLen is the greatest number of bytes of an encoded message. A frame holds no
// more, and within it every length fits its field.
const MaxLen = math.MaxInt32 - 1

func frameTooLong(body Message, version int16) error {
	return &Error{Message: body.Info().Name, Version: version, Offset: -1, Err: ErrBadLength,
		Detail: fmt.Sprintf("more than %d bytes with its header", MaxLen)}
}

// SplitFrame returns the content of the frame at the start of src, which is
// header and body, and what follows the frame. The frame refers to src. An
// input that ends before the frame does is an [ErrShortBuffer]: more must be
// read before the frame can be.
func SplitFrame(src []byte) (frame, rest []byte, err error) {
	if len(src) < 4 {
		return nil, src, short(src, 0, 4)
	}
	n := int(int32(binary.BigEndian.Uint32(src)))
	if n < 0 {
		return nil, src, badLength(0, "frame of size %d", n)
	}
	if n > len(src)-4 {
		return nil, src, short(src, 4, n)
	}
	return src[4 : 4+n : 4+n], src[4+n:], nil
}

// ReadFrame reads one frame from r into buf, which grows where it is too
// small, and returns the frame's content. A frame larger than limit bytes is
// an [ErrBadLength]. At the end of the stream the error is io.EOF, within a
// frame io.ErrUnexpectedEOF.
func ReadFrame(r io.Reader, buf []byte, limit int) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := int(int32(binary.BigEndian.Uint32(head[:])))
	if n < 0 || n > limit {
		return nil, badLength(0, "frame of size %d, the limit is %d", n, limit)
	}
	buf = buf[:0]
	// A stated size is not believed further than what arrives: the buffer
	// grows step by step.
	const step = 1 << 20
	for len(buf) < n {
		at := len(buf)
		buf = slices.Grow(buf, min(n-at, step))[:at+min(n-at, step)]
		if _, err := io.ReadFull(r, buf[at:]); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, fmt.Errorf("frame of size %d: %w", n, err)
		}
	}
	return buf, nil
}

// PeekRequest returns the API key and version at the start of the content of a
// request's frame. They come first in every version of the header, whose own
// version follows from them.
func PeekRequest(frame []byte) (key, version int16, err error) {
	if len(frame) < 4 {
		return 0, 0, short(frame, 0, 4)
	}
	return int16(binary.BigEndian.Uint16(frame)), int16(binary.BigEndian.Uint16(frame[2:])), nil
}
