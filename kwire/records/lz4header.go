package records

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// An LZ4 frame begins with a magic number of 4 bytes and the descriptor: a byte
// of flags, one for the block size, the content size and the dictionary id if the
// flags say so, and last one byte of checksum over the descriptor. Early Kafka
// clients computed it over the magic number as well, which their brokers went on
// to expect in messages of magic 0.
const (
	lz4DescriptorPos = 4
	lz4ContentSize   = 1 << 3 // flag: 8 bytes follow
	lz4DictionaryID  = 1 << 0 // flag: 4 bytes follow
	lz4MinHeaderSize = 7
)

// fixedLZ4Header gives a copy of the header of frame, checksum included, with
// the checksum as it should be. It is nil if frame is too short.
func fixedLZ4Header(frame []byte) []byte {
	if len(frame) < lz4MinHeaderSize {
		return nil
	}
	pos := lz4MinHeaderSize - 1
	if frame[lz4DescriptorPos]&lz4ContentSize != 0 {
		pos += 8
	}
	if frame[lz4DescriptorPos]&lz4DictionaryID != 0 {
		pos += 4
	}
	if pos >= len(frame) {
		return nil
	}
	header := slices.Clone(frame[:pos+1])
	header[pos] = lz4HeaderChecksum(header[lz4DescriptorPos:pos])
	return header
}

// breakLZ4Header sets the checksum as early Kafka clients computed it, in a frame
// without content size and dictionary.
func breakLZ4Header(frame []byte) {
	frame[lz4MinHeaderSize-1] = lz4HeaderChecksum(frame[:lz4MinHeaderSize-1])
}

func lz4HeaderChecksum(b []byte) byte { return byte(xxh32(b) >> 8) }

// xxh32 is the xxHash of 32 bits, seed 0, of fewer than 16 bytes; the longest
// that is asked for has 14.
func xxh32(b []byte) uint32 {
	const (
		prime1 uint32 = 2654435761
		prime2 uint32 = 2246822519
		prime3 uint32 = 3266489917
		prime4 uint32 = 668265263
		prime5 uint32 = 374761393
	)
	h := prime5 + uint32(len(b))
	for ; len(b) >= 4; b = b[4:] {
		h = bits.RotateLeft32(h+binary.LittleEndian.Uint32(b)*prime3, 17) * prime4
	}
	for _, c := range b {
		h = bits.RotateLeft32(h+uint32(c)*prime5, 11) * prime1
	}
	h = (h ^ h>>15) * prime2
	h = (h ^ h>>13) * prime3
	return h ^ h>>16
}
