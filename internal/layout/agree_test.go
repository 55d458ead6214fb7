package layout_test

import (
	"bytes"
	"testing"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/kwire"
)

// TestAgreesWithGenerated compares with the generated code, which shares
// nothing with this package but the schemas: over the smallest instance of
// every version of every message, each of its cuts, and noise at each byte,
// both must take or refuse the same.
func TestAgreesWithGenerated(t *testing.T) {
	catalog := embedded(t)
	for _, set := range catalog.Sets {
		t.Run(set.Name, func(t *testing.T) {
			t.Parallel()
			for _, m := range set.Messages {
				for version := m.Valid.Low; version <= m.Valid.High; version++ {
					agree(t, catalog, m, version, messages.Packages[set.Name](m.Name))
				}
			}
		})
	}
}

func agree(t *testing.T, catalog *layout.Catalog, m *model.Message, version int16, g kwire.Message) {
	src, err := value.Append(nil, m, value.Smallest(m, version), version)
	if err != nil {
		t.Error(err)
		return
	}
	if err := g.Decode(src, version); err != nil {
		t.Errorf("the generated code refuses the smallest instance %x: %v", src, err)
	}
	if back, err := g.Encode(nil, version); err != nil || !bytes.Equal(back, src) {
		t.Errorf("%s v%d: the generated code writes %x, %v, want %x", m.Name, version, back, err, src)
	}
	inputs := [][]byte{src}
	for i := range src {
		inputs = append(inputs, src[:i:i])
		for _, noise := range []string{"\x7f\xff\xff\xff", "\xff\xff\xff\xfe", "\x02", "\x00", "\xff"} {
			noisy := bytes.Clone(src)
			copy(noisy[i:], noise)
			inputs = append(inputs, noisy)
		}
	}
	for _, input := range inputs {
		d, err := catalog.Decode(input, m, version, layout.BodyOnly, layout.Options{})
		if err != nil {
			t.Error(err)
			return
		}
		taken := d.Fault == nil && d.Leftover == 0
		if err := g.Decode(input, version); (err == nil) != taken {
			t.Errorf("%s v%d: of %x the generated code says %v, this package %v and %d left over", m.Name, version, input, err, d.Fault, d.Leftover)
			return
		}
	}
}
