package summary

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// WriteText writes the report as tables.
func (r *Report) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if r.First != nil {
		fmt.Fprintf(w, "from %s, for %v\n\n", r.First.UTC().Format("2006-01-02 15:04:05.000 UTC"), r.Last.Sub(*r.First).Round(time.Millisecond))
	}
	if len(r.Calls) > 0 {
		fmt.Fprintln(t, "API\tversion\tcalls\tunanswered\trequest bytes\tresponse bytes\tp50\tp90\tp99\tmax")
		for _, c := range r.Calls {
			fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%d\t%d", c.API, c.Version, c.Count, c.Unanswered(), c.RequestBytes, c.ResponseBytes)
			if q := c.Seconds; q != nil {
				fmt.Fprintf(t, "\t%s\t%s\t%s\t%s", Seconds(q.Median), Seconds(q.P90), Seconds(q.P99), Seconds(q.Max))
			}
			fmt.Fprintln(t)
		}
		fmt.Fprintln(t)
	}
	if len(r.Errors) > 0 {
		fmt.Fprintln(t, "API\tcode\terror\ttimes")
		for _, e := range r.Errors {
			fmt.Fprintf(t, "%s\t%d\t%s\t%d\n", e.API, e.Code, e.Name, e.Count)
		}
		fmt.Fprintln(t)
	}
	if len(r.Batches) > 0 {
		fmt.Fprintln(t, "codec\tmagic\tbatches\trecords\tbytes\tof keys, values, headers\tbatch p50\tp99\tmax\tdamaged")
		for _, b := range r.Batches {
			fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%.0f\t%.0f\t%.0f\t%d\n", b.Codec, b.Magic, b.Count, b.Records, b.Bytes, b.Unpacked,
				b.Sizes.Median, b.Sizes.P99, b.Sizes.Max, b.Damaged)
		}
	}
	return t.Flush()
}

// Unanswered tells of the requests without a response, and why.
func (c *Calls) Unanswered() string {
	text := ""
	for _, part := range []struct {
		n   int
		why string
	}{{c.NoResponse, ""}, {c.NotExpected, " acks=0"}, {c.Missing, " missing"}} {
		if part.n > 0 {
			if text != "" {
				text += ", "
			}
			text += fmt.Sprint(part.n) + part.why
		}
	}
	if text == "" {
		return "0"
	}
	return text
}

// Seconds shows a time with three digits.
func Seconds(s float64) string {
	d := time.Duration(s * float64(time.Second))
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= 10*time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}
