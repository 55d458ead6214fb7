package main

import (
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

// readSet reads the schemas of sources and checks them as one set. The
// findings are those of all files; if one is an error, there is no set. An
// error means that a source could not be read.
func readSet(sources []string, unknownKeys string) (*model.Set, []*schema.File, []schema.Finding, error) {
	files, findings, err := schema.Load(sources, schemas.FS())
	if err != nil || schema.HasErrors(findings) {
		return nil, nil, findings, err
	}
	var opts model.Options
	if unknownKeys == unknownKeysWarn {
		opts.UnknownKeys = model.Warn
	}
	set, more := model.Build(files, opts)
	return set, files, schema.SortFindings(append(findings, more...)), nil
}
