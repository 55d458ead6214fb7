package messages_test

import (
	"bytes"
	"flag"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/conformance/packed"
	"github.com/kgen-go/kgen/internal/vectors"
	"github.com/kgen-go/kgen/internal/vectors/messages"
)

// storedSeed is the seed of the vectors in storedFile.
const (
	storedSeed = "1"
	storedFile = "../../internal/vectors/testdata/kafka-4.4.0.jsonl.gz"
)

var update = flag.Bool("update", false, "write the stored vectors anew")

// TestStoredVectors: the vectors that are stored are those that Kafka writes.
func TestStoredVectors(t *testing.T) {
	lines := tool(t, "vectors", storedSeed)
	if *update {
		if err := packed.Write(storedFile, lines); err != nil {
			t.Fatal(err)
		}
		return // what is stored is part of the program, as it was before
	}
	stored, err := vectors.All()
	if err != nil {
		t.Fatal(err)
	}
	fresh := parse(t, lines)
	if len(fresh) != len(stored) {
		t.Fatalf("Kafka writes %d vectors, %d are stored", len(fresh), len(stored))
	}
	for i := range fresh {
		if !reflect.DeepEqual(stored[i], fresh[i]) { // much faster than cmp
			t.Errorf("-stored +Kafka writes:\n%s", cmp.Diff(stored[i], fresh[i]))
		}
	}
	t.Logf("%d vectors", len(stored))
}

func parse(t *testing.T, lines []byte) []vectors.Vector {
	t.Helper()
	list, err := vectors.Parse(bytes.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestNames: both sides have the same messages in the same versions.
func TestNames(t *testing.T) {
	ours := make(map[string]string)
	schemas, err := messages.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range schemas {
		ours[m.Name] = fmt.Sprintf("%d\t%d", m.Valid.Low, m.Valid.High)
	}
	kafkas := make(map[string]string)
	for line := range strings.Lines(string(tool(t, "names"))) {
		name, versions, _ := strings.Cut(strings.TrimSpace(line), "\t")
		kafkas[name] = versions
	}
	if diff := cmp.Diff(kafkas, ours); diff != "" {
		t.Errorf("-Kafka +kgen:\n%s", diff)
	}
	t.Logf("%d messages", len(kafkas))
}
