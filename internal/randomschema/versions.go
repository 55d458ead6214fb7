package randomschema

import (
	"fmt"
	"math"
)

// versions is a range of versions with both ends; empty if high is below low.
type versions struct{ low, high int }

// open is the upper end of a range such as "3+".
const open = math.MaxInt16

var none = versions{0, -1}

func (v versions) empty() bool { return v.high < v.low }

func (v versions) String() string {
	switch {
	case v.empty():
		return "none"
	case v.high == open:
		return fmt.Sprintf("%d+", v.low)
	case v.low == v.high:
		return fmt.Sprint(v.low)
	}
	return fmt.Sprintf("%d-%d", v.low, v.high)
}

func (v versions) and(w versions) versions {
	return versions{max(v.low, w.low), min(v.high, w.high)}
}

// holds reports whether all of w lie in v.
func (v versions) holds(w versions) bool { return w.empty() || v.low <= w.low && w.high <= v.high }

// around makes up a range that has versions in common with v: all of them, as
// most ranges in schemas do, or a part, with ends within v or beyond it.
func (g *generator) around(v versions) versions {
	within := func() int { return v.low + g.IntN(min(v.high, v.low+8)-v.low+1) }
	switch g.IntN(9) {
	case 0:
		return versions{within(), open}
	case 1:
		n := within()
		return versions{n, n}
	case 2:
		n := within()
		return versions{max(0, n-g.IntN(3)), n + g.IntN(3)}
	case 3:
		return versions{0, within()}
	case 4:
		return versions{v.low, open}
	case 5:
		return v
	}
	return versions{0, open}
}
