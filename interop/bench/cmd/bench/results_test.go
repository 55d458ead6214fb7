package main

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kgen-go/kgen/internal/workload"
)

// Two passes, as go test prints them.
const output = `goos: linux
cpu: Some CPU @ 2.30GHz
BenchmarkDecode/apiversions-70/v=3/codec=kgen         	  100	 300.0 ns/op	1660.00 MB/s	1240 B/op	 2 allocs/op
BenchmarkDecode/apiversions-70/v=3/codec=kmsg         	  100	1500 ns/op	 332.00 MB/s	1264 B/op	 3 allocs/op
BenchmarkDecode/apiversions-70/v=3/codec=kmsg-1.14    	  100	1000 ns/op	 498.00 MB/s	1264 B/op	 4 allocs/op
PASS
cpu: Some CPU @ 2.30GHz
BenchmarkDecode/apiversions-70/v=3/codec=kgen         	  100	 340.0 ns/op	1660.00 MB/s	1240 B/op	 2 allocs/op
BenchmarkDecode/apiversions-70/v=3/codec=kmsg         	  100	1500 ns/op	 332.00 MB/s	1264 B/op	 3 allocs/op
BenchmarkDecode/apiversions-70/v=3/codec=kmsg-1.14    	  100	1000 ns/op	 498.00 MB/s	1264 B/op	 4 allocs/op
PASS
`

func decodeKey(codec string) key { return key{"Decode", "apiversions-70", 3, codec} }

func TestParse(t *testing.T) {
	got, err := parse(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	want := results{
		figures: map[key]figure{
			// Quartiles of 300 and 340: 310 and 330.
			decodeKey("kgen"):      {ns: 320, spread: 10.0 / 320, bytes: 1240, allocs: 2},
			decodeKey("kmsg"):      {ns: 1500, bytes: 1264, allocs: 3},
			decodeKey("kmsg-1.14"): {ns: 1000, bytes: 1264, allocs: 4},
		},
		keys: []key{decodeKey("kgen"), decodeKey("kmsg"), decodeKey("kmsg-1.14")},
		cpu:  "Some CPU @ 2.30GHz",
	}
	allow := cmp.AllowUnexported(results{}, figure{}, key{})
	if diff := cmp.Diff(want, got, allow, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":       "PASS\n",
		"no number":     "BenchmarkDecode/a/v=3/codec=kgen 100 many ns/op\n",
		"no unit":       "BenchmarkDecode/a/v=3/codec=kgen 100 1 ns/op 2\n",
		"large version": "BenchmarkDecode/a/v=99999/codec=kgen 100 1 ns/op\n",
	} {
		if _, err := parse(strings.NewReader(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestQuantile(t *testing.T) {
	for _, test := range []struct {
		values []float64
		q      float64
		want   float64
	}{
		{nil, 0.5, 0},
		{[]float64{7}, 0.25, 7},
		{[]float64{3, 1, 2}, 0.5, 2},
		{[]float64{4, 1, 2, 3}, 0.5, 2.5},
		{[]float64{1, 2, 3, 4, 5}, 0.75, 4},
	} {
		if got := quantile(test.values, test.q); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("quantile(%v, %v) = %v, want %v", test.values, test.q, got, test.want)
		}
	}
}

func TestBestKmsg(t *testing.T) {
	res, err := parse(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	best, ok := bestKmsg(res, "Decode", "apiversions-70", 3)
	if !ok || best.ns != 1000 || best.allocs != 3 {
		t.Errorf("%+v, %v; want 1000 ns of the one and 3 allocations of the other", best, ok)
	}
	if _, ok := bestKmsg(res, "Decode", "apiversions-70", 2); ok {
		t.Error("found at a version that was not measured")
	}
}

func TestMet(t *testing.T) {
	best := figure{ns: 100, allocs: 60}
	for name, test := range map[string]struct {
		target target
		own    figure
		want   bool
	}{
		"ratio":                  {target{ratio: 0.40, allocs: anyNumber}, figure{ns: 40.4}, true},
		"ratio above":            {target{ratio: 0.40, allocs: anyNumber}, figure{ns: 40.6}, false},
		"time":                   {target{ns: 2000, allocs: anyNumber}, figure{ns: 2000}, true},
		"time above":             {target{ns: 2000, allocs: anyNumber}, figure{ns: 2001}, false},
		"none allocated":         {target{allocs: atMost(0)}, figure{}, true},
		"one allocated":          {target{allocs: atMost(0)}, figure{allocs: 1}, false},
		"a 30th and two chunks":  {target{allocs: thirtieth}, figure{bytes: 40_000, allocs: 4}, true},
		"and one more":           {target{allocs: thirtieth}, figure{bytes: 40_000, allocs: 5}, false},
		"eight and two chunks":   {target{allocs: perChunk}, figure{bytes: 40_000, allocs: 10}, true},
		"eight and three chunks": {target{allocs: perChunk}, figure{bytes: 40_000, allocs: 11}, false},
		"as many as kmsg":        {target{allocs: asMany}, figure{allocs: 60}, true},
		"one more than kmsg":     {target{allocs: asMany}, figure{allocs: 61}, false},
	} {
		if got := (verdict{target: test.target, own: test.own, best: best}).met(); got != test.want {
			t.Errorf("%s: met is %v", name, got)
		}
	}
}

// TestBoldMisses: a reader sees at once which of two figures misses its target.
func TestBoldMisses(t *testing.T) {
	text := strings.ReplaceAll(output, " 300.0 ns/op", " 900.0 ns/op")
	text = strings.ReplaceAll(text, " 340.0 ns/op", " 900.0 ns/op")
	res, err := parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	const want = "| **0.90** | 0.55 | 0, 0 % | 2 | ≤ 6 | no |"
	if got := report(res, about{}); !bytes.Contains(got, []byte(want)) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// TestTargetsCover: each workload, but for those that are only measured, has
// one target for each operation at the version that counts, and one for
// encoding at its classic version.
func TestTargetsCover(t *testing.T) {
	nestedOnly := map[string]bool{"DecodeAlias": true}
	withRecords := map[string]bool{"EncodeVectored": true}
	for _, w := range workload.All() {
		isNested := false
		for _, name := range nested {
			isNested = isNested || strings.HasPrefix(w.Name, name)
		}
		hasRecords := strings.HasPrefix(w.Name, "fetch") || strings.HasPrefix(w.Name, "produce")
		for _, op := range []string{"Encode", "EncodeNew", "EncodeVectored", "Decode", "DecodeAlias", "DecodeAgain"} {
			for _, version := range w.Versions {
				want := 0
				switch flexible := w.Message.Info().Flexible(version); {
				case strings.Contains(w.Name, "tags"):
				case nestedOnly[op] && !isNested, withRecords[op] && !hasRecords:
				case version == w.Versions[0], op == "Encode" && !flexible:
					want = 1
				}
				got := 0
				for _, target := range targets {
					if target.op == op && target.appliesTo(w, version) {
						got++
					}
				}
				if got != want {
					t.Errorf("%s of %s v%d has %d targets, want %d", op, w.Name, version, got, want)
				}
			}
		}
	}
}

func TestReport(t *testing.T) {
	res, err := parse(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	got := report(res, about{
		date:      time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC),
		goVersion: "go1.26 linux amd64",
		cpu:       res.cpu,
		passes:    2,
		benchtime: time.Second,
		peers:     []string{"some peer v1"},
	})
	for _, want := range []string{
		"2026-01-02, go1.26 linux amd64, Some CPU @ 2.30GHz",
		"medians of 2 passes of 1s each",
		"1 of 1 met.",
		"| Decode | apiversions-70 | 3 | 0.32 | 0.55 | 3, 0 % | 2 | ≤ 6 | yes |",
		"| workload | v | kgen | kmsg | kmsg-1.14 | kgen / best kmsg |",
		"| apiversions-70 | 3 | 320 ns<br>1.21 KB, 2 | 1.5 µs<br>1.23 KB, 3 | 1 µs<br>1.23 KB, 4 | 0.32 |",
	} {
		if !bytes.Contains(got, []byte(want)) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
