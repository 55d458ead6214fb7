package compare

import (
	"slices"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// lampSchema is what the edits below start from.
const lampSchema = `{ "type": "data", "name": "Lamp", "validVersions": "0-3", "flexibleVersions": "2+",
  "commonStructs": [ { "name": "Bulb", "versions": "0+", "fields": [
    { "name": "Watts", "type": "int16", "versions": "0+" },
    { "name": "Warm", "type": "bool", "versions": "1+" } ] } ],
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Room", "type": "string", "versions": "0+" },
    { "name": "Early", "type": "int8", "versions": "0" },
    { "name": "Late", "type": "int8", "versions": "1+" },
    { "name": "Data", "type": "bytes", "versions": "0+", "nullableVersions": "1+" },
    { "name": "Main", "type": "Bulb", "versions": "0+" },
    { "name": "Spare", "type": "[]Bulb", "versions": "0+" },
    { "name": "Shades", "type": "[]Shade", "versions": "1+", "fields": [
      { "name": "Hue", "type": "int16", "versions": "1+" },
      { "name": "Name", "type": "string", "versions": "1+" } ] },
    { "name": "Dim", "type": "int16", "versions": "2+", "taggedVersions": "2+", "tag": 0, "default": "-1" },
    { "name": "Note", "type": "string", "versions": "2+", "taggedVersions": "2+", "tag": 1, "nullableVersions": "2+" }
  ] }`

// TestEdits makes small edits, each in words of the wire format, and looks at the
// differences: class, kind and field of each, parted by semicolons.
func TestEdits(t *testing.T) {
	tests := []struct{ old, new, want string }{
		// Values of the message.
		{`"name": "Lamp"`, `"name": "Light"`, "drops message-removed ; added message-added "},
		{`"type": "data", "name"`, `"type": "header", "name"`, "source type "},
		{`"0-3"`, `"0-4"`, "added valid-versions "},
		{`"0-3"`, `"1-3"`, "drops valid-versions "},
		{`"0-3"`, `"0-2"`, "drops valid-versions "},
		{`"0-3"`, `"1-4"`, "drops valid-versions "},
		{`"0-3"`, `"none"`, "drops valid-versions "},
		{`"flexibleVersions": "2+",`, `"flexibleVersions": "1+",`, "wire flexible-versions "},
		{`"0-3", "flex`, `"0-3", "deprecatedVersions": "0", "flex`, "words deprecated-versions "},
		// Types.
		{`"Id", "type": "int32"`, `"Id", "type": "int64"`, "wire type Id"},
		{`"Id", "type": "int32"`, `"Id", "type": "int16"`, "wire type Id"},
		{`"Id", "type": "int32"`, `"Id", "type": "uint32"`, "source type Id"},
		{`"Id", "type": "int32"`, `"Id", "type": "[]int32"`, "wire type Id"},
		{`"Id", "type": "int32"`, `"Id", "type": "string"`, "wire type Id"},
		{`"Room", "type": "string"`, `"Room", "type": "bytes"`, "wire type Room"},
		{`"Room", "type": "string", "versions": "0+"`, `"Room", "type": "uuid", "versions": "0+"`, "wire type Room"},
		{`"Data", "type": "bytes"`, `"Data", "type": "string"`, "wire type Data"},
		{`"Late", "type": "int8"`, `"Late", "type": "bool"`, "wire type Late"},
		{`"Name", "type": "string"`, `"Name", "type": "int8"`, "wire type Shades.Name"},
		{`"Watts", "type": "int16"`, `"Watts", "type": "uint16"`, "source type Main.Watts"},
		{`"Watts", "type": "int16"`, `"Watts", "type": "int8"`, "wire type Main.Watts"},
		{`"Dim", "type": "int16"`, `"Dim", "type": "int32"`, "wire type Dim"},
		{`"Spare", "type": "[]Bulb"`, `"Spare", "type": "Bulb"`, "wire type Spare"},
		{`"Main", "type": "Bulb"`, `"Main", "type": "[]Bulb"`, "wire type Main"},
		// Names.
		{`"name": "Id"`, `"name": "Number"`, "source name Number"},
		{`"name": "Room"`, `"name": "Place"`, "source name Place"},
		{`"name": "Shades"`, `"name": "Tones"`, "source name Tones"},
		{`"name": "Hue"`, `"name": "Tint"`, "source name Shades.Tint"},
		{`"name": "Watts"`, `"name": "Power"`, "source name Main.Power"},
		{`"name": "Dim"`, `"name": "Dimmed"`, "source name Dimmed"},
		{`"name": "Note"`, `"name": "Remark"`, "source name Remark"},
		{`[]Shade"`, `[]Tone"`, "source struct-name Shades"},
		{`"name": "Shades", "type": "[]Shade"`, `"name": "Tones", "type": "[]Tone"`, "source name Tones; source struct-name Tones"},
		{`"name": "Id", "type": "int32"`, `"name": "Number", "type": "uint32"`, "source name Number; source type Number"},
		// Versions of fields.
		{`"Id", "type": "int32", "versions": "0+"`, `"Id", "type": "int32", "versions": "1+"`, "wire versions Id"},
		{`"Id", "type": "int32", "versions": "0+"`, `"Id", "type": "int32", "versions": "0-2"`, "wire versions Id"},
		{`"Id", "type": "int32", "versions": "0+"`, `"Id", "type": "int32", "versions": "0-3"`, ""},
		{`"Late", "type": "int8", "versions": "1+"`, `"Late", "type": "int8", "versions": "0+"`, "wire versions Late"},
		{`"Early", "type": "int8", "versions": "0"`, `"Early", "type": "int8", "versions": "0-1"`, "wire versions Early"},
		{`"[]Shade", "versions": "1+"`, `"[]Shade", "versions": "2+"`, "wire versions Shades"},
		{`"[]Shade", "versions": "1+"`, `"[]Shade", "versions": "1-2"`, "wire versions Shades"},
		{`"Hue", "type": "int16", "versions": "1+"`, `"Hue", "type": "int16", "versions": "2+"`, "wire versions Shades.Hue"},
		{`"Hue", "type": "int16", "versions": "1+"`, `"Hue", "type": "int16", "versions": "0+"`, ""},
		{`"Warm", "type": "bool", "versions": "1+"`, `"Warm", "type": "bool", "versions": "0+"`, "wire versions Main.Warm"},
		{`"int16", "versions": "2+", "taggedVersions": "2+"`, `"int16", "versions": "3+", "taggedVersions": "3+"`, "wire versions Dim"},
		// Null.
		{`"Room", "type": "string", "versions": "0+"`, `"Room", "type": "string", "versions": "0+", "nullableVersions": "0+"`, "wire nullable-versions Room"},
		{`"nullableVersions": "1+"`, `"nullableVersions": "2+"`, "wire nullable-versions Data"},
		{`"nullableVersions": "1+"`, `"nullableVersions": "none"`, "wire nullable-versions Data"},
		{`"nullableVersions": "1+"`, `"nullableVersions": "1-3"`, ""},
		{`"Main", "type": "Bulb", "versions": "0+"`, `"Main", "type": "Bulb", "versions": "0+", "nullableVersions": "3+"`, "wire nullable-versions Main"},
		{`"tag": 1, "nullableVersions": "2+"`, `"tag": 1`, "wire nullable-versions Note"},
		// Tags.
		{`"taggedVersions": "2+", "tag": 0`, `"taggedVersions": "3+", "tag": 0`, "wire tagged-versions Dim"},
		{`, "taggedVersions": "2+", "tag": 1`, ``, "wire tagged-versions Note; added tag Note"},
		{`"Late", "type": "int8", "versions": "1+"`, `"Late", "type": "int8", "versions": "1+", "taggedVersions": "2+", "tag": 2`, "wire tagged-versions Late; added tag Late"},
		{`"Late", "type": "int8", "versions": "1+"`, `"Late", "type": "int8", "versions": "1+", "taggedVersions": "4+", "tag": 2`, "added tag Late"},
		// Defaults.
		{`"default": "-1"`, `"default": "0"`, "wire default Dim"},
		{`, "default": "-1"`, ``, "wire default Dim"},
		{`"default": "-1"`, `"default": -1`, ""},
		{`"Id", "type": "int32", "versions": "0+"`, `"Id", "type": "int32", "versions": "0+", "default": "7"`, "source default Id"},
		{`"Id", "type": "int32", "versions": "0+"`, `"Id", "type": "int32", "versions": "0+", "default": "0x0"`, ""},
		{`"tag": 1, "nullableVersions": "2+"`, `"tag": 1, "nullableVersions": "2+", "default": "null"`, "wire default Note"},
		// Compact form of single fields.
		{`"Room", "type": "string", "versions": "0+"`, `"Room", "type": "string", "versions": "0+", "flexibleVersions": "none"`, "wire flexible-versions Room"},
		{`"Room", "type": "string", "versions": "0+"`, `"Room", "type": "string", "versions": "0+", "flexibleVersions": "3+"`, "wire flexible-versions Room"},
		{`"Room", "type": "string", "versions": "0+"`, `"Room", "type": "string", "versions": "0+", "flexibleVersions": "2+"`, ""},
		// Facts for programs.
		{`"Id", "type": "int32", "versions": "0+"`, `"Id", "type": "int32", "versions": "0+", "ignorable": true`, "source ignorable Id"},
		{`"Id", "type": "int32", "versions": "0+"`, `"Id", "type": "int32", "versions": "0+", "entityType": "brokerId"`, "words entity-type Id"},
		{`"Hue", "type": "int16", "versions": "1+"`, `"Hue", "type": "int16", "versions": "1+", "mapKey": true`, "words map-key Shades.Hue"},
		{`"Data", "type": "bytes", "versions": "0+"`, `"Data", "type": "bytes", "versions": "0+", "zeroCopy": true`, "words zero-copy Data"},
		{`"Id", "type": "int32", "versions": "0+"`, `"Id", "type": "int32", "versions": "0+", "about": "Its number."`, ""},
		// Fields that come.
		{`  "fields": [
    {`, `  "fields": [
    { "name": "New", "type": "int8", "versions": "0+" }, {`, "wire field-added New"},
		{`  "fields": [
    {`, `  "fields": [
    { "name": "New", "type": "int8", "versions": "3+" }, {`, "wire field-added New"},
		{`  "fields": [
    {`, `  "fields": [
    { "name": "New", "type": "int8", "versions": "4+" }, {`, "added field-added New"},
		{`  "fields": [
    {`, `  "fields": [
    { "name": "New", "type": "int8", "versions": "2+", "taggedVersions": "2+", "tag": 2 }, {`, "added field-added New"},
		{`{ "name": "Hue"`, `{ "name": "New", "type": "int8", "versions": "1+" }, { "name": "Hue"`, "wire field-added Shades.New"},
		{`{ "name": "Watts"`, `{ "name": "New", "type": "int8", "versions": "0+" }, { "name": "Watts"`, "wire field-added Main.New"},
		// Fields that go.
		{`    { "name": "Id", "type": "int32", "versions": "0+" },`, ``, "wire field-removed Id"},
		{`    { "name": "Early", "type": "int8", "versions": "0" },`, ``, "wire field-removed Early"},
		{`{ "name": "Hue", "type": "int16", "versions": "1+" },`, ``, "wire field-removed Shades.Hue"},
		{`{ "name": "Watts", "type": "int16", "versions": "0+" },`, ``, "wire field-removed Main.Watts"},
		{`    { "name": "Spare", "type": "[]Bulb", "versions": "0+" },`, ``, "wire field-removed Spare"},
		// Fields that move.
		{`"Id", "type": "int32", "versions": "0+" },
    { "name": "Room", "type": "string", "versions": "0+" }`, `"Room", "type": "string", "versions": "0+" },
    { "name": "Id", "type": "int32", "versions": "0+" }`, "wire order Id"},
		{`"Early", "type": "int8", "versions": "0" },
    { "name": "Late", "type": "int8", "versions": "1+" }`, `"Late", "type": "int8", "versions": "1+" },
    { "name": "Early", "type": "int8", "versions": "0" }`, ""},
		{`"Hue", "type": "int16", "versions": "1+" },
      { "name": "Name", "type": "string", "versions": "1+" }`, `"Name", "type": "string", "versions": "1+" },
      { "name": "Hue", "type": "int16", "versions": "1+" }`, "wire order Shades.Hue"},
		// A field that is declared anew under its old name.
		{`{ "name": "Id", "type": "int32", "versions": "0+" }`,
			`{ "name": "OldId", "type": "int32", "versions": "0-3" }, { "name": "Id", "type": "int64", "versions": "4+" }`,
			"added field-added Id; source name OldId"},
	}
	if len(tests) < 80 {
		t.Errorf("%d edits are too few", len(tests))
	}
	old := buildText(t, lampSchema)
	for _, test := range tests {
		if strings.Count(lampSchema, test.old) < 1 {
			t.Errorf("%q is not in the schema", test.old)
			continue
		}
		text := strings.Replace(lampSchema, test.old, test.new, 1)
		var got []string
		for _, f := range Sets(old, buildText(t, text)) {
			got = append(got, strings.Join([]string{string(f.Class), string(f.Kind), f.Field}, " "))
			if place := f.Place(); place.Pos.Line < 1 || place.Path == "" {
				t.Errorf("%s: no place", f)
			}
		}
		want := strings.Split(test.want, "; ")
		if test.want == "" {
			want = nil
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q to %q:\ngot  %q\nwant %q", test.old, test.new, got, want)
		}
	}
}

func buildText(t *testing.T, text string) *model.Set {
	t.Helper()
	file, findings := schema.Parse("Lamp.json", "Lamp.json", []byte(text))
	if schema.HasErrors(findings) {
		t.Fatalf("%v in\n%s", findings, text)
	}
	set, findings := model.Build([]*schema.File{file}, model.Options{})
	if set == nil {
		t.Fatalf("%v in\n%s", findings, text)
	}
	return set
}
