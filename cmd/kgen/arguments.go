package main

import (
	"flag"
	"fmt"
	"io"
)

// maxInput bounds what is read from a file or standard input at once, in bytes.
const maxInput = 1 << 30

// readAll reads all of r, within maxInput.
func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err == nil && len(data) > maxInput {
		err = fmt.Errorf("the input is larger than %d bytes", maxInput)
	}
	return data, err
}

// newFlagSet returns a flag set that leaves it to run to print errors.
func newFlagSet(verb string) *flag.FlagSet {
	flags := flag.NewFlagSet(verb, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	return flags
}

// parseMixed parses args, in which flags may stand before and after other
// arguments, and gives the others.
func parseMixed(flags *flag.FlagSet, args []string) ([]string, error) {
	var others []string
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if flags.NArg() == 0 {
			return others, nil
		}
		others = append(others, flags.Arg(0))
		args = flags.Args()[1:]
	}
}

// A versionFlag is a message version that may not have been given.
type versionFlag struct {
	given   bool
	version int16
}

func (v *versionFlag) String() string {
	if !v.given {
		return ""
	}
	return fmt.Sprint(v.version)
}

func (v *versionFlag) Set(text string) error {
	var n int16
	if _, err := fmt.Sscanf(text, "%d", &n); err != nil || fmt.Sprint(n) != text || n < 0 {
		return fmt.Errorf("want a number from 0 to 32767")
	}
	v.given, v.version = true, n
	return nil
}
