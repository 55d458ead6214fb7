package archtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The commands of the README's section on downstream repositories are run as
// typed, one block after the other, in an empty folder.
func TestReadmeCommands(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("NO SHELL: the README's commands were not tried")
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	section := between(string(readme), "## In your own repository\n", "\n## ")
	script := strings.Join(shellBlocks(section), "\n")
	if !strings.Contains(script, "go mod edit -tool") {
		t.Fatalf("found no commands in the README:\n%s", section)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.Command("sh", "-eu")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "KGEN="+root)
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\nscript:\n%s", err, out, script)
	}
	if _, err := os.Stat(filepath.Join(dir, "wire", "fetch_request.go")); err != nil {
		t.Error(err)
	}
}

// between returns what stands in text after start and before end.
func between(text, start, end string) string {
	_, rest, _ := strings.Cut(text, start)
	section, _, _ := strings.Cut(rest, end)
	return section
}

// shellBlocks returns the content of the fenced blocks marked as sh.
func shellBlocks(text string) []string {
	var blocks []string
	for _, part := range strings.Split(text, "```sh\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		blocks = append(blocks, block)
	}
	return blocks
}
