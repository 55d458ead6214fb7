package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A madePackage is a package that kgen has made.
type madePackage struct {
	dir       string
	name      string
	arguments []string
}

// generateEach does what opts say for each of the packages in them, with the
// arguments it was made with. It goes on after a failure.
func generateEach(opts *generateOptions, std stdio) error {
	packages, err := findPackages(opts.packages)
	if err != nil {
		return err
	}
	var failures []error
	found := false
	for _, p := range packages {
		own, err := stampedOptions(p.dir, p.arguments)
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", filepath.Join(p.dir, registryFile), err))
			continue
		}
		own.check, own.diff, own.update = opts.check, opts.diff, opts.update
		own.keepStale, own.format, own.verbose = opts.keepStale, opts.format, opts.verbose
		own.fallback, own.packages = p.name, []string{p.dir}
		switch err := generate(own, std); {
		case errors.Is(err, errFound):
			found = true
		case err != nil:
			failures = append(failures, fmt.Errorf("%s: %w", p.dir, err))
		}
	}
	if found && len(failures) == 0 {
		return errFound
	}
	return errors.Join(failures...)
}

// findPackages finds the packages that kgen has made among those that patterns
// name, as the go command takes them: folders, or folders and all below them.
// Each pattern has to match one.
func findPackages(patterns []string) ([]madePackage, error) {
	var packages []madePackage
	for _, pattern := range patterns {
		dirs := []string{filepath.Clean(pattern)}
		if root, all := strings.CutSuffix(filepath.ToSlash(pattern), "..."); all && (root == "" || strings.HasSuffix(root, "/")) {
			var err error
			if dirs, err = foldersBelow(filepath.Clean(root)); err != nil {
				return nil, err
			}
		}
		before := len(packages)
		for _, dir := range dirs {
			p, found, err := readPackage(dir)
			if err != nil {
				return nil, err
			}
			if found {
				packages = append(packages, p)
			}
		}
		if len(packages) == before {
			return nil, fmt.Errorf("%s: no package there was made by kgen", pattern)
		}
	}
	slices.SortFunc(packages, func(a, b madePackage) int { return strings.Compare(a.dir, b.dir) })
	return slices.CompactFunc(packages, func(a, b madePackage) bool { return a.dir == b.dir }), nil
}

// foldersBelow lists root and the folders below it that the go command finds
// packages in by "...": not those of other modules, vendored ones, testdata,
// and those that begin with a dot or an underscore.
func foldersBelow(root string) ([]string, error) {
	var dirs []string
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		if name := e.Name(); path != root {
			if name[0] == '.' || name[0] == '_' || name == "testdata" || name == "vendor" {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				return fs.SkipDir
			}
		}
		dirs = append(dirs, path)
		return nil
	})
	return dirs, err
}

// readPackage reads in the registry of dir how the package there was made.
func readPackage(dir string) (p madePackage, found bool, err error) {
	path := filepath.Join(dir, registryFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return p, false, nil
	}
	if err != nil {
		return p, false, err
	}
	arguments, found, err := stampedArguments(text)
	if err != nil {
		return p, false, fmt.Errorf("%s: %w", path, err)
	}
	if !found {
		return p, false, nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.PackageClauseOnly)
	if err != nil {
		return p, false, err
	}
	return madePackage{dir, file.Name.Name, arguments}, true, nil
}
