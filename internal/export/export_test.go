package export

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// TestDocumented keeps docs/templates.md complete: it tells of every member.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/templates.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{Set{}, Message{}, Struct{}, Field{}, Layout{}, Part{}} {
		typ := reflect.TypeOf(v)
		_, table, found := strings.Cut(string(page), "\n| "+typ.Name()+" | |\n")
		table, _, _ = strings.Cut(table, "\n\n")
		if !found {
			t.Errorf("docs/templates.md has no table of %s", typ.Name())
		}
		for i := range typ.NumField() {
			if name := typ.Field(i).Name; !strings.Contains(table, "`"+name+"`") {
				t.Errorf("docs/templates.md does not tell of %s.%s", typ.Name(), name)
			}
		}
	}
}

// TestDescribe reads a small schema whose layouts can be told by hand.
func TestDescribe(t *testing.T) {
	file, findings := schema.Parse("ThingRequest.json", "ThingRequest.json", []byte(`{
  "apiKey": 1007, "type": "request", "listeners": ["broker"], "name": "ThingRequest",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [
    { "name": "Names", "type": "[]string", "versions": "0+", "nullableVersions": "1+", "about": "Some names." },
    { "name": "Late", "type": "int8", "versions": "1+", "taggedVersions": "1+", "tag": 0, "default": "-1" },
    { "name": "Inner", "type": "Part", "versions": "0+", "fields": [
      { "name": "Old", "type": "uuid", "versions": "0", "ignorable": true } ] }
  ]
}`))
	if schema.HasErrors(findings) {
		t.Fatal(findings)
	}
	set, findings := model.Build([]*schema.File{file}, model.Options{})
	if schema.HasErrors(findings) {
		t.Fatal(findings)
	}
	want := []*Layout{
		{Version: 0, HeaderVersion: 1, Fields: []*Part{
			{Name: "Names", Type: "string", Array: true, Tag: -1, About: "Some names."},
			{Name: "Inner", Type: "struct", Tag: -1, Fields: []*Part{
				{Name: "Old", Type: "uuid", Tag: -1, Default: "00000000-0000-0000-0000-000000000000"}}},
		}},
		{Version: 1, Flexible: true, HeaderVersion: 2, Fields: []*Part{
			{Name: "Names", Type: "string", Array: true, Nullable: true, Compact: true, Tag: -1, About: "Some names."},
			{Name: "Inner", Type: "struct", Tag: -1},
			{Name: "Late", Type: "int8", Tag: 0, Default: "-1"},
		}},
	}
	m := Describe(set, "things").Messages[0]
	if d := cmp.Diff(want, m.Layouts); d != "" {
		t.Errorf("layouts (-want +got):\n%s", d)
	}
	if m.Go != "ThingRequest" || m.File != "thing_request" || m.Key != 1007 || m.Body.Fields[2].GoType != "ThingRequestPart" {
		t.Errorf("message %+v", m)
	}
}
