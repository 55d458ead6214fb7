// Package generator_test gives made-up schemas to Kafka's own message generator:
// what the Java that it makes writes, generated Go reads, and the other way
// around; and what schemas one of the two takes and the other refuses, stands on
// a list.
package generator_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/conformance/java"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/randomschema"
	"github.com/kgen-go/kgen/internal/suite/samples"
	"github.com/kgen-go/kgen/internal/suite/scratch"
)

const (
	// legal and broken are how many schemas are made up of either kind.
	legal, broken = 1100, 500
	// At least so many schemas and values have to be compared.
	wantSchemas, wantValues = 1000, 20_000
	// perPackage is how many schemas share a Go package, so that the compiler
	// can work on several.
	perPackage = 200
)

func TestGenerator(t *testing.T) {
	seed, err := randomschema.Seed()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("KGEN_SEED=%d", seed)
	dir := t.TempDir()
	schemas := filepath.Join(dir, "schemas")
	list := makeUp(t, seed, schemas)
	kafka := startKafka(t, schemas, seed)
	program := build(t, dir, list) // while Kafka's generator and javac work
	refusedByKafka := kafka.refusals()
	readAcceptance(t).check(t, list, refusedByKafka, seed == randomschema.DefaultSeed)

	readings, err := os.Create(filepath.Join(dir, "readings"))
	if err != nil {
		t.Fatal(err)
	}
	defer readings.Close()
	both := map[string]bool{}
	for _, s := range list {
		if _, refused := refusedByKafka[s.Name]; !refused && s.refused == nil {
			both[s.Name] = true
		}
	}
	theirs := kafka.readings(both, readings)
	ours := 0
	if questions := run(t, program, "write", strconv.FormatUint(seed, 10)); questions != nil {
		kafka.ask(questions)
		ours = kafka.readings(both, readings)
	}
	run(t, program, "read", readings.Name())
	t.Logf("%d schemas; %d values that Kafka wrote and %d that we did, read and written again on the other side", len(both), theirs, ours)
	if len(both) < wantSchemas || theirs+ours < wantValues || ours == 0 {
		t.Errorf("that is too few")
	}
}

// A madeUp schema comes with what kgen finds wrong in it.
type madeUp struct {
	randomschema.Schema
	refused []string
}

// makeUp makes up schemas and writes them into a new folder.
func makeUp(t *testing.T, seed uint64, dir string) []madeUp {
	t.Helper()
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var list []madeUp
	for number := range legal + broken {
		s := randomschema.New(seed, number)
		if number >= legal {
			s = randomschema.Broken(seed, number)
		}
		write(t, dir, s)
		list = append(list, madeUp{s, verdict(s)})
	}
	return list
}

func write(t *testing.T, dir string, s randomschema.Schema) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, s.Name+".json"), s.Text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// build builds a program out of the schemas that kgen takes.
func build(t *testing.T, dir string, list []madeUp) string {
	t.Helper()
	module, err := scratch.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	var folder string
	add := func() {
		if err := module.Add(filepath.Base(folder), folder, model.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range list {
		if s.refused != nil {
			continue
		}
		if count%perPackage == 0 {
			if folder != "" {
				add()
			}
			// The package goes beside its schemas, under the same name.
			folder = filepath.Join(schemaFolder(t, dir), fmt.Sprintf("random%d", count/perPackage))
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		count++
		write(t, folder, s.Schema)
	}
	add()
	program, err := module.Build(samples.Path, "Main")
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// schemaFolder is where the folders of schemas are, one for each Go package.
func schemaFolder(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "taken")
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// run runs the program and gives what it prints.
func run(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(program, args...)
	var report bytes.Buffer
	cmd.Stderr = &report
	out, err := cmd.Output()
	t.Logf("%s: %s", args[0], &report)
	if err != nil {
		t.Errorf("%s: %v", args[0], err)
	}
	return out
}

// A kafka is a running GeneratorTool.
type kafka struct {
	t   *testing.T
	in  io.WriteCloser
	out *json.Decoder
}

func startKafka(t *testing.T, schemas string, seed uint64) *kafka {
	t.Helper()
	// The test's own context ends before the program is asked to.
	cmd, err := java.Generator(context.Background(), "512m", schemas, strconv.FormatUint(seed, 10))
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close() // which ends the program, once it has nothing left to print
		go io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil && !t.Failed() {
			t.Error(err)
		}
	})
	return &kafka{t, in, json.NewDecoder(out)}
}

// refusals gives why Kafka refuses schemas, by name.
func (k *kafka) refusals() map[string]string {
	k.t.Helper()
	refused := map[string]string{}
	for {
		var line struct{ File, Refused string }
		if err := k.out.Decode(&line); err != nil {
			k.t.Fatalf("Kafka's generator: %v", err)
		}
		switch {
		case line.File == "":
			return refused
		case line.Refused != "":
			refused[line.File] = line.Refused
		}
	}
}

// ask has Kafka read bytes; what it makes of them comes as readings.
func (k *kafka) ask(questions []byte) {
	// Written apart from reading the answers, as pipes hold only so much.
	go func() {
		k.in.Write(questions)
		k.in.Close()
	}()
}

// tooMany is how Kafka refuses arrays whose elements take no bytes, which it
// writes itself: there are fewer bytes than elements behind the count. kgen
// refuses them too, and never makes up any.
const tooMany = "Tried to allocate a collection"

// readings takes readings up to the end of a list, checks that Kafka writes what
// it has read, and appends those of the given messages to w. It returns how many
// these are.
func (k *kafka) readings(of map[string]bool, w io.Writer) int {
	k.t.Helper()
	count := 0
	for {
		var raw json.RawMessage
		var r samples.Reading
		err := k.out.Decode(&raw)
		if err == nil {
			err = json.Unmarshal(raw, &r)
		}
		if err != nil {
			k.t.Fatalf("Kafka's classes: %v", err)
		}
		if r.Message == "" {
			return count
		}
		if !of[r.Message] || strings.Contains(r.Refuses, tooMany) {
			continue
		}
		count++
		if r.Refuses != "" || r.RefusesAgain != "" || r.Left > 0 || r.Again != r.Sent {
			k.t.Errorf("%s v%d: Kafka reads %s, says %s%s, leaves %d bytes, and writes %s", r.Message, r.Version, r.Sent, r.Refuses, r.RefusesAgain, r.Left, r.Again)
			continue
		}
		if _, err := fmt.Fprintf(w, "%s\n", raw); err != nil {
			k.t.Fatal(err)
		}
	}
}
