package model

import (
	"maps"
	"slices"
	"strings"
)

// isName reports whether s is a letter followed by letters and digits, all
// ASCII: what Kafka asks of a field's name, and what is an identifier in Go.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || '9' < c) {
			return false
		}
	}
	return s != ""
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// capitalised gives s, a name, with its first letter in upper case.
func capitalised(s string) string {
	if s == "" || isCapital(s[0]) {
		return s
	}
	return string(s[0]&^0x20) + s[1:]
}

// mapKeys returns the keys of m in order.
func mapKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// nearest returns the word that differs from s by at most two edits, fewer for
// short words; the empty string if none does.
func nearest(s string, words []string) string {
	best, bestDistance := "", 3
	for _, word := range words {
		// Two edits turn any word of four letters into quite another one.
		limit := min(2, len(word)/3)
		if d := editDistance(s, word); d <= limit && d < bestDistance {
			best, bestDistance = word, d
		}
	}
	return best
}

// editDistance counts the bytes to insert, remove or replace to make b of a. It
// is exact only up to 2; more is any number above.
func editDistance(a, b string) int {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return 3
	}
	row := make([]int, len(b)+1) // distances from a[:i] to each b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, above, row[j])
			}
			diagonal, row[j+1] = above, cost
		}
	}
	return row[len(b)]
}

// enumerate joins words as in "a, b and c".
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
