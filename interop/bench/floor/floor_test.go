package floor

import (
	"testing"

	"github.com/kgen-go/kgen/internal/workload"
)

// TestWalk: the lengths lead to the end of the body, which the generated code
// encoded, so a walk does all that finding every field takes.
func TestWalk(t *testing.T) {
	cases, err := workload.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		walk := Walk(c)
		if c.Version != c.Versions[0] {
			if walk != nil {
				t.Errorf("%v: a walk with the layout of another version", c)
			}
			continue
		}
		if walk == nil {
			t.Errorf("%v: no walk", c)
			continue
		}
		if got := walk(c.Wire); got != len(c.Wire) {
			t.Errorf("%v: ends at %d of %d bytes", c, got, len(c.Wire))
		}
	}
}
