// Command bench times the project's generated code against the codecs of other
// Go clients and writes the medians to bench/RESULTS.md. Run it in the interop
// folder, on a machine that has nothing else to do:
//
//	go run ./bench/cmd/bench [flags]
//
// It goes over all benchmarks several times, rather than over each several
// times in a row, so that a slow minute of the machine falls on all codecs
// alike, and lets another codec start each time. All run with GOMAXPROCS=1: the
// garbage collector's work is then part of the operation that caused it. The
// default takes some 15 minutes.
//
// It needs the module cache or network for two codecs that interop/go.mod
// cannot require, see prepare.go; nothing in the checkout changes but the
// results.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type options struct {
	passes    int
	benchtime time.Duration
	pattern   string
	raw       string
	from      string
	out       string
}

func run(args []string, progress io.Writer) error {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.IntVar(&o.passes, "passes", 6, "times to go over everything")
	flags.DurationVar(&o.benchtime, "benchtime", 150*time.Millisecond, "time for each benchmark of a pass")
	flags.StringVar(&o.pattern, "bench", ".", "benchmarks to run, as for go test")
	flags.StringVar(&o.raw, "raw", "", "`file` for the unprocessed output, which benchstat reads")
	flags.StringVar(&o.from, "from", "", "report on this `file` of unprocessed output instead of running")
	flags.StringVar(&o.out, "out", "", "`file` for the results instead of bench/RESULTS.md")
	if err := flags.Parse(args); err != nil {
		return err
	}

	dir, err := goCommand("", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return err
	}
	if o.out == "" {
		o.out = filepath.Join(dir, "bench", "RESULTS.md")
	}
	var output []byte
	if o.from != "" {
		output, err = os.ReadFile(o.from)
	} else {
		output, err = measure(dir, o, progress)
	}
	if err != nil {
		return err
	}
	results, err := parse(bytes.NewReader(output))
	if err != nil {
		return err
	}
	about, err := describe(dir, o, results)
	if err != nil {
		return err
	}
	return os.WriteFile(o.out, report(results, about), 0o666)
}

// measure builds the benchmarks with all codecs, checks that these agree, and
// returns the output of all passes.
func measure(dir string, o options, progress io.Writer) ([]byte, error) {
	temp, err := os.MkdirTemp("", "kgen-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	overlay, err := prepare(dir, temp)
	if err != nil {
		return nil, err
	}
	binary := filepath.Join(temp, "bench.test")
	// vet would look for the overlay's folders.
	if _, err := goCommand(dir, "test", "-c", "-vet=off", "-overlay", overlay, "-o", binary, "./bench"); err != nil {
		return nil, err
	}
	fmt.Fprintln(progress, "checking that all codecs read and write the same")
	if out, err := exec.Command(binary, "-test.run", ".").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the codecs differ: %w\n%s", err, out)
	}
	var output bytes.Buffer
	for pass := range o.passes {
		fmt.Fprintf(progress, "%s pass %d of %d\n", time.Now().Format(time.TimeOnly), pass+1, o.passes)
		cmd := exec.Command(binary, "-test.run", "^$", "-test.bench", o.pattern, "-test.cpu", "1",
			"-test.benchtime", o.benchtime.String(), "-test.timeout", "2h")
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1", fmt.Sprintf("KGEN_BENCH_PASS=%d", pass))
		cmd.Stdout, cmd.Stderr = &output, progress
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("pass %d: %w", pass+1, err)
		}
	}
	if o.raw != "" {
		return output.Bytes(), os.WriteFile(o.raw, output.Bytes(), 0o666)
	}
	return output.Bytes(), nil
}

// goCommand runs the go command in dir and returns what it prints.
func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, &stderr)
	}
	return strings.TrimSpace(string(out)), nil
}
