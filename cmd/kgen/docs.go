package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/kgen-go/kgen/internal/layout/html"
)

// docsOptions are the flags of docs.
type docsOptions struct {
	schemas readOptions
	out     string
	decoder bool
}

func docsFlags(opts *docsOptions) *flag.FlagSet {
	flags := newFlagSet("docs")
	catalogFlag(flags, &opts.schemas)
	flags.StringVar(&opts.out, "out", "", "write the site to folder `DIR`, which is created if missing")
	flags.BoolVar(&opts.decoder, "decoder", false, "add a page that decodes bytes; needs the go command, as for generating")
	return flags
}

// runDocs writes a site about all messages.
func runDocs(args []string, std stdio) error {
	opts := &docsOptions{}
	others, err := parseMixed(docsFlags(opts), args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		helpDocs(std.out)
		return nil
	case err == nil && len(others) > 0:
		err = fmt.Errorf("unexpected argument %q", others[0])
	case err == nil && opts.out == "":
		err = errors.New("-out is missing")
	}
	if err != nil {
		return &usageError{"docs", err.Error()}
	}
	if err := checkSiteFolder(opts.out); err != nil {
		return err
	}
	catalog, err := loadCatalog(opts.schemas, std)
	if err != nil {
		return err
	}
	var program *html.Program
	if opts.decoder {
		if program, err = buildDecoder(); err != nil {
			return err
		}
	}
	files, err := html.Site(catalog, program)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(opts.out, 0o755); err != nil {
		return err
	}
	for _, file := range files {
		if err := os.WriteFile(filepath.Join(opts.out, file.Name), file.Content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// checkSiteFolder refuses to replace a site that is not kgen's.
func checkSiteFolder(dir string) error {
	path := filepath.Join(dir, "index.html")
	content, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !bytes.Contains(content, []byte(html.Generator)):
		return fmt.Errorf("%s is not kgen's; choose another folder or remove it", path)
	}
	return nil
}

// helpDocs describes docs.
func helpDocs(w io.Writer) {
	fmt.Fprint(w, `Usage: kgen docs -out DIR [flags]

Docs writes a site about all messages: an index with a search, and for each API
or message a page with the bytes and the tree of an example in each version, the
fields, which version has which, the history and the schema. Its pages work from
any web server or straight from the disk.

With -decoder there is a page that explains pasted bytes, captures and files of
brokers as decode does, by the schemas that come with kgen. Its program is this
version of kgen's, compiled for browsers; nothing leaves the machine it runs on.

Examples:

	kgen docs -out site
	kgen docs -out site -decoder
	kgen docs -out site -schemas kafka-clients-4.4.0.jar

Flags:

`)
	flags := docsFlags(&docsOptions{})
	flags.SetOutput(w)
	flags.PrintDefaults()
}
