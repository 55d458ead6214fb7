package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// generateOptions are the flags of generate.
type generateOptions struct {
	schemas     list
	out         string
	packageName string
	only        list
	overlay     list
	accept      list
	check       bool
	diff        bool
	keepStale   bool
	format      string
	verbose     bool
	need        need
	templates   string
	tests       bool
	help        bool // the user asks for help instead

	flags    *flag.FlagSet // what the options were parsed by
	update   bool
	packages []string // patterns of packages to work on instead
	fallback string   // name of the package if its folder does not tell
}

// defaultSchemas is the set of the client protocol, which most users want.
const defaultSchemas = schema.EmbeddedPrefix + "kafka"

// generateFlags ties opts to flags and sets the defaults.
func generateFlags(opts *generateOptions) *flag.FlagSet {
	flags := flag.NewFlagSet("generate", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run prints errors, in its own form
	flags.Usage = func() {}
	flags.Var(&opts.schemas, "schemas", "read schemas from the folders, files or jars in `LIST`, separated by commas;\nmay be repeated (default "+defaultSchemas+")")
	flags.StringVar(&opts.out, "out", ".", "write to folder `DIR`")
	flags.StringVar(&opts.packageName, "package", "", "`NAME` of the Go package (default that of the other Go files in -out, else $GOPACKAGE\nif -out is the working directory, else the base name of -out)")
	flags.Var(&opts.only, "only", "generate only the messages (FetchRequest) or APIs (Fetch) in `LIST`, separated by\ncommas, besides the headers; may be repeated")
	opts.need.addFlags(flags)
	opts.need.addSideFlag(flags)
	flags.StringVar(&opts.templates, "templates", "", "make further files, or other ones, by the templates in folder `DIR`")
	flags.BoolVar(&opts.tests, "tests", false, "make tests of the package too: vectors, round trips, a fuzz target")
	flags.BoolVar(&opts.check, "check", false, "write nothing; list missing, changed and stale files, exit 1 if there are any")
	flags.BoolVar(&opts.diff, "diff", false, "write nothing; print what would change as a unified diff, exit 1 if anything")
	flags.BoolVar(&opts.update, "update", false, "bring the packages that follow up to date, with the arguments they were made with")
	flags.BoolVar(&opts.keepStale, "keep-stale", false, "leave the generated files of messages that are gone")
	overlayFlag(flags, &opts.overlay)
	acceptFlag(flags, &opts.accept)
	flags.StringVar(&opts.format, "format", formatText, "print findings in `FORM` text, json or github")
	flags.BoolVar(&opts.verbose, "v", false, "list every file and what became of it")
	return flags
}

// parseGenerate reads the command line of generate. All errors are usageErrors.
func parseGenerate(args []string) (*generateOptions, error) {
	opts := &generateOptions{}
	opts.flags = generateFlags(opts)
	others, err := parseMixed(opts.flags, args)
	if errors.Is(err, flag.ErrHelp) {
		opts.help = true
		return opts, nil
	}
	if err == nil {
		err = opts.validate(others)
	}
	if err != nil {
		return nil, &usageError{"generate", err.Error()}
	}
	if len(opts.schemas) == 0 {
		opts.schemas = list{defaultSchemas}
	}
	return opts, nil
}

// validate looks for values and combinations that the flags' types allow;
// others are the arguments that are no flags.
func (opts *generateOptions) validate(others []string) error {
	modes := 0
	for _, set := range []bool{opts.check, opts.diff, opts.update} {
		if set {
			modes++
		}
	}
	if modes > 1 {
		return errors.New("-check, -diff and -update exclude each other")
	}
	if modes == 0 && len(others) > 0 {
		return fmt.Errorf("unexpected argument %q; to read schemas from there, write -schemas %[1]s", others[0])
	}
	if opts.update && len(others) == 0 {
		return errors.New("-update takes packages; ./... stands for all")
	}
	if opts.packages = others; len(others) > 0 {
		if err := opts.onlyModes(); err != nil {
			return err
		}
	}
	if opts.out == "" {
		return errors.New("-out is empty")
	}
	return errors.Join(
		opts.need.validate(),
		checkAccept(opts.accept),
		oneOf("format", opts.format, formatText, formatJSON, formatGitHub),
	)
}

// onlyModes refuses the flags that each package has its own of.
func (opts *generateOptions) onlyModes() error {
	var err error
	opts.flags.Visit(func(f *flag.Flag) {
		if !slices.Contains(notStamped, f.Name) || f.Name == "out" || f.Name == "package" {
			err = fmt.Errorf("-%s is of no use with packages: each has the arguments that it was made with", f.Name)
		}
	})
	return err
}

// checkAccept looks for words that -accept does not know.
func checkAccept(words list) error {
	if _, err := model.ParseAccept(words); err != nil {
		return fmt.Errorf("-accept: %w", err)
	}
	return nil
}

func oneOf(name, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("-%s is %q; it takes %s", name, value, strings.Join(allowed, ", "))
}

// A list is a flag that takes values separated by commas and may be repeated.
// A comma that is part of a value has a backslash before it.
type list []string

func (l *list) String() string {
	values := make([]string, len(*l))
	for i, value := range *l {
		values[i] = strings.ReplaceAll(value, ",", `\,`)
	}
	return strings.Join(values, ",")
}

func (l *list) Set(text string) error {
	const comma = "\x00" // no value can have it
	for value := range strings.SplitSeq(strings.ReplaceAll(text, `\,`, comma), ",") {
		value = strings.TrimSpace(strings.ReplaceAll(value, comma, ","))
		if value == "" {
			return errors.New("empty name in the list")
		}
		*l = append(*l, value)
	}
	return nil
}

// helpGenerate describes generate.
func helpGenerate(w io.Writer) {
	fmt.Fprint(w, `Usage: kgen [generate] [flags]
       kgen -check|-diff|-update [flags] packages

Generate reads message schemas and writes a Go file for each message to one
folder. It removes files of its own that no longer belong there, leaves all
others alone, and writes nothing if a schema has mistakes.

Examples:

	kgen -out gen/kafka                                    the schemas that come with kgen
	kgen -schemas kafka-clients-4.4.0.jar -out kafka       those of a Kafka release
	kgen -schemas schemas -out kafka -only Fetch,Produce   two APIs of many
	kgen -schemas schemas -out kafka -check                is the output up to date?
	kgen -check ./...                                      are all packages made by kgen?

Flags:

`)
	flags := generateFlags(&generateOptions{})
	flags.SetOutput(w)
	flags.PrintDefaults()
}
