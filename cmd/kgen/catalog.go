package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

// catalogFlag adds the flags that say where a catalog comes from.
func catalogFlag(flags *flag.FlagSet, opts *readOptions) {
	acceptFlag(flags, &opts.accept)
	overlayFlag(flags, &opts.overlay)
	flags.Var(&opts.sources, "schemas", "know the schemas in the folders, files or jars in `LIST`, separated by commas;\nmay be repeated (default all sets that come with kgen)")
}

// loadCatalog reads the schemas that sources name, each as a set of its own, or
// all that come with kgen. Headers that no set has are taken from kgen's own.
func loadCatalog(opts readOptions, std stdio) (*layout.Catalog, error) {
	sources := opts.sources
	if len(sources) == 0 {
		entries, err := fs.ReadDir(schemas.FS(), ".")
		if err != nil {
			return nil, err
		}
		sources = list{defaultSchemas} // first, as most look for what is in it
		for _, e := range entries {
			if source := schema.EmbeddedPrefix + e.Name(); source != defaultSchemas {
				sources = append(sources, source)
			}
		}
	}
	catalog := &layout.Catalog{}
	if err := opts.checkOverlay(sources); err != nil {
		return nil, err
	}
	for _, source := range sources {
		opts.sources = list{source}
		set, err := loadSet(opts, std)
		if err != nil {
			return nil, err
		}
		catalog.Sets = append(catalog.Sets, set)
	}
	// Release 2.3 has a header without the versions that its requests are sent with.
	request := catalog.Message("RequestHeader")
	if request == nil || request.Valid.High < 1 || catalog.Message("ResponseHeader") == nil {
		headers, err := loadSet(readOptions{sources: list{defaultSchemas}}, std)
		if err != nil {
			return nil, err
		}
		only := layout.Set{Name: headers.Name, Set: &model.Set{}, Files: headers.Files}
		for _, m := range headers.Messages {
			if m.Type == model.Header {
				only.Messages = append(only.Messages, m)
			}
		}
		catalog.Sets = append(catalog.Sets, only)
	}
	return catalog, nil
}

// checkOverlay refuses an overlay for several sets, as it would have to fit each.
func (opts *readOptions) checkOverlay(sources list) error {
	if len(opts.overlay) > 0 && len(sources) != 1 {
		return fmt.Errorf("-overlay needs one set to lie over; name it with -schemas")
	}
	return nil
}

// loadSet reads the one set of opts. Warnings are for those who generate from it.
func loadSet(opts readOptions, std stdio) (layout.Set, error) {
	source := opts.sources[0]
	set, files, findings, err := readSet(opts)
	if err != nil {
		return layout.Set{}, err
	}
	if schema.HasErrors(findings) {
		if err := printFindings(std.err, findings, formatText); err != nil {
			return layout.Set{}, err
		}
		return layout.Set{}, fmt.Errorf("%s: the schemas have mistakes", source)
	}
	name := strings.TrimPrefix(source, schema.EmbeddedPrefix)
	if name == source {
		name = filepath.Base(source)
	}
	return layout.Set{Name: name, Set: set, Files: files}, nil
}

// findMessages gives the messages of the API or the message called name, which
// has to exist.
func findMessages(verb string, catalog *layout.Catalog, name string) ([]*model.Message, error) {
	if found := catalog.Messages(name); len(found) > 0 {
		return found, nil
	}
	text := fmt.Sprintf("no message or API is called %q", name)
	for _, set := range catalog.Sets {
		for _, m := range set.Messages {
			for _, known := range []string{m.Name, m.APIName()} {
				if strings.EqualFold(known, name) {
					return nil, &usageError{verb, fmt.Sprintf("%s; did you mean %s?", text, known)}
				}
			}
		}
	}
	return nil, &usageError{verb, text}
}

// findMessage gives the message called name, which has to exist.
func findMessage(verb string, catalog *layout.Catalog, name string) (*model.Message, error) {
	found, err := findMessages(verb, catalog, name)
	if err != nil {
		return nil, err
	}
	if len(found) > 1 {
		return nil, &usageError{verb, fmt.Sprintf("%q is an API; say %s or %s", name, found[0].Name, found[1].Name)}
	}
	return found[0], nil
}

// readInput reads a file, or standard input where path is "-".
func readInput(path string, std stdio) ([]byte, error) {
	if path == "-" {
		return readAll(std.in)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f)
}
