package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/capture"
	"github.com/kgen-go/kgen/internal/layout/html"
	"github.com/kgen-go/kgen/internal/layout/summary"
)

// summarise prints what a capture or log segment holds in numbers.
func summarise(opts *decodeOptions, catalog *layout.Catalog, std stdio) error {
	name := opts.pcap + opts.log // one of them is empty
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	s := &summaryPrinter{Summary: summary.New(catalog), std: std}
	if opts.pcap != "" {
		err = capture.Read(f, catalog, s)
	} else {
		err = layout.ReadSegment(f, &layout.SegmentReader{
			Batch:  func(_ int64, batch []byte) error { s.Records(batch); return nil },
			Damage: s.remark,
			Zeros:  func(int64) {},
		})
	}
	if err != nil {
		return err
	}
	r := s.Report()
	switch opts.format {
	case formatHTML:
		err = html.Summary(std.out, filepath.Base(name), r)
	case formatJSON:
		var text []byte
		if text, err = json.MarshalIndent(r, "", "  "); err == nil {
			_, err = fmt.Fprintf(std.out, "%s\n", text)
		}
	default:
		err = r.WriteText(std.out)
	}
	if err == nil && s.found {
		err = errFound
	}
	return err
}

// A summaryPrinter counts, and prints remarks.
type summaryPrinter struct {
	*summary.Summary
	std   stdio
	found bool
}

// Note is part of capture.Handler.
func (s *summaryPrinter) Note(text string) error {
	s.remark(text)
	return nil
}

func (s *summaryPrinter) remark(text string) {
	s.found = true
	fmt.Fprintln(s.std.err, text)
	s.Remark()
}
