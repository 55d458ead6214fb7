package cases

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/suite/generated"
)

// TestVectorFinds: right vectors have no problems, wrong ones have.
func TestVectorFinds(t *testing.T) {
	const value = `"value": {"GroupId": "g", "GenerationId": 1, "MemberId": "m"}`
	for _, test := range []struct {
		vector, problem string // "" for none
	}{
		{`{"do": "both", "version": 4, ` + value + `, "hex": "026700000001026d0000"}`, ""},
		{`{"do": "both", "version": 4, ` + value + `, "hex": "026700000002026d0000"}`, "encoding gives 026700000001026d0000"},
		{`{"do": "both", "version": 4, ` + value + `, "hex": "026700000002026d0000"}`, "decoding: GenerationId: got 2, want 1"},
		{`{"do": "decode", "version": 4, ` + value + `, "hex": "026700000001026d00010900"}`, "1 unknown tagged fields, want 0"},
		{`{"do": "decode", "version": 4, ` + value + `, "hex": "82006700000001026d0000"}`, "encoding again gives 026700000001026d0000"},
		{`{"do": "decode", "version": 4, ` + value + `, "hex": "82006700000001026d0000", "encode_again": "026700000001026d0000"}`, ""},
		{`{"do": "decode", "version": 4, "hex": "0267", "error": "short-buffer", "mentions": ["GenerationId", "byte 2"]}`, ""},
		{`{"do": "decode", "version": 4, "hex": "0267", "error": "short-buffer", "mentions": ["MemberId"]}`, `does not mention "MemberId"`},
		{`{"do": "decode", "version": 4, "hex": "0267", "error": "bad-length"}`, "want bad-length"},
		{`{"do": "decode", "version": 4, "hex": "0267", "error": "other"}`, `class of error "other" is not known`},
		{`{"do": "decode", "version": 4, "hex": "026700000001026d0000", "error": "short-buffer"}`, "error <nil>, want short-buffer"},
		{`{"do": "decode", "version": 4, ` + value + `, "hex": "026700000001026d000001"}`, "decoding: HeartbeatRequest v4: at byte 10: 1 byte left over"},
		{`{"do": "decode", "version": 4, "lenient": true, ` + value + `, "hex": "026700000001026d000001", "encode_again": "026700000001026d0000"}`, ""},
		{`{"do": "encode", "version": 5, "value": {}, "error": "unsupported-version", "mentions": ["5"]}`, ""},
		{`{"do": "encode", "version": 4, "value": {"Other": 1}, "hex": ""}`, "filling: Other"},
		{`{"do": "read", "version": 4}`, "do: read"},
	} {
		var v Vector
		if err := json.Unmarshal([]byte(test.vector), &v); err != nil {
			t.Fatal(err)
		}
		p := generated.Package{New: kafka.NewMessage}
		r := runner{pkg: p, message: "HeartbeatRequest", used: p.New("HeartbeatRequest")}
		problems := strings.Join(r.vector(v), "\n")
		if !strings.Contains(problems, test.problem) || (test.problem == "") != (problems == "") {
			t.Errorf("%s\nproblems: %q, want %q", test.vector, problems, test.problem)
		}
	}
}

// TestLoad reads both forms of schemas and the rules of long vectors.
func TestLoad(t *testing.T) {
	const text = `
{"id": "case-1", "schema": "{\n \"type\": \"data\", \"name\": \"Box\" }", "expect": {"vectors": [
	{"do": "both", "version": 0, "value_rule": "Note = \"x\" repeated 3", "hex_prefix": "04", "hex_then": "78 repeated 3", "total_bytes": 4}]}}
{"id": "case-2", "schema": {"A.json": "{}", "B.json": "{}"}, "hex": {"whole": "00"}, "expect": {"outcome": {"vectors_for": "B"}}}
`
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "open.jsonl"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	list, err := Load(dir)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	for i, want := range []string{"Box", "B"} {
		if got, err := list[i].message(); got != want || err != nil {
			t.Errorf("the message of %s is %q, %v", list[i].ID, got, err)
		}
	}
	if v := list[0].Expect.Vectors[0]; string(v.Value) != `{"Note": "xxx"}` || *v.Hex != "04787878" {
		t.Errorf("the rules give %s and %s", v.Value, *v.Hex)
	}
	if list[0].Package() != "case1" || len(list[1].Schema) != 2 || list[1].Hex["whole"] != "00" {
		t.Errorf("got %+v", list)
	}
	for _, bad := range []string{
		strings.Replace(text, `"total_bytes": 4`, `"total_bytes": 5`, 1),
		strings.Replace(text, `"total_bytes"`, `"total"`, 1),
		strings.Replace(text, `78 repeated 3`, `78 twice`, 1),
		strings.Replace(text, `\"name\"`, `\"title\"`, 1),
	} {
		if err := os.WriteFile(filepath.Join(dir, "open.jsonl"), []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		if list, err := Load(dir); err == nil {
			t.Errorf("got %+v", list)
		}
	}
}
