package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A key names a benchmark.
type key struct {
	op       string
	workload string
	version  int16
	codec    string
}

// A figure is what a benchmark gave in all passes: medians.
type figure struct {
	ns     float64 // for one operation
	spread float64 // of ns: half the distance of the quartiles, as a fraction of the median
	bytes  float64 // allocated by one operation
	allocs float64
}

// results are the figures of all benchmarks.
type results struct {
	figures map[key]figure
	keys    []key // in the order of the first pass
	cpu     string
}

// benchmarkName matches Encode/apiversions-70/v=3/codec=kgen. GOMAXPROCS=1
// adds no suffix to it.
var benchmarkName = regexp.MustCompile(`^Benchmark(\w+)/([^/]+)/v=(\d+)/codec=(\S+)$`)

// parse reads the output of any number of passes. Lines that are no
// benchmark's are skipped.
func parse(r io.Reader) (results, error) {
	res := results{figures: map[key]figure{}}
	samples := map[key]map[string][]float64{}
	in := bufio.NewScanner(r)
	for in.Scan() {
		line := in.Text()
		if cpu, ok := strings.CutPrefix(line, "cpu: "); ok {
			res.cpu = cpu
		}
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		m := benchmarkName.FindStringSubmatch(fields[0])
		if m == nil {
			continue
		}
		version, err := strconv.ParseInt(m[3], 10, 16)
		if err != nil {
			return res, fmt.Errorf("%s: %w", fields[0], err)
		}
		k := key{m[1], m[2], int16(version), m[4]}
		if samples[k] == nil {
			samples[k] = map[string][]float64{}
			res.keys = append(res.keys, k)
		}
		if err := addSamples(samples[k], fields[2:]); err != nil {
			return res, fmt.Errorf("%s: %w", fields[0], err)
		}
	}
	if len(res.keys) == 0 {
		return res, errors.New("no benchmark in the output")
	}
	for k, s := range samples {
		f := figure{bytes: median(s["B/op"]), allocs: median(s["allocs/op"])}
		f.ns, f.spread = median(s["ns/op"]), spread(s["ns/op"])
		res.figures[k] = f
	}
	return res, in.Err()
}

// addSamples adds pairs of value and unit.
func addSamples(to map[string][]float64, fields []string) error {
	for pair := range slices.Chunk(fields, 2) {
		if len(pair) < 2 {
			return fmt.Errorf("value %s without a unit", pair[0])
		}
		value, err := strconv.ParseFloat(pair[0], 64)
		if err != nil {
			return err
		}
		to[pair[1]] = append(to[pair[1]], value)
	}
	return nil
}

func median(values []float64) float64 { return quantile(values, 0.5) }

// spread is half the distance of the quartiles, as a fraction of the median.
func spread(values []float64) float64 {
	m := median(values)
	if m == 0 {
		return 0
	}
	return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / m
}

// quantile interpolates between the two nearest values; 0 without values.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	at := q * float64(len(sorted)-1)
	below := int(at)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (at-float64(below))*(sorted[above]-sorted[below])
}
