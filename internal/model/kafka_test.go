package model

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/schema"
)

// kafkaSchemas is the variable with a folder of Kafka's own schemas: a folder
// for each set, or jars of a release.
const kafkaSchemas = "KGEN_SCHEMAS"

// TestKafkaSchemas builds Kafka's own schemas. None has errors, and warnings
// are few enough that each means something.
func TestKafkaSchemas(t *testing.T) {
	root := os.Getenv(kafkaSchemas)
	if root == "" {
		t.Skipf("SKIPPED: set %s to a folder of Kafka's schemas to check them all", kafkaSchemas)
	}
	messages := 0
	for _, source := range kafkaSources(t, root) {
		files, findings, err := schema.Load([]string{source}, nil)
		if err != nil && strings.Contains(err.Error(), "no schemas in this archive") {
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		set, more := Build(files, Options{})
		findings = append(findings, more...)
		if schema.HasErrors(findings) {
			t.Errorf("%s has errors: %v", source, findings)
			continue
		}
		if len(findings) > 3 {
			t.Errorf("%s has %d warnings, so many that nobody would read them: %v", source, len(findings), findings)
		}
		checkWhole(t, set)
		messages += len(set.Messages)
	}
	if messages == 0 {
		t.Errorf("there are no schemas in %s", root)
	}
	t.Logf("%d messages", messages)
}

// kafkaSources lists the jars in root, and the folders in it that hold schemas.
func kafkaSources(t *testing.T, root string) []string {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(root, "*.jar"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		sources = append(sources, filepath.Dir(file))
	}
	return slices.Compact(sources)
}
