package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/datadir"
	"github.com/kgen-go/kgen/internal/layout/input"
	"github.com/kgen-go/kgen/internal/model"
)

// decodeOptions are the flags of decode.
type decodeOptions struct {
	schemas readOptions
	in      string
	pcap    string
	log     string
	topic   string
	verbose bool
	summary bool
	message string
	version versionFlag
	frame   bool
	header  bool
	format  string
	colour  string
	full    bool
}

func decodeFlags(opts *decodeOptions) *flag.FlagSet {
	flags := newFlagSet("decode")
	catalogFlag(flags, &opts.schemas)
	flags.StringVar(&opts.in, "in", string(input.Auto), "the input's `FORM`: auto, raw, hex, base64, dump (of xxd, hexdump -C, od -tx1, Wireshark and so on),\nnumbers ([0, 10, -1]) or literal (\"\\x00\")")
	flags.StringVar(&opts.pcap, "pcap", "", "list the requests and responses in packet capture `FILE` (pcap or pcapng)")
	flags.StringVar(&opts.log, "log", "", "list the batches and records of log segment `FILE`, or the entries of an index, snapshot or checkpoint")
	flags.StringVar(&opts.topic, "topic", "", "with -log, take records for those of `TOPIC` (default told by the folder's name):\n__consumer_offsets, __transaction_state, __share_group_state, __cluster_metadata\nor __remote_log_metadata")
	flags.BoolVar(&opts.verbose, "v", false, "with -pcap and -log, print the trees of all messages and batches")
	flags.BoolVar(&opts.summary, "summary", false, "with -pcap and -log, print how many calls and batches there are of what kind,\nas text, JSON or (-format html) a page")
	flags.StringVar(&opts.message, "message", "", "decode the body of message `NAME` (default frames of requests)")
	flags.Var(&opts.version, "version", "the body's version `N`; requests with a header tell their own")
	flags.BoolVar(&opts.header, "header", false, "there is a header before the body")
	flags.BoolVar(&opts.frame, "frame", false, "there is a whole frame: size, header and body")
	flags.StringVar(&opts.format, "format", formatText, "print `FORM` text or json; from json, encode makes the same bytes")
	colourFlag(flags, &opts.colour)
	flags.BoolVar(&opts.full, "full", false, "show long arrays and texts to the end")
	return flags
}

func (opts *decodeOptions) validate(files []string) error {
	var problems []error
	if len(files) > 1 {
		problems = append(problems, fmt.Errorf("decode takes one file, not %d", len(files)))
	}
	if opts.frame && opts.header {
		problems = append(problems, errors.New("-frame and -header exclude each other"))
	}
	if (opts.pcap != "" || opts.log != "") && (len(files) > 0 || opts.message != "" || opts.frame || opts.header) {
		problems = append(problems, errors.New("-pcap and -log name the input, which tells itself what it holds"))
	}
	if opts.pcap != "" && opts.log != "" {
		problems = append(problems, errors.New("-pcap and -log exclude each other"))
	}
	if opts.verbose && opts.pcap == "" && opts.log == "" {
		problems = append(problems, errors.New("-v needs -pcap or -log"))
	}
	if opts.summary && opts.pcap == "" && opts.log == "" {
		problems = append(problems, errors.New("-summary needs -pcap or -log"))
	}
	if opts.summary && (opts.verbose || opts.topic != "") {
		problems = append(problems, errors.New("-summary goes with neither -v nor -topic"))
	}
	if opts.log != "" && opts.format != formatText && !opts.summary {
		problems = append(problems, errors.New("-log can only be printed as text"))
	}
	if opts.topic != "" && opts.log == "" {
		problems = append(problems, errors.New("-topic needs -log"))
	}
	if opts.topic != "" && !layout.IsInternalTopic(opts.topic) {
		problems = append(problems, fmt.Errorf("nothing is known of the records of topic %s", opts.topic))
	}
	if opts.version.given && opts.message == "" {
		problems = append(problems, errors.New("-version needs -message"))
	}
	formats := []string{formatText, formatJSON}
	if opts.summary {
		formats = append(formats, formatHTML)
	}
	return errors.Join(append(problems,
		oneOf("in", opts.in, input.Forms()...),
		oneOf("format", opts.format, formats...),
		oneOf("color", opts.colour, colourAuto, colourAlways, colourNever))...)
}

// parts is what surrounds the bodies in the input.
func (opts *decodeOptions) parts() layout.Parts {
	switch {
	case opts.header:
		return layout.WithHeader
	case opts.frame || opts.message == "":
		return layout.WholeFrame
	}
	return layout.BodyOnly
}

// runDecode explains messages.
func runDecode(args []string, std stdio) error {
	opts := &decodeOptions{}
	files, err := parseMixed(decodeFlags(opts), args)
	if errors.Is(err, flag.ErrHelp) {
		helpDecode(std.out)
		return nil
	}
	if err == nil {
		err = opts.validate(files)
	}
	if err != nil {
		return &usageError{"decode", err.Error()}
	}
	catalog, err := loadCatalog(opts.schemas, std)
	if err != nil {
		return err
	}
	switch {
	case opts.summary:
		return summarise(opts, catalog, std)
	case opts.pcap != "":
		return decodeCapture(opts, catalog, std)
	case opts.log != "":
		return decodeLog(opts, catalog, std)
	}
	source := "-"
	if len(files) > 0 {
		source = files[0]
	}
	text, err := readInput(source, std)
	if err != nil {
		return err
	}
	if kind := opts.recognise(source, text); kind != datadir.Unknown {
		fmt.Fprintf(std.err, "%s is a %s\n", nameOf(source), kind)
		if kind == datadir.Capture {
			return printCapture(opts, catalog, std, bytes.NewReader(text))
		}
		return decodeFile(opts, catalog, std, kind, source, bytes.NewReader(text))
	}
	src, err := input.Read(text, input.Form(opts.in))
	if err != nil {
		return err
	}
	if len(src) == 0 {
		return errors.New("the input is empty")
	}
	d := &decoder{opts: opts, catalog: catalog, std: std, printer: newPrinter(opts.format, opts.colour, std)}
	return d.all(src)
}

// recognise tells of input that is to be a message whether it is another kind of
// file.
func (opts *decodeOptions) recognise(source string, content []byte) datadir.Kind {
	if opts.message != "" || opts.in != string(input.Auto) && opts.in != string(input.Raw) {
		return datadir.Unknown
	}
	return datadir.Recognise(strings.TrimPrefix(source, "-"), content)
}

func nameOf(source string) string {
	if source == "-" {
		return "standard input"
	}
	return source
}

// A decoder goes through the messages of one input.
type decoder struct {
	opts    *decodeOptions
	catalog *layout.Catalog
	std     stdio
	printer *printer
}

// all decodes one message, or one frame after another.
func (d *decoder) all(src []byte) error {
	parts := d.opts.parts()
	at := 0
	for {
		rest := src[at:]
		m, version, err := d.which(rest, parts)
		if err != nil {
			return inFrame(at, err)
		}
		size := len(rest)
		if parts == layout.WholeFrame {
			size = frameSize(rest)
		}
		decoded, err := d.catalog.Decode(rest[:size], m, version, parts, layout.Options{
			Full: d.opts.full, Values: d.opts.format == formatJSON,
		})
		if err != nil {
			return err
		}
		if err := d.printer.print(d.catalog, decoded); err != nil {
			return err
		}
		if at += size; at == len(src) {
			return d.printer.result()
		}
	}
}

// inFrame adds the place of a frame to what is wrong with it, unless it is the
// first.
func inFrame(at int, err error) error {
	if at == 0 {
		return err
	}
	return fmt.Errorf("frame at byte %d: %w", at, err)
}

// frameSize is the size of the frame that src begins with, all of src if that
// holds no more than it.
func frameSize(src []byte) int {
	if len(src) < 4 {
		return len(src)
	}
	size := 4 + int64(int32(binary.BigEndian.Uint32(src)))
	if size < 4 || size > int64(len(src)) {
		return len(src)
	}
	return int(size)
}

// which tells the message that src begins with and its version.
func (d *decoder) which(src []byte, parts layout.Parts) (*model.Message, int16, error) {
	if d.opts.message == "" {
		m, version, err := d.catalog.Identify(src, parts)
		if err != nil {
			err = fmt.Errorf("this is no request that kgen knows, as %w; for anything else say what it is with -message and -version", err)
		}
		return m, version, err
	}
	m, err := findMessage("decode", d.catalog, d.opts.message)
	switch {
	case err != nil:
		return nil, 0, err
	case d.opts.version.given:
		return m, d.opts.version.version, nil
	case m.Type == model.Request && parts != layout.BodyOnly:
		found, version, err := d.catalog.Identify(src, parts)
		if err == nil && found != m {
			err = fmt.Errorf("this is a %s by its API key", found.Name)
		}
		return m, version, err
	case m.Valid.Low == m.Valid.High:
		return m, m.Valid.Low, nil
	}
	return nil, 0, &usageError{"decode", fmt.Sprintf("the bytes do not tell their version; say with -version which of %s it is", m.Valid)}
}

// A printer prints messages and remembers whether all were in order.
type printer struct {
	format  string
	palette layout.Palette
	std     stdio
	printed int
	found   bool
}

func newPrinter(format, colour string, std stdio) *printer {
	return &printer{format: format, palette: palette(colour, std.out), std: std}
}

// result is errFound if anything was wrong with a message.
func (p *printer) result() error {
	if p.found {
		return errFound
	}
	return nil
}

// complain tells of something wrong with the message.
func (p *printer) complain(d *layout.Decoded, format string, args ...any) {
	p.found = true
	fmt.Fprintf(p.std.err, "%s v%d: %s\n", d.Message.Name, d.Version, fmt.Sprintf(format, args...))
}

// print prints a message. What is wrong with it goes to standard error too.
func (p *printer) print(catalog *layout.Catalog, d *layout.Decoded) error {
	err := p.message(catalog, d)
	p.printed++
	if !d.OK() {
		p.complain(d, "%s", problem(&d.Tree))
	}
	return err
}

func (p *printer) message(catalog *layout.Catalog, d *layout.Decoded) error {
	if p.format == formatJSON {
		if d.Fault != nil {
			return nil // there is no whole value
		}
		text, err := d.Envelope()
		if err != nil {
			return err
		}
		if !catalog.Reversible(d) {
			p.complain(d, "the bytes are not written the way Kafka does it; encoding the JSON gives others")
		}
		_, err = fmt.Fprintf(p.std.out, "%s\n", text)
		return err
	}
	if p.printed > 0 {
		fmt.Fprintln(p.std.out)
	}
	return d.WriteText(p.std.out, p.palette)
}

// helpDecode describes decode.
func helpDecode(w io.Writer) {
	fmt.Fprint(w, `Usage: kgen decode [flags] [FILE]

Decode explains bytes: every part of a message with its name, type, value,
offset and length. It reads FILE or standard input, as the bytes themselves,
hexadecimal digits, base64, a dump, or as most languages print bytes. A packet
capture, log segment, index or snapshot is recognised, and printed as with the
flag for it.

Frames of requests say themselves what they are. For anything else, -message and
-version do, and -frame or -header tell what surrounds the body. Records are
opened, compressed ones too. Where the bytes cannot be what they are taken for,
the tree ends with what was expected and what is there.

Exit codes: 0 all understood, 1 something wrong with the bytes, 2 could not run.

Examples:

	kgen decode request.bin
	kgen decode -message FetchResponse -version 12 -frame fetch.hex
	pbpaste | kgen decode -message OffsetCommitValue -version 3
	kgen decode request.bin -format json | kgen encode
	kgen decode -pcap kafka.pcapng
	kgen decode -pcap kafka.pcapng -summary -format html >kafka.html
	kgen decode -log /var/lib/kafka/__consumer_offsets-12/00000000000000000000.log

Flags:

`)
	flags := decodeFlags(&decodeOptions{})
	flags.SetOutput(w)
	flags.PrintDefaults()
}
