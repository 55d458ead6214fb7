package random

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

const text = `{"type": "data", "name": "A", "validVersions": "0-2", "flexibleVersions": "2+", "fields": [
  {"name": "Always", "type": "int8", "versions": "0+"},
  {"name": "Since1", "type": "string", "versions": "1+", "nullableVersions": "2+"},
  {"name": "Tagged", "type": "uuid", "versions": "2+", "taggedVersions": "2+", "tag": 0},
  {"name": "Parts", "type": "[]Part", "versions": "0+", "fields": [
    {"name": "X", "type": "uint32", "versions": "1+"}]}]}`

// TestMessage checks that values have the fields of their version, that what may
// be left out or null sometimes is, and that a seed stands for one value.
func TestMessage(t *testing.T) {
	file, findings := schema.Parse("A.json", "A.json", []byte(text))
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	set, findings := model.Build([]*schema.File{file}, model.Options{})
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	m := set.Messages[0]
	seen := map[string]bool{}
	for seed := range uint64(200) {
		for version := range int16(3) {
			value := Message(rand.New(rand.NewPCG(seed, 0)), m, version)
			if d := cmp.Diff(value, Message(rand.New(rand.NewPCG(seed, 0)), m, version)); d != "" {
				t.Fatalf("two values for one seed:\n%s", d)
			}
			since1, has1 := value["Since1"]
			tagged, hasTagged := value["Tagged"]
			_, hasTags := value["_tags"]
			if _, found := value["Always"]; !found || has1 != (version >= 1) || version < 2 && (hasTagged || hasTags) {
				t.Fatalf("version %d: %v", version, value)
			}
			if has1 && since1 == nil {
				if version < 2 {
					t.Fatalf("null in version %d: %v", version, value)
				}
				seen["null"] = true
			}
			seen["tagged"] = seen["tagged"] || tagged != nil
			seen["left out"] = seen["left out"] || version == 2 && !hasTagged
			seen["unknown tags"] = seen["unknown tags"] || hasTags
			for _, part := range value["Parts"].([]any) {
				if _, found := part.(map[string]any)["X"]; found != (version >= 1) {
					t.Fatalf("version %d: %v", version, value)
				}
				seen["parts"] = true
			}
		}
	}
	for _, what := range []string{"null", "tagged", "left out", "unknown tags", "parts"} {
		if !seen[what] {
			t.Errorf("no value had: %s", what)
		}
	}
}
