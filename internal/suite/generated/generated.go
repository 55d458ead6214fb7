// Package generated describes generated Go packages to programs that work on
// any of them: plain data and functions, which the program's main fills in.
package generated

import "github.com/kgen-go/kgen/kwire"

// A Package is what a generated Go package offers.
type Package struct {
	Name string
	// Schemas is the folder that the package was generated from.
	Schemas string
	// New returns a message by its name, nil if there is none of that name.
	New func(name string) kwire.Message
	// NewRequest returns a request by its API key. It is nil for a package
	// without requests.
	NewRequest func(key int16) (kwire.Message, error)
	// Frames is nil for a package without the two headers.
	Frames *Frames
}

// Frames are the functions that write and read whole frames.
type Frames struct {
	AppendRequest  func(dst []byte, correlationID int32, clientID string, body kwire.Message, version int16) ([]byte, error)
	AppendResponse func(dst []byte, correlationID int32, body kwire.Message, version int16) ([]byte, error)
	// RequestBuffers and ResponseBuffers do so without copying large fields.
	RequestBuffers  func(v *kwire.Vector, correlationID int32, clientID string, body kwire.Message, version int16) ([][]byte, error)
	ResponseBuffers func(v *kwire.Vector, correlationID int32, body kwire.Message, version int16) ([][]byte, error)
	DecodeRequest   func(frame []byte) (header, body kwire.Message, err error)
	DecodeResponse  func(frame []byte, body kwire.Message, version int16) (header kwire.Message, err error)
}

// A BufferEncoder is a message with bytes or records fields.
type BufferEncoder interface {
	EncodeBuffers(v *kwire.Vector, version int16) ([][]byte, error)
}
