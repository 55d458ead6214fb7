package schemas_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/kgen-go/kgen/conformance/jars"
	"github.com/kgen-go/kgen/conformance/java"
	"github.com/kgen-go/kgen/internal/compare"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

// kafkaJar is the jar that holds a set of Kafka's schemas.
func kafkaJar(t *testing.T, set jars.Set) string {
	t.Helper()
	folder, err := java.Jars()
	if err != nil {
		t.Fatal(err)
	}
	version, err := java.Version()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, jars.FileName(set.Artifact, version))
}

func load(t *testing.T, source string) *model.Set {
	t.Helper()
	files, findings, err := schema.Load([]string{source}, schemas.FS())
	if err == nil && schema.HasErrors(findings) {
		err = errors.New("the schemas have mistakes")
	}
	if err != nil {
		t.Fatal(err, findings)
	}
	set, findings := model.Build(files, model.Options{})
	if schema.HasErrors(findings) {
		t.Fatal(findings)
	}
	return set
}

// TestEqualToKafka compares the schemas of this project with those in Kafka's
// jars: nothing but words may differ.
func TestEqualToKafka(t *testing.T) {
	for _, set := range jars.Sets() {
		theirs, ours := load(t, kafkaJar(t, set)), load(t, schema.EmbeddedPrefix+set.Name)
		for _, f := range compare.Sets(theirs, ours) {
			t.Error(f)
		}
		want, got := compare.SizeOf(theirs), compare.SizeOf(ours)
		if got != want {
			t.Errorf("%s: %+v, Kafka has %+v", set.Name, got, want)
		}
		t.Logf("%-22s %3d messages, %3d versions, %4d fields, as in %s", set.Name, got.Messages, got.Versions, got.Fields, set.Artifact)
	}
}
