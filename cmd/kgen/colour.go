package main

import (
	"flag"
	"io"
	"os"

	"github.com/kgen-go/kgen/internal/layout"
)

// The values of -color.
const (
	colourAuto   = "auto"
	colourAlways = "always"
	colourNever  = "never"
)

func colourFlag(flags *flag.FlagSet, when *string) {
	flags.StringVar(when, "color", colourAuto, "use colours `WHEN` auto (on a terminal), always or never")
}

// palette is what output to w gets. On its own it is coloured on a terminal,
// unless the environment has NO_COLOR.
func palette(when string, w io.Writer) layout.Palette {
	if when != colourAuto {
		return layout.Palette{Coloured: when == colourAlways}
	}
	f, isFile := w.(*os.File)
	if !isFile || os.Getenv("NO_COLOR") != "" {
		return layout.Palette{}
	}
	info, err := f.Stat()
	return layout.Palette{Coloured: err == nil && info.Mode()&os.ModeCharDevice != 0}
}
