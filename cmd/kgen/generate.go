package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/kgen-go/kgen/internal/export"
	"github.com/kgen-go/kgen/internal/gogen"
	"github.com/kgen-go/kgen/internal/output"
	"github.com/kgen-go/kgen/internal/proof"
	"github.com/kgen-go/kgen/internal/prune"
	"github.com/kgen-go/kgen/internal/schema"
)

// runGenerate reads schemas and brings the output folder up to date, or says
// how it is not.
func runGenerate(args []string, std stdio) error {
	opts, err := parseGenerate(args)
	if err != nil {
		return err
	}
	if opts.help {
		helpGenerate(std.out)
		return nil
	}
	if len(opts.packages) > 0 {
		return generateEach(opts, std)
	}
	if err := checkDirectives(opts.out); err != nil {
		return err
	}
	return generate(opts, std)
}

// generate does for one output folder what opts say.
func generate(opts *generateOptions, std stdio) error {
	files, err := generateFiles(opts, std)
	if err != nil {
		return err
	}
	if !opts.check && !opts.diff {
		return write(opts, files, std)
	}
	plan, err := output.Compare(opts.out, files)
	if err != nil {
		return err
	}
	if opts.keepStale {
		plan.KeepStale()
	}
	if opts.check {
		return reportCheck(plan, opts, std)
	}
	return reportDiff(plan, opts.verbose, std)
}

// write brings the output folder up to date. A signal that ends kgen leaves
// the folder as it was, or complete.
func write(opts *generateOptions, files []output.File, std stdio) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	plan, err := output.Apply(ctx, opts.out, files, opts.keepStale)
	if err != nil {
		return err
	}
	reportWritten(plan, opts.verbose, std)
	return nil
}

// generateFiles goes from schema text to Go files in memory. Findings of all
// steps are printed; an error among them ends it.
func generateFiles(opts *generateOptions, std stdio) ([]output.File, error) {
	goPackage, err := packageName(opts.packageName, opts.out, opts.fallback)
	if err != nil {
		return nil, err
	}
	read := readOptions{sources: opts.schemas, overlay: opts.overlay, accept: opts.accept, only: opts.only}
	if opts.verbose {
		read.skipped = std.err
	}
	set, _, findings, err := readSet(read)
	if err != nil {
		return nil, err
	}
	if schema.HasErrors(findings) {
		findings = schema.SortFindings(append(findings, gogen.CheckNames(set)...))
		return nil, failWith(std.err, findings, opts.format)
	}
	set, err = prune.Set(set, opts.need.selection(opts.only))
	if err != nil {
		return nil, &usageError{"generate", err.Error()}
	}
	own, err := loadTemplates(opts.templates)
	if err != nil {
		return nil, err
	}
	generated, more, err := gogen.Generate(set, gogen.Options{Package: goPackage, Side: gogen.Side(opts.need.side), Overrides: own.Overrides})
	if err != nil && len(own.Overrides) > 0 {
		return nil, err // most likely the user's
	}
	if err != nil {
		return nil, fmt.Errorf("internal error: %w", err)
	}
	findings = schema.SortFindings(append(findings, more...))
	if schema.HasErrors(findings) {
		return nil, failWith(std.err, findings, opts.format)
	}
	// What is left are warnings. Those about the built-in schemas are not the
	// user's to mend, and a package that was made in spite of them is to be
	// looked at for something else now.
	findings = slices.DeleteFunc(findings, func(f schema.Finding) bool {
		return strings.HasPrefix(f.Path, schema.EmbeddedPrefix) || len(opts.packages) > 0 && !opts.verbose
	})
	if err := printFindings(std.err, findings, opts.format); err != nil {
		return nil, err
	}
	files := make([]output.File, len(generated))
	for i, f := range generated {
		files[i] = output.File(f)
	}
	further, err := own.Render(export.Describe(set, goPackage))
	if err != nil {
		return nil, err
	}
	files = append(files, further...)
	if opts.tests {
		tests, err := proof.File(set, goPackage)
		if err != nil {
			return nil, fmt.Errorf("internal error: %w", err)
		}
		files = append(files, tests)
	}
	arguments, err := opts.arguments()
	if err != nil {
		return nil, err
	}
	stamp(files, arguments)
	return files, nil
}

// shortPath gives path as seen from the working directory where that is
// shorter, with forward slashes, and whether it lies within that directory.
func shortPath(path string) (short string, within bool) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return filepath.ToSlash(path), false
	}
	// Abs has needed the working directory, or path is absolute already.
	wd, err := os.Getwd()
	if err != nil {
		return filepath.ToSlash(path), false
	}
	relative, err := filepath.Rel(wd, absolute)
	if err != nil {
		return filepath.ToSlash(absolute), false
	}
	within = filepath.IsLocal(relative)
	if len(relative) > len(absolute) {
		relative = absolute
	}
	return filepath.ToSlash(relative), within
}
