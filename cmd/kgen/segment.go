package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/datadir"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/kwire/records"
)

// decodeLog prints what is in the file of the flag -log.
func decodeLog(opts *decodeOptions, catalog *layout.Catalog, std stdio) error {
	f, err := os.Open(opts.log)
	if err != nil {
		return err
	}
	defer f.Close()
	b := bufio.NewReader(f)
	head, err := b.Peek(datadir.HeadSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	kind := datadir.Recognise(opts.log, head)
	if kind == datadir.Capture {
		return fmt.Errorf("%s is a packet capture, for -pcap", opts.log)
	}
	return decodeFile(opts, catalog, std, kind, opts.log, b)
}

// decodeFile prints a file of a broker's data folder.
func decodeFile(opts *decodeOptions, catalog *layout.Catalog, std stdio, kind datadir.Kind, name string, r io.Reader) error {
	out := bufio.NewWriter(std.out)
	p := &segmentPrinter{opts: opts, catalog: catalog, std: std, palette: palette(opts.colour, std.out), topic: opts.topic}
	p.std.out = out
	var err error
	switch kind {
	case datadir.Segment, datadir.MetadataSnapshot, datadir.Unknown:
		err = p.segment(kind, name, r)
	case datadir.ProducerState:
		err = p.producerState(r)
	default:
		err = p.entries(kind, name, r)
	}
	if err != nil {
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

// segment prints a file of batches.
func (p *segmentPrinter) segment(kind datadir.Kind, name string, r io.Reader) error {
	if kind == datadir.MetadataSnapshot && p.topic == "" {
		p.topic = layout.MetadataTopic
	}
	if absolute, err := filepath.Abs(name); err == nil && p.topic == "" {
		p.topic, _ = layout.InternalTopic(filepath.Base(filepath.Dir(absolute)))
	}
	return layout.ReadSegment(r, &layout.SegmentReader{Batch: p.batch, Damage: p.complain, Zeros: func(at int64) {
		fmt.Fprintf(p.std.out, "zeros from byte %d to the end, allocated beforehand\n", at)
	}})
}

// producerState prints the tree of a file that is one message.
func (p *segmentPrinter) producerState(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	t, err := p.catalog.Versioned(data, "ProducerSnapshot", layout.Options{Full: p.opts.full})
	if err != nil {
		return err
	}
	if !t.OK() {
		p.complain(problem(t))
	}
	return t.WriteText(p.std.out, p.palette)
}

// entries prints the entries of any other file.
func (p *segmentPrinter) entries(kind datadir.Kind, name string, r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	lines, problems := datadir.Lines(kind, name, data)
	for _, line := range lines {
		fmt.Fprintln(p.std.out, line)
	}
	for _, text := range problems {
		p.complain(text)
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
