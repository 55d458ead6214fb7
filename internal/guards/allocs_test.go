// Package guards keeps the properties of generated code that make it fast, as
// far as they do not depend on time: how often and how much it allocates, and
// what a program links that uses it. How fast it is, interop/bench measures.
package guards

import (
	"runtime"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/workload"
	"github.com/kgen-go/kgen/kwire"
)

const (
	runs = 5
	// chunk is the greatest size of what decoding allocates at once for the
	// slices within array elements.
	chunk = 16 << 10
	// textChunk is that for strings, after growing chunks of less.
	textChunk = 4 << 10
	growing   = 5
	// kinds bounds the allocations of a small message: itself, its arrays, and
	// the first chunk of each type.
	kinds = 8
)

// hasUnknownTags names the workloads whose unknown tagged fields take memory each
// time: a list of such fields is never used again, as copies of it may be in use.
var hasUnknownTags = map[string]bool{"metadata-unknowntags-100x10": true}

func forEachCase(t *testing.T, test func(t *testing.T, c workload.Case)) {
	t.Helper()
	cases, err := workload.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.String(), func(t *testing.T) { test(t, c) })
	}
}

func TestEncodeAllocations(t *testing.T) {
	forEachCase(t, func(t *testing.T, c workload.Case) {
		buf := make([]byte, 0, len(c.Wire))
		atMost(t, "Encode into a buffer with room", 0, func() error {
			var err error
			buf, err = c.Message.Encode(buf[:0], c.Version)
			return err
		})
		var fresh []byte
		atMost(t, "Encode(nil)", 1, func() error {
			var err error
			fresh, err = c.Message.Encode(nil, c.Version)
			return err
		})
		if cap(fresh) != len(c.Wire) {
			t.Errorf("Encode(nil) allocates %d bytes for %d", cap(fresh), len(c.Wire))
		}
	})
}

// vectored is what messages with bytes fields have in addition.
type vectored interface {
	EncodeBuffers(v *kwire.Vector, version int16) ([][]byte, error)
}

func TestVectoredEncodeAllocations(t *testing.T) {
	tested := false
	forEachCase(t, func(t *testing.T, c workload.Case) {
		m, ok := c.Message.(vectored)
		if !ok {
			return
		}
		tested = true
		var v kwire.Vector
		// The first time, what is copied goes into a buffer that grows. What is
		// referred to must not count.
		memory := memoryOf(func() error {
			v = kwire.Vector{}
			_, err := m.EncodeBuffers(&v, c.Version)
			return err
		})
		if copied := len(c.Wire) - v.Len(); memory > 6*copied+16<<10 {
			t.Errorf("EncodeBuffers allocates %d bytes to copy %d", memory, copied)
		}
		atMost(t, "EncodeBuffers", 0, func() error {
			_, err := m.EncodeBuffers(&v, c.Version)
			return err
		})
	})
	if !tested {
		t.Error("no message has EncodeBuffers")
	}
}

func TestDecodeAllocations(t *testing.T) {
	forEachCase(t, func(t *testing.T, c workload.Case) {
		decode := func(flags kwire.DecodeFlags) func() error {
			return func() error { return c.New().DecodeWith(c.Wire, c.Version, flags) }
		}
		footprint := workload.FootprintOf(c.Message)
		// Chunks are rounded up, and what is left of one may go to waste.
		memory := 2*footprint.Structs() + 1024

		alias := decode(kwire.AliasStrings)
		used := memoryOf(alias)
		if used > memory {
			t.Errorf("Decode with aliased strings takes %d bytes, limit %d", used, memory)
		}
		// The chunks for lists of unknown tagged fields grow up to that size.
		limit := kinds
		if hasUnknownTags[c.Name] {
			limit += growing
		}
		atMost(t, "Decode with aliased strings", limit+used/chunk, alias)

		// In addition strings are copied: either in chunks that grow up to
		// textChunk, or with everything around them but bytes fields.
		memory += len(c.Wire) - footprint.Data + textChunk
		safe := decode(0)
		used = memoryOf(safe)
		if used > memory {
			t.Errorf("Decode takes %d bytes, limit %d", used, memory)
		}
		atMost(t, "Decode", limit+used/chunk+growing+footprint.Text/textChunk, safe)
	})
}

func TestRepeatedDecodeAllocations(t *testing.T) {
	forEachCase(t, func(t *testing.T, c workload.Case) {
		m := c.New()
		decode := func() error { return m.Decode(c.Wire, c.Version) }
		limit := 0
		if hasUnknownTags[c.Name] {
			limit = kinds + memoryOf(decode)/chunk
		}
		atMost(t, "Decode into the same value", limit, decode)
	})
}

// Arrays and strings in tagged fields are used again as those outside are.
func TestRepeatedDecodeOfTaggedArrays(t *testing.T) {
	m := kafka.NewApiVersionsResponse()
	m.SupportedFeatures = []kafka.ApiVersionsResponseSupportedFeatureKey{{Name: "metadata.version", MinVersion: 1, MaxVersion: 25}}
	m.FinalizedFeatures = []kafka.ApiVersionsResponseFinalizedFeatureKey{{Name: "metadata.version", MaxVersionLevel: 25, MinVersionLevel: 25}}
	m.FinalizedFeaturesEpoch = 7
	wire, err := m.Encode(nil, 3)
	if err != nil {
		t.Fatal(err)
	}
	again := kafka.NewApiVersionsResponse()
	atMost(t, "Decode into the same value", 0, func() error { return again.Decode(wire, 3) })
	if len(again.SupportedFeatures) != 1 || again.FinalizedFeatures[0].Name != "metadata.version" {
		t.Errorf("got %+v", again)
	}
}

// atMost fails if f, after a first call, allocates more often than limit.
func atMost(t *testing.T, name string, limit int, f func() error) {
	t.Helper()
	allocations := testing.AllocsPerRun(runs, func() {
		if err := f(); err != nil {
			t.Fatal(err)
		}
	})
	if int(allocations) > limit {
		t.Errorf("%s: %.0f allocations, limit %d", name, allocations, limit)
	}
}

// memoryOf is the memory that a call of f allocates.
func memoryOf(f func() error) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		_ = f()
	}
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc-before.TotalAlloc) / runs
}
