package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/html"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// formatHTML is a page for a browser, which needs no other file.
const formatHTML = "html"

// layoutOptions are the flags of layout.
type layoutOptions struct {
	schemas readOptions
	version versionFlag
	kind    string
	value   string
	format  string
	colour  string
	full    bool
}

func layoutFlags(opts *layoutOptions) *flag.FlagSet {
	flags := newFlagSet("layout")
	catalogFlag(flags, &opts.schemas)
	flags.Var(&opts.version, "version", "show version `N` (default the latest stable one)")
	flags.StringVar(&opts.kind, "kind", "", "show only the message of `KIND` request, response, header, data, metadata,\ncoordinator-key or coordinator-value")
	flags.StringVar(&opts.value, "value", "", "show the message that `FILE` has as JSON (- for standard input) rather than the\nsmallest one")
	flags.StringVar(&opts.format, "format", formatText, "print `FORM` text, json or html")
	colourFlag(flags, &opts.colour)
	flags.BoolVar(&opts.full, "full", false, "show long arrays and texts to the end")
	return flags
}

// runLayout prints the page of an API or a message.
func runLayout(args []string, std stdio) error {
	opts := &layoutOptions{}
	names, err := parseMixed(layoutFlags(opts), args)
	if errors.Is(err, flag.ErrHelp) {
		helpLayout(std.out)
		return nil
	}
	if err == nil && len(names) != 1 {
		err = fmt.Errorf("layout takes the name of one API or message, not %s", count(len(names), "argument"))
	}
	err = errors.Join(err,
		oneOf("format", opts.format, formatText, formatJSON, formatHTML),
		oneOf("color", opts.colour, colourAuto, colourAlways, colourNever))
	if err != nil {
		return &usageError{"layout", err.Error()}
	}
	catalog, err := loadCatalog(opts.schemas, std)
	if err != nil {
		return err
	}
	page, err := opts.page(catalog, names[0], std)
	if err != nil {
		return err
	}
	switch opts.format {
	case formatHTML:
		return html.Single(std.out, catalog, page)
	case formatJSON:
		text, err := json.MarshalIndent(page, "", "  ")
		if err == nil {
			_, err = fmt.Fprintf(std.out, "%s\n", text)
		}
		return err
	}
	return page.WriteText(std.out, palette(opts.colour, std.out))
}

// page makes the page of what is called name.
func (opts *layoutOptions) page(catalog *layout.Catalog, name string, std stdio) (*layout.Page, error) {
	messages, err := findMessages("layout", catalog, name)
	if err != nil {
		return nil, err
	}
	if opts.kind != "" {
		messages = slices.DeleteFunc(messages, func(m *model.Message) bool { return string(m.Type) != opts.kind })
		if len(messages) == 0 {
			return nil, &usageError{"layout", fmt.Sprintf("%s is no %s", name, opts.kind)}
		}
	}
	version := layout.LatestStable(messages[0])
	if opts.version.given {
		version = opts.version.version
	}
	if err := layout.CheckVersion(messages[0], version); err != nil {
		return nil, err
	}
	var body *value.Struct
	if opts.value != "" {
		if len(messages) > 1 {
			return nil, &usageError{"layout", fmt.Sprintf("-value is one message; say %s or %s", messages[0].Name, messages[1].Name)}
		}
		text, err := readInput(opts.value, std)
		if err != nil {
			return nil, err
		}
		if body, err = value.FromJSON(messages[0], text, version); err != nil {
			return nil, err
		}
	}
	return catalog.Page(name, messages, version, body, layout.Options{Full: opts.full})
}

// helpLayout describes layout.
func helpLayout(w io.Writer) {
	fmt.Fprint(w, `Usage: kgen layout [flags] NAME

Layout shows how the messages of an API, or one message, lie on the wire: what
there is to know of them as a whole, the bytes of an example, a tree that says
what each byte is, and the schema.

The example is the smallest message that shows every field: numbers are zero,
strings and bytes empty, arrays have one element, and records fields hold one
empty batch. With -value it is any other, written as Kafka's JSON converters do.

Examples:

	kgen layout DeleteRecords                          request and response
	kgen layout -version 4 FetchRequest                one message in an old version
	kgen layout FetchRequest -value fetch.json         a message of one's own

Flags:

`)
	flags := layoutFlags(&layoutOptions{})
	flags.SetOutput(w)
	flags.PrintDefaults()
}
