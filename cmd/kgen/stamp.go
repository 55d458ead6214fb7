package main

import (
	"bytes"
	"flag"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/output"
	"github.com/kgen-go/kgen/internal/schema"
)

// registryFile is the generated file that every package has, and that says
// with which arguments the package was made.
const registryFile = "registry.go"

// argumentsPrefix begins the line of the registry that holds the arguments.
const argumentsPrefix = "//kgen:generate"

// constraint keeps generated files out of the list of files that go generate
// makes of a package before it runs the first directive. It opens each file on
// that list in turn, and stops for good at one that kgen has removed meanwhile.
// Every other command of go builds without the tag generate.
const constraint = "//go:build !generate"

// stamp puts into files, below their first lines, what the command knows of
// them: the build constraint and, in the registry, its arguments.
func stamp(files []output.File, arguments []string) {
	for i, f := range files {
		if filepath.Ext(f.Name) != ".go" {
			continue
		}
		lines := "\n" + constraint + "\n"
		if f.Name == registryFile {
			lines += "\n" + strings.TrimSpace(argumentsPrefix+" "+joinWords(arguments)) + "\n"
		}
		first := bytes.IndexByte(f.Content, '\n') + 1
		files[i].Content = slices.Concat(f.Content[:first], []byte(lines), f.Content[first:])
	}
}

// stampedArguments finds the arguments in the text of a registry.
func stampedArguments(registry []byte) (arguments []string, found bool, err error) {
	if !output.IsOwn(registryFile, registry) {
		return nil, false, nil
	}
	for line := range bytes.Lines(registry) {
		line := string(bytes.TrimRight(line, "\r\n"))
		if strings.HasPrefix(line, "package ") {
			break
		}
		if rest, ok := strings.CutPrefix(line, argumentsPrefix); ok && (rest == "" || rest[0] == ' ') {
			arguments, err := splitWords(rest)
			return arguments, true, err
		}
	}
	return nil, false, nil
}

// notStamped are the flags that do not shape the output: where it goes, what
// to do with it and what to tell. The package's name stands in its files.
var notStamped = []string{"out", "package", "check", "diff", "update", "keep-stale", "format", "v"}

// pathFlags are the flags whose values are paths.
var pathFlags = []string{"schemas", "overlay", "templates"}

// arguments gives the flags that shape the output, in a fixed order and with
// paths as seen from the output folder. So the same output has the same
// arguments, wherever it was made from.
func (opts *generateOptions) arguments() ([]string, error) {
	var arguments []string
	var failed error
	opts.flags.Visit(func(f *flag.Flag) {
		if slices.Contains(notStamped, f.Name) || f.Value.String() == f.DefValue {
			return
		}
		text := f.Value.String()
		if values, ok := f.Value.(*list); ok {
			sorted, err := opts.sorted(f.Name, *values)
			if err != nil {
				failed = err
			}
			text = sorted.String()
		} else if slices.Contains(pathFlags, f.Name) {
			path, err := pathFrom(opts.out, text)
			if err != nil {
				failed = err
			}
			text = path
		}
		if f.Name == "schemas" && text == defaultSchemas {
			return
		}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			arguments = append(arguments, "-"+f.Name)
			return
		}
		arguments = append(arguments, "-"+f.Name, text)
	})
	return arguments, failed
}

// sorted gives the values of a flag, each once and in order, and paths as seen
// from the output folder.
func (opts *generateOptions) sorted(name string, values list) (list, error) {
	values = slices.Clone(values)
	if slices.Contains(pathFlags, name) {
		for i, path := range values {
			var err error
			if values[i], err = pathFrom(opts.out, path); err != nil {
				return nil, err
			}
		}
	}
	slices.Sort(values)
	return slices.Compact(values), nil
}

// pathFrom gives a path, which is seen from the working directory or absolute,
// as seen from folder dir, with forward slashes. What is no path it leaves as it
// is, and an absolute one from which there is no way to dir.
func pathFrom(dir, path string) (string, error) {
	if strings.HasPrefix(path, schema.EmbeddedPrefix) {
		return path, nil
	}
	from, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	// Seen from the target of a link, the way is another one.
	if real, err := filepath.EvalSymlinks(from); err == nil && real != from {
		from = real
		if real, err := filepath.EvalSymlinks(to); err == nil {
			to = real
		}
	}
	relative, err := filepath.Rel(from, to)
	if err != nil {
		return filepath.ToSlash(to), nil
	}
	return filepath.ToSlash(relative), nil
}

// stampedOptions are the options that the arguments in a registry of folder dir
// stand for.
func stampedOptions(dir string, arguments []string) (*generateOptions, error) {
	opts, err := parseGenerate(arguments)
	if err != nil {
		return nil, err
	}
	opts.out = dir
	opts.flags.Visit(func(f *flag.Flag) {
		if !slices.Contains(pathFlags, f.Name) {
			return
		}
		if values, ok := f.Value.(*list); ok {
			for i, path := range *values {
				(*values)[i] = pathIn(dir, path)
			}
			return
		}
		f.Value.Set(pathIn(dir, f.Value.String()))
	})
	return opts, nil
}

// pathIn gives a path, which is seen from folder dir, as seen from the working
// directory.
func pathIn(dir, path string) string {
	local := filepath.FromSlash(path)
	if filepath.IsAbs(local) || strings.HasPrefix(path, schema.EmbeddedPrefix) {
		return path
	}
	return filepath.Join(dir, local)
}
