// Package alloc measures what decoding allocates.
package alloc

import (
	"runtime"
	"runtime/metrics"
)

// Bound is the number of bytes that decoding an input of n bytes may allocate
// at most, whatever the input is.
func Bound(n int) uint64 { return uint64(64*n + 64<<10) }

// A Meter measures allocations. Its zero value is ready for use.
type Meter struct {
	sample [1]metrics.Sample
}

// Exceeds runs f and reports whether it allocates more than bound bytes, and
// how many then. It may run f twice. What other goroutines allocate meanwhile
// counts as well.
func (m *Meter) Exceeds(bound uint64, f func()) (bytes uint64, exceeds bool) {
	before := m.roughly()
	f()
	// The rough number lags behind by what lies in spans that are in use, so
	// that anything near the bound is measured again.
	if m.roughly()-before <= bound/4 {
		return 0, false
	}
	before = exactly()
	f()
	bytes = exactly() - before
	return bytes, bytes > bound
}

// roughly is exactly at a twentieth of the cost.
func (m *Meter) roughly() uint64 {
	m.sample[0].Name = "/gc/heap/allocs:bytes"
	metrics.Read(m.sample[:])
	return m.sample[0].Value.Uint64()
}

// exactly is the number of bytes allocated so far.
func exactly() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}
