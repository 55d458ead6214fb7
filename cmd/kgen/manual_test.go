package main

import (
	"flag"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestManual keeps the package comment complete: it is the manual that users
// read online.
func TestManual(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "main.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	manual := file.Doc.Text()
	generateFlags(&generateOptions{}).VisitAll(func(f *flag.Flag) {
		if !strings.Contains(manual, "\n\t-"+f.Name) {
			t.Errorf("the package comment says nothing of -%s", f.Name)
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "." && !strings.Contains(manual, "Default "+f.DefValue) {
			t.Errorf("the package comment does not tell the default of -%s", f.Name)
		}
	})
	for _, v := range verbs() {
		if !strings.Contains(manual, v.summary) {
			t.Errorf("the package comment lacks %q, which is what %s does", v.summary, v.name)
		}
	}
	if !strings.Contains(manual, "Default "+defaultSchemas) {
		t.Error("the package comment does not tell the default of -schemas")
	}
}
