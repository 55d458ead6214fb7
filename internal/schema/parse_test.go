package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outline prints keys and values with their places, one a line, for comparing
// with hand-written text.
func outline(v *Value) string {
	var b strings.Builder
	var walk func(v *Value, depth int)
	walk = func(v *Value, depth int) {
		indent := strings.Repeat("  ", depth)
		switch v.Kind {
		case Object:
			fmt.Fprintf(&b, "{} %s\n", v.Pos)
			for _, m := range v.Members {
				fmt.Fprintf(&b, "%s  %s %s: ", indent, m.KeyPos, m.Key)
				walk(m.Value, depth+1)
			}
		case Array:
			fmt.Fprintf(&b, "[] %s\n", v.Pos)
			for _, item := range v.Items {
				fmt.Fprintf(&b, "%s  - ", indent)
				walk(item, depth+1)
			}
		default:
			fmt.Fprintf(&b, "%s %q\n", v.Pos, v.Text)
		}
	}
	walk(v, 0)
	return b.String()
}

func mustParse(t *testing.T, text string) *File {
	t.Helper()
	file, findings := Parse("dir/X.json", "X.json", []byte(text))
	if len(findings) > 0 {
		t.Fatalf("unexpected findings: %v", findings)
	}
	return file
}

func TestParsePositions(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"one line", `{"a": 1, "b": [true, null]}`, `{} 1:1
  1:2 a: 1:7 "1"
  1:10 b: [] 1:15
    - 1:16 "true"
    - 1:22 "null"
`},
		{"comments do not shift lines", "// one\n/* two\n three */ {\n  // four\n\t\"a\": /* x */ \"b\" }", `{} 3:11
  5:2 a: 5:15 "b"
`},
		{"CRLF", "{\r\n  \"a\": 1,\r\n  // c\r\n  \"b\": 2\r\n}\r\n", `{} 1:1
  2:3 a: 2:8 "1"
  4:3 b: 4:8 "2"
`},
		{"lone CR", "{\r\"a\": 1,\r// c\r\"b\": 2}", `{} 1:1
  2:1 a: 2:6 "1"
  4:1 b: 4:6 "2"
`},
		{"byte order mark", "\ufeff{ \"a\": 1,\n\"b\": 2}", `{} 1:1
  1:3 a: 1:8 "1"
  2:1 b: 2:6 "2"
`},
		{"columns count bytes", `{"ä€😀": "ö", "b": 2}`, `{} 1:1
  1:2 ä€😀: 1:15 "ö"
  1:21 b: 1:26 "2"
`},
		{"non-ASCII in comments", "/* ä */ { \"a\": 1 } // ö", `{} 1:10
  1:12 a: 1:17 "1"
`},
		{"empty", `{"a": {}, "b": [ ]}`, `{} 1:1
  1:2 a: {} 1:7
  1:11 b: [] 1:16
`},
		{"numbers keep their literal", `{"a": -0.50e+3, "b": 0, "c": 12E2, "d": -7}`, `{} 1:1
  1:2 a: 1:7 "-0.50e+3"
  1:17 b: 1:22 "0"
  1:25 c: 1:30 "12E2"
  1:36 d: 1:41 "-7"
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file := mustParse(t, test.text)
			if diff := cmp.Diff(test.want, outline(file.Root)); diff != "" {
				t.Errorf("tree differs (-want +got):\n%s", diff)
			}
			if file.Path != "dir/X.json" || file.Name != "X.json" {
				t.Errorf("file is called %q, %q", file.Path, file.Name)
			}
		})
	}
}

func TestParseKinds(t *testing.T) {
	file := mustParse(t, `{"a": null, "b": true, "c": 1, "d": "", "e": [], "f": {}}`)
	var got []Kind
	for _, m := range file.Root.Members {
		got = append(got, m.Value.Kind)
	}
	if diff := cmp.Diff([]Kind{Null, Bool, Number, String, Array, Object}, got); diff != "" {
		t.Errorf("kinds differ (-want +got):\n%s", diff)
	}
	if m := file.Root.Member("c"); m == nil || m.Value.Text != "1" {
		t.Errorf("Member(c) = %v", m)
	}
	if m := file.Root.Member("z"); m != nil {
		t.Errorf("Member(z) = %v, want nil", m)
	}
}

func TestParseEscapes(t *testing.T) {
	file := mustParse(t, `{"a": "\" \\ \/ \b\f\n\r\t \u0041\u00e4\u20AC \ud83d\ude00 ä", "\u006bey": 1}`)
	if got, want := file.Root.Members[0].Value.Text, "\" \\ / \b\f\n\r\t Aä€ 😀 ä"; got != want {
		t.Errorf("text is %q, want %q", got, want)
	}
	if got := file.Root.Members[1].Key; got != "key" {
		t.Errorf("key is %q, want key", got)
	}
}

func TestParseSyntaxErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"missing comma is noticed on the next line", "// one\n// two\n{\n  \"type\": \"data\",\n  \"name\": \"Bad\"\n  \"validVersions\": \"0\"\n}\n",
			`6:3: a comma is missing before this, found '"'`},
		{"missing comma in array", `{"a": [1 2]}`, `1:10: a comma is missing before this, found '2'`},
		{"trailing comma in object", "{\"a\": 1,\n}", `1:8: a comma before the closing '}' is not allowed`},
		{"trailing comma in array", `{"a": [1, /* c */ ]}`, `1:9: a comma before the closing ']' is not allowed`},
		{"two commas", `{"a": 1,, "b": 2}`, `1:9: want a key, found ','`},
		{"comma first", `{"a": [, 1]}`, `1:8: want a value or ']', found ','`},
		{"wrong bracket", `{"a": [1}`, `1:9: a ']' is missing before this, found '}'`},
		{"hash comment", "{\n  # no\n}", `2:3: '#' starts no comment here: use // or /* */`},
		{"single slash", `{"a": 1 / 2}`, `1:9: a single '/' starts no comment: use // or /* */`},
		{"open block comment", "{\n  /* no end\n}", `2:3: this comment has no end: "*/" is missing`},
		{"text after the object", "{}\n{}", `2:1: nothing may follow the schema's object, found '{'`},
		{"root is an array", "\n []", `2:2: a schema is a JSON object and starts with '{', found '['`},
		{"root is a text", `"a"`, `1:1: a schema is a JSON object and starts with '{', found '"'`},
		{"no text", "", `1:1: a schema is a JSON object and starts with '{', found the end of the file`},
		{"comment only", "// a\n", `2:1: a schema is a JSON object and starts with '{', found the end of the file`},
		{"end in object", `{"a": 1`, `1:8: want ',' or '}', found the end of the file`},
		{"end in array", `{"a": [`, `1:8: want a value or ']', found the end of the file`},
		{"end after comma", `{"a": 1,`, `1:9: want a key, found the end of the file`},
		{"end after key", `{"a"`, `1:5: want ':' after key "a", found the end of the file`},
		{"end after colon", `{"a":`, `1:6: a value is missing here, found the end of the file`},
		{"no colon", `{"a" 1}`, `1:6: want ':' after key "a", found '1'`},
		{"no value", `{"a": }`, `1:7: a value is missing here, found '}'`},
		{"bare key", `{a: 1}`, `1:2: want a key in double quotes, found 'a'`},
		{"single quotes", `{"a": 'b'}`, `1:7: a value is missing here, found '\''`},
		{"bare word", `{"a": True}`, `1:7: "True" is no JSON value: texts stand in double quotes`},
		{"open text", "{\"a\": \"b\n}", `1:7: this text has no closing '"' on its line`},
		{"open text at the end", `{"a": "b`, `1:7: this text has no closing '"'`},
		{"control character", "{\"a\": \"b\tc\"}", `1:9: control character 0x09 in a text: write it as \u0009`},
		{"NUL byte", "{\x00}", `1:2: want a key in double quotes, found '\x00'`},
		{"unknown escape", `{"a": "bc\x"}`, `1:10: unknown escape sequence in a text: JSON knows \" \\ \/ \b \f \n \r \t and \u with four hex digits`},
		{"short unicode escape", `{"a": "\u12"}`, `1:8: \u needs four hex digits`},
		{"signed unicode escape", `{"a": "\u+123"}`, `1:8: \u needs four hex digits`},
		{"half a surrogate pair", `{"a": "x\ud83d"}`, `1:9: \ud83d is half of a surrogate pair, and its other half is missing`},
		{"low half first", `{"a": "\ude00\ud83d"}`, `1:8: \ude00 is half of a surrogate pair, and its other half is missing`},
		{"invalid UTF-8 in text", "{\"a\": \"ä\xff\"}", `1:10: found byte 0xff, which is not UTF-8`},
		{"invalid UTF-8 in line comment", "// ä\xc3\n{}", `1:6: found byte 0xc3, which is not UTF-8`},
		{"invalid UTF-8 in block comment", "/* a\nb\xe4 */{}", `2:2: found byte 0xe4, which is not UTF-8`},
		{"invalid UTF-8 elsewhere", "{\xff}", `1:2: want a key in double quotes, found byte 0xff, which is not UTF-8`},
		{"needless zero", `{"a": 010}`, `1:7: a number may not start with a needless zero`},
		{"hex", `{"a": 0x10}`, `1:7: this is no JSON number (hex values stand in double quotes)`},
		{"no fraction", `{"a": 1.}`, `1:7: this is no JSON number (hex values stand in double quotes)`},
		{"no exponent", `{"a": 1e+}`, `1:7: this is no JSON number (hex values stand in double quotes)`},
		{"minus only", `{"a": -}`, `1:7: this is no JSON number (hex values stand in double quotes)`},
		{"plus", `{"a": +1}`, `1:7: a value is missing here, found '+'`},
		{"byte order mark within", "{\ufeff}", `1:2: want a key in double quotes, found '\ufeff'`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file, findings := Parse("X.json", "X.json", []byte(test.text))
			if file != nil {
				t.Error("got a file in spite of the mistake")
			}
			if len(findings) != 1 {
				t.Fatalf("got %d findings, want one: %v", len(findings), findings)
			}
			f := findings[0]
			if got := f.Pos.String() + ": " + f.Message; got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if f.Rule != RuleSyntax || f.Warning || f.Path != "X.json" {
				t.Errorf("finding is %+v", f)
			}
		})
	}
}

func TestParseDepth(t *testing.T) {
	nested := func(depth int) string { // the root object counts as one
		return `{"a": ` + strings.Repeat("[", depth-1) + strings.Repeat("]", depth-1) + "}"
	}
	mustParse(t, nested(200))
	_, findings := Parse("X.json", "X.json", []byte(nested(201)))
	if len(findings) != 1 || findings[0].Message != "nested more than 200 deep" || findings[0].Pos != (Pos{1, 206}) {
		t.Errorf("got %v", findings)
	}
	_, findings = Parse("X.json", "X.json", []byte(strings.Repeat(`{"a":`, 1_000_000)))
	if len(findings) != 1 {
		t.Errorf("got %d findings for text that nests a million deep, want one", len(findings))
	}
}

func TestParseRepeatedKeys(t *testing.T) {
	t.Run("different values", func(t *testing.T) {
		file, findings := Parse("X.json", "X.json", []byte("{\n  \"a\": 1,\n  \"b\": { \"a\": 1 },\n  \"a\": 2\n}"))
		want := []Finding{{
			Path: "X.json", Pos: Pos{4, 3}, Rule: RuleRepeatedKey,
			Message: `key "a" is given twice, with different values`,
			Also:    &Place{"X.json", Pos{2, 3}, "first used"},
		}}
		if diff := cmp.Diff(want, findings); diff != "" {
			t.Errorf("findings differ (-want +got):\n%s", diff)
		}
		if file == nil || file.Root.Member("a").Value.Text != "1" {
			t.Error("want a file with the first of the keys")
		}
	})
	t.Run("same value", func(t *testing.T) {
		file, findings := Parse("X.json", "X.json", []byte(`{"a": [1, 2], "a": [1, 2], "\u0061": [1, 2]}`))
		var got []string
		for _, f := range findings {
			got = append(got, f.String())
		}
		want := []string{
			`X.json:1:15: warning: key "a" is given twice (first used at 1:2) [json-repeated-key]`,
			`X.json:1:28: warning: key "a" is given twice (first used at 1:2) [json-repeated-key]`,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("findings differ (-want +got):\n%s", diff)
		}
		if file == nil || len(file.Root.Members) != 1 {
			t.Error("want a file with the first of the keys")
		}
	})
	t.Run("before a syntax error", func(t *testing.T) {
		_, findings := Parse("X.json", "X.json", []byte(`{"a": 1, "a": 2 ]`))
		if len(findings) != 2 || findings[0].Rule != RuleRepeatedKey || findings[1].Rule != RuleSyntax {
			t.Errorf("got %v", findings)
		}
	})
}

// TestParseExtraBracket has what Kafka 2.8.2 was built from: a reader that stops
// at the end of the object never sees the bracket.
func TestParseExtraBracket(t *testing.T) {
	file, findings := Parse("X.json", "X.json", []byte("{\n  \"a\": [1]\n} // end\n] }\n"))
	want := []Finding{{
		Path: "X.json", Pos: Pos{4, 1}, Rule: RuleExtraBracket, Warning: true,
		Message: "the schema has ended, so this ']' closes nothing; remove it",
	}}
	if diff := cmp.Diff(want, findings); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
	if file == nil || file.Root.Member("a") == nil {
		t.Error("want a file in spite of the bracket")
	}
	file, findings = Parse("X.json", "X.json", []byte("{} ] {}"))
	if file != nil || len(findings) != 2 || findings[1].Message != "nothing may follow the schema's object, found '{'" {
		t.Errorf("a second object is no slip of a bracket: got file %v, %v", file, findings)
	}
}

func TestParseMissingBracketSaysWhereItWasOpened(t *testing.T) {
	_, findings := Parse("X.json", "X.json", []byte("{\n  \"a\": [\n    1\n}"))
	want := `X.json:4:1: a ']' is missing before this, found '}' (what it closes was opened at 2:8) [json-syntax]`
	if len(findings) != 1 || findings[0].String() != want {
		t.Errorf("got %v, want %s", findings, want)
	}
}
