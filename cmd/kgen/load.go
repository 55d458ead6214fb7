package main

import (
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

// readOptions say which schemas to read, and how strictly. The commands that
// read schemas have them in common.
type readOptions struct {
	sources list
	overlay list
	accept  list
	only    list      // see selectMessages; mistakes in other messages do not count
	skipped io.Writer // where to tell of files that were left out, if not nil
}

// acceptFlag adds the flag that says how much to tolerate.
func acceptFlag(flags *flag.FlagSet, accept *list) {
	flags.Var(accept, "accept", "tolerate in schemas, with a warning, what `LIST` says: a level, which is releases\n"+
		"(what a release of Kafka was built from; the default), none or all, and ids of\nrules besides; 'kgen lint -rules' lists them")
}

// overlayFlag adds the flag for schemas that replace others.
func overlayFlag(flags *flag.FlagSet, overlay *list) {
	flags.Var(overlay, "overlay", "replace schemas by those of the same file name in the files or folders in `LIST`")
}

// readSet reads the schemas of sources and checks them as one set. The
// findings are those of all files; if one is an error, the set has the messages
// without errors only. An error means that a source could not be read.
func readSet(opts readOptions) (*model.Set, []*schema.File, []schema.Finding, error) {
	accept, err := model.ParseAccept(opts.accept)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("-accept: %w", err)
	}
	loaded, err := schema.LoadAll(opts.sources, schemas.FS())
	if err == nil && len(opts.overlay) > 0 {
		var over schema.Loaded
		if over, err = schema.LoadAll(opts.overlay, schemas.FS()); err == nil {
			loaded, err = loaded.Overlay(over)
		}
	}
	if err != nil {
		return nil, nil, nil, err
	}
	if opts.skipped != nil {
		for _, path := range loaded.Skipped {
			fmt.Fprintf(opts.skipped, "skipped %s, a hidden file\n", path)
		}
	}
	build := model.Options{Accept: accept, Partial: schema.HasErrors(loaded.Findings)}
	if len(opts.only) > 0 {
		build.Needed = func(file *schema.File) bool {
			message, api, header := model.NamesOf(file)
			return header || slices.Contains(opts.only, message) || slices.Contains(opts.only, api)
		}
	}
	set, findings := model.BuildSound(loaded.Files, loaded.Findings, build)
	return set, loaded.Files, findings, nil
}
