package kreflect_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/internal/vectors/random"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

// forRandom calls test with random values of every message in every version.
func forRandom(t *testing.T, test func(t *testing.T, r *rand.Rand, m kwire.Message, version int16)) {
	t.Helper()
	schemas, err := messages.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(12, 2026))
	for _, s := range schemas {
		t.Run(s.Name, func(t *testing.T) {
			for v := s.Valid.Low; v <= s.Valid.High; v++ {
				for range 3 {
					m := messages.New(s.Name)
					random.Fill(r, m, s, v)
					test(t, r, m, v)
				}
			}
		})
	}
}

func encode(t *testing.T, m kwire.Message, version int16) []byte {
	t.Helper()
	b, err := m.Encode(nil, version)
	if err != nil {
		t.Fatalf("v%d: %v", version, err)
	}
	return b
}

var sameTags = cmp.Comparer(kwire.Tags.Equal)

// A clone encodes the same, and goes on to do so when the frame that the
// original refers to is overwritten.
func TestClone(t *testing.T) {
	forRandom(t, func(t *testing.T, _ *rand.Rand, m kwire.Message, version int16) {
		wire := encode(t, m, version)
		frame := bytes.Clone(wire)
		if err := m.DecodeWith(frame, version, kwire.AliasStrings); err != nil {
			t.Fatal(err)
		}
		c := kreflect.Clone(m)
		if diff := cmp.Diff(m, c, sameTags); diff != "" {
			t.Fatalf("v%d: the clone differs:\n%s", version, diff)
		}
		for i := range frame {
			frame[i] ^= 0xff
		}
		if got := encode(t, c, version); !bytes.Equal(got, wire) {
			t.Fatalf("v%d: the clone changes with the frame:\ngot  %x\nwant %x", version, got, wire)
		}
	})
}

// Two messages are equal exactly if the same goes on the wire, and Diff has
// something exactly if they are not.
func TestEqualIsSameBytes(t *testing.T) {
	schemas, err := messages.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]int{}
	for i, s := range schemas {
		byName[s.Name] = i
	}
	equal, differ := 0, 0
	forRandom(t, func(t *testing.T, r *rand.Rand, m kwire.Message, version int16) {
		check := func(other kwire.Message) {
			t.Helper()
			want := bytes.Equal(encode(t, m, version), encode(t, other, version))
			if want {
				equal++
			} else {
				differ++
			}
			if got := kreflect.Equal(m, other, version); got != want {
				t.Fatalf("v%d: Equal is %v for bytes that are the same: %v\n%v\n%v", version, got, want, m, other)
			}
			if diff := kreflect.Diff(m, other, version); (len(diff) == 0) != want {
				t.Fatalf("v%d: %v for bytes that are the same: %v", version, diff, want)
			}
		}
		again := messages.New(m.Info().Name)
		if err := again.Decode(encode(t, m, version), version); err != nil {
			t.Fatal(err)
		}
		check(again)
		random.Fill(r, again, schemas[byName[m.Info().Name]], version)
		check(again)
		fresh, decoded := messages.New(m.Info().Name), messages.New(m.Info().Name)
		if body, err := fresh.Encode(nil, version); err == nil {
			if err := decoded.Decode(body, version); err != nil {
				t.Fatal(err)
			}
			if !kreflect.Equal(fresh, decoded, version) {
				t.Fatalf("v%d: New differs from itself after a round trip: %v", version, kreflect.Diff(fresh, decoded, version))
			}
		}
	})
	if equal == 0 || differ == 0 {
		t.Errorf("%d equal and %d different messages: both must be there", equal, differ)
	}
}

// What loses nothing in a version comes back from it as it was, and
// LowestVersion is the first such version.
func TestLossIsWhatEncodingRefusesOrDrops(t *testing.T) {
	lossy := 0
	forRandom(t, func(t *testing.T, _ *rand.Rand, m kwire.Message, version int16) {
		info := m.Info()
		if lost := kreflect.Loss(m, version); len(lost) > 0 {
			t.Fatalf("v%d has lost %v, which was filled for it", version, lost)
		}
		lowest := info.Highest + 1
		for v := info.Lowest; v <= info.Highest; v++ {
			lost := kreflect.Loss(m, v)
			carries := false
			if body, err := m.Encode(nil, v); err == nil {
				back := messages.New(info.Name)
				if err := back.Decode(body, v); err != nil {
					t.Fatal(err)
				}
				// What was dropped shows where all versions' fields are: in the message.
				carries = kreflect.Equal(m, back, version)
			}
			if len(lost) == 0 && !carries {
				t.Fatalf("v%d as v%d: nothing lost, but it comes back as another", version, v)
			}
			if len(lost) > 0 {
				lossy++
			}
			for _, l := range lost {
				if l.Field != nil && !l.Null && (l.Field.Versions.Contains(v) || !l.Field.Versions.Contains(int16(l.Lowest))) {
					t.Fatalf("v%d: %v", v, l)
				}
			}
			if len(lost) == 0 {
				lowest = min(lowest, v)
			}
		}
		if got, found := kreflect.LowestVersion(m); !found || got != lowest || got > version {
			t.Fatalf("LowestVersion is %d, %v, want %d", got, found, lowest)
		}
	})
	if lossy == 0 {
		t.Error("nothing was ever lost")
	}
}
