package main

import "github.com/kgen-go/kgen/internal/custom"

// loadTemplates parses the user's templates, of which there are none where dir
// is empty.
func loadTemplates(dir string) (*custom.Templates, error) {
	if dir == "" {
		return &custom.Templates{}, nil
	}
	return custom.Load(dir)
}
