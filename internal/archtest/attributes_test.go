package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"strings"
	"testing"
)

// TestGeneratedFilesAreMarked: forges fold away the files that .gitattributes
// marks as generated. Those have to be the generated ones, and no others.
func TestGeneratedFilesAreMarked(t *testing.T) {
	cmd := exec.Command("git", "ls-files", "*.go")
	cmd.Dir = "../.."
	list, err := cmd.Output()
	if err != nil {
		t.Skip("NO GIT CHECKOUT: .gitattributes was not tried")
	}
	cmd = exec.Command("git", "check-attr", "--stdin", "linguist-generated")
	cmd.Dir = "../.."
	cmd.Stdin = bytes.NewReader(list)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for line := range strings.Lines(string(out)) {
		path, value, _ := strings.Cut(strings.TrimSpace(line), ": linguist-generated: ")
		parsed, err := parser.ParseFile(token.NewFileSet(), "../../"+path, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			continue // not in the working tree, or no Go on purpose
		}
		files++
		if generated := ast.IsGenerated(parsed); generated != (value == "set") {
			t.Errorf("%s: generated %v, but linguist-generated is %s", path, generated, value)
		}
	}
	if files < 300 {
		t.Errorf("only %d files", files)
	}
}
