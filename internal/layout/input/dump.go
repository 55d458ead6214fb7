package input

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A dumpLine is one line of a dump: the offset of its first byte, and all that
// follows, which holds the bytes and perhaps text beside them.
type dumpLine struct {
	number int    // of the line, from 1
	offset string // digits
	rest   string
	colon  bool // behind the offset
	repeat bool // the line before it goes on up to the offset of the next
}

const (
	// maxRow is how many bytes the last line of a dump may have if it is the only
	// one. Otherwise the lines before it tell.
	maxRow = 16
	// maxLongRow is how many bytes any line may have.
	maxLongRow = 1 << 10
	// maxRepeated is how many bytes a dump may have in lines that it leaves out.
	maxRepeated = 64 << 20
)

// readDump reads lines that begin with an offset. How many bytes a line has is
// told by the offset of the next one, so that the text beside them is not taken
// for bytes however much it looks like them. Offsets are hexadecimal with most
// tools, and octal or decimal with od; only one of these fits.
func readDump(text string) ([]byte, error) {
	lines, packets, err := dumpLines(text)
	if err != nil {
		return nil, err
	}
	var first error
	for _, base := range []int{16, 8, 10} {
		b, err := readRows(lines, base)
		if err == nil && packets {
			return payload(b)
		}
		if err == nil {
			return b, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// readRows reads the lines with offsets of the given base.
func readRows(lines []dumpLine, base int) ([]byte, error) {
	offsets := make([]uint64, len(lines))
	for i, line := range lines {
		if line.repeat {
			continue
		}
		n, err := strconv.ParseUint(line.offset, base, 48)
		if err != nil {
			return nil, fmt.Errorf("line %d begins with no offset of at least four hexadecimal digits", line.number)
		}
		offsets[i] = n
	}
	var dst, last []byte
	row := maxRow
	for i, line := range lines {
		have := offsets[0] + uint64(len(dst))
		if line.repeat {
			more := offsets[min(i+1, len(lines)-1)] - have
			if i == len(lines)-1 || len(last) == 0 || more > maxRepeated || more%uint64(len(last)) != 0 {
				return nil, fmt.Errorf("line %d: it is not told how often the line before it is repeated", line.number)
			}
			dst = append(dst, bytes.Repeat(last, int(more)/len(last))...)
			continue
		}
		if offsets[i] != have {
			return nil, fmt.Errorf("line %d: offset %s, but the lines before it have %d bytes", line.number, line.offset, len(dst))
		}
		want, isLast := row, i == len(lines)-1
		if !isLast && !lines[i+1].repeat {
			if offsets[i+1] < offsets[i] || offsets[i+1]-offsets[i] > maxLongRow {
				return nil, fmt.Errorf("line %d: offset %s is too far from the one before it", lines[i+1].number, lines[i+1].offset)
			}
			want = int(offsets[i+1] - offsets[i])
			row = max(row, want)
		}
		b, whole := rowBytes(line.rest, want)
		switch {
		case !line.colon && hasWords(line.rest, len(b)):
			return nil, fmt.Errorf("line %d: the digits are of words, whose bytes are in an order that the dump does not tell; use hexdump -C or od -tx1", line.number)
		case !isLast && !lines[i+1].repeat && len(b) != want:
			return nil, fmt.Errorf("line %d: %d bytes, but the next line begins %d later", line.number, len(b), want)
		case !whole:
			return nil, fmt.Errorf("line %d: the bytes and the text beside them cannot be told apart", line.number)
		}
		last = b
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
	lines, _, err := dumpLines(text)
	if err != nil {
		// A fault in a line behind others is one of a dump, if the first had marks.
		return strings.HasPrefix(text, "+--") || strings.HasPrefix(text, "|") || strings.Contains(text, "0x0000:")
	}
	if len(lines) > 1 {
		for _, base := range []int{16, 8, 10} {
			first, err1 := strconv.ParseUint(lines[0].offset, base, 48)
			second, err2 := strconv.ParseUint(lines[1].offset, base, 48)
			if lines[1].repeat || err1 == nil && err2 == nil && second-first <= maxRow*4 {
				return true
			}
		}
		return false
	}
	return lines[0].rest != "" && (lines[0].number > 1 || strings.HasPrefix(text, "|") || strings.HasPrefix(strings.TrimPrefix(text, lines[0].offset), "  ") ||
		strings.Contains(strings.Fields(text)[0], ":") || strings.HasPrefix(text, "+"))
}

// rowBytes reads up to want bytes: groups of digits up to a gap, a bar or
// anything else that can only be the text beside them. Some tools leave a gap
// of two blanks in the middle of 16 bytes. The result is whole if what follows
// is set apart from the bytes.
func rowBytes(rest string, want int) (dst []byte, whole bool) {
	rest = strings.TrimLeft(rest, " \t")
	for rest != "" {
		if len(dst) == want {
			// Some tools leave a single blank behind a full row.
			return dst, want == maxRow || rest[0] == '|'
		}
		group, after, _ := strings.Cut(rest, " ")
		b, err := hex.DecodeString(group)
		if err != nil || len(dst)+len(b) > want {
			return dst, rest[0] == '|' || len(dst) == 0
		}
		dst = append(dst, b...)
		trimmed := strings.TrimLeft(after, " ")
		gap := len(after) - len(trimmed)
		middle := len(dst) == 8 && gap == 1 && len(group) == 2
		if gap > 0 && !middle {
			return dst, true
		}
		rest = trimmed
	}
	return dst, true
}

// hasWords reports whether the first of n bytes in a row are in groups of several,
// as hexdump and od have them unless told otherwise.
func hasWords(rest string, n int) bool {
	group, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return n > 1 && len(group) > 2
}
