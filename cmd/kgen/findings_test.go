package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/internal/schema"
)

func TestPrintFindings(t *testing.T) {
	findings := []schema.Finding{
		{Path: "a,b/100%: x.json", Pos: schema.Pos{Line: 3, Col: 14}, Message: "\"A\"\nis 50% wrong, or: not", Rule: "name-word"},
		{Path: "x.json", Pos: schema.Pos{Line: 9, Col: 2}, Message: "tag 1 again", Rule: "tag-unique",
			Also: &schema.Place{Path: "y.json", Pos: schema.Pos{Line: 7, Col: 5}, Note: "first used"}},
		{Path: "y.json", Message: "no response", Rule: "pair", Warning: true},
	}
	// The escapes of the GitHub form are those that its runner takes back:
	// %, CR and LF in the text, and colons and commas too in the values.
	tests := map[string]string{
		formatJSON: `{"path":"a,b/100%: x.json","line":3,"col":14,"rule":"name-word","message":"\"A\"\nis 50% wrong, or: not","warning":false}
{"path":"x.json","line":9,"col":2,"rule":"tag-unique","message":"tag 1 again","warning":false,"also":{"path":"y.json","line":7,"col":5,"note":"first used"}}
{"path":"y.json","line":1,"col":1,"rule":"pair","message":"no response","warning":true}
`,
		formatGitHub: `::error file=a%2Cb/100%25%3A x.json,line=3,col=14::"A"%0Ais 50%25 wrong, or: not [name-word]
::error file=x.json,line=9,col=2::tag 1 again (first used at y.json:7:5) [tag-unique]
::warning file=y.json,line=1,col=1::no response [pair]
`,
	}
	for format, want := range tests {
		var got strings.Builder
		if err := printFindings(&got, findings, format); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got.String()); d != "" {
			t.Errorf("%s (-want +got):\n%s", format, d)
		}
	}
}
