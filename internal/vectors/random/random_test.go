package random_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/internal/vectors/random"
)

// TestFill: the version always has what Fill sets, and hardly any two values
// of a message are the same.
func TestFill(t *testing.T) {
	schemas, err := messages.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range schemas {
		m := messages.New(s.Name)
		for v := s.Valid.Low; v <= s.Valid.High; v++ {
			varies := len(s.Body.Fields) == 0
			m.SetDefaults()
			before, _ := m.Encode(nil, v)
			for range 20 {
				random.Fill(r, m, s, v)
				body, err := m.Encode(nil, v)
				if err != nil {
					t.Fatal(err)
				}
				varies = varies || !bytes.Equal(body, before)
			}
			if !varies && len(before) > 0 {
				t.Errorf("%s v%d is always the same: %x", s.Name, v, before)
			}
		}
	}
}
