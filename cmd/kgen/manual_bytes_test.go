package main

import (
	"flag"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestManualOfBytes looks for every flag of the commands that show bytes in the
// package comment, which speaks of them in sentences.
func TestManualOfBytes(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "main.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(file.Doc.Text(), "# Looking at bytes")
	section, _, found := strings.Cut(section, "\n# ")
	if !found {
		t.Fatal("the package comment has no part about looking at bytes")
	}
	for _, flags := range []*flag.FlagSet{
		layoutFlags(&layoutOptions{}), decodeFlags(&decodeOptions{}), encodeFlags(&encodeOptions{}), docsFlags(&docsOptions{}),
	} {
		flags.VisitAll(func(f *flag.Flag) {
			if !strings.Contains(section, "-"+f.Name) {
				t.Errorf("it says nothing of -%s of %s", f.Name, flags.Name())
			}
		})
	}
}
