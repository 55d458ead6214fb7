package main

import (
	"bufio"
	"encoding/json"
	"fmt"
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
	p := &capturePrinter{opts: opts, catalog: catalog, std: std, palette: palette(opts.colour, std.out)}
	out := bufio.NewWriter(std.out)
	p.std.out = out
	if err := capture.Read(f, catalog, p); err != nil {
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
	found   bool // something was not as it should be
}

// Note is part of capture.Handler.
func (p *capturePrinter) Note(text string) error {
	p.found = true
	_, err := fmt.Fprintln(p.std.err, text)
	return err
}

// Call is part of capture.Handler.
func (p *capturePrinter) Call(c *capture.Call) error {
	var request *layout.Decoded
	if c.Message != nil {
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
	if _, err := fmt.Fprintln(p.std.out, p.line(c)); err != nil {
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
// Brokers
// answer an ApiVersions request that is too new for them in version 0, which
// shows in its error code (35) at the place where all versions have it.
func (p *capturePrinter) response(c *capture.Call) (*layout.Decoded, error) {
	m := p.catalog.ByKey(model.Response, c.APIKey)
	if c.Response == nil || m == nil {
		return nil, nil
	}
	version := c.Version
	const apiVersions, unsupportedVersion = 18, "\x00\x23"
	if c.APIKey == apiVersions && len(c.Response) >= 10 && string(c.Response[8:10]) == unsupportedVersion {
		version = 0
	}
	if !m.Valid.Contains(version) {
		return nil, nil
	}
	return p.decode(c.Response, m, version)
}

// line describes a call.
func (p *capturePrinter) line(c *capture.Call) string {
	name := fmt.Sprintf("API key %d", c.APIKey)
	if m := p.catalog.ByKey(model.Request, c.APIKey); m != nil {
		name = m.APIName()
	}
	line := fmt.Sprintf("%s %s -> %s #%d %s v%d, %s", c.Time.UTC().Format("15:04:05.000000"), c.Client, c.Server,
		c.CorrelationID, name, c.Version, count(len(c.Request), "byte"))
	if c.Response == nil {
		return line + ", no response"
	}
	return fmt.Sprintf("%s, answered after %v with %s", line, c.ResponseTime.Sub(c.Time).Round(time.Microsecond), count(len(c.Response), "byte"))
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
}

func (p *capturePrinter) json(c *capture.Call, request, response *layout.Decoded) error {
	j := jsonCall{
		Time: c.Time, Client: c.Client, Server: c.Server, CorrelationID: c.CorrelationID, APIKey: c.APIKey, Version: c.Version,
	}
	if c.Response != nil {
		j.ResponseTime = &c.ResponseTime
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
