package suite

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/suite/cases"
)

// TestConstructs runs cases of the suite's own on code generated from small
// schemas, for what no message of Kafka's protocol has or hardly any.
func TestConstructs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "constructs.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	encoder := json.NewEncoder(file)
	for _, c := range slices.Concat(constructs, faults) {
		if err := encoder.Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := RunCases(t.TempDir(), path, t.Output()); err != nil {
		t.Fatal(err)
	}
}

// construct makes a case out of one schema, given without its name and type.
func construct(id, message, schema string, vectors ...cases.Vector) cases.Case {
	c := cases.Case{ID: id, Schema: cases.Schemas{
		message + ".json": `{"type": "data", "name": "` + message + `", ` + schema + `}`,
	}}
	c.Expect.Vectors = vectors
	return c
}

// both is a value and its bytes, given in pieces.
func both(version int16, value string, pieces ...string) cases.Vector {
	v := decodes(version, value, pieces...)
	v.Do = "both"
	return v
}

// encodes is a value and the bytes that it is written as, given in pieces.
func encodes(version int16, value string, pieces ...string) cases.Vector {
	v := decodes(version, value, pieces...)
	v.Do = "encode"
	return v
}

// decodes is the bytes of a value, given in pieces.
func decodes(version int16, value string, pieces ...string) cases.Vector {
	digits := strings.ReplaceAll(strings.Join(pieces, ""), " ", "")
	return cases.Vector{Do: "decode", Version: version, Value: json.RawMessage(value), Hex: &digits}
}

// lenient is the bytes of a value that only lenient decoding takes, and what
// encoding the value gives.
func lenient(version int16, value, input, again string) cases.Vector {
	v := decodes(version, value, input)
	again = strings.ReplaceAll(again, " ", "")
	v.Lenient, v.EncodeAgain = true, &again
	return v
}

// cannotEncode is a value that gives an error, and a word in that.
func cannotEncode(version int16, value, class, word string) cases.Vector {
	return cases.Vector{Do: "encode", Version: version, Value: json.RawMessage(value), Error: class, Mentions: []string{word}}
}

// cannotDecode is bytes that give an error, and a word in that.
func cannotDecode(version int16, input, class, word string) cases.Vector {
	v := decodes(version, "null", input)
	v.Error, v.Mentions = class, []string{word}
	return v
}
