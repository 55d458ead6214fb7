package main

import (
	"bytes"
	"fmt"
	"go/build"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// checkDirectives looks, under go generate, for a second directive that writes
// to folder out: each run removes what the other has made, and it would be
// chance which of them comes last. It reads the package of the directive that
// runs and the one in out.
func checkDirectives(out string) error {
	if os.Getenv("GOFILE") == "" {
		return nil
	}
	dirs := []string{"."}
	if !isSameFolder(out, ".") {
		dirs = append(dirs, out)
	}
	var places []string
	for _, dir := range dirs {
		found, err := directivesInto(out, dir)
		if err != nil {
			return err
		}
		places = append(places, found...)
	}
	if len(places) < 2 {
		return nil
	}
	return fmt.Errorf("%s generate into the same folder, where each would remove the files of the other: "+
		"write one directive, whose -schemas and -only name what all of them do", strings.Join(places, " and "))
}

// directivesInto gives the places of the directives in the Go files of dir by
// which kgen writes to folder out.
func directivesInto(out, dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	context := build.Default
	context.BuildTags = append(context.BuildTags, "generate") // as go generate does
	var places []string
	for _, file := range files {
		if match, err := context.MatchFile(filepath.Split(file)); err != nil || !match {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, d := range findDirectives(text) {
			to, writes := d.output()
			if !filepath.IsAbs(to) {
				to = filepath.Join(dir, to)
			}
			if writes && isSameFolder(to, out) {
				places = append(places, fmt.Sprintf("%s:%d", filepath.ToSlash(file), d.line))
			}
		}
	}
	return places, nil
}

// A directive is a go:generate line that runs kgen.
type directive struct {
	line      int
	arguments []string
}

// findDirectives finds the directives in the text of a Go file that run kgen,
// by whatever means. Lines that go generate would not understand are none.
func findDirectives(text []byte) []directive {
	var found []directive
	shorthands := map[string][]string{}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		rest, ok := strings.CutPrefix(string(line), "//go:generate")
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		words, err := splitWords(rest)
		if err != nil || len(words) == 0 {
			continue
		}
		if words[0] == "-command" {
			if len(words) > 2 {
				shorthands[words[1]] = words[2:]
			}
			continue
		}
		if long, ok := shorthands[words[0]]; ok {
			words = slices.Concat(long, words[1:])
		}
		tool := 0
		if programName(words[0]) == "go" { // go tool or go run
			tool = slices.IndexFunc(words, isKgen)
		}
		if tool >= 0 && isKgen(words[tool]) {
			found = append(found, directive{n, words[tool+1:]})
		}
	}
	return found
}

// isKgen reports whether word stands for kgen: its name, or the path of the
// program or the package.
func isKgen(word string) bool { return programName(word) == "kgen" }

func programName(word string) string {
	word, _, _ = strings.Cut(filepath.ToSlash(word), "@")
	return strings.TrimSuffix(path.Base(word), ".exe")
}

// output is the folder that kgen generates into by d, as seen from d's file;
// writes is false if d does something else.
func (d directive) output() (dir string, writes bool) {
	args := d.arguments
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		if args[0] != "generate" {
			return "", false
		}
		args = args[1:]
	}
	for i, arg := range args {
		args[i] = os.ExpandEnv(arg)
	}
	opts, err := parseGenerate(args)
	if err != nil || opts.help || opts.check || opts.diff || opts.update {
		return "", false
	}
	return opts.out, true
}
