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

// nearest returns the word that s was likely meant for: one that differs in
// letter case only, else by at most two edits, fewer for short words; the empty
// string if there is none.
func nearest(s string, words []string) string {
	best, bestDistance := "", 3
	for _, word := range words {
		if strings.EqualFold(s, word) {
			return word
		}
		// Two edits turn any word of four letters into quite another one.
		limit := min(2, len(word)/3)
		if d := editDistance(s, word); d <= limit && d < bestDistance {
			best, bestDistance = word, d
		}
	}
	return best
}

// editDistance counts the bytes to insert, remove or replace, and the pairs of
// neighbours to exchange, to make b of a. It is exact only up to 2; more is any
// number above.
func editDistance(a, b string) int {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return 3
	}
	before := make([]int, len(b)+1) // distances from a[:i-1] to each b[:j]
	row := make([]int, len(b)+1)    // and those from a[:i]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
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
