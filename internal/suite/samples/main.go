// Package samples holds generated packages against package layout, which reads
// and writes messages by their schemas and shares no code with what is
// generated; and against Kafka, by values in either's bytes.
package samples

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/internal/suite/generated"
)

// Path is the import path of this package.
const Path = "github.com/kgen-go/kgen/internal/suite/samples"

const (
	// values is how many values each version of a message gets.
	values = 6
	// maxShown bounds the messages whose first problem is printed.
	maxShown = 50
)

const usage = `want one of
	layout SEED  make up values and hold the packages against package layout
	write SEED   make up values and print their bytes
	read FILE    read what Kafka makes of bytes, and check that the packages agree`

// Main does what the arguments ask for. It prints the first problem of each
// message and what was checked, and returns the exit code: 0 if all is well, 1
// if not, 2 if it could not work.
func Main(packages []generated.Package, args []string) int {
	checkers, err := load(packages)
	if err == nil && len(args) != 2 {
		err = errors.New(usage)
	}
	if err == nil {
		switch args[0] {
		case "layout":
			err = each(checkers, args[1], (*checker).layout)
		case "write":
			err = each(checkers, args[1], (*checker).write)
		case "read":
			err = readFile(checkers, args[1])
		default:
			err = errors.New(usage)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return report(checkers)
}

// load makes a checker for each message of the packages.
func load(packages []generated.Package) ([]*checker, error) {
	var list []*checker
	for _, p := range packages {
		files, findings, err := schema.Load([]string{p.Schemas}, nil)
		if err != nil {
			return nil, err
		}
		set, more := model.Build(files, model.Options{})
		if set == nil {
			return nil, fmt.Errorf("schemas in %s: %v", p.Schemas, append(findings, more...))
		}
		catalog := &layout.Catalog{Sets: []layout.Set{{Name: p.Schemas, Set: set, Files: files}}}
		for _, m := range set.Messages {
			list = append(list, &checker{pkg: p, catalog: catalog, m: m, used: p.New(m.Name)})
		}
	}
	return list, nil
}

// each runs a check with random numbers that the seed and the message decide.
func each(checkers []*checker, seed string, check func(c *checker, r *rand.Rand)) error {
	n, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		return err
	}
	for i, c := range checkers {
		check(c, rand.New(rand.NewPCG(n, uint64(i))))
	}
	return nil
}

// report prints what was found, and on the last line what was checked.
func report(checkers []*checker) int {
	faulty, values, cuts := 0, 0, 0
	for _, c := range checkers {
		values += c.values
		cuts += c.cuts
		if len(c.problems) == 0 {
			continue
		}
		if faulty++; faulty <= maxShown {
			fmt.Fprintf(os.Stderr, "%s: %d problems, of which the first is\n%s\n", c.m.Name, len(c.problems), c.problems[0])
		}
	}
	fmt.Fprintf(os.Stderr, "%d messages, %d values, %d cuts; %d messages have problems\n", len(checkers), values, cuts, faulty)
	if faulty > 0 {
		return 1
	}
	return 0
}
