package vectors_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/vectors"
	"github.com/kgen-go/kgen/internal/vectors/messages"
)

func all(t *testing.T) []vectors.Vector {
	t.Helper()
	list, err := vectors.All()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestVectors(t *testing.T) {
	list := all(t)
	for i := range list {
		for _, wrong := range vectors.Check(&list[i]) {
			t.Errorf("%v: %s", &list[i], wrong)
		}
	}
	t.Logf("%d vectors", len(list))
}

// TestCheckFindsFaults: a vector with another body, value or header version
// does not pass.
func TestCheckFindsFaults(t *testing.T) {
	list := all(t)
	i := slices.IndexFunc(list, func(v vectors.Vector) bool {
		return v.Message == "DeleteRecordsRequest" && v.Version == 2 && v.Kind == "highest"
	})
	body, value, header := list[i], list[i], list[i]
	body.Hex = slices.Clone(body.Hex)
	body.Hex[len(body.Hex)-2] ^= 1 // the last byte of timeoutMs
	value.JSON = []byte(strings.Replace(string(value.JSON), "2147483647", "2147483646", 1))
	header.HeaderVersion = new(int16(1))
	for what, v := range map[string]vectors.Vector{"body": body, "value": value, "header version": header} {
		if len(vectors.Check(&v)) == 0 {
			t.Errorf("another %s passes", what)
		}
	}
	if wrong := vectors.Check(&list[i]); len(wrong) > 0 {
		t.Error(wrong)
	}
}

// TestEveryVersion: no message and no version goes without vectors.
func TestEveryVersion(t *testing.T) {
	type key struct {
		message string
		version int16
	}
	missing := make(map[key]bool)
	schemas, err := messages.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range schemas {
		for v := m.Valid.Low; v <= m.Valid.High; v++ {
			missing[key{m.Name, v}] = true
		}
	}
	t.Logf("%d messages, %d versions", len(schemas), len(missing))
	for _, v := range all(t) {
		delete(missing, key{v.Message, v.Version})
	}
	for k := range missing {
		t.Errorf("%s v%d has no vectors", k.message, k.version)
	}
}
