package html_test

import (
	"strings"
	"testing"
	"time"

	"github.com/kgen-go/kgen/internal/layout/html"
	"github.com/kgen-go/kgen/internal/layout/summary"
)

// TestSummary draws a bar for each class of latencies, the highest of full height.
func TestSummary(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	calls := &summary.Calls{API: "Fe<tch", Version: 3, Count: 3}
	for _, seconds := range []float64{1, 1, 4} {
		calls.Latency.Add(seconds)
	}
	calls.Seconds = calls.Latency.Quantiles()
	r := &summary.Report{First: &at, Last: &at, Calls: []*summary.Calls{calls}, Errors: []summary.Error{{API: "Fetch", Code: 1, Name: "OFFSET_OUT_OF_RANGE", Count: 2}}}
	var b strings.Builder
	if err := html.Summary(&b, "a <file>", r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		html.Generator, "<title>a &lt;file&gt;</title>", "<td>Fe&lt;tch</td>", "<td>4s</td>", "OFFSET_OUT_OF_RANGE",
		`<rect x="0.0" y="0.0" width="239.0" height="80.0">`, `<rect x="240.0" y="40.0" width="239.0" height="40.0">`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %s in\n%s", want, b.String())
		}
	}
}
