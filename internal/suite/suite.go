// Package suite proves that generated code speaks Kafka's protocol: it builds
// throwaway programs out of freshly generated packages and runs them over
// vectors and cases. Its tests do the same for the committed packages.
package suite

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/suite/cases"
	"github.com/kgen-go/kgen/internal/suite/scratch"
	"github.com/kgen-go/kgen/internal/suite/vectors"
)

// RunVectors generates a package from every folder in schemas, builds one
// program of them in the folder work, and has it check every vector of the
// files in lines, of which there must be one for each folder. It prints what
// the program does. The error tells that something is not identical, or that
// the work could not be done.
func RunVectors(work, schemas, lines string, out io.Writer) error {
	folders, err := names(schemas, "")
	if err != nil {
		return err
	}
	files, err := names(lines, ".jsonl.gz")
	if err != nil {
		return err
	}
	if len(folders) == 0 || !slices.Equal(folders, files) {
		return fmt.Errorf("folders of schemas %v and files of vectors %v do not match", folders, files)
	}
	module, err := scratch.New(work)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		path, err := filepath.Abs(filepath.Join(schemas, folder))
		if err != nil {
			return err
		}
		if err := module.Add(strings.ReplaceAll(folder, "-", ""), path, model.Options{}); err != nil {
			return err
		}
	}
	program, err := module.Build(vectors.Path, "Main")
	if err != nil {
		return err
	}
	return run(program, lines, out)
}

// names returns the sorted names of the folders in dir or, with an ending, of
// the files that have it, without it.
func names(dir, ending string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, e := range entries {
		name, found := strings.CutSuffix(e.Name(), ending)
		if found && e.IsDir() == (ending == "") {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list, nil
}

// RunCases generates a package for every case that has vectors, builds one
// program of them in the folder work, and has it run the cases. It prints what
// the program does. The error tells that something is wrong, or that the work
// could not be done.
func RunCases(work, path string, out io.Writer) error {
	list, err := cases.Load(path)
	if err != nil {
		return err
	}
	module, err := scratch.New(work)
	if err != nil {
		return err
	}
	for _, c := range list {
		if len(c.Expect.Vectors) == 0 {
			continue
		}
		dir := filepath.Join(work, "schemas", c.Package())
		if err := c.Schema.Write(dir); err != nil {
			return err
		}
		// Case 20 has keys that are not known, and vectors all the same.
		if err := module.Add(c.Package(), dir, model.Options{Accept: model.Accept{Level: model.AcceptAll}}); err != nil {
			return fmt.Errorf("%s: %w", c.ID, err)
		}
	}
	program, err := module.Build(cases.Path, "Main")
	if err != nil {
		return err
	}
	if err := module.Go("vet", "./..."); err != nil {
		return err
	}
	return run(program, path, out)
}

// run runs a program that was built, with a path as its argument.
func run(program, path string, out io.Writer) error {
	cmd := exec.Command(program, path)
	cmd.Stdout, cmd.Stderr = out, out
	err := cmd.Run()
	if exit, failed := errors.AsType[*exec.ExitError](err); failed && exit.ExitCode() == 1 {
		return errors.New("there are problems")
	}
	return err
}
