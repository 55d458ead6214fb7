package html

import (
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"github.com/kgen-go/kgen/internal/layout/summary"
)

// A summaryPage is what the template of summaries sees.
type summaryPage struct {
	Title string
	*summary.Report
	Style    template.CSS
	Duration time.Duration
	Plots    []plot
}

// A plot is the latencies of one API in one version as bars.
type plot struct {
	Title    string
	Bars     template.HTML
	Low, Top string
}

// Summary writes a page about a capture or log, which needs no other file.
func Summary(w io.Writer, title string, r *summary.Report) error {
	p := summaryPage{Title: title, Report: r, Style: template.CSS(asset("style.css"))}
	if r.First != nil {
		p.Duration = r.Last.Sub(*r.First).Round(time.Millisecond)
	}
	for _, c := range r.Calls {
		if c.Latency.Count > 1 {
			p.Plots = append(p.Plots, newPlot(c))
		}
	}
	content, err := execute("summary.html.tmpl", p)
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

// newPlot draws a bar for each class of latencies: classes of the same width on
// a logarithmic scale, and heights by the number of calls.
func newPlot(c *summary.Calls) plot {
	const width, height, gap = 480.0, 80.0, 1.0
	classes := c.Latency.Classes()
	most := 0
	for _, class := range classes {
		most = max(most, class.Count)
	}
	step := width / float64(len(classes))
	var b strings.Builder
	for i, class := range classes {
		h := max(height*float64(class.Count)/float64(most), 1)
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>about %s: %d</title></rect>`,
			float64(i)*step, height-h, max(step-gap, 1), h, summary.Seconds(class.Middle), class.Count)
	}
	return plot{
		Title: fmt.Sprintf("%s v%d", c.API, c.Version), Bars: template.HTML(b.String()),
		Low: summary.Seconds(c.Latency.Min), Top: summary.Seconds(c.Latency.Max),
	}
}
