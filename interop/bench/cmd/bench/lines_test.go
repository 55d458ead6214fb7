package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestLines: a time counts beside the sum of its floors, and beside kmsg's with
// the noise of both.
func TestLines(t *testing.T) {
	const w, v = "listoffsets-100x10", 7
	res := results{figures: map[key]figure{
		{"Floor", w, v, "walk"}:                 {ns: 4000},
		{"Floor", w, v, "allocate"}:             {ns: 6000},
		{"Decode", w, v, "kgen"}:                {ns: 15040, spread: 0.1},
		{"Decode", w, v, "kmsg"}:                {ns: 14000, spread: 0.1},
		{"DecodeAgain", w, v, "kgen"}:           {ns: 5080},
		{"DecodeAgain", w, v, "kmsg"}:           {ns: 5000},
		{"Decode", "apiversions-70", 3, "kgen"}: {ns: 999}, // too short to count
	}}
	verdicts := holdAgainstFloor(res)
	if len(verdicts) != 2 {
		t.Fatalf("%d verdicts, want 2", len(verdicts))
	}
	if first := verdicts[0]; !first.met() || first.behind() {
		t.Errorf("a ratio of 1.504 and a time within the noise of kmsg's: met %v, behind %v", first.met(), first.behind())
	}
	if second := verdicts[1]; second.met() || !second.behind() {
		t.Errorf("a ratio of 1.27 and a time above kmsg's: met %v, behind %v", second.met(), second.behind())
	}
	var b bytes.Buffer
	reportLines(&b, verdicts)
	for _, want := range []string{"1 of 2 within", "| 1.50 | 1.50 | 1.07 |", "| **1.27** | 1.25 | **1.02** |"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, b.String())
		}
	}
}
