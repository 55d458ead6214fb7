package datadir

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Lines explains a file of any kind that is neither a capture nor made of batches
// or messages, entry by entry. Problems are what is wrong with it.
func Lines(kind Kind, name string, data []byte) (lines, problems []string) {
	l := &listing{data: data, base: baseOffset(name)}
	switch kind {
	case OffsetIndex:
		l.offsetIndex()
	case TimeIndex:
		l.timeIndex()
	case TxnIndex:
		l.txnIndex()
	case EpochCheckpoint:
		l.checkpoint("epoch", "start offset")
	case OffsetCheckpoint:
		l.checkpoint("topic", "partition", "offset")
	default:
		l.problem("nothing is known of the entries of a %s", kind)
	}
	return l.lines, l.problems
}

// baseOffset is that of the segment that a file belongs to, which its name tells;
// -1 if it does not.
func baseOffset(name string) int64 {
	name = filepath.Base(name)
	digits, _, _ := strings.Cut(name, ".")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// A listing is the lines of one file.
type listing struct {
	data            []byte
	base            int64
	lines, problems []string
}

func (l *listing) line(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

func (l *listing) problem(format string, args ...any) {
	l.problems = append(l.problems, fmt.Sprintf(format, args...))
}

// entries calls each with every entry of the given size, and the byte at which it
// begins. Brokers allocate indexes beforehand, so that there may be zeros behind
// the last entry.
func (l *listing) entries(size int, each func(at int, entry []byte)) {
	used := len(l.data)
	for used > 0 && l.data[used-1] == 0 {
		used--
	}
	// The first entry may be zeros, and any may end with some.
	used = min((used+size-1)/size*size, len(l.data)/size*size)
	for at := 0; at < used; at += size {
		each(at, l.data[at:at+size])
	}
	left := l.data[used:]
	if strings.Trim(string(left), "\x00") != "" {
		l.problem("at byte %d: %d bytes, which are no whole entry", used, len(left))
	} else if len(left) > 0 {
		l.line("at byte %d: zeros up to the end, byte %d, allocated beforehand", used, len(l.data))
	}
}

// offset shows an offset that an index has as the distance from the segment's
// first.
func (l *listing) offset(relative uint32) string {
	if l.base < 0 {
		return fmt.Sprintf("+%d", relative)
	}
	return strconv.FormatInt(l.base+int64(relative), 10)
}

// offsetIndex has entries of an offset and the byte in the segment at which its
// batch begins, in ascending order.
func (l *listing) offsetIndex() {
	const size = 8
	last := int64(-1)
	l.entries(size, func(at int, e []byte) {
		relative, position := binary.BigEndian.Uint32(e), binary.BigEndian.Uint32(e[4:])
		l.line("offset %s at byte %d", l.offset(relative), position)
		if int64(relative) <= last {
			l.problem("at byte %d: offset %s is not above the one before it", at, l.offset(relative))
		}
		last = int64(relative)
	})
}

// timeIndex has entries of a timestamp and the offset up to which no record is
// later.
func (l *listing) timeIndex() {
	const size = 12
	last := int64(-1 << 63)
	l.entries(size, func(at int, e []byte) {
		ms, relative := int64(binary.BigEndian.Uint64(e)), binary.BigEndian.Uint32(e[8:])
		l.line("%s at offset %s", time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z"), l.offset(relative))
		if ms < last {
			l.problem("at byte %d: timestamp %d is below the one before it", at, ms)
		}
		last = ms
	})
}

// txnIndex has the transactions that were aborted.
func (l *listing) txnIndex() {
	const size = 34
	l.entries(size, func(at int, e []byte) {
		if version := int16(binary.BigEndian.Uint16(e)); version != 0 {
			l.problem("at byte %d: version %d of the entries is not known", at, version)
			return
		}
		number := func(i int) int64 { return int64(binary.BigEndian.Uint64(e[2+8*i:])) }
		l.line("producer %d aborted offsets %d-%d, last stable offset %d", number(0), number(1), number(2), number(3))
	})
}

// checkpoint is text: a version, the number of lines, and the lines.
func (l *listing) checkpoint(words ...string) {
	text := strings.Split(strings.TrimRight(strings.ReplaceAll(string(l.data), "\r", ""), "\n"), "\n")
	if text[0] != "0" {
		l.problem("line 1: version %q is not known", text[0])
		return
	}
	if len(text) < 2 {
		l.problem("line 2, the number of lines, is missing")
		return
	}
	for i, line := range text[2:] {
		fields := strings.Fields(line)
		if len(fields) != len(words) {
			l.problem("line %d: %d words, want %s", i+3, len(fields), strings.Join(words, ", "))
			continue
		}
		var parts []string
		for j, word := range words {
			parts = append(parts, word+" "+fields[j])
			if _, err := strconv.ParseInt(fields[j], 10, 64); err != nil && word != "topic" {
				l.problem("line %d: %s %q is no number", i+3, word, fields[j])
			}
		}
		l.line("%s", strings.Join(parts, ", "))
	}
	if n, err := strconv.Atoi(text[1]); err != nil || n != len(text)-2 {
		l.problem("line 2: %q lines, but there are %d", text[1], len(text)-2)
	}
}
