package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// runVersion prints module, version and Go version, as bug reports need them.
func runVersion(args []string, std stdio) error {
	if len(args) > 0 {
		return &usageError{verb: "version", text: fmt.Sprintf("unexpected argument %q", args[0])}
	}
	var module debug.Module
	if info, ok := debug.ReadBuildInfo(); ok {
		module = info.Main
	}
	_, err := fmt.Fprintln(std.out, cmp.Or(module.Path, "kgen"), cmp.Or(module.Version, "(devel)"), runtime.Version())
	return err
}

func helpVersion(w io.Writer) {
	fmt.Fprint(w, "Usage: kgen version\n\nVersion prints the version of kgen and of Go.\n")
}
