// Command vectors checks generated code against the vectors that Kafka's own
// classes wrote, and prints how many of them are identical.
//
//	go run ./internal/suite/cmd/vectors -schemas DIR -vectors DIR
//
// DIR of -schemas holds one folder of schemas for each NAME.jsonl.gz in that
// of -vectors. The environment variables KGEN_SCHEMAS and KGEN_VECTORS are the
// defaults. The exit code is 0 if everything is identical.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/kgen-go/kgen/internal/suite"
)

func main() {
	schemas := flag.String("schemas", os.Getenv("KGEN_SCHEMAS"), "`folder` with the folders of schemas")
	vectors := flag.String("vectors", os.Getenv("KGEN_VECTORS"), "`folder` with the files of vectors")
	flag.Parse()
	if err := run(*schemas, *vectors); err != nil {
		fmt.Fprintln(os.Stderr, "vectors:", err)
		os.Exit(1)
	}
}

func run(schemas, vectors string) error {
	if schemas == "" || vectors == "" {
		return errors.New("want -schemas and -vectors, or KGEN_SCHEMAS and KGEN_VECTORS")
	}
	work, err := os.MkdirTemp("", "kgen-vectors")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	return suite.RunVectors(work, schemas, vectors, os.Stdout)
}
