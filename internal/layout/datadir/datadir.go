// Package datadir reads the files that brokers keep beside log segments: indexes,
// producers' states and checkpoints. What a file is, its name tells, or its first
// bytes where it has been given another.
package datadir

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kgen-go/kgen/internal/layout/capture"
)

// A Kind is what a file holds.
type Kind string

// The kinds of files.
const (
	Unknown          Kind = ""
	Capture          Kind = "packet capture"
	Segment          Kind = "log segment"
	MetadataSnapshot Kind = "snapshot of the metadata log" // has batches, like a segment
	OffsetIndex      Kind = "offset index"
	TimeIndex        Kind = "time index"
	TxnIndex         Kind = "index of aborted transactions"
	ProducerState    Kind = "producer state snapshot"
	EpochCheckpoint  Kind = "checkpoint of leader epochs"
	OffsetCheckpoint Kind = "checkpoint of offsets"
)

// HeadSize is how many bytes of a file are enough for [Recognise], but for a
// producer state snapshot without its name.
const HeadSize = 64

// Recognise tells what the file of the given name, which may be empty, is that
// begins with head.
func Recognise(name string, head []byte) Kind {
	name = filepath.Base(strings.ReplaceAll(name, `\`, "/"))
	// Files that a broker is about to delete have another ending on top.
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".deleted"), ".cleaned")
	switch {
	case capture.IsCapture(head):
		return Capture
	case name == "leader-epoch-checkpoint":
		return EpochCheckpoint
	case strings.HasSuffix(name, "-offset-checkpoint"):
		return OffsetCheckpoint
	}
	switch ext := filepath.Ext(name); {
	case !isBinary(head):
	case ext == ".index":
		return OffsetIndex
	case ext == ".timeindex":
		return TimeIndex
	case ext == ".txnindex":
		return TxnIndex
	case ext == ".snapshot":
		return ProducerState
	case ext == ".checkpoint":
		return MetadataSnapshot
	case ext == ".log":
		if len(head) == 0 || looksLikeSegment(head) || len(bytes.Trim(head, "\x00")) == 0 {
			return Segment
		}
	}
	switch {
	case looksLikeSegment(head):
		return Segment
	case isProducerState(head):
		return ProducerState
	case looksLikeCheckpoint(head, 2):
		return EpochCheckpoint
	case looksLikeCheckpoint(head, 3):
		return OffsetCheckpoint
	}
	return Unknown
}

// isBinary reports whether data has what no text has, or is empty: someone's text
// may have any name.
func isBinary(data []byte) bool {
	return len(data) == 0 || bytes.ContainsFunc(data, func(c rune) bool { return c < '\t' || c == utf8.RuneError })
}

// isProducerState reports whether data is a whole snapshot of producers' states.
func isProducerState(data []byte) bool {
	const head, entry, crcAt, crcEnd, countAt = 10, 50, 2, 6, 6
	if len(data) < head || data[0] != 0 || data[1] != 1 {
		return false
	}
	n := int64(binary.BigEndian.Uint32(data[countAt:]))
	return int64(len(data)) == head+n*entry &&
		binary.BigEndian.Uint32(data[crcAt:]) == crc32.Checksum(data[crcEnd:], crc32.MakeTable(crc32.Castagnoli))
}

// looksLikeSegment reports whether a batch of any magic begins like head. No
// request does: the upper half of an offset is rarely more than zero, and no frame
// has no bytes.
func looksLikeSegment(head []byte) bool {
	const prefix, least = 12, 14
	if len(head) < 23 || binary.BigEndian.Uint32(head) != 0 {
		return false
	}
	length := int32(binary.BigEndian.Uint32(head[8:]))
	switch head[16] {
	case 0, 1:
		return length >= least && head[17]&0xf0 == 0
	case 2:
		return length >= 61-prefix && head[21] == 0 && head[22]&0x80 == 0
	}
	return false
}

// looksLikeCheckpoint reports whether head begins with the lines of a checkpoint:
// version 0, the number of lines, and lines of the given number of words.
func looksLikeCheckpoint(head []byte, words int) bool {
	lines := strings.Split(string(head), "\n")
	if len(lines) < 4 || lines[0] != "0" { // the last line may be cut
		return false
	}
	n, err := strconv.Atoi(lines[1])
	return err == nil && n > 0 && len(strings.Fields(lines[2])) == words
}
