package gogen

import (
	"testing"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

// BenchmarkGenerate is one run over all client schemas, from text to formatted
// Go: all that kgen does but for writing files.
func BenchmarkGenerate(b *testing.B) {
	for b.Loop() {
		files, _, err := schema.Load([]string{schema.EmbeddedPrefix + "kafka"}, schemas.FS())
		if err != nil {
			b.Fatal(err)
		}
		set, findings := model.Build(files, model.Options{})
		if schema.HasErrors(findings) {
			b.Fatal(findings)
		}
		if _, _, err := Generate(set, Options{Package: "kafka"}); err != nil {
			b.Fatal(err)
		}
	}
}
