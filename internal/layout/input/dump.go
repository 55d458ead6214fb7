package input

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A dumpLine is one line of a dump: the offset of its first byte, and all that
// follows, which holds the bytes and perhaps text beside them.
type dumpLine struct {
	number int // of the line, from 1
	offset uint64
	rest   string
}

// maxRow is how many bytes the last line of a dump may have if it is the only
// one. Otherwise the lines before it tell.
const maxRow = 16

// readDump reads lines that begin with an offset. How many bytes a line has is
// told by the offset of the next one, so that the text beside them is not taken
// for bytes however much it looks like them.
func readDump(text []byte) ([]byte, error) {
	lines, err := dumpLines(string(text))
	if err != nil {
		return nil, err
	}
	var dst []byte
	row := uint64(maxRow)
	for i, line := range lines {
		if line.offset != lines[0].offset+uint64(len(dst)) {
			return nil, fmt.Errorf("line %d: offset %x, but the lines before it have %d bytes", line.number, line.offset, len(dst))
		}
		want := row
		last := i == len(lines)-1
		if !last {
			if want = lines[i+1].offset - line.offset; want > 1<<10 || want == 0 && lines[i+1].offset != line.offset {
				return nil, fmt.Errorf("line %d: offset %x is too far from the one before it", lines[i+1].number, lines[i+1].offset)
			}
			row = max(row, want)
		}
		b := rowBytes(line.rest, int(want))
		if !last && uint64(len(b)) != want {
			return nil, fmt.Errorf("line %d: %d bytes, but the next line begins %d later", line.number, len(b), want)
		}
		dst = append(dst, b...)
	}
	if len(dst) == 0 {
		return nil, errors.New("there are no bytes behind the offsets")
	}
	return dst, nil
}

// looksLikeDump reports whether text may be a dump rather than plain digits in
// groups, the first of which could be taken for an offset. The offsets of
// several lines cannot fit by chance; a single one has to be set apart.
func looksLikeDump(text string) bool {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) > 1 {
		return true
	}
	offset, rest, _ := strings.Cut(lines[0], " ")
	return strings.HasSuffix(offset, ":") || strings.HasPrefix(rest, " ")
}

// dumpLines splits a dump. A heading that numbers the columns is left out.
func dumpLines(text string) ([]dumpLine, error) {
	var lines []dumpLine
	number := 0
	for line := range strings.Lines(text) {
		number++
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || len(lines) == 0 && isHeading(trimmed) {
			continue
		}
		offset, rest, _ := strings.Cut(trimmed, " ")
		offset = strings.TrimSuffix(offset, ":")
		n, err := strconv.ParseUint(offset, 16, 48)
		if err != nil || len(offset) < 4 {
			return nil, fmt.Errorf("line %d begins with no offset of at least four hexadecimal digits", number)
		}
		lines = append(lines, dumpLine{number, n, rest})
	}
	if len(lines) == 0 {
		return nil, errors.New("there is no line with an offset")
	}
	return lines, nil
}

// isHeading reports whether line numbers columns: 0 1 2 and so on.
func isHeading(line string) bool {
	for i, word := range strings.Fields(line) {
		if n, err := strconv.ParseUint(word, 16, 16); err != nil || n != uint64(i) {
			return false
		}
	}
	return true
}

// rowBytes reads up to want bytes: groups of digits up to a gap, a bar or
// anything else that can only be the text beside them. Some tools leave a gap
// of two blanks in the middle of 16 bytes.
func rowBytes(rest string, want int) []byte {
	var dst []byte
	rest = strings.TrimLeft(rest, " ")
	for len(dst) < want && rest != "" {
		group, after, _ := strings.Cut(rest, " ")
		b, err := hex.DecodeString(group)
		if err != nil || len(dst)+len(b) > want {
			break // the text beside the bytes
		}
		dst = append(dst, b...)
		trimmed := strings.TrimLeft(after, " ")
		gap := len(after) - len(trimmed)
		middle := len(dst) == 8 && gap == 1 && len(group) == 2
		if gap > 0 && !middle {
			break
		}
		rest = trimmed
	}
	return dst
}
