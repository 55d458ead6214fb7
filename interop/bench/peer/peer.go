// Package peer gives every codec under test the same few functions.
package peer

import (
	"errors"

	"github.com/kgen-go/kgen/internal/workload"
)

// A Codec is one case loaded into one library: the message is decoded from the
// case's bytes, so that all libraries hold the same values. A nil function is
// an operation that the library does not offer.
type Codec struct {
	// Encode appends the message to dst.
	Encode func(dst []byte) []byte
	// EncodeNew encodes into a new buffer.
	EncodeNew func() []byte
	// EncodeVectored encodes without copying records, into pieces.
	EncodeVectored func() [][]byte
	// Decode fills a new value whose strings do not refer to src. DecodeAlias
	// does so with strings that do. DecodeAgain fills the same value each time.
	Decode, DecodeAlias, DecodeAgain func(src []byte) error

	// Message is the decoded message in the library's own type.
	Message any

	// Input is what the decode functions read. It begins, as what the encode
	// functions return does, with Header bytes that are not the body; 0 where
	// the library handles bodies alone.
	Input  []byte
	Header int
}

// ErrNotSpoken is what Load returns for a message or version that the library
// does not know.
var ErrNotSpoken = errors.New("message or version not spoken")

// A Peer is a codec library.
type Peer struct {
	Name string
	Load func(c workload.Case) (Codec, error)
}

// Sink keeps decoded values on the heap, as those of real programs are.
var Sink any
