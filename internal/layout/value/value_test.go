package value_test

import (
	"encoding/hex"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// parse gives the message of one schema.
func parse(t testing.TB, text string) *model.Message {
	t.Helper()
	file, findings := schema.Parse("Test.json", "Test.json", []byte(text))
	if file == nil {
		t.Fatal(findings)
	}
	set, findings := model.Build([]*schema.File{file}, model.Options{})
	if set == nil {
		t.Fatal(findings)
	}
	return set.Messages[0]
}

// everything has a field of each kind, plain, nullable or tagged.
func everything(t testing.TB) *model.Message {
	t.Helper()
	return parse(t, `{"type": "data", "name": "Test", "validVersions": "0-2", "flexibleVersions": "1+", "fields": [
		{"name": "Flag", "type": "bool", "versions": "0+", "about": "A."},
		{"name": "Small", "type": "int8", "versions": "0+", "about": "A."},
		{"name": "Port", "type": "uint16", "versions": "0+", "about": "A."},
		{"name": "Size", "type": "uint32", "versions": "0+", "about": "A."},
		{"name": "Ratio", "type": "float64", "versions": "0+", "about": "A."},
		{"name": "Id", "type": "uuid", "versions": "0+", "about": "A."},
		{"name": "Text", "type": "string", "versions": "0+", "nullableVersions": "1+", "about": "A."},
		{"name": "Data", "type": "bytes", "versions": "0+", "about": "A."},
		{"name": "Batch", "type": "records", "versions": "0+", "nullableVersions": "0+", "about": "A."},
		{"name": "Inner", "type": "Inner", "versions": "0+", "nullableVersions": "1+", "about": "A.", "fields": [
			{"name": "N", "type": "int32", "versions": "0+", "about": "A."}]},
		{"name": "Numbers", "type": "[]int64", "versions": "0+", "about": "A."},
		{"name": "Later", "type": "int32", "versions": "2+", "about": "A."},
		{"name": "Tagged", "type": "string", "versions": "1+", "taggedVersions": "1+", "tag": 1, "default": "x", "about": "A."},
		{"name": "First", "type": "Other", "versions": "1+", "nullableVersions": "1+", "taggedVersions": "1+", "tag": 0,
		 "default": "null", "about": "A.", "fields": [{"name": "N", "type": "int8", "versions": "1+", "about": "A."}]}
	]}`)
}

// full is an instance of it, and annotated are its bytes in version 1, written
// by hand after the protocol's rules.
const (
	full = `{"flag":true,"small":-2,"port":65535,"size":4294967295,"ratio":-0.5,"id":"AAECAwQFBgcICQoLDA0ODw","text":"é\u0001\"","data":"AP8=","batch":"qg==","inner":{"n":7},"numbers":[1,-1],"tagged":"","first":{"n":9},"_unknownTaggedFields":[{"tag":5,"data":"AQI="}]}`

	annotated = "01" + // Flag
		"fe" + // Small
		"ffff" + // Port
		"ffffffff" + // Size
		"bfe0000000000000" + // Ratio
		"000102030405060708090a0b0c0d0e0f" + // Id
		"05c3a90122" + // Text, 4 bytes
		"0300ff" + // Data
		"02aa" + // Batch
		"01" + "00000007" + "00" + // Inner is there; no tags
		"03" + "0000000000000001" + "ffffffffffffffff" + // Numbers
		"03" + // three tagged fields
		"00" + "03" + "01" + "09" + "00" + // First is there; no tags
		"01" + "01" + "01" + // Tagged, empty
		"05" + "02" + "0102" // unknown
)

func TestJSONToBytes(t *testing.T) {
	m := everything(t)
	s, err := value.FromJSON(m, []byte(full), 1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := value.Append([]byte{0xee}, m, s, 1)
	if err != nil || hex.EncodeToString(got) != "ee"+annotated {
		t.Errorf("encoded as\n%x, %v, want\nee%s", got, err, annotated)
	}
	text, err := value.JSON(m, s, 1)
	if d := cmp.Diff(full, string(text)); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}

// TestFloats has the texts that Kafka's JSON has for them.
func TestFloats(t *testing.T) {
	m := parse(t, `{"type": "data", "name": "Test", "validVersions": "0", "flexibleVersions": "none", "fields": [
		{"name": "F", "type": "float64", "versions": "0+", "about": "A."}]}`)
	for f, want := range map[float64]string{
		0: "0.0", math.Copysign(0, -1): "-0.0", 100: "100.0", 1e21: "1.0E21", 1e-7: "1.0E-7", 12.34: "12.34", 1e7: "1.0E7",
		9999999.5: "9999999.5", 0.001: "0.001", 5e-324: "4.9E-324", math.Inf(1): `"Infinity"`, math.Inf(-1): `"-Infinity"`,
	} {
		s := value.New(m.Body)
		s.Fields[0] = f
		text, err := value.JSON(m, s, 0)
		if err != nil || string(text) != `{"f":`+want+`}` {
			t.Errorf("%v is %s, %v, want %s", f, text, err, want)
		}
		back, err := value.FromJSON(m, text, 0)
		if err != nil || math.Float64bits(back.Fields[0].(float64)) != math.Float64bits(f) {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
	back, err := value.FromJSON(m, []byte(`{"f":"NaN"}`), 0)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := value.Append(nil, m, back, 0); err != nil || hex.EncodeToString(b) != "7ff8000000000000" || !value.FitsJSON(back) {
		t.Errorf("NaN is encoded as %x, %v", b, err)
	}
	back.Fields[0] = math.Float64frombits(0x7ff8000000000123)
	if value.FitsJSON(back) {
		t.Error("JSON is said to hold a NaN with a payload")
	}
}

// TestRefusals changes one thing in the JSON of a good instance, or encodes it
// in a version that lacks something.
func TestRefusals(t *testing.T) {
	m := everything(t)
	tests := []struct {
		old, new string
		version  int16
		want     string
	}{
		{`"small":-2`, `"small":128`, 1, "Small: 128 is no int8"},
		{`"port":65535`, `"port":-1`, 1, "Port: -1 is no uint16"},
		{`"size":4294967295`, `"size":4294967296`, 1, "Size: 4294967296 is no uint32"},
		{`"small":-2`, `"small":1.5`, 1, "Small: 1.5 is no int8"},
		{`"small":-2`, `"small":"2"`, 1, "Small: want a number, found a text"},
		{`"flag":true`, `"flag":1`, 1, "Flag: want true or false, found 1"},
		{`"id":"AAEC`, `"id":"AAE`, 1, "is no uuid"},
		{`"data":"AP8="`, `"data":"AP8"`, 1, "Data: not base64"},
		{`"data":"AP8="`, `"data":null`, 1, "Data: null, but the field is never nullable"},
		{`"inner":{"n":7}`, `"inner":{}`, 1, `Inner.N: key "n" is missing`},
		{`"inner":{"n":7}`, `"inner":[7]`, 1, `Inner: want an object, found "["`},
		{`[1,-1]`, `[1,null]`, 1, "Numbers[1]: null"},
		{`"flag":true`, `"flag":true,"flag":true`, 1, "flag: is there twice"},
		{`"flag":true`, `"Flag":true`, 1, "Flag: Test has no such field"},
		{`{"tag":5,"data":"AQI="}`, `{"data":"AQI="}`, 1, `"tag" is missing`},
		{`{"tag":5,"data":"AQI="}`, `{"tag":1,"data":"AQI="}`, 1, "tagged field 1 has the number of a known one"},
		{`{"tag":5,"data":"AQI="}`, `{"tag":5},{"tag":4}`, 1, "tagged field 4 stands after tagged field 5"},
		{`"inner":{"n":7}`, `"inner":null`, 0, "Inner: null, but the field is not nullable in version 0"},
		{`"text":"é\u0001\""`, `"text":null`, 0, "Text: null, but the field is not nullable in version 0"},
		{`"tagged":"",`, ``, 0, "First: the field is set, but does not exist in version 0"},
		{`"tagged":"","first":{"n":9},`, ``, 0, "unknown tagged fields are set"},
		{`"flag":true`, `"later":1,"flag":true`, 1, "Later: the field is set, but does not exist in version 1"},
		{`é`, strings.Repeat("é", 16384), 1, "Text: 32770 bytes are too long for a string"},
		{`}]}`, `}]`, 1, "unexpected EOF"},
		{`}]}`, `}]} 1`, 1, "text follows the value"},
		{``, ``, 3, "Test has no version 3, only 0-2"},
	}
	for _, test := range tests {
		text := strings.Replace(full, test.old, test.new, 1)
		s, err := value.FromJSON(m, []byte(text), test.version)
		if err == nil {
			_, err = value.Append(nil, m, s, test.version)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("with %s in version %d: error %v, want %q", test.new, test.version, err, test.want)
		}
	}
}

// FuzzFromJSON reads any text: what is accepted comes back the same.
func FuzzFromJSON(f *testing.F) {
	f.Add(full)
	f.Add(`{"flag":`)
	m := everything(f)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := value.FromJSON(m, []byte(text), 1)
		if err != nil {
			return
		}
		first, err := value.JSON(m, s, 1)
		if err != nil {
			return // a field of another version
		}
		again, err := value.FromJSON(m, first, 1)
		if err != nil {
			t.Fatalf("%s is not read back: %v", first, err)
		}
		second, err := value.JSON(m, again, 1)
		if err != nil || string(second) != string(first) {
			t.Errorf("%s comes back as %s, %v", first, second, err)
		}
	})
}
