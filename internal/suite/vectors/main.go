package vectors

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/internal/suite/generated"
	"github.com/kgen-go/kgen/kwire"
)

// Path is the import path of this package.
const Path = "github.com/kgen-go/kgen/internal/suite/vectors"

// maxShown bounds the problems that are printed in full.
const maxShown = 50

// Main checks every vector of the folder that the first argument names. It
// prints the problems, then a table of what was found identical, and returns
// the exit code: 0 if all is well, 1 if not, 2 if it could not work.
func Main(packages []generated.Package, args []string) int {
	if len(args) != 1 {
		fmt.Fprintln(os.Stderr, "want one argument, the folder of vector files")
		return 2
	}
	var total result
	var rows []string
	for _, p := range packages {
		r, err := checkPackage(p, args[0], &total)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
		rows = append(rows, r.row(filepath.Base(p.Schemas)))
	}
	if more := total.problems - maxShown; more > 0 {
		fmt.Printf("and %d problems more\n", more)
	}
	fmt.Printf("%-24s%20s%20s%12s%10s\n", "", "vectors identical", "frames identical", "hostile", "problems")
	for _, row := range append(rows, total.row("total")) {
		fmt.Print(row)
	}
	if total.problems > 0 {
		return 1
	}
	return 0
}

// result counts what was checked.
type result struct {
	vectors, identical      int
	frames, framesIdentical int
	hostile                 int // inputs made out of the vectors
	problems                int
}

func (r result) row(name string) string {
	return fmt.Sprintf("%-24s%20s%20s%12d%10d\n", name,
		fmt.Sprintf("%d of %d", r.identical, r.vectors), fmt.Sprintf("%d of %d", r.framesIdentical, r.frames), r.hostile, r.problems)
}

func (r *result) add(other result) {
	r.vectors += other.vectors
	r.identical += other.identical
	r.frames += other.frames
	r.framesIdentical += other.framesIdentical
	r.hostile += other.hostile
	r.problems += other.problems
}

// checkPackage checks the vectors of one package and adds them to the total.
func checkPackage(p generated.Package, folder string, total *result) (result, error) {
	messages, err := load(p.Schemas)
	if err != nil {
		return result{}, err
	}
	list, err := read(filepath.Join(folder, filepath.Base(p.Schemas)+".jsonl.gz"))
	if err != nil {
		return result{}, err
	}
	c := &checker{pkg: p, records: map[string][]string{}, used: map[string]kwire.Message{}}
	for name, m := range messages {
		c.records[name] = recordsFields(m)
	}
	var r result
	shown := total.problems
	show := func(v *vector, problems []string) {
		for _, problem := range problems {
			if shown++; shown <= maxShown {
				fmt.Printf("%s: %s: %s\n", p.Name, v.name(), problem)
			}
		}
		r.problems += len(problems)
	}
	h := &hostile{pkg: p}
	for i := range list {
		v := &list[i]
		body, frame := c.check(v)
		r.vectors++
		if len(body) == 0 {
			r.identical++
		}
		if len(v.Frame) > 0 {
			r.frames++
			if len(frame) == 0 {
				r.framesIdentical++
			}
		}
		show(v, body)
		show(v, frame)
		if m := messages[v.Message]; m != nil && len(body) == 0 {
			show(v, h.attack(v, m))
		}
	}
	r.hostile = h.inputs
	total.add(r)
	return r, nil
}

// load returns the messages of a folder of schemas by name.
func load(folder string) (map[string]*model.Message, error) {
	files, findings, err := schema.Load([]string{folder}, nil)
	if err != nil {
		return nil, err
	}
	set, more := model.Build(files, model.Options{})
	if set == nil {
		return nil, fmt.Errorf("schemas in %s: %v", folder, append(findings, more...))
	}
	messages := map[string]*model.Message{}
	for _, m := range set.Messages {
		messages[m.Name] = m
	}
	return messages, nil
}

// recordsFields returns the names of a message's records fields.
func recordsFields(m *model.Message) []string {
	var names []string
	for _, s := range append([]*model.Struct{m.Body}, m.Structs...) {
		for _, f := range s.Fields {
			if f.Type.Kind == model.Records {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

func jsonNumber(n int16) json.Number { return json.Number(strconv.Itoa(int(n))) }
