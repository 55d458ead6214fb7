package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kreflect"
)

func table(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../../values.json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestValuesAreUpToDate(t *testing.T) {
	want, err := generate(table(t))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../values.go")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("run go generate ./kenum (-want +got):\n%s", diff)
	}
}

// The fields that the table names are in the schemas, with the type that it
// gives.
func TestFieldsAreInTheSchemas(t *testing.T) {
	var list []enum
	if err := json.Unmarshal(table(t), &list); err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		for _, path := range e.Fields {
			message, rest, _ := strings.Cut(path, ".")
			facts, err := kreflect.Of(kafka.NewMessage(message))
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			s := facts.Body
			var f *kreflect.Field
			for step := range strings.SplitSeq(rest, ".") {
				if s == nil {
					break
				}
				if f = s.Field(step); f == nil {
					break
				}
				s = f.Struct
			}
			if f == nil || f.Type() != e.Type {
				t.Errorf("%s is no field of type %s", path, e.Type)
			}
		}
		if (e.Values == nil) == (e.Words == nil) {
			t.Errorf("%s needs either values or words", e.Name)
		}
	}
}

func TestGenerateRefusesUnknownKeys(t *testing.T) {
	if _, err := generate([]byte(`[{"name": "X", "sort": 1}]`)); err == nil {
		t.Error("an unknown key is passed over")
	}
}
