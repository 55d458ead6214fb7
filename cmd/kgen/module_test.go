package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// goEnv lets scripts run the go command with the caches of this test's user. KGEN
// is this checkout.
func goEnv(env *testscript.Env) error {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB").Output()
	if err != nil {
		return err
	}
	values := strings.Split(string(out), "\n")
	for i, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB"} {
		env.Setenv(name, values[i])
	}
	env.Setenv("GOPATH", filepath.Join(env.WorkDir, ".gopath"))
	env.Setenv("GOTOOLCHAIN", "local")
	root, err := filepath.Abs(filepath.Join("..", ".."))
	env.Setenv("KGEN", root)
	return err
}

// kgenmodule makes a folder, the script's own by default, a module that has
// kgen as a tool, from this checkout:
//
//	kgenmodule [folder]
func kgenmodule(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 {
		ts.Fatalf("usage: kgenmodule [folder]")
	}
	dir := ts.MkAbs(strings.Join(args, ""))
	root, err := filepath.Abs(filepath.Join("..", ".."))
	ts.Check(err)
	const module = "github.com/kgen-go/kgen"
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	ts.Check(err)
	// What kgen needs is indirect here; its own go.mod has the versions.
	_, requirements, _ := strings.Cut(string(mod), "\nrequire (")
	text := fmt.Sprintf("module example.com/downstream\n\ngo 1.26\n\ntool %s/cmd/kgen\n\nrequire %[1]s v0.0.0\n\nreplace %[1]s => %q\n\nrequire (%s",
		module, root, requirements)
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o644))
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o644))
}
