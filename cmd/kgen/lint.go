package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/kgen-go/kgen/internal/gogen"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// lintOptions are the flags of lint.
type lintOptions struct {
	read    readOptions
	format  string
	rules   bool
	verbose bool
}

func lintFlags(opts *lintOptions) *flag.FlagSet {
	flags := newFlagSet("lint")
	acceptFlag(flags, &opts.read.accept)
	overlayFlag(flags, &opts.read.overlay)
	flags.StringVar(&opts.format, "format", formatText, "print findings in `FORM` text, json, github or sarif")
	flags.BoolVar(&opts.rules, "rules", false, "print the rules instead: id, level, sentence, and an example that breaks it")
	flags.BoolVar(&opts.verbose, "v", false, "tell how many messages each set has, and of files that are skipped")
	return flags
}

// runLint prints what is wrong, or may be wrong, with sets of schemas.
func runLint(args []string, std stdio) error {
	opts := &lintOptions{}
	sources, err := parseMixed(lintFlags(opts), args)
	if errors.Is(err, flag.ErrHelp) {
		helpLint(std.out)
		return nil
	}
	if err == nil && opts.rules != (len(sources) == 0) {
		err = errors.New("lint takes the schemas to look at, or -rules alone")
	}
	err = errors.Join(err, checkAccept(opts.read.accept), oneOf("format", opts.format, formatText, formatJSON, formatGitHub, formatSARIF))
	if err != nil {
		return &usageError{"lint", err.Error()}
	}
	if opts.rules {
		return printRules(std.out)
	}
	var findings []schema.Finding
	for _, source := range sources {
		found, err := opts.lint(source, std)
		if err != nil {
			return err
		}
		findings = append(findings, found...)
	}
	findings = schema.SortFindings(findings)
	if opts.format == formatSARIF {
		err = printSARIF(std.out, findings)
	} else {
		err = printFindings(std.out, findings, opts.format)
	}
	if err == nil && schema.HasErrors(findings) {
		err = errFound
	}
	return err
}

// lint checks the set that one argument names.
func (opts *lintOptions) lint(source string, std stdio) ([]schema.Finding, error) {
	read := opts.read
	read.sources = nil
	if err := read.sources.Set(source); err != nil {
		return nil, &usageError{"lint", err.Error()}
	}
	if opts.verbose {
		read.skipped = std.err
	}
	set, files, findings, err := readSet(read)
	if err != nil {
		return nil, err
	}
	findings = append(findings, gogen.CheckNames(set)...)
	if opts.verbose {
		fmt.Fprintf(std.err, "%s: %s, %s\n", source, count(len(files), "message"), count(len(findings), "finding"))
	}
	return findings, nil
}

// levelOf says how grave a breach of rule is.
func levelOf(rule model.Rule) string {
	switch {
	case rule.Warning || rule.Accepted == model.InReleases:
		return "warning"
	case rule.Accepted == model.OnDemand:
		return "error, or warning with -accept " + rule.ID
	}
	return "error"
}

func printRules(w io.Writer) error {
	for _, rule := range model.Rules() {
		level := levelOf(rule)
		if rule.Accepted == model.InReleases {
			level += ", or error with -accept none"
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n\t%s\n\tbreach: %s\n", rule.ID, level, rule.Purpose, rule.Example()); err != nil {
			return err
		}
	}
	return nil
}

// helpLint describes lint.
func helpLint(w io.Writer) {
	fmt.Fprint(w, `Usage: kgen lint [flags] SOURCE...
       kgen lint -rules

Lint prints everything that is wrong, or is a slip more likely than not, with
schemas: syntax, meaning, requests and responses that do not go together, names
that clash in Go. Each argument is one set: a list of sources separated by
commas, as -schemas of generate takes them.

A comment above a key, a field or the whole schema silences one warning:

	// kgen:allow file-name the build writes this file

Exit codes: 0 no errors, 1 errors, 2 could not read the schemas.

Examples:

	kgen lint schemas
	kgen lint -format sarif kafka-clients-4.4.0.jar >findings.sarif

Flags:

`)
	flags := lintFlags(&lintOptions{})
	flags.SetOutput(w)
	flags.PrintDefaults()
}
