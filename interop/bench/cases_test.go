package bench

import (
	"errors"
	"sync"
	"testing"

	"github.com/kgen-go/kgen/internal/workload"
	"github.com/kgen-go/kgen/interop/bench/peer"
)

// cases are built once: they live on while everything is timed, like the
// buffers of a real program.
var cases = sync.OnceValues(workload.Cases)

func allCases(tb testing.TB) []workload.Case {
	tb.Helper()
	all, err := cases()
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// load loads a case into a peer; ok is false where the peer does not speak it.
func load(tb testing.TB, p peer.Peer, c workload.Case) (codec peer.Codec, ok bool) {
	tb.Helper()
	codec, err := p.Load(c)
	if errors.Is(err, peer.ErrNotSpoken) {
		return codec, false
	}
	if err != nil {
		tb.Fatalf("%s: %v: %v", p.Name, c, err)
	}
	return codec, true
}
