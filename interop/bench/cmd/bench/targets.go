package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/workload"
)

// A target is what the generated code must reach in some workloads. Ratios are
// to the better of the two kmsg at the same version.
type target struct {
	op        string
	workloads []string // beginnings of their names; none means all
	except    []string
	classic   bool    // at the versions that are not flexible; else at the one that counts
	ratio     float64 // of time, at most; 0 for no limit
	ns        float64 // at most; 0 for no limit
	allocs    allocLimit
}

// An allocLimit bounds the allocations of an operation.
type allocLimit struct {
	text  string
	limit func(own, best figure) float64
}

// chunk is the size of what decoding allocates at once: messages need one
// allocation more for each.
const chunk = 16 << 10

func atMost(n float64) allocLimit {
	return allocLimit{fmt.Sprintf("≤ %.0f", n), func(own, best figure) float64 { return n }}
}

var (
	perChunk = allocLimit{"≤ 8 + 1 a 16 KB", func(own, best figure) float64 {
		return 8 + math.Floor(own.bytes/chunk)
	}}
	thirtieth = allocLimit{"≤ 1/30 + 1 a 16 KB", func(own, best figure) float64 {
		return math.Ceil(best.allocs/30) + math.Floor(own.bytes/chunk)
	}}
	asMany    = allocLimit{"≤ kmsg's", func(own, best figure) float64 { return best.allocs }}
	anyNumber = allocLimit{"", func(own, best figure) float64 { return math.Inf(1) }}
)

var (
	nested   = []string{"metadata-100", "listoffsets", "offsetcommit", "describeconfigs"}
	withTags = []string{"metadata-unknowntags", "fetch-knowntags"}
)

// targets lists every workload once for each operation, but for those with
// tagged fields, which are rare: they are measured only.
var targets = []target{
	{op: "Decode", workloads: nested, ratio: 0.40, allocs: thirtieth},
	{op: "Decode", workloads: []string{"fetch-10x10"}, ratio: 0.45, allocs: anyNumber},
	{op: "Decode", workloads: []string{"produce"}, ratio: 0.70, allocs: anyNumber},
	{op: "Decode", workloads: []string{"joingroup"}, ratio: 0.75, allocs: anyNumber},
	{op: "Decode", workloads: []string{"apiversions"}, ratio: 0.55, allocs: atMost(6)},
	{op: "Decode", workloads: []string{"deleterecords"}, ratio: 0.95, allocs: asMany},
	{op: "DecodeAlias", workloads: nested, ratio: 0.40, allocs: perChunk},
	{op: "DecodeAgain", except: []string{"produce", "apiversions", "deleterecords-0"}, ratio: 0.20, allocs: atMost(0)},
	{op: "DecodeAgain", workloads: []string{"produce", "apiversions"}, ratio: 0.30, allocs: atMost(0)},
	{op: "DecodeAgain", workloads: []string{"deleterecords-0"}, allocs: atMost(0)}, // six bytes, nothing to save
	{op: "Encode", workloads: []string{"listoffsets", "apiversions"}, ratio: 0.40, allocs: atMost(0)},
	{op: "Encode", workloads: []string{"metadata-100", "offsetcommit", "describeconfigs"}, ratio: 0.67, allocs: atMost(0)},
	{op: "Encode", workloads: []string{"fetch-10x10x1K"}, ratio: 0.90, allocs: atMost(0)},
	{op: "Encode", workloads: []string{"fetch-10x10x64K", "produce", "joingroup", "deleterecords"}, ratio: 1, allocs: atMost(0)},
	{op: "Encode", classic: true, ratio: 1, allocs: atMost(0)},
	{op: "EncodeNew", except: []string{"deleterecords-0"}, ratio: 0.50, allocs: atMost(1)},
	{op: "EncodeNew", workloads: []string{"deleterecords-0"}, allocs: atMost(1)},
	{op: "EncodeVectored", workloads: []string{"fetch-10x10", "produce"}, ns: 2000, allocs: atMost(3)},
}

// appliesTo reports whether the target is for the workload at the version.
func (t target) appliesTo(w workload.Workload, version int16) bool {
	hasPrefix := func(prefix string) bool { return strings.HasPrefix(w.Name, prefix) }
	switch {
	case slices.ContainsFunc(withTags, hasPrefix) || slices.ContainsFunc(t.except, hasPrefix):
		return false
	case t.workloads != nil && !slices.ContainsFunc(t.workloads, hasPrefix):
		return false
	case t.classic:
		return !w.Message.Info().Flexible(version)
	}
	return version == w.Versions[0]
}

// A verdict is how a workload did against a target.
type verdict struct {
	target
	workload  string
	version   int16
	own, best figure // best is the better kmsg's; zero where there is none
}

// measuredRatio is the time in relation to the better kmsg's.
func (v verdict) measuredRatio() float64 { return v.own.ns / v.best.ns }

// timeMet reports whether the time is within the target. Ratios count as they
// are printed, with two digits.
func (v verdict) timeMet() bool {
	if v.ratio > 0 {
		return math.Round(v.measuredRatio()*100) <= math.Round(v.ratio*100)
	}
	return v.ns == 0 || v.own.ns <= v.ns
}

// allocsMet reports whether the allocations are.
func (v verdict) allocsMet() bool { return v.own.allocs <= v.allocs.limit(v.own, v.best) }

func (v verdict) met() bool { return v.timeMet() && v.allocsMet() }

// judge holds the results against all targets, as far as they were measured.
func judge(res results) []verdict {
	var verdicts []verdict
	workloads := workload.All()
	for _, t := range targets {
		for _, w := range workloads {
			for _, version := range w.Versions {
				if !t.appliesTo(w, version) {
					continue
				}
				own, ok := res.figures[key{t.op, w.Name, version, "kgen"}]
				if !ok {
					continue
				}
				best, ok := bestKmsg(res, t.op, w.Name, version)
				if !ok && t.ratio > 0 {
					continue
				}
				verdicts = append(verdicts, verdict{t, w.Name, version, own, best})
			}
		}
	}
	return verdicts
}

// bestKmsg takes the better of the two kmsg for time and for allocations.
func bestKmsg(res results, op, workload string, version int16) (best figure, ok bool) {
	for _, codec := range []string{"kmsg", "kmsg-1.14"} {
		f, found := res.figures[key{op, workload, version, codec}]
		switch {
		case !found:
		case !ok:
			best, ok = f, true
		default:
			allocs := min(best.allocs, f.allocs)
			if f.ns < best.ns {
				best = f
			}
			best.allocs = allocs
		}
	}
	return best, ok
}
