package main

import (
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/kgen-go/kgen/internal/output"
)

// packageName chooses the name of the package in folder out: what the files
// there say that others have written, or what go generate calls the package it
// runs in, or the fallback, or the folder's own name. A given name wins over all
// but the first, and must be the same as that.
func packageName(given, out, fallback string) (string, error) {
	if given != "" {
		if reason := notPackageName(given); reason != "" {
			return "", &usageError{"generate", fmt.Sprintf("-package %q %s", given, reason)}
		}
	}
	written, file, err := writtenPackage(out)
	if err != nil {
		return "", err
	}
	if written != "" {
		if given != "" && given != written {
			return "", &usageError{"generate", fmt.Sprintf("-package %s, but %s is of package %s", given, file, written)}
		}
		return written, nil
	}
	if given != "" {
		return given, nil
	}
	// go generate runs commands in the folder of the package; to output
	// elsewhere the name of that package means nothing.
	if name := generatePackage(); name != "" && isSameFolder(out, ".") {
		return name, nil
	}
	if fallback != "" {
		return fallback, nil
	}
	folder, err := filepath.Abs(out)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	base := filepath.Base(folder)
	name := identifier(base)
	reason := notPackageName(name)
	if name == "main" {
		reason = "needs a func main, which no file there has"
	}
	if reason != "" {
		return "", &usageError{"generate", fmt.Sprintf("no name for a Go package in folder name %q, as %q %s: say -package NAME", base, name, reason)}
	}
	return name, nil
}

// writtenPackage gives the name of the package that the Go files in dir belong
// to which kgen did not make, and the path of one of them. It is empty if there
// are none. Files that a build leaves out, as those marked ignore, do not count.
func writtenPackage(dir string) (name, path string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", "", nil
	}
	if err != nil {
		return "", "", err
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" || e.IsDir() {
			continue
		}
		if match, err := build.Default.MatchFile(dir, e.Name()); err != nil || !match {
			continue
		}
		file := filepath.Join(dir, e.Name())
		text, err := os.ReadFile(file)
		if err != nil {
			return "", "", err
		}
		if output.IsOwn(e.Name(), text) {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly)
		if err != nil || parsed.Name.Name == ignoredPackage {
			continue
		}
		clause := parsed.Name.Name
		if strings.HasSuffix(e.Name(), "_test.go") {
			clause = strings.TrimSuffix(clause, "_test")
		}
		if name != "" && clause != name {
			return "", "", fmt.Errorf("two packages in one folder: %s is of package %s, and %s of package %s", path, name, file, clause)
		}
		if name == "" {
			name, path = clause, file
		}
	}
	return name, path, nil
}

// generatePackage is the package of the file whose directive go generate runs,
// empty if kgen does not run so. A directive in an external test speaks of the
// package under test.
func generatePackage() string {
	name := os.Getenv("GOPACKAGE")
	if strings.HasSuffix(os.Getenv("GOFILE"), "_test.go") {
		name = strings.TrimSuffix(name, "_test")
	}
	if notPackageName(name) != "" {
		return ""
	}
	return name
}

// isSameFolder reports whether a and b are one folder, which may not exist yet.
func isSameFolder(a, b string) bool {
	if absA, err := filepath.Abs(a); err == nil {
		if absB, err := filepath.Abs(b); err == nil && absA == absB {
			return true
		}
	}
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// ignoredPackage is the name of a package whose files the go command skips.
const ignoredPackage = "documentation"

// notPackageName says why name cannot be that of a package, or is empty.
func notPackageName(name string) string {
	switch {
	case name == ignoredPackage:
		return "is a package that the go command ignores"
	case name == "_" || !token.IsIdentifier(name):
		return "is no name for a Go package"
	}
	return ""
}

// identifier drops what a Go identifier cannot hold: "go-kafka.v2" gives
// "gokafkav2", and "4.4-kafka" gives "kafka".
func identifier(folder string) string {
	name := strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, folder)
	return strings.TrimLeftFunc(name, unicode.IsDigit)
}
