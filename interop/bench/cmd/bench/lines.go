package main

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/kgen-go/kgen/internal/workload"
)

// A line is what decoding must reach in relation to the floor: to following the
// lengths in the input and, for a new value, allocating its memory. No decoder
// can do without either.
type line struct {
	op     string
	floors []string // columns of the floor that are added up
	ratio  float64
}

var lines = []line{
	{"Decode", []string{"walk", "allocate"}, 1.5},
	{"DecodeAgain", []string{"walk"}, 1.25},
}

// leastTime is the time from which lines count, in nanoseconds: what takes less
// is the call and the check of the version.
const leastTime = 1000

// A lineVerdict is how a workload did against a line.
type lineVerdict struct {
	line
	workload string
	version  int16
	own      figure
	floor    float64 // nanoseconds
	best     figure  // the better kmsg's; zero where there is none
}

// measuredRatio is the time in relation to the floor's.
func (v lineVerdict) measuredRatio() float64 { return v.own.ns / v.floor }

// met reports whether the time is within the line. Ratios count as they are
// printed, with two digits.
func (v lineVerdict) met() bool {
	return math.Round(v.measuredRatio()*100) <= math.Round(v.ratio*100)
}

// behind reports whether the better kmsg was faster, by more than noise.
func (v lineVerdict) behind() bool {
	return v.best.ns > 0 && v.own.ns*(1-v.own.spread) > v.best.ns*(1+v.best.spread)
}

// holdAgainstFloor holds the results against the lines, as far as they were
// measured.
func holdAgainstFloor(res results) []lineVerdict {
	var verdicts []lineVerdict
	for _, l := range lines {
		for _, w := range workload.All() {
			version := w.Versions[0]
			own, ok := res.figures[key{l.op, w.Name, version, "kgen"}]
			floor := 0.0
			for _, column := range l.floors {
				f, found := res.figures[key{"Floor", w.Name, version, column}]
				ok = ok && found
				floor += f.ns
			}
			if !ok || own.ns < leastTime {
				continue
			}
			best, _ := bestKmsg(res, l.op, w.Name, version)
			verdicts = append(verdicts, lineVerdict{l, w.Name, version, own, floor, best})
		}
	}
	return verdicts
}

func reportLines(b *bytes.Buffer, verdicts []lineVerdict) {
	met := 0
	for _, v := range verdicts {
		if v.met() && !v.behind() {
			met++
		}
	}
	fmt.Fprintf(b, "\n## Beside the floor\n\n%d of %d within their line, and not behind the better kmsg by more than noise.\n\n", met, len(verdicts))
	fmt.Fprint(b, "| operation | workload | v | time | floor | ratio | line | better kmsg |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, v := range verdicts {
		kmsg := "–"
		if v.best.ns > 0 {
			kmsg = boldUnless(!v.behind(), fmt.Sprintf("%.2f", v.own.ns/v.best.ns))
		}
		fmt.Fprintf(b, "| %s | %s | %d | %s | %s: %s | %s | %.2f | %s |\n", v.op, v.workload, v.version, duration(v.own.ns),
			strings.Join(v.floors, " + "), duration(v.floor), boldUnless(v.met(), fmt.Sprintf("%.2f", v.measuredRatio())), v.ratio, kmsg)
	}
}
