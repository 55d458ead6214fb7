package alloc

import "testing"

var kept [][]byte

func TestExceeds(t *testing.T) {
	var meter Meter
	allocate := func(pieces, size int) func() {
		return func() {
			kept = nil
			for range pieces {
				kept = append(kept, make([]byte, size))
			}
		}
	}
	if n, exceeds := meter.Exceeds(100<<10, allocate(1, 200<<10)); !exceeds || n < 200<<10 {
		t.Errorf("one piece of 200 KB: %d bytes, %v", n, exceeds)
	}
	if n, exceeds := meter.Exceeds(100<<10, allocate(2000, 100)); !exceeds || n < 200000 {
		t.Errorf("2000 pieces of 100 bytes: %d bytes, %v", n, exceeds)
	}
	for _, f := range []func(){allocate(0, 0), allocate(1, 80<<10), allocate(500, 100)} {
		if n, exceeds := meter.Exceeds(100<<10, f); exceeds {
			t.Errorf("%d bytes exceed 100 KB", n)
		}
	}
}
