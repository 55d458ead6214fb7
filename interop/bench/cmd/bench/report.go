package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
)

// about is what the figures depend on.
type about struct {
	date      time.Time
	goVersion string
	cpu       string
	passes    int
	benchtime time.Duration
	peers     []string // with their versions
}

// describe collects it.
func describe(dir string, o options, res results) (about, error) {
	a := about{date: time.Now(), cpu: res.cpu, passes: o.passes, benchtime: o.benchtime}
	var err error
	if a.goVersion, err = goCommand(dir, "env", "GOVERSION", "GOOS", "GOARCH"); err != nil {
		return a, err
	}
	a.goVersion = strings.Join(strings.Fields(a.goVersion), " ")
	for _, module := range []string{kmsgModule, "github.com/segmentio/kafka-go", saramaModule} {
		version, err := moduleVersion(dir, module)
		if err != nil {
			return a, err
		}
		a.peers = append(a.peers, module+" "+version)
		if module == kmsgModule {
			a.peers = append(a.peers, module+" "+oldKmsg+" (kmsg-1.14)")
		}
	}
	return a, nil
}

// report writes the results as Markdown.
func report(res results, a about) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Benchmarks against other codecs

Written by `+"`go run ./bench/cmd/bench`"+` in the interop folder; what is measured is
described in [peers.go](peers.go).

- %s, %s, %s
- GOMAXPROCS=1, medians of %d passes of %v each
- %s

`, a.date.Format(time.DateOnly), a.goVersion, a.cpu, a.passes, a.benchtime, strings.Join(a.peers, ", "))
	reportTargets(&b, judge(res))
	reportLines(&b, holdAgainstFloor(res))
	for _, op := range operations(res) {
		reportOperation(&b, res, op)
	}
	return b.Bytes()
}

func reportTargets(b *bytes.Buffer, verdicts []verdict) {
	met := 0
	for _, v := range verdicts {
		if v.met() {
			met++
		}
	}
	fmt.Fprintf(b, "## Targets\n\n%d of %d met. Times are in relation to the better of the two kmsg at the same\n", met, len(verdicts))
	fmt.Fprint(b, "version, unless they have a unit; ± is half the distance of the quartiles, of kgen\nand of kmsg.\n\n")
	fmt.Fprint(b, "| operation | workload | v | time | target | ± | allocations | target | met |\n|---|---|--:|--:|--:|--:|--:|--:|---|\n")
	for _, v := range verdicts {
		measured, limit := "", ""
		switch {
		case v.ratio > 0:
			measured, limit = fmt.Sprintf("%.2f", v.measuredRatio()), fmt.Sprintf("%.2f", v.ratio)
		case v.ns > 0:
			measured, limit = duration(v.own.ns), duration(v.ns)
		}
		result := "yes"
		if !v.met() {
			result = "no"
		}
		fmt.Fprintf(b, "| %s | %s | %d | %s | %s | %.0f, %.0f %% | %s | %s | %s |\n", v.op, v.workload, v.version,
			boldUnless(v.timeMet(), measured), limit, v.own.spread*100, v.best.spread*100,
			boldUnless(v.allocsMet(), fmt.Sprintf("%.0f", v.own.allocs)), v.allocs.text, result)
	}
}

func boldUnless(met bool, s string) string {
	if met {
		return s
	}
	return "**" + s + "**"
}

// operations lists the operations in the order in which they ran.
func operations(res results) []string {
	var ops []string
	for _, k := range res.keys {
		if !slices.Contains(ops, k.op) {
			ops = append(ops, k.op)
		}
	}
	return ops
}

// columns is the order of the codecs and of the floors.
var columns = []string{"kgen", "kmsg", "kmsg-1.14", "kafka-go", "sarama", "copy", "copy-new", "walk", "allocate"}

// reportOperation has a line for each workload and version, and a column for
// each codec.
func reportOperation(b *bytes.Buffer, res results, op string) {
	var codecs []string
	var rows []key // without codec
	for _, k := range res.keys {
		if k.op != op {
			continue
		}
		if !slices.Contains(codecs, k.codec) {
			codecs = append(codecs, k.codec)
		}
		k.codec = ""
		if !slices.Contains(rows, k) {
			rows = append(rows, k)
		}
	}
	slices.SortFunc(codecs, func(a, b string) int {
		return slices.Index(columns, a) - slices.Index(columns, b)
	})
	fmt.Fprintf(b, "\n## %s\n\n| workload | v | %s | kgen / best kmsg |\n|---|--:|%s--:|\n",
		op, strings.Join(codecs, " | "), strings.Repeat("--:|", len(codecs)))
	for _, row := range rows {
		fmt.Fprintf(b, "| %s | %d |", row.workload, row.version)
		for _, codec := range codecs {
			row.codec = codec
			if f, ok := res.figures[row]; ok {
				fmt.Fprintf(b, " %s<br>%s, %.0f |", duration(f.ns), byteCount(f.bytes), f.allocs)
			} else {
				fmt.Fprint(b, " – |")
			}
		}
		row.codec = "kgen"
		own, found := res.figures[row]
		best, ok := bestKmsg(res, op, row.workload, row.version)
		if found && ok {
			fmt.Fprintf(b, " %.2f |\n", own.ns/best.ns)
		} else {
			fmt.Fprint(b, " |\n")
		}
	}
}

// duration has three digits and the unit that suits them.
func duration(ns float64) string {
	switch {
	case ns >= 1e6:
		return fmt.Sprintf("%.3g ms", ns/1e6)
	case ns >= 1e3:
		return fmt.Sprintf("%.3g µs", ns/1e3)
	}
	return fmt.Sprintf("%.3g ns", ns)
}

func byteCount(n float64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.3g MB", n/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.3g KB", n/(1<<10))
	}
	return fmt.Sprintf("%.0f B", n)
}
