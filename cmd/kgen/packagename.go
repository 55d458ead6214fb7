package main

import (
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// packageName chooses the name of the package in folder out: the given one, or
// what go generate calls the package it runs in, or the folder's own name.
func packageName(given, out string) (string, error) {
	if given != "" {
		if !isPackageName(given) {
			return "", &usageError{"generate", fmt.Sprintf("-package %q is no name for a Go package", given)}
		}
		return given, nil
	}
	folder, err := filepath.Abs(out)
	if err != nil {
		return "", err
	}
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	// go generate runs commands in the folder of the package; to output
	// elsewhere the name of that package means nothing.
	if name := os.Getenv("GOPACKAGE"); folder == wd && isPackageName(name) {
		return name, nil
	}
	name := identifier(filepath.Base(folder))
	if !isPackageName(name) {
		return "", &usageError{"generate", fmt.Sprintf("no name for a Go package in folder name %q: say -package NAME", filepath.Base(folder))}
	}
	return name, nil
}

func isPackageName(name string) bool { return token.IsIdentifier(name) && name != "_" }

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
