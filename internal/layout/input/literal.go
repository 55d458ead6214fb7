package input

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// isLiteral reports whether text is a string in quotes, perhaps with the b of
// Python before it.
func isLiteral(text string) bool {
	text = strings.TrimPrefix(text, "b")
	return strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "'")
}

// readLiteral reads strings in quotes, several of which are one after the other.
// Between the quotes every character that has no backslash stands for itself,
// but that a string without any backslash, and without a b before it, holds
// digits or base64, as in JSON.
func readLiteral(text string) ([]byte, error) {
	text = strings.TrimSpace(text)
	bytesOnly := strings.HasPrefix(text, "b")
	escaped := strings.Contains(text, `\`)
	var dst []byte
	for text != "" {
		text = strings.TrimPrefix(text, "b")
		if text == "" || text[0] != '"' && text[0] != '\'' {
			return nil, errors.New("there is something behind the closing quote")
		}
		end := closingQuote(text)
		if end < 0 {
			return nil, errors.New("the closing quote is missing")
		}
		piece, err := unescape(text[1:end])
		if err != nil {
			return nil, err
		}
		dst = append(dst, piece...)
		text = strings.TrimSpace(text[end+1:])
	}
	if bytesOnly || escaped || len(dst) == 0 {
		return dst, nil
	}
	inner := string(dst)
	if isLiteral(inner) {
		return nil, errors.New("there are quotes within quotes")
	}
	return readAuto(inner)
}

// closingQuote is where the string that text begins with ends, -1 if it does not.
func closingQuote(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i
		}
	}
	return -1
}

// escapes are what letters stand for behind a backslash.
var escapes = map[byte]byte{
	'n': '\n', 'r': '\r', 't': '\t', 'a': 7, 'b': 8, 'f': 12, 'v': 11, '\\': '\\', '"': '"', '\'': '\'',
}

// unescape gives the bytes of what is between quotes.
func unescape(text string) ([]byte, error) {
	var dst []byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' {
			if c == '\n' || c == '\r' {
				return nil, errors.New("a line ends within the quotes")
			}
			dst = append(dst, c)
			continue
		}
		i++
		if i == len(text) {
			return nil, errors.New("nothing follows a backslash")
		}
		digits, base, bits := "", 16, 8
		switch c := text[i]; {
		case c == 'x':
			digits = text[i+1 : min(i+3, len(text))]
			i += 2
		case c == 'u':
			digits, bits = text[i+1:min(i+5, len(text))], 16
			i += 4
		case c >= '0' && c <= '7':
			end := i
			for end < len(text) && end < i+3 && text[end] >= '0' && text[end] <= '7' {
				end++
			}
			digits, base = text[i:end], 8
			i = end - 1
		case escapes[c] != 0:
			dst = append(dst, escapes[c])
			continue
		default:
			return nil, fmt.Errorf(`\%c is no escape`, c)
		}
		n, err := strconv.ParseUint(digits, base, bits)
		if err != nil || base == 16 && len(digits) != bits/4 {
			return nil, fmt.Errorf("%q is no escape", digits)
		}
		if bits == 16 {
			dst = utf8.AppendRune(dst, rune(n))
		} else {
			dst = append(dst, byte(n))
		}
	}
	return dst, nil
}
