package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/internal/schema"
)

// parse parses schemas and names the files File0.json and so on.
func parse(t *testing.T, texts ...string) []*schema.File {
	t.Helper()
	var files []*schema.File
	for i, text := range texts {
		name := fmt.Sprintf("File%d.json", i)
		file, findings := schema.Parse("dir/"+name, name, []byte(text))
		if len(findings) > 0 {
			t.Fatalf("mistakes in the test's own schema: %v", findings)
		}
		files = append(files, file)
	}
	return files
}

// build builds schemas that have no errors; warnings are allowed.
func build(t *testing.T, texts ...string) *Set {
	t.Helper()
	set, findings := Build(parse(t, texts...), Options{})
	if set == nil {
		t.Fatalf("unexpected findings: %v", findings)
	}
	return set
}

// fetchRequest has the parts of Kafka's own that matter here, and forms that
// other schemas have.
const fetchRequest = `// The licence stands here.

{
  "apiKey": 1, "type": "request", "listeners": ["broker", "controller"], "name": "PullRequest",
  // Pulls records.
  //
  // Version 1 is the same.

  // Version 12 is flexible.
  "validVersions": "4-17", // in use
  "deprecatedVersions": "4-5",
  "flexibleVersions": "12+",
  "latestVersionUnstable": true,
  "fields": [
    { "name": "ClusterId", "type": "string", "versions": "12+", "nullableVersions": "12+", "default": "null",
      "taggedVersions": "12+", "tag": "0", "ignorable": "true", "about": "The cluster." },
    // Replaced by ReplicaState.
    { "name": "ReplicaId", "type": "int32", "versions": "0-14", "default": "-1", "entityType": "brokerId" }, // old
    { "name": "ReplicaState", "type": "ReplicaState", "versions": "15+", "taggedVersions": "15+", "tag": 1, "fields": [
      { "name": "ReplicaEpoch", "type": "int64", "versions": "13+", "default": -1 }
    ]},
    { "name": "Topics", "type": "[]PullTopic", "versions": "0+", "nullableVersions": "0+", "fields": [
      { "name": "Topic", "type": "string", "versions": "0-12", "mapKey": true, "flexibleVersions": "none" },
      { "name": "Partitions", "type": "[]PullPartition", "versions": "0+", "fields": [
        { "name": "Records", "type": "records", "versions": "5+", "nullableVersions": "0+" },
        { "name": "DirectoryId", "type": "uuid", "taggedVersions": "17+", "tag": 0 },
        { "name": "Gone", "type": "bytes", "versions": "0-3", "zeroCopy": true }
      ]},
      { "name": "First", "type": "Range", "versions": "7+" }
    ]},
    { "name": "Ranges", "type": "[]Range", "versions": "7+" }
    // none after this
  ],
  "commonStructs": [
    { "name": "Spare", "versions": "0+", "fields": [] },
    { "name": "Range", "versions": "0-99", "fields": [
      { "name": "Low", "type": "int64", "versions": "0-9" },
      { "name": "Ends", "type": "[]End", "versions": "0+" }
    ]},
    { "name": "End", "versions": "6+", "fields": [ { "name": "Open", "type": "bool", "versions": "0+" } ]}
  ]
}
`

func TestBuildMessage(t *testing.T) {
	m := build(t, fetchRequest).Messages[0]
	got := *m
	got.Body, got.Structs, got.headerVersions = nil, nil, nil
	want := Message{
		Name: "PullRequest", Type: Request, APIKey: 1, HasAPIKey: true,
		Valid: Versions{4, 17}, Flexible: Versions{12, MaxVersion}, Deprecated: Versions{4, 5},
		Unstable: true, Listeners: []string{"broker", "controller"},
		Comments: []string{"Pulls records.", "", "Version 1 is the same.", "", "Version 12 is flexible.", "", "in use"},
		Path:     "dir/File0.json", File: "File0.json", Pos: schema.Pos{Line: 4, Col: 82},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Message{})); diff != "" {
		t.Errorf("message differs (-want +got):\n%s", diff)
	}
}

// describe prints structs and fields with their versions, one a line.
func describe(structs []*Struct) string {
	var b strings.Builder
	for _, s := range structs {
		fmt.Fprintf(&b, "%s %s common=%v uses=%d at %s\n", s.Name, s.Versions, s.Common, s.Uses, s.Pos)
		for _, f := range s.Fields {
			element := f.Type
			if f.Type.Kind == Array {
				element = *f.Type.Elem
			}
			word := element.Kind.String()
			if element.Kind == StructKind {
				word = element.Struct.Name
			}
			fmt.Fprintf(&b, "  %s %s %s %s null %s tag %d in %s flexible %s at %s\n",
				f.Name, f.Type.Kind, word, f.Versions, f.Nullable, f.Tag, f.Tagged, f.Flexible, f.Pos)
		}
	}
	return b.String()
}

func TestBuildStructs(t *testing.T) {
	m := build(t, fetchRequest).Messages[0]
	want := `PullRequest 4-17 common=false uses=0 at 4:82
  ClusterId string string 12-17 null 12-17 tag 0 in 12-17 flexible 12+ at 15:15
  ReplicaId int32 int32 4-14 null none tag -1 in none flexible 12+ at 18:15
  ReplicaState struct ReplicaState 15-17 null none tag 1 in 15-17 flexible 12+ at 19:15
  Topics array PullTopic 4-17 null 4-17 tag -1 in none flexible 12+ at 22:15
  Ranges array Range 7-17 null none tag -1 in none flexible 12+ at 31:15
ReplicaState 15-17 common=false uses=1 at 19:39
  ReplicaEpoch int64 int64 15-17 null none tag -1 in none flexible 12+ at 20:17
PullTopic 4-17 common=false uses=1 at 22:33
  Topic string string 4-12 null none tag -1 in none flexible none at 23:17
  Partitions array PullPartition 4-17 null none tag -1 in none flexible 12+ at 24:17
  First struct Range 7-17 null none tag -1 in none flexible 12+ at 29:17
PullPartition 4-17 common=false uses=1 at 24:39
  Records records records 5-17 null 5-17 tag -1 in none flexible 12+ at 25:19
  DirectoryId uuid uuid 17 null none tag 0 in 17 flexible 12+ at 26:19
  Gone bytes bytes none null none tag -1 in none flexible 12+ at 27:19
Range 7-17 common=true uses=2 at 36:15
  Low int64 int64 7-9 null none tag -1 in none flexible 12+ at 37:17
  Ends array End 7-17 null none tag -1 in none flexible 12+ at 38:17
End 7-17 common=true uses=1 at 40:15
  Open bool bool 7-17 null none tag -1 in none flexible 12+ at 40:62
`
	if diff := cmp.Diff(want, describe(append([]*Struct{m.Body}, m.Structs...))); diff != "" {
		t.Errorf("structs differ (-want +got):\n%s", diff)
	}
	// One struct is one value, wherever it is used.
	if m.Structs[1].Fields[2].Type.Struct != m.Structs[3] || m.Body.Fields[4].Type.Elem.Struct != m.Structs[3] {
		t.Error("the two uses of Range do not share its struct")
	}
}

func TestBuildFieldFlags(t *testing.T) {
	m := build(t, fetchRequest).Messages[0]
	f := m.Body.Fields[0]
	if !f.Ignorable || f.MapKey || f.ZeroCopy || f.About != "The cluster." {
		t.Errorf("ClusterId is %+v", f)
	}
	f = m.Body.Fields[1]
	if f.Ignorable || f.EntityType != "brokerId" {
		t.Errorf("ReplicaId is %+v", f)
	}
	if diff := cmp.Diff([]string{"Replaced by ReplicaState.", "", "old"}, f.Comments); diff != "" {
		t.Errorf("comments of ReplicaId differ (-want +got):\n%s", diff)
	}
	if !m.Structs[1].Fields[0].MapKey || !m.Structs[2].Fields[2].ZeroCopy {
		t.Error("Topic must be a map key, Gone zero copy")
	}
}

func TestBuildReserved(t *testing.T) {
	m := build(t, `{ "apiKey": 907, "type": "request", "name": "RetiredRequest", "validVersions": "none",
  "flexibleVersions": "1+", "fields": [ { "name": "Ghost", "type": "Nothing", "versions": "0+" } ] }`).Messages[0]
	if m.APIKey != 907 || !m.HasAPIKey || !m.Valid.Empty() || !m.Flexible.Empty() || !m.Deprecated.Empty() {
		t.Errorf("message is %+v", m)
	}
	if m.Body == nil || m.Body.Name != "RetiredRequest" || !m.Body.Versions.Empty() || len(m.Body.Fields) > 0 || len(m.Structs) > 0 {
		t.Errorf("body is %+v, structs %v", m.Body, m.Structs)
	}
}

// TestBuildSingleForLists builds a schema with single values where lists are
// expected, as Kafka takes it.
func TestBuildSingleForLists(t *testing.T) {
	m := build(t, `{ "apiKey": "3", "type": "request", "name": "LoneRequest", "validVersions": 0, "flexibleVersions": "none",
  "listeners": "broker", "latestVersionUnstable": "false",
  "fields": { "name": "Pair", "type": "Pair", "versions": 0 },
  "commonStructs": { "name": "Pair", "versions": "0", "fields": { "name": "X", "type": " []int8", "versions": "0", "mapKey": "true" } } }`).Messages[0]
	want := `LoneRequest 0 common=false uses=0 at 1:45
  Pair struct Pair 0 null none tag -1 in none flexible none at 3:23
Pair 0 common=true uses=1 at 4:30
  X array int8 0 null none tag -1 in none flexible none at 4:75
`
	if diff := cmp.Diff(want, describe(append([]*Struct{m.Body}, m.Structs...))); diff != "" {
		t.Errorf("structs differ (-want +got):\n%s", diff)
	}
	if m.APIKey != 3 || m.Unstable || !slices.Equal(m.Listeners, []string{"broker"}) || !m.Structs[0].Fields[0].MapKey {
		t.Errorf("message is %+v", m)
	}
}

// TestBuildNulls builds a schema in which JSON null stands for missing keys.
func TestBuildNulls(t *testing.T) {
	m := build(t, `{ "apiKey": null, "type": "data", "name": "Blank", "validVersions": "0", "flexibleVersions": "none",
  "deprecatedVersions": null, "latestVersionUnstable": null, "listeners": null, "headerVersions": null, "commonStructs": null,
  "fields": [ { "name": "A", "type": "string", "versions": "0", "nullableVersions": null, "taggedVersions": null,
    "flexibleVersions": null, "tag": null, "default": null, "ignorable": null, "mapKey": null, "zeroCopy": null,
    "entityType": null, "about": null } ] }`).Messages[0]
	if m.HasAPIKey || !m.Deprecated.Empty() || m.Unstable || m.Listeners != nil {
		t.Errorf("message is %+v", m)
	}
	want := &Field{Name: "A", Type: Type{Kind: String}, Nullable: None, Tagged: None, Tag: -1, Flexible: None, Pos: schema.Pos{Line: 3, Col: 25}}
	if diff := cmp.Diff(want, m.Body.Fields[0]); diff != "" {
		t.Errorf("field differs (-want +got):\n%s", diff)
	}
}

// TestBuildOrder checks that neither the set nor the findings depend on the
// order of files, and that messages come by name.
func TestBuildOrder(t *testing.T) {
	good := parse(t,
		`{ "type": "data", "name": "Zebra", "validVersions": "0", "flexibleVersions": "none" }`,
		`{ "type": "data", "name": "Ant", "validVersions": "0", "flexibleVersions": "none" }`,
		`{ "type": "data", "name": "Mole", "validVersions": "0", "flexibleVersions": "none" }`)
	bad := parse(t,
		`{ "apiKey": 1, "type": "request", "name": "BRequest", "validVersions": "0", "flexibleVersions": "none" }`,
		`{ "apiKey": 1, "type": "request", "name": "ARequest", "validVersions": "0", "flexibleVersions": "none", "x": 1 }`,
		`{ "apiKey": 1, "type": "request", "name": "ARequest", "validVersions": "0", "flexibleVersions": "none" }`)
	wantFindings := []string{
		`dir/File1.json:1:13: message ARequest: apiKey 1 is that of message BRequest already (first used at dir/File0.json:1:13) [api-key-unique]`,
		`dir/File1.json:1:105: message ARequest: unknown key "x"; to go on all the same: -accept unknown-key [unknown-key]`,
		`dir/File2.json:1:13: message ARequest: apiKey 1 is that of message BRequest already (first used at dir/File0.json:1:13) [api-key-unique]`,
		`dir/File2.json:1:43: message ARequest is declared twice (first declared at dir/File1.json:1:43) [message-unique]`,
	}
	for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		set, _ := Build([]*schema.File{good[order[0]], good[order[1]], good[order[2]]}, Options{})
		var names []string
		for _, m := range set.Messages {
			names = append(names, m.Name)
		}
		if diff := cmp.Diff([]string{"Ant", "Mole", "Zebra"}, names); diff != "" {
			t.Errorf("messages in order %v differ (-want +got):\n%s", order, diff)
		}
		_, findings := Build([]*schema.File{bad[order[0]], bad[order[1]], bad[order[2]]}, Options{})
		var got []string
		for _, f := range findings {
			if !f.Warning {
				got = append(got, f.String())
			}
		}
		if diff := cmp.Diff(wantFindings, got); diff != "" {
			t.Errorf("findings in order %v differ (-want +got):\n%s", order, diff)
		}
	}
}

func TestBuildNothing(t *testing.T) {
	set, findings := Build(nil, Options{})
	if set == nil || len(set.Messages) > 0 || len(findings) > 0 {
		t.Errorf("got %v, %v", set, findings)
	}
}
