package input

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const hexDigits = "0123456789abcdefABCDEF"

// readHex reads digits: in pairs, with one of the usual separators between all of
// them, in groups with blanks between, or each byte with a mark before it.
func readHex(text string) ([]byte, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	for _, mark := range []string{`\x`, "0x", "0X"} {
		if strings.Contains(text, mark) {
			return readMarked(text, mark)
		}
	}
	for _, separator := range []string{":", "-", ","} {
		if strings.Contains(text, separator) {
			return readSeparated(text, separator)
		}
	}
	groups := strings.Fields(text)
	odd := false
	for _, group := range groups {
		odd = odd || len(group)%2 != 0
	}
	digits := strings.Join(groups, "")
	b, err := hex.DecodeString(digits)
	if wrong, ok := errors.AsType[hex.InvalidByteError](err); ok {
		return nil, fmt.Errorf("%q is none", byte(wrong))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("there is an odd number, %d", len(digits))
	case odd && strings.ContainsAny(text, " \t"):
		return nil, errors.New("not all groups of them have whole bytes")
	}
	return b, nil
}

// readSeparated reads pairs of digits with the same separator between all of
// them, and perhaps blanks behind it.
func readSeparated(text, separator string) ([]byte, error) {
	text = strings.TrimSuffix(text, separator)
	var dst []byte
	certain := separator != ","
	for word := range strings.SplitSeq(text, separator) {
		word = strings.TrimSpace(word)
		b, err := hex.DecodeString(word)
		if err != nil || len(b) != 1 {
			return nil, fmt.Errorf("%q is no pair", word)
		}
		// Numbers are not written like these.
		certain = certain || word[0] == '0' || strings.Trim(word, "0123456789") != ""
		dst = append(dst, b[0])
	}
	if !certain {
		return nil, errors.New("these may be decimal numbers as well; put them in brackets if they are, or 0x before each if not")
	}
	return dst, nil
}

// readMarked reads bytes that each have a mark before one or two digits, or a
// single one before many, as programs write them, with commas and a cast or
// braces around.
func readMarked(text, mark string) ([]byte, error) {
	if digits, found := strings.CutPrefix(text, mark); found && len(digits) > 2 && strings.Trim(digits, hexDigits) == "" && mark != `\x` {
		b, err := hex.DecodeString(digits)
		if err != nil {
			return nil, fmt.Errorf("there is an odd number, %d", len(digits))
		}
		return b, nil
	}
	if i := strings.IndexAny(text, "{["); i >= 0 && mark != `\x` {
		var err error
		if text, err = unwrap(text); err != nil {
			return nil, err
		}
	}
	text = strings.ReplaceAll(text, "(byte)", "")
	if mark == `\x` {
		text = strings.ReplaceAll(text, mark, " "+mark)
	} else {
		text = strings.ReplaceAll(text, ",", " ")
	}
	var dst []byte
	for _, word := range strings.Fields(text) {
		digits, found := strings.CutPrefix(word, mark)
		n, err := strconv.ParseUint(digits, 16, 8)
		if !found || err != nil || len(digits) > 2 || mark == `\x` && len(digits) != 2 {
			return nil, fmt.Errorf("%q is no byte with %s before it", word, mark)
		}
		dst = append(dst, byte(n))
	}
	return dst, nil
}

// readBase64 reads base64 on one line or on lines of the same length.
func readBase64(text string) ([]byte, error) {
	digits, err := joinLines(text)
	if err != nil {
		return nil, err
	}
	encoding := base64.StdEncoding
	if strings.ContainsAny(digits, "-_") {
		encoding = base64.URLEncoding
	}
	if !strings.HasSuffix(digits, "=") {
		encoding = encoding.WithPadding(base64.NoPadding)
	}
	b, err := encoding.Strict().DecodeString(digits)
	if err != nil {
		return nil, fmt.Errorf("not base64: %w", err)
	}
	return b, nil
}

// joinLines puts lines together all of which but the last have the same length.
func joinLines(text string) (string, error) {
	lines := strings.Fields(text)
	for i, line := range lines {
		if len(line) != len(lines[0]) && i < len(lines)-1 || len(line) > len(lines[0]) {
			return "", errors.New("not base64: the lines have different lengths")
		}
	}
	return strings.Join(lines, ""), nil
}
