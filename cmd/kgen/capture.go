package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/capture"
	"github.com/kgen-go/kgen/internal/model"
)

// decodeCapture prints the calls of a packet capture.
func decodeCapture(opts *decodeOptions, catalog *layout.Catalog, std stdio) error {
	f, err := os.Open(opts.pcap)
	if err != nil {
		return err
	}
	defer f.Close()
	return printCapture(opts, catalog, std, f)
}

// printCapture prints the calls of the capture that r holds.
func printCapture(opts *decodeOptions, catalog *layout.Catalog, std stdio, r io.Reader) error {
	p := &capturePrinter{opts: opts, catalog: catalog, std: std, palette: palette(opts.colour, std.out)}
	out := bufio.NewWriter(std.out)
	p.std.out = out
	if err := capture.Read(r, catalog, p); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if p.found {
		return errFound
	}
	return nil
}

// A capturePrinter prints what a capture holds: a line for each call and, if the
// user wants them, the trees of both messages.
type capturePrinter struct {
	opts    *decodeOptions
	catalog *layout.Catalog
	std     stdio
	palette layout.Palette
	// linesOnly is whether messages need not be decoded, nor are they looked
	// through for faults then.
	linesOnly bool
	found     bool // something was not as it should be
}

// Note is part of capture.Handler.
func (p *capturePrinter) Note(text string) error {
	p.found = true
	_, err := fmt.Fprintln(p.std.err, text)
	return err
}

// Call is part of capture.Handler.
func (p *capturePrinter) Call(c *capture.Call) error {
	if p.linesOnly {
		_, err := fmt.Fprintln(p.std.out, c.Summary(p.catalog))
		return err
	}
	var request *layout.Decoded
	if c.Message != nil && c.Request != nil {
		var err error
		if request, err = p.decode(c.Request, c.Message, c.Version); err != nil {
			return err
		}
	}
	response, err := p.response(c)
	if err != nil {
		return err
	}
	if p.opts.format == formatJSON {
		return p.json(c, request, response)
	}
	if _, err := fmt.Fprintln(p.std.out, c.Summary(p.catalog)); err != nil {
		return err
	}
	for _, d := range []*layout.Decoded{request, response} {
		if d == nil {
			continue
		}
		if !d.OK() {
			p.found = true
			fmt.Fprintf(p.std.err, "%s v%d, correlation id %d: %s\n", d.Message.Name, d.Version, c.CorrelationID, problem(&d.Tree))
		}
		if p.opts.verbose {
			if err := d.WriteText(p.std.out, p.palette); err != nil {
				return err
			}
		}
	}
	return nil
}

// problem says in a few words what is wrong with a message.
func problem(t *layout.Tree) string {
	switch {
	case t.Fault != nil:
		return fmt.Sprintf("at byte 0x%04x: %v", t.Fault.Offset, t.Fault)
	case t.Leftover > 0:
		return count(t.Leftover, "byte") + " left over"
	}
	return fmt.Sprintf("damaged records at byte 0x%04x: %v", t.Damaged[0].Offset, t.Damaged[0])
}

func (p *capturePrinter) decode(frame []byte, m *model.Message, version int16) (*layout.Decoded, error) {
	return p.catalog.Decode(frame, m, version, layout.WholeFrame, layout.Options{
		Full: p.opts.full, Values: p.opts.format == formatJSON,
	})
}

// response explains the response of a call, nil if there is none that can be.
func (p *capturePrinter) response(c *capture.Call) (*layout.Decoded, error) {
	if c.Response == nil || c.Token {
		return nil, nil
	}
	m, version := capture.ResponseMessage(p.catalog, c.APIKey, c.Version, c.Response)
	if m == nil {
		return nil, nil
	}
	return p.decode(c.Response, m, version)
}

// jsonCall is a call as a line of JSON, which scripts rely on. The messages are
// in the form that encode takes, or missing where they could not be read.
type jsonCall struct {
	Time          time.Time       `json:"time"`
	Client        string          `json:"client"`
	Server        string          `json:"server"`
	CorrelationID int32           `json:"correlationId"`
	APIKey        int16           `json:"apiKey"`
	Version       int16           `json:"version"`
	Request       json.RawMessage `json:"request,omitempty"`
	ResponseTime  *time.Time      `json:"responseTime,omitempty"`
	Response      json.RawMessage `json:"response,omitempty"`
	// Outcome is why there is no response, "token" if these are no messages.
	Outcome string `json:"outcome,omitempty"`
}

func (p *capturePrinter) json(c *capture.Call, request, response *layout.Decoded) error {
	j := jsonCall{
		Time: c.Time, Client: c.Client, Server: c.Server, CorrelationID: c.CorrelationID, APIKey: c.APIKey, Version: c.Version,
	}
	if c.Response != nil {
		j.ResponseTime = &c.ResponseTime
	}
	switch {
	case c.Token:
		j.Outcome = "token"
	case c.Outcome == capture.NotExpected:
		j.Outcome = "none expected"
	case c.Outcome == capture.Missing:
		j.Outcome = "missing in the capture"
	case c.Outcome == capture.NoResponse:
		j.Outcome = "none"
	}
	for _, message := range []struct {
		d  *layout.Decoded
		to *json.RawMessage
	}{{request, &j.Request}, {response, &j.Response}} {
		if message.d == nil {
			continue
		}
		text, err := message.d.Envelope()
		if err != nil {
			if err := p.Note(err.Error()); err != nil {
				return err
			}
			continue
		}
		*message.to = text
	}
	text, err := json.Marshal(j)
	if err == nil {
		_, err = fmt.Fprintf(p.std.out, "%s\n", text)
	}
	return err
}
