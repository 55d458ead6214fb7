package gogen

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// safeText returns text from outside, of a schema or a file's name, as it may
// stand in a comment: what does not show on paper is written as an escape
// sequence of Go, and so is what is not UTF-8. Else a NUL or a byte order mark
// would keep the file from being Go, a line end would end the comment, and marks
// that turn the direction of text would have readers see other code than the
// compiler. Blanks other than a space count as not showing.
func safeText(text string) string {
	if isSafe(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if isSafe(text[:size]) {
			b.WriteRune(r)
		} else {
			quoted := strconv.Quote(text[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		text = text[size:]
	}
	return b.String()
}

func isSafe(text string) bool {
	for _, r := range text {
		if !strconv.IsPrint(r) {
			return false
		}
	}
	return utf8.ValidString(text)
}
