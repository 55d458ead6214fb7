package main

import (
	"fmt"
	"io"
)

// runHelp describes kgen, or the command that args name.
func runHelp(args []string, std stdio) error {
	switch len(args) {
	case 0:
		helpKgen(std.out)
		return nil
	case 1:
		v, found := findVerb(args[0])
		if !found {
			return &usageError{text: fmt.Sprintf("unknown command %q", args[0])}
		}
		v.help(std.out)
		return nil
	}
	return &usageError{verb: "help", text: "help takes the name of one command"}
}

func helpKgen(w io.Writer) {
	fmt.Fprint(w, `Kgen turns Kafka's JSON message schemas into Go: one struct for each message,
with Encode and Decode for every version of the protocol.

Usage:

	kgen [command] [flags]

Commands:

`)
	for _, v := range verbs() {
		fmt.Fprintf(w, "	%-10s %s\n", v.name, v.summary)
	}
	fmt.Fprint(w, `
Without a command, kgen generates. To see its flags, run 'kgen help generate'.

Exit codes: 0 done, 1 mistakes in schemas or a difference found, 2 could not run.
`)
}

func helpHelp(w io.Writer) {
	fmt.Fprint(w, "Usage: kgen help [command]\n\nHelp describes kgen or one of its commands.\n")
}
