package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/kgen-go/kgen/internal/layout/html"
)

// decoderPackage is the program of the page that decodes bytes.
const decoderPackage = "github.com/kgen-go/kgen/cmd/kgen-decoder"

// buildDecoder compiles the decoder for browsers, in the version that the module
// of the working directory uses.
func buildDecoder() (*html.Program, error) {
	dir, err := os.MkdirTemp("", "kgen-decoder")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "decoder.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, decoderPackage)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the decoder cannot be built; in a module that has kgen as a tool it can: %w\n%s", err, bytes.TrimSpace(out))
	}
	program := &html.Program{}
	if program.WASM, err = os.ReadFile(file); err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	program.Runner, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	return program, err
}
