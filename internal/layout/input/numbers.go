package input

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// prefixes stand before the numbers in programs.
var prefixes = []string{"[]byte", "[]uint8", "new byte[]", "bytearray(", "bytes("}

// isNumbers reports whether text is a list in brackets or braces, but none whose
// items say that they are hexadecimal.
func isNumbers(text string) bool {
	for _, prefix := range prefixes {
		if rest, found := strings.CutPrefix(text, prefix); found {
			text = strings.TrimSpace(rest)
			break
		}
	}
	return (strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{")) && !strings.Contains(strings.ToLower(text), "0x")
}

// unwrap takes off the brackets or braces, and what stands before them.
func unwrap(text string) (string, error) {
	text = strings.TrimSuffix(strings.TrimSpace(text), ";")
	for _, prefix := range prefixes {
		if rest, found := strings.CutPrefix(text, prefix); found {
			if text = strings.TrimSpace(rest); strings.HasSuffix(prefix, "(") {
				text = strings.TrimSuffix(text, ")")
			}
			break
		}
	}
	if len(text) >= 2 && (text[0] == '[' && text[len(text)-1] == ']' || text[0] == '{' && text[len(text)-1] == '}') {
		return text[1 : len(text)-1], nil
	}
	return "", errors.New("the brackets do not go around all of it")
}

// readNumbers reads decimal numbers in brackets, as the printing of most
// languages gives them: from 0 to 255, or from -128 to 127 where bytes are
// signed.
func readNumbers(text string) ([]byte, error) {
	inner, err := unwrap(text)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(inner)
	if strings.Contains(inner, ",") {
		words = strings.Split(strings.TrimSuffix(strings.TrimSpace(inner), ","), ",")
	}
	dst := make([]byte, 0, len(words))
	low, high := 0, 0
	for _, word := range words {
		word = strings.TrimSpace(word)
		n, err := strconv.Atoi(word)
		// Other spellings may be of another base.
		if err != nil || strconv.Itoa(n) != word || n < -128 || n > 255 {
			return nil, fmt.Errorf("%q is no decimal number from -128 to 255", word)
		}
		low, high = min(low, n), max(high, n)
		dst = append(dst, byte(n))
	}
	if low < 0 && high > 127 {
		return nil, fmt.Errorf("there are both %d and %d, but bytes are signed or not", low, high)
	}
	return dst, nil
}
