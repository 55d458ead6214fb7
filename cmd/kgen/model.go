package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/kgen-go/kgen/internal/export"
	"github.com/kgen-go/kgen/internal/prune"
	"github.com/kgen-go/kgen/internal/schema"
)

// modelOptions are the flags of model.
type modelOptions struct {
	schemas list
	overlay list
	accept  list
	only    list
	need    need
	format  string
}

func modelFlags(opts *modelOptions) *flag.FlagSet {
	flags := newFlagSet("model")
	flags.Var(&opts.schemas, "schemas", "read schemas from the folders, files or jars in `LIST`, separated by commas;\nmay be repeated (default "+defaultSchemas+")")
	flags.Var(&opts.only, "only", "describe only the messages (FetchRequest) or APIs (Fetch) in `LIST`, besides the\nheaders")
	opts.need.addFlags(flags)
	overlayFlag(flags, &opts.overlay)
	acceptFlag(flags, &opts.accept)
	flags.StringVar(&opts.format, "format", formatJSON, "print in `FORM` json")
	return flags
}

// runModel prints the description of a set that templates see, for tools in any
// language.
func runModel(args []string, std stdio) error {
	var opts modelOptions
	flags := modelFlags(&opts)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		helpModel(std.out)
		return nil
	}
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q; to read schemas from there, write -schemas %[1]s", flags.Arg(0))
	}
	if err == nil {
		err = oneOf("format", opts.format, formatJSON)
	}
	if err != nil {
		return &usageError{"model", err.Error()}
	}
	if len(opts.schemas) == 0 {
		opts.schemas = list{defaultSchemas}
	}
	set, _, findings, err := readSet(readOptions{sources: opts.schemas, overlay: opts.overlay, accept: opts.accept, only: opts.only})
	if err != nil {
		return err
	}
	if schema.HasErrors(findings) {
		return failWith(std.err, findings, formatText)
	}
	set, err = prune.Set(set, opts.need.selection(opts.only))
	if err != nil {
		return &usageError{"model", err.Error()}
	}
	encoder := json.NewEncoder(std.out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	return encoder.Encode(export.Describe(set, ""))
}

func helpModel(w io.Writer) {
	fmt.Fprint(w, `Usage: kgen model [flags]

Model prints what kgen knows of a set of schemas as JSON: every message with its
fields, its structs, and how it lies on the wire in each version. Templates see
the same; docs/templates.md describes it.

Flags:

`)
	flags := modelFlags(&modelOptions{})
	flags.SetOutput(w)
	flags.PrintDefaults()
}
