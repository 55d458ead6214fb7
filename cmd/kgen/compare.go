package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/kgen-go/kgen/internal/compare"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// compareOptions is the command line of compare.
type compareOptions struct {
	accept  list
	format  string
	verbose bool
}

func compareFlags(opts *compareOptions) *flag.FlagSet {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // errors are printed in one place
	acceptFlag(flags, &opts.accept)
	flags.StringVar(&opts.format, "format", formatText, "print differences in `FORM` text or json")
	flags.BoolVar(&opts.verbose, "v", false, "tell how much each set holds")
	return flags
}

// runCompare prints what differs between two sets of schemas.
func runCompare(args []string, std stdio) error {
	opts := &compareOptions{}
	flags := compareFlags(opts)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		helpCompare(std.out)
		return nil
	case err == nil && flags.NArg() != 2:
		err = fmt.Errorf("compare takes an old and a new set, not %s", count(flags.NArg(), "argument"))
	}
	err = errors.Join(err,
		checkAccept(opts.accept),
		oneOf("format", opts.format, formatText, formatJSON))
	if err != nil {
		return &usageError{"compare", err.Error()}
	}
	var sets [2]*model.Set
	for i, sources := range flags.Args() {
		if sets[i], err = opts.load(sources, std.err); err != nil {
			return err
		}
	}
	findings := compare.Sets(sets[0], sets[1])
	for _, f := range findings {
		if err := printDifference(std.out, f, opts.format); err != nil {
			return err
		}
	}
	if len(findings) > 0 {
		return errFound
	}
	return nil
}

// load reads the set that one argument names. Mistakes in the schemas are no
// difference, but keep kgen from looking for any.
func (opts *compareOptions) load(sources string, stderr io.Writer) (*model.Set, error) {
	var names list
	if err := names.Set(sources); err != nil {
		return nil, &usageError{"compare", err.Error()}
	}
	set, _, findings, err := readSet(readOptions{sources: names, accept: opts.accept})
	if err != nil {
		return nil, err
	}
	if schema.HasErrors(findings) {
		if err := printFindings(stderr, findings, opts.format); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: the schemas have mistakes, nothing compared", sources)
	}
	if opts.verbose {
		size := compare.SizeOf(set)
		fmt.Fprintf(stderr, "%s: %s, %s, %s\n", sources,
			count(size.Messages, "message"), count(size.Versions, "version"), count(size.Fields, "field"))
	}
	return set, nil
}

// jsonDifference is a difference as a line of JSON, which scripts rely on.
type jsonDifference struct {
	Kind    compare.Kind   `json:"kind"`
	Message string         `json:"message"`
	Field   string         `json:"field,omitempty"`
	Text    string         `json:"text"`
	Old     *jsonDiffPlace `json:"old,omitempty"`
	New     *jsonDiffPlace `json:"new,omitempty"`
}

type jsonDiffPlace struct {
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Col   int    `json:"col"` // in bytes, from 1
	Value string `json:"value"`
}

func newJSONDiffPlace(p *compare.Place) *jsonDiffPlace {
	if p == nil {
		return nil
	}
	return &jsonDiffPlace{p.Path, p.Pos.Line, p.Pos.Col, p.Value}
}

func printDifference(w io.Writer, f compare.Finding, format string) error {
	line := f.String()
	if format == formatJSON {
		text, err := json.Marshal(jsonDifference{f.Kind, f.Message, f.Field, f.Text(), newJSONDiffPlace(f.Old), newJSONDiffPlace(f.New)})
		if err != nil {
			return err
		}
		line = string(text)
	}
	_, err := fmt.Fprintln(w, line)
	return err
}

// helpCompare describes compare.
func helpCompare(w io.Writer) {
	fmt.Fprint(w, `Usage: kgen compare [flags] OLD NEW

Compare prints what differs between two sets of schemas in terms of the
protocol: messages and fields that came, went or moved, their versions, types,
defaults and so on. Descriptions and comments are not compared. Each set is a
list of sources separated by commas, as -schemas of generate takes them.

Exit codes: 0 no difference, 1 differences, 2 could not compare.

Examples:

	kgen compare kafka-clients-4.3.1.jar kafka-clients-4.4.0.jar   two releases
	kgen compare embedded:kafka kafka-clients-4.5.0.jar            what kgen does not know yet

Flags:

`)
	flags := compareFlags(&compareOptions{})
	flags.SetOutput(w)
	flags.PrintDefaults()
}
