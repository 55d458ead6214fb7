package kwire

import "encoding/binary"

// PeekResponse reads the correlation id of the request that a response answers
// from the content of the response's frame, which cannot be decoded before one
// knows the request. A frame of fewer than four bytes is [ErrShortBuffer].
func PeekResponse(frame []byte) (correlationID int32, err error) {
	if len(frame) < 4 {
		return 0, &Error{Message: "ResponseHeader", Path: "CorrelationId", Err: ErrShortBuffer, Detail: "the frame ends within it"}
	}
	return int32(binary.BigEndian.Uint32(frame)), nil
}
