package kwire_test

import (
	"testing"

	"github.com/kgen-go/kgen/kwire"
)

func TestNullString(t *testing.T) {
	var null kwire.NullString
	empty, word := kwire.StringOf(""), kwire.StringOf("a\n")
	if null == empty {
		t.Error("null is the same as empty")
	}
	for s, want := range map[kwire.NullString]string{null: `null`, empty: `""`, word: `"a\n"`} {
		if got := s.String(); got != want {
			t.Errorf("String gives %s, want %s", got, want)
		}
	}
	if null.Or("x") != "x" || empty.Or("x") != "" || word.Or("x") != "a\n" {
		t.Error("Or is wrong")
	}
}
