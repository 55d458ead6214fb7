package main

import (
	"fmt"
	"io"
	"path"

	"github.com/kgen-go/kgen/internal/output"
)

// What the actions of a plan are called once they are done, and as long as
// nothing is.
var (
	doneWords = map[output.Action]string{
		output.Create: "created", output.Update: "updated", output.Keep: "unchanged", output.Remove: "removed",
	}
	checkWords = map[output.Action]string{
		output.Create: "missing", output.Update: "changed", output.Keep: "unchanged", output.Remove: "stale",
	}
)

// reportWritten tells of removals, or of every file.
func reportWritten(plan *output.Plan, verbose bool, std stdio) {
	for _, c := range plan.Changes {
		if verbose || c.Action == output.Remove {
			printChange(std.err, plan, c, doneWords)
		}
	}
	if verbose {
		printTotal(std.err, plan, doneWords)
	}
}

// reportCheck lists what is not up to date, or every file.
func reportCheck(plan *output.Plan, opts *generateOptions, std stdio) error {
	for _, c := range plan.Changes {
		if opts.verbose || c.Action != output.Keep {
			if err := printChange(std.out, plan, c, checkWords); err != nil {
				return err
			}
		}
	}
	if opts.verbose {
		printTotal(std.err, plan, checkWords)
	}
	if plan.UpToDate() {
		return nil
	}
	remedy := "kgen without -check"
	if len(opts.packages) > 0 {
		dir, _ := shortPath(plan.Dir)
		remedy = "kgen -update " + dir
	}
	fmt.Fprintf(std.err, "kgen: %s not up to date; run %s to write\n",
		count(len(plan.Changes)-plan.Count(output.Keep), "file"), remedy)
	return errFound
}

// reportDiff prints the patch. It names files as seen from the working
// directory, or from the output folder if that lies elsewhere, as git refuses
// paths that lead out of the folder it runs in.
func reportDiff(plan *output.Plan, verbose bool, std stdio) error {
	prefix, within := shortPath(plan.Dir)
	if !within {
		prefix = ""
	}
	if _, err := std.out.Write(plan.Diff(prefix)); err != nil {
		return err
	}
	if verbose {
		for _, c := range plan.Changes {
			printChange(std.err, plan, c, checkWords)
		}
		printTotal(std.err, plan, checkWords)
	}
	if plan.UpToDate() {
		return nil
	}
	return errFound
}

func printChange(w io.Writer, plan *output.Plan, c output.Change, words map[output.Action]string) error {
	dir, _ := shortPath(plan.Dir)
	_, err := fmt.Fprintf(w, "%s %s\n", words[c.Action], path.Join(dir, c.Name))
	return err
}

func printTotal(w io.Writer, plan *output.Plan, words map[output.Action]string) {
	fmt.Fprint(w, count(len(plan.Changes), "file"))
	separator := ": "
	for _, action := range []output.Action{output.Create, output.Update, output.Keep, output.Remove} {
		if n := plan.Count(action); n > 0 {
			fmt.Fprintf(w, "%s%d %s", separator, n, words[action])
			separator = ", "
		}
	}
	fmt.Fprintln(w)
}

// count gives n and the noun in singular or plural.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
