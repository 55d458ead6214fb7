package suite

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/randomschema"
	"github.com/kgen-go/kgen/internal/suite/samples"
	"github.com/kgen-go/kgen/internal/suite/scratch"
)

// randomSchemas is how many schemas are made up: as many as hold everything that
// the language has several times over.
const randomSchemas = 300

// TestRandomSchemas generates code from made-up schemas and holds it against
// package layout: values, bytes and sizes in both directions, decoding into used
// values, and refusals. KGEN_SEED chooses other schemas.
func TestRandomSchemas(t *testing.T) {
	seed, err := randomschema.Seed()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("KGEN_SEED=%d", seed)
	dir := t.TempDir()
	schemas := filepath.Join(dir, "schemas")
	if err := os.Mkdir(schemas, 0o755); err != nil {
		t.Fatal(err)
	}
	for number := range randomSchemas {
		s := randomschema.New(seed, number)
		if err := os.WriteFile(filepath.Join(schemas, s.Name+".json"), s.Text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	module, err := scratch.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := module.Add("random", schemas, model.Options{}); err != nil {
		t.Fatal(err)
	}
	program, err := module.Build(samples.Path, "Main")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "layout", strconv.FormatUint(seed, 10)).CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
