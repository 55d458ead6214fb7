package suite

import (
	"os"
	"testing"

	"github.com/kgen-go/kgen/internal/suite/cases"
)

// casesPath returns the file of cases, or skips the test loudly.
func casesPath(t *testing.T) string {
	t.Helper()
	path := os.Getenv("KGEN_CASES")
	if path == "" {
		t.Skip("SKIPPED: set KGEN_CASES to the folder of cases")
	}
	return path
}

// loadCase returns one case.
func loadCase(t *testing.T, id string) cases.Case {
	t.Helper()
	list, err := cases.Load(casesPath(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("there is no %s", id)
	return cases.Case{}
}

// TestCases runs the vectors of all cases on code generated from their schemas.
func TestCases(t *testing.T) {
	path := casesPath(t)
	if err := RunCases(t.TempDir(), path, t.Output()); err != nil {
		t.Fatal(err)
	}
}

// TestVectors checks generated code against the vectors of Kafka's own classes.
func TestVectors(t *testing.T) {
	schemas, vectors := os.Getenv("KGEN_SCHEMAS"), os.Getenv("KGEN_VECTORS")
	if schemas == "" || vectors == "" {
		t.Skip("SKIPPED: set KGEN_SCHEMAS and KGEN_VECTORS to the folders of schemas and vectors")
	}
	if err := RunVectors(t.TempDir(), schemas, vectors, t.Output()); err != nil {
		t.Fatal(err)
	}
}
