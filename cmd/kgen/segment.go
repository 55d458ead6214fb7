package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/kwire/records"
)

// decodeSegment prints the batches and records of a log segment.
func decodeSegment(opts *decodeOptions, catalog *layout.Catalog, std stdio) error {
	f, err := os.Open(opts.log)
	if err != nil {
		return err
	}
	defer f.Close()
	p := &segmentPrinter{opts: opts, catalog: catalog, std: std, palette: palette(opts.colour, std.out), topic: opts.topic}
	if p.topic == "" {
		if absolute, err := filepath.Abs(opts.log); err == nil {
			p.topic, _ = layout.InternalTopic(filepath.Base(filepath.Dir(absolute)))
		}
	}
	out := bufio.NewWriter(std.out)
	p.std.out = out
	remark, err := layout.ReadSegment(f, p.batch)
	if err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if remark != "" {
		p.complain(remark)
	}
	if p.found {
		return errFound
	}
	return nil
}

// A segmentPrinter prints batches: a line for each and for each of its records
// or, if the user wants them, trees.
type segmentPrinter struct {
	opts    *decodeOptions
	catalog *layout.Catalog
	std     stdio
	palette layout.Palette
	topic   string // whose records are known, or any other
	found   bool   // something was not as it should be
}

func (p *segmentPrinter) complain(text string) {
	p.found = true
	fmt.Fprintln(p.std.err, text)
}

// batch prints the batch that begins at byte at.
func (p *segmentPrinter) batch(at int64, batch []byte) error {
	if p.opts.verbose {
		t := p.catalog.Batches(batch, p.topic, layout.Options{Full: p.opts.full})
		if !t.OK() {
			p.complain(fmt.Sprintf("batch at byte %d: %s", at, problem(t)))
		}
		fmt.Fprintf(p.std.out, "at byte %d\n", at)
		return t.WriteText(p.std.out, p.palette)
	}
	// The checksum is only worth a remark, as the records may be good.
	b, _, err := records.ReadBatch(batch, &records.Options{SkipChecksum: true})
	if err == nil {
		_, _, checksum := records.ReadBatch(batch, nil)
		if checksum != nil {
			p.complain(fmt.Sprintf("batch at byte %d: %v", at, checksum))
		}
		fmt.Fprintln(p.std.out, batchLine(at, &b))
		for rec, problem := range b.Records() {
			if err = problem; err != nil {
				break
			}
			p.record(&rec)
		}
	}
	if err != nil {
		p.complain(fmt.Sprintf("batch at byte %d: %v", at, err))
	}
	return nil
}

// batchLine describes a batch on one line.
func batchLine(at int64, b *records.Batch) string {
	words := []string{fmt.Sprintf("batch at %d: offsets %d-%d, magic %d, %s", at, b.BaseOffset, b.LastOffset(), b.Magic, count(b.Size(), "byte"))}
	if b.Count >= 0 {
		words = append(words, count(int(b.Count), "record"))
	}
	if b.Attributes.Codec() != records.None {
		words = append(words, b.Attributes.Codec().String())
	}
	if b.ProducerID != records.NoProducerID {
		words = append(words, fmt.Sprintf("producer %d epoch %d from sequence %d", b.ProducerID, b.ProducerEpoch, b.BaseSequence))
	}
	if b.Attributes.IsTransactional() {
		words = append(words, "transactional")
	}
	if b.Attributes.IsControl() {
		words = append(words, "control")
	}
	return strings.Join(words, ", ")
}

// record prints a record on one line, with its key and value as what they are
// known to be.
func (p *segmentPrinter) record(rec *records.Record) {
	k, v := p.catalog.RecordContents(p.topic, rec.Attributes.IsControl(), rec.Key, rec.Value)
	when := "no time"
	if rec.Timestamp != records.NoTimestamp {
		when = time.UnixMilli(rec.Timestamp).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	fmt.Fprintf(p.std.out, "  #%d %s key %s value %s", rec.Offset, when, p.content(rec, rec.Key, k), p.content(rec, rec.Value, v))
	for _, h := range rec.Headers {
		fmt.Fprintf(p.std.out, " %s=%s", h.Key, p.plain(h.Value))
	}
	fmt.Fprintln(p.std.out)
}

// content shows a key or value.
func (p *segmentPrinter) content(rec *records.Record, data []byte, content *layout.Content) string {
	switch {
	case content == nil || data == nil:
		return p.plain(data)
	case content.Message == nil:
		return fmt.Sprintf("%s (not opened: %s)", p.plain(data), content.Why)
	}
	d, err := p.catalog.Decode(content.Body(data), content.Message, content.Version, layout.BodyOnly, layout.Options{Values: true})
	if err != nil || !d.OK() {
		reason := fmt.Sprint(err)
		if err == nil {
			reason = problem(&d.Tree)
		}
		p.complain(fmt.Sprintf("record %d: %s v%d: %s", rec.Offset, content.Message.Name, content.Version, reason))
		return p.plain(data)
	}
	text, err := value.JSON(content.Message, d.Body, content.Version)
	if err != nil {
		p.complain(fmt.Sprintf("record %d: %v", rec.Offset, err))
		return p.plain(data)
	}
	return fmt.Sprintf("%s v%d %s", content.Message.Name, content.Version, text)
}

// maxPlain is how many bytes of a key or value a line shows unless it is to be
// full.
const maxPlain = 100

// plain shows data that nothing is known of: as text if it looks like one, else
// as hexadecimal digits.
func (p *segmentPrinter) plain(data []byte) string {
	if data == nil {
		return "null"
	}
	shown, more := data, ""
	if len(data) > maxPlain && !p.opts.full {
		shown, more = data[:maxPlain], fmt.Sprintf("... (%d bytes)", len(data))
	}
	text := string(shown)
	if utf8.ValidString(text) && strings.IndexFunc(text, unicode.IsControl) < 0 {
		return strconv.Quote(text) + more
	}
	return fmt.Sprintf("0x%x%s", shown, more)
}
