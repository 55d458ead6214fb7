package main

import (
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
	accept   list
	breaking string
	format   string
	verbose  bool
}

// breakingNone is the value of -breaking for which no difference is a failure.
const breakingNone = "none"

func compareFlags(opts *compareOptions) *flag.FlagSet {
	flags := newFlagSet("compare")
	acceptFlag(flags, &opts.accept)
	flags.StringVar(&opts.breaking, "breaking", string(compare.Source), "exit with 1 for differences of `CLASS` wire, drops or source and graver ones, or\nfor none")
	flags.StringVar(&opts.format, "format", formatText, "print differences in `FORM` text, json, markdown or html")
	flags.BoolVar(&opts.verbose, "v", false, "tell how much each set holds")
	return flags
}

// runCompare prints what differs between two sets of schemas.
func runCompare(args []string, std stdio) error {
	opts := &compareOptions{}
	sources, err := parseMixed(compareFlags(opts), args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		helpCompare(std.out)
		return nil
	case err == nil && len(sources) != 2:
		err = fmt.Errorf("compare takes an old and a new set, not %s", count(len(sources), "argument"))
	}
	err = errors.Join(err,
		checkAccept(opts.accept),
		oneOf("breaking", opts.breaking, string(compare.Wire), string(compare.Drops), string(compare.Source), breakingNone),
		oneOf("format", opts.format, formatText, formatJSON, formatMarkdown, formatHTML))
	if err != nil {
		return &usageError{"compare", err.Error()}
	}
	var sets [2]*model.Set
	for i, source := range sources {
		if sets[i], err = opts.load(source, std.err); err != nil {
			return err
		}
	}
	report := newCompareReport(sources[0], sources[1], compare.Sets(sets[0], sets[1]))
	if err := report.print(std.out, opts.format); err != nil {
		return err
	}
	for _, v := range report.Verdicts {
		if opts.breaking != breakingNone && v.Class.AtLeast(compare.Class(opts.breaking)) {
			return errFound
		}
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
		if err := printFindings(stderr, findings, formatText); err != nil {
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

// helpCompare describes compare.
func helpCompare(w io.Writer) {
	fmt.Fprint(w, `Usage: kgen compare [flags] OLD NEW

Compare says what it means to go from one set of schemas to another: first a
verdict on each API, then the differences. Each is of the first class that fits:

	wire    bytes of a version that both sets have change, or a stored record
	drops   a version or an API that old peers may need is gone
	source  Go code that uses the package no longer compiles, or means another thing
	added   something is new, or differs in versions only that one set has
	words   documentation and other facts without effect on bytes or code

Descriptions and comments are not compared. The latest version of an unstable
request may change without being called wire. Each set is a list of sources
separated by commas, as -schemas of generate takes them: folders, files, jars,
embedded:NAME, or a folder as of a git revision, REVISION:FOLDER.

Exit codes: 0 nothing that -breaking asks for, 1 differences of that class or a
graver one, 2 could not compare.

Examples:

	kgen compare kafka-clients-4.3.1.jar kafka-clients-4.4.0.jar   two releases
	kgen compare embedded:kafka kafka-clients-4.5.0.jar            what kgen does not know yet
	kgen compare -breaking wire main:schemas schemas               in CI

Flags:

`)
	flags := compareFlags(&compareOptions{})
	flags.SetOutput(w)
	flags.PrintDefaults()
}
