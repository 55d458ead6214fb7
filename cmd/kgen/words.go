package main

import (
	"errors"
	"strconv"
	"strings"
)

// splitWords splits a line into words as go generate does: at blanks, except
// within a word that is quoted like a Go string.
func splitWords(line string) ([]string, error) {
	var words []string
	for {
		line = strings.TrimLeft(line, " \t\r\n")
		if line == "" {
			return words, nil
		}
		if line[0] != '"' {
			end := strings.IndexAny(line, " \t\r\n")
			if end < 0 {
				end = len(line)
			}
			words = append(words, line[:end])
			line = line[end:]
			continue
		}
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			return nil, errors.New("a quoted word has no end")
		}
		word, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, err
		}
		words = append(words, word)
		line = line[len(quoted):]
		if line != "" && !strings.ContainsRune(" \t\r\n", rune(line[0])) {
			return nil, errors.New("no blank after a quoted word")
		}
	}
}

// joinWords makes a line that splitWords splits into words again.
func joinWords(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		if quoted[i] = strconv.Quote(word); quoted[i] == `"`+word+`"` && word != "" && !strings.Contains(word, " ") {
			quoted[i] = word
		}
	}
	return strings.Join(quoted, " ")
}
