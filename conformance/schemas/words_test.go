package schemas_test

import (
	"strings"
	"testing"

	"github.com/kgen-go/kgen/conformance/jars"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// tooSimilar is the similarity from which on a text counts as taken over.
const tooSimilar = 0.75

// TestWordsAreOurs checks that no field is described in the words of Kafka's own
// schema.
func TestWordsAreOurs(t *testing.T) {
	compared := 0
	for _, set := range jars.Sets() {
		theirs := abouts(load(t, kafkaJar(t, set)))
		for path, about := range abouts(load(t, schema.EmbeddedPrefix+set.Name)) {
			if official := theirs[path]; official != "" {
				compared++
				if s := similarity(about, official); s >= tooSimilar {
					t.Errorf("%s: %s: similarity %.2f between %q and Kafka's %q", set.Name, path, s, about, official)
				}
			}
		}
	}
	if compared < 1500 {
		t.Errorf("only %d texts compared", compared)
	}
}

// abouts has the text of each field by message, struct and field name.
func abouts(set *model.Set) map[string]string {
	texts := map[string]string{}
	for _, m := range set.Messages {
		for _, s := range append([]*model.Struct{m.Body}, m.Structs...) {
			for _, f := range s.Fields {
				texts[m.Name+"."+s.Name+"."+f.Name] = f.About
			}
		}
	}
	return texts
}

// similarity is 1 for texts with the same words in the same order and 0 for
// texts without a common word: twice the length of the longest common
// subsequence of words, divided by the number of words in both.
func similarity(a, b string) float64 {
	x, y := plainWords(a), plainWords(b)
	// lengths has the result for the words of x so far and each prefix of y.
	lengths := make([]int, len(y)+1)
	for _, w := range x {
		diagonal := 0
		for j, v := range y {
			above := lengths[j+1]
			if w == v {
				lengths[j+1] = diagonal + 1
			} else {
				lengths[j+1] = max(lengths[j+1], lengths[j])
			}
			diagonal = above
		}
	}
	return 2 * float64(lengths[len(y)]) / float64(max(1, len(x)+len(y)))
}

// plainWords splits a text into words in lower case, without punctuation and
// without articles, which say nothing about its origin.
func plainWords(text string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	}) {
		if w != "the" && w != "a" && w != "an" {
			words = append(words, w)
		}
	}
	return words
}

func TestSimilarity(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"The topic name.", "the topic name", 1},
		{"The topic name.", "A name of topics.", 0.4},
		{"one two three", "four five six", 0},
		{"a b c d", "b d", 0.8}, // "a" is an article
		{"", "", 0},
	} {
		if got := similarity(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: got %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
