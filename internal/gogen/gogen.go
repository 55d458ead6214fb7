// Package gogen turns checked messages into Go source, in memory. It touches
// no disk, clock or environment: the same messages give the same bytes.
package gogen

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// A File is one Go file of the output.
type File struct {
	Name    string // base name, such as "fetch_request.go"
	Content []byte // formatted source
}

// Options are the choices that the caller has.
type Options struct {
	Package string // name of the Go package
	Side    Side   // who is to use it
	// Overrides are definitions that take the place of those in package
	// templates: template text by the name that errors call it.
	Overrides map[string]string
}

// Generate returns the Go files for the messages of set: one for each message in
// order of name, then registry.go and facts.go. Findings are Go names that clash;
// there are no files then. An error is a fault of the overrides, or of kgen
// itself if there are none.
func Generate(set *model.Set, opts Options) ([]File, []schema.Finding, error) {
	if findings := CheckNames(set); len(findings) > 0 {
		return nil, findings, nil
	}
	r, err := newRenderer(opts.Overrides)
	if err != nil {
		return nil, nil, err
	}
	var messages []*model.Message
	for _, m := range set.Messages {
		if !m.Valid.Empty() {
			messages = append(messages, m)
		}
	}
	// Messages do not depend on each other, so they are rendered in parallel,
	// each into its own place.
	files := make([]File, len(messages)+1)
	errs := make([]error, len(files))
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range jobs {
				if i == len(messages) {
					files[i], errs[i] = r.registryFile(set, opts.Package)
				} else {
					files[i], errs[i] = r.messageFile(messages[i], opts)
				}
			}
		})
	}
	for i := range files {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", files[i].Name, err)
		}
	}
	facts, err := r.factsFile(messages, opts.Package)
	return append(files, facts), nil, err
}
