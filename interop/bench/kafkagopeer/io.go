package kafkagopeer

import "io"

// A reader has, beside Read, the two methods that kafka-go's record decoder
// looks for, so that it needs no buffer of its own.
type reader struct{ b []byte }

func (r *reader) Read(p []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.b)
	r.b = r.b[n:]
	return n, nil
}

func (r *reader) Peek(n int) ([]byte, error) {
	if n > len(r.b) {
		return r.b, io.EOF
	}
	return r.b[:n], nil
}

func (r *reader) Discard(n int) (int, error) {
	var err error
	if n > len(r.b) {
		n, err = len(r.b), io.EOF
	}
	r.b = r.b[n:]
	return n, err
}

// An appender writes to the end of a slice.
type appender struct{ b []byte }

func (w *appender) Write(p []byte) (int, error) {
	w.b = append(w.b, p...)
	return len(p), nil
}
