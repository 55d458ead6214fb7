package model

// Nearest returns the word that s is most likely a slip for, the empty string if
// no word is near.
func Nearest(s string, words []string) string { return nearest(s, words) }
