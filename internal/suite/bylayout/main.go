// Package bylayout holds generated packages against package layout, which reads
// and writes messages by their schemas and shares no code with what is
// generated.
package bylayout

import (
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
const Path = "github.com/kgen-go/kgen/internal/suite/bylayout"

const (
	// values is how many values each version of a message gets.
	values = 6
	// maxShown bounds the messages whose first problem is printed.
	maxShown = 50
)

// Main makes up values for every version of every message of the packages and
// checks them. The argument is the seed. It prints the first problem of each
// message and what was checked, and returns the exit code: 0 if all is well, 1 if not, 2 if it could
// not work.
func Main(packages []generated.Package, args []string) int {
	if len(args) != 1 {
		fmt.Fprintln(os.Stderr, "want one argument, the seed of the values")
		return 2
	}
	seed, err := strconv.ParseUint(args[0], 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	shown := 0
	for _, p := range packages {
		set, err := load(p.Schemas)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
		c := &checker{pkg: p, catalog: &layout.Catalog{Sets: []layout.Set{*set}}}
		for i, m := range set.Messages {
			c.problems = nil
			c.message(m, rand.New(rand.NewPCG(seed, uint64(i))))
			if len(c.problems) == 0 {
				continue
			}
			if shown++; shown <= maxShown {
				fmt.Printf("%s: %d problems, of which the first is\n%s\n", m.Name, len(c.problems), c.problems[0])
			}
		}
		fmt.Printf("%s: %d messages, %d values, %d cuts\n", p.Name, len(set.Messages), c.values, c.cuts)
	}
	if shown > 0 {
		fmt.Printf("%d messages have problems\n", shown)
		return 1
	}
	return 0
}

// load reads a folder of schemas.
func load(folder string) (*layout.Set, error) {
	files, findings, err := schema.Load([]string{folder}, nil)
	if err != nil {
		return nil, err
	}
	set, more := model.Build(files, model.Options{})
	if set == nil {
		return nil, fmt.Errorf("schemas in %s: %v", folder, append(findings, more...))
	}
	return &layout.Set{Name: folder, Set: set, Files: files}, nil
}
