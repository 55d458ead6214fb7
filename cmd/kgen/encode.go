package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/value"
)

// The values of -format of encode.
const (
	formatHex    = "hex"
	formatRaw    = "raw"
	formatBase64 = "base64"
)

// encodeOptions are the flags of encode.
type encodeOptions struct {
	schemas readOptions
	message string
	version versionFlag
	frame   bool
	header  bool
	format  string
}

func encodeFlags(opts *encodeOptions) *flag.FlagSet {
	flags := newFlagSet("encode")
	catalogFlag(flags, &opts.schemas)
	flags.StringVar(&opts.message, "message", "", "the input is the body of message `NAME` (default what decode -format json prints)")
	flags.Var(&opts.version, "version", "encode version `N` (default the latest stable one)")
	flags.BoolVar(&opts.header, "header", false, "write a header before the body")
	flags.BoolVar(&opts.frame, "frame", false, "write a whole frame: size, header and body")
	flags.StringVar(&opts.format, "format", formatHex, "print `FORM` hex, raw or base64")
	return flags
}

func (opts *encodeOptions) validate(files []string) error {
	var problems []error
	if len(files) > 1 {
		problems = append(problems, fmt.Errorf("encode takes one file, not %d", len(files)))
	}
	if opts.frame && opts.header {
		problems = append(problems, errors.New("-frame and -header exclude each other"))
	}
	if opts.message == "" && (opts.frame || opts.header || opts.version.given) {
		problems = append(problems, errors.New("-version, -header and -frame need -message; without it the input tells them"))
	}
	return errors.Join(append(problems, oneOf("format", opts.format, formatHex, formatRaw, formatBase64))...)
}

// runEncode turns JSON into bytes.
func runEncode(args []string, std stdio) error {
	opts := &encodeOptions{}
	files, err := parseMixed(encodeFlags(opts), args)
	if errors.Is(err, flag.ErrHelp) {
		helpEncode(std.out)
		return nil
	}
	if err == nil {
		err = opts.validate(files)
	}
	if err != nil {
		return &usageError{"encode", err.Error()}
	}
	catalog, err := loadCatalog(opts.schemas, std)
	if err != nil {
		return err
	}
	source := "-"
	if len(files) > 0 {
		source = files[0]
	}
	text, err := readInput(source, std)
	if err != nil {
		return err
	}
	if opts.message != "" {
		encoded, err := opts.body(catalog, text)
		if err != nil {
			return err
		}
		return writeBytes(std.out, encoded, opts.format)
	}
	return encodeEnvelopes(catalog, text, opts.format, std.out)
}

// body encodes the message that the flags name.
func (opts *encodeOptions) body(catalog *layout.Catalog, text []byte) ([]byte, error) {
	m, err := findMessage("encode", catalog, opts.message)
	if err != nil {
		return nil, err
	}
	version := layout.LatestStable(m)
	if opts.version.given {
		version = opts.version.version
	}
	parts := layout.BodyOnly
	switch {
	case opts.frame:
		parts = layout.WholeFrame
	case opts.header:
		parts = layout.WithHeader
	}
	body, err := value.FromJSON(m, text, version)
	if err != nil {
		return nil, err
	}
	return catalog.Encode(m, version, parts, nil, body)
}

// encodeEnvelopes encodes one message after another.
func encodeEnvelopes(catalog *layout.Catalog, text []byte, format string, w io.Writer) error {
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var one json.RawMessage
		if err := d.Decode(&one); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		messages, err := messagesIn(one)
		if err != nil {
			return err
		}
		for _, message := range messages {
			encoded, err := catalog.Open(message)
			if err != nil {
				return err
			}
			if err := writeBytes(w, encoded, format); err != nil {
				return err
			}
		}
	}
}

// messagesIn gives the messages in what decode -format json prints: the object
// itself, or with -pcap the request and the response of a call, as far as they
// are there.
func messagesIn(text json.RawMessage) ([]json.RawMessage, error) {
	var call struct {
		Time     json.RawMessage `json:"time"`
		Request  json.RawMessage `json:"request"`
		Response json.RawMessage `json:"response"`
	}
	if err := json.Unmarshal(text, &call); err != nil {
		return nil, err
	}
	if call.Time == nil {
		return []json.RawMessage{text}, nil
	}
	var list []json.RawMessage
	for _, message := range []json.RawMessage{call.Request, call.Response} {
		if message != nil {
			list = append(list, message)
		}
	}
	return list, nil
}

// writeBytes writes b, as text on a line of its own.
func writeBytes(w io.Writer, b []byte, format string) error {
	var err error
	switch format {
	case formatRaw:
		_, err = w.Write(b)
	case formatBase64:
		_, err = fmt.Fprintln(w, base64.StdEncoding.EncodeToString(b))
	default:
		_, err = fmt.Fprintln(w, hex.EncodeToString(b))
	}
	return err
}

// helpEncode describes encode.
func helpEncode(w io.Writer) {
	fmt.Fprint(w, `Usage: kgen encode [flags] [FILE]

Encode turns JSON into the bytes of messages. It reads FILE or standard input:
what decode -format json prints (with -pcap, the request and the response of
each call in turn), or with -message the body of that message in
the form of Kafka's JSON converters. Field names begin in lower case, bytes and
records are base64, uuids are as Kafka prints them. Every field of the version
has to be there but tagged ones.

Examples:

	kgen decode request.bin -format json | kgen encode -format raw >again.bin
	kgen encode -message HeartbeatRequest -version 4 -frame heartbeat.json

Flags:

`)
	flags := encodeFlags(&encodeOptions{})
	flags.SetOutput(w)
	flags.PrintDefaults()
}
