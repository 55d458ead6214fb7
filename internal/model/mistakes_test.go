package model

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/schema"
)

// soundSet is a set without a finding, in which the mistakes below are made.
var soundSet = map[string]string{
	"AskRequest.json": `{
  "apiKey": 900, "type": "request", "listeners": ["broker"], "name": "AskRequest",
  "validVersions": "3-13", "deprecatedVersions": "3-5",
  "latestVersionUnstable": false,
  "flexibleVersions": "9+",
  "fields": [
    { "name": "Owner", "type": "string", "versions": "3+", "nullableVersions": "3+", "default": "null", "entityType": "transactionalId" },
    { "name": "Acks", "type": "int16", "versions": "3+", "about": "How many." },
    { "name": "WaitMs", "type": "int32", "versions": "3+", "default": "10", "ignorable": true },
    { "name": "Forced", "type": "bool", "versions": "4+", "default": "false" },
    { "name": "Topics", "type": "[]Topic", "versions": "3+", "fields": [
      { "name": "Name", "type": "string", "versions": "3+", "mapKey": true },
      { "name": "Marks", "type": "[]int32", "versions": "3+" },
      { "name": "Batch", "type": "records", "versions": "3+", "nullableVersions": "3+" }
    ] },
    { "name": "Cluster", "type": "string", "versions": "12+", "taggedVersions": "12+", "tag": 0 },
    { "name": "State", "type": "State", "versions": "12+", "taggedVersions": "12+", "tag": 1, "fields": [
      { "name": "Epoch", "type": "int64", "versions": "12+" }
    ] }
  ]
}
`,
	"AskResponse.json": `{
  "apiKey": 900, "type": "response", "name": "AskResponse",
  "validVersions": "3-13",
  "flexibleVersions": "9+",
  "commonStructs": [
    { "name": "Places", "versions": "3+", "fields": [
      { "name": "Row", "type": "int32", "versions": "3+" }
    ] }
  ],
  "fields": [
    { "name": "Here", "type": "[]Places", "versions": "3+" }
  ]
}
`,
	"TellRequest.json":  `{ "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "TellRequest", "validVersions": "0", "flexibleVersions": "none", "fields": [] }`,
	"TellResponse.json": `{ "apiKey": 901, "type": "response", "name": "TellResponse", "validVersions": "0", "flexibleVersions": "none", "fields": [] }`,
	"OneRecord.json":    `{ "apiKey": 1, "type": "metadata", "name": "OneRecord", "validVersions": "0", "flexibleVersions": "0+", "fields": [] }`,
	"TwoRecord.json":    `{ "apiKey": 2, "type": "metadata", "name": "TwoRecord", "validVersions": "0", "flexibleVersions": "0+", "fields": [] }`,
	"MarkKey.json":      `{ "apiKey": 1, "type": "coordinator-key", "name": "MarkKey", "validVersions": "0", "flexibleVersions": "none", "fields": [] }`,
	"MarkValue.json":    `{ "apiKey": 1, "type": "coordinator-value", "name": "MarkValue", "validVersions": "0", "flexibleVersions": "0+", "fields": [] }`,
}

// A mistake is one that a schema's author makes: old becomes new in a file. It
// gives one finding of rule, where the text at stands, with the given words. A
// mistake without a rule is none: the text says the same another way.
type mistake struct {
	file, old, new  string
	rule, at, words string
}

// mistakes are after a list of faults that were put into Kafka's schemas.
var mistakes = []mistake{
	{"AskRequest", `"mapKey"`, `"mapkey"`, "unknown-key", `"mapkey"`, "did you mean mapKey?"},
	{"AskRequest", `"flexibleVersions"`, `"flexibleVersion"`, "unknown-key", `"flexibleVersion"`, "did you mean flexibleVersions?"},
	{"AskRequest", `"int16", "versions": "3+"`, `"int16"`, "field-versions", `"Acks"`, "neither versions nor taggedVersions"},
	{"AskRequest", `"bool", "versions": "4+"`, `"bool", "versions": "4-2"`, "version-range", `"4-2"`, "written backwards"},
	{"AskRequest", `"bool", "versions": "4+"`, `"bool", "versions": "2 to 4"`, "version-range", `"2 to 4"`, `want "none", "N", "N+" or "A-B"`},
	{"AskRequest", `"tag": 1`, `"tag": 0`, "tag-unique", `0, "fields"`, "tag 0 is that of field Cluster already"},
	{"AskRequest", `"taggedVersions": "12+", "tag": 0`, `"tag": 0`, "tag-without-versions", `"Cluster"`, "no taggedVersions"},
	{"AskRequest", `"taggedVersions": "12+", "tag": 1`, `"taggedVersions": "12+"`, "tagged-without-tag", `"State"`, "no tag"},
	{"AskRequest", `"default": "10"`, `"default": "soon"`, "default-value", `"soon"`, "no int32"},
	{"AskRequest", `"about": "How many."`, `"default": "40000"`, "default-value", `"40000"`, "range of int16, -32768 to 32767"},
	{"AskRequest", `"default": "false"`, `"default": "yes"`, "default-value", `"yes"`, "want true or false"},
	{"AskRequest", `"about": "How many."`, `"nullableVersions": "3+"`, "nullable-type", `"3+" },`, "cannot be null"},
	{"AskRequest", `"transactionalId"`, `"transactionId"`, "unknown-entity", `"transactionId"`, "did you mean transactionalId?"},
	{"AskRequest", `"about": "How many."`, `"entityType": "brokerId"`, "entity-type", `"brokerId"`, "is for int32, not for int16"},
	{"AskRequest", `"about": "How many."`, `"mapKey": true`, "map-key-top-level", `"Acks"`, "cannot be a mapKey"},
	{"AskResponse", `"[]Places"`, `"[]Place"`, "struct-resolves", `"[]Place"`, "did you mean []Places?"},
	{"AskRequest", `"int16", "versions": "3+"`, `"int16", "versions": "14+"`, "field-never-valid", `"14+"`, "never on the wire"},
	{"AskRequest", `"tag": 0 }`, `"tag": 0, }`, "json-syntax", `, }`, "a comma before the closing '}'"},
	{"AskRequest", `["broker"]`, `["broker",]`, "json-syntax", `,]`, "a comma before the closing ']'"},
	{"AskRequest", `  "latestVersionUnstable": false,`, `  /* unstable`, "json-syntax", `/* unstable`, `"*/" is missing`},
	{"AskRequest", `"WaitMs"`, `"Acks"`, "field-unique", `"Acks", "type": "int32"`, "declared twice"},
	{"TellRequest", `"name": "TellRequest"`, `"name": "AskRequest"`, "message-unique", `"AskRequest"`, "declared twice"},
	{"AskRequest", `"name": "AskRequest"`, `"name": "AskeRequest"`, "file-name", `"AskeRequest"`, "AskRequest.json"},
	{"AskRequest", `"apiKey": 900`, `"apiKey": 901`, "api-key-unique", `901`, "that of message TellRequest already"},
	{"TellResponse", `"apiKey": 901, "type": "response", "name": "TellResponse"`, `"type": "data", "name": "TellResponse"`, "api-key-pair", "", "no response with apiKey 901"},
	{"AskRequest", `"flexibleVersions": "9+"`, `"flexibleVersions": "9"`, "flexible-versions", `"9"`, `such as "9+"`},
	{"AskRequest", `"flexibleVersions": "9+"`, `"flexibleVersions": "9-13"`, "flexible-versions", `"9-13"`, `such as "9+"`},
	{"AskRequest", `"latestVersionUnstable": false,`, `"latestVersionUnstable": false`, "json-syntax", `"flexibleVersions"`, "a comma is missing before this"},
	{"AskRequest", `"nullableVersions": "3+" }
    ] },`, `"nullableVersions": "3+" }
    },`, "json-syntax", `},`, "a ']' is missing before this"},
	{"AskRequest", `"name": "Acks"`, `"name": "Acks`, "json-syntax", `type"`, "a comma is missing"},
	{"AskRequest", `"int32", "versions": "3+", "default"`, `"int23", "versions": "3+", "default"`, "type-name", `"int23"`, "did you mean int32?"},
	{"AskRequest", `"Owner", "type": "string"`, `"Owner", "type": "String"`, "struct-resolves", `"String"`, "did you mean string?"},
	{"AskRequest", `"type": "int16"`, `"type": "varint"`, "type-name", `"varint"`, "there are bool, bytes"},
	{"AskRequest", `"[]int32"`, `"[][]int32"`, "array-element", `"[][]int32"`, "no arrays of arrays"},
	{"AskRequest", `"[]int32"`, `"int32[]"`, "type-name", `"int32[]"`, "did you mean []int32?"},
	{"AskRequest", `"validVersions": "3-13"`, `"validVersions": "3-14"`, "pair-valid-versions", `"3-14"`, "not those of message AskResponse, 3-13"},
	{"AskResponse", `"flexibleVersions": "9+"`, `"flexibleVersions": "none"`, "pair-flexible-versions", `"none"`, "not those of message AskRequest, 9+"},
	{"OneRecord", `"flexibleVersions": "0+", `, ``, "flexible-versions-missing", `"OneRecord"`, `write "none"`},
	{"AskRequest", `"validVersions": "3-13"`, `"validVersions": "3+"`, "versions-finite", `"3+"`, "needs an upper end"},
	{"AskRequest", `"string", "versions": "12+", "taggedVersions": "12+"`, `"string", "versions": "8+", "taggedVersions": "8+"`, "tagged-flexible", `"8+", "tag"`, "flexibleVersions 9+"},
	{"AskRequest", `"tag": 1`, `"tag": 2`, "tag-contiguous", `2, "fields"`, "no tag 1 before the tag 2"},
	{"AskRequest", `"string", "versions": "12+"`, `"string", "versions": "13+"`, "tagged-within", `"12+", "tag": 0`, "not within its versions 13+"},
	{"AskRequest", `"string", "versions": "12+", "taggedVersions": "12+"`, `"string", "versions": "12+", "taggedVersions": "12-13"`, "tagged-open", `"12-13"`, `such as "12+"`},
	{"AskRequest", `"tag": 0`, `"tag": 0, "nullableVersions": "13+"`, "tagged-nullable", `"13+"`, "nullable throughout or not at all"},
	{"AskRequest", `"mapKey": true`, `"mapKey": true, "taggedVersions": "12+", "tag": 0`, "tagged-map-key", `"Name"`, "cannot be a mapKey"},
	{"AskRequest", `"type": "records", "versions": "3+", "nullableVersions": "3+"`, `"type": "records", "versions": "12+", "taggedVersions": "12+", "tag": 0`, "records-tagged", `"Batch"`, "cannot be tagged"},
	{"AskRequest", `"[]int32", "versions": "3+"`, `"[]int32", "versions": "3+", "fields": [ { "name": "A", "type": "int8", "versions": "3+" } ]`, "inline-fields", `"fields"`, "has no fields"},
	{"AskResponse", `"[]Places", "versions": "3+"`, `"[]Places", "versions": "3+", "fields": [ { "name": "A", "type": "int8", "versions": "3+" } ]`, "common-struct-fields", `"fields"`, "which is a common struct"},
	{"AskResponse", `"type": "int32", "versions": "3+"`, `"type": "[]Places", "versions": "3+"`, "struct-cycle", `"Row"`, "hold itself"},
	{"AskResponse", `"name": "Places", "versions": "3+"`, `"name": "Places"`, "versions-required", `"Places"`, "has no versions"},
	{"AskRequest", `"type": "request"`, `"type": "Request"`, "message-type", `"Request"`, "did you mean request?"},
	{"TellRequest", `"name": "TellRequest"`, `"name": "Tell"`, "message-suffix", `"Tell"`, "must end in Request"},
	{"AskRequest", `"apiKey": 900, `, ``, "api-key-required", `"AskRequest"`, "needs an apiKey"},
	{"AskResponse", `"apiKey": 900`, `"apiKey": 100`, "api-key-pair", `100`, "not that of message AskRequest, 900"},
	{"AskRequest", `["broker"]`, `["brokers"]`, "unknown-listener", `"brokers"`, "did you mean broker?"},
	{"AskResponse", `"name": "AskResponse"`, `"name": "AskResponse", "listeners": ["broker"]`, "listeners-request", `"broker"`, "only requests have them"},
	{"AskRequest", `"ignorable": true`, `"ignorable": "yes"`, "value-kind", `"yes"`, "must be true or false"},
	{"AskRequest", `"WaitMs"`, `"wait_ms"`, "field-name", `"wait_ms"`, "letters and digits"},
	{"AskRequest", `"WaitMs"`, `" WaitMs"`, "field-name", `" WaitMs"`, "letters and digits"},
	{"AskRequest", `"name": "Acks"`, `'name': "Acks"`, "json-syntax", `'name'`, "double quotes"},
	{"AskRequest", `"flexibleVersions": "9+",`, `"flexibleVersions": "9+", # new`, "json-syntax", `#`, "use // or /* */"},
	{"AskRequest", "{\n  \"apiKey\"", "\ufeff{\r\n  \"apiKey\"", "", "", ""},
	{"AskRequest", `"name": "Cluster", "type": "string", "versions": "12+", "taggedVersions": "12+", "tag": 0 },`, "\x00", "json-syntax", "", "want a key in double quotes"},
	{"TellRequest", soundTell, "", "json-syntax", "", "found the end of the file"},
	{"AskRequest", "How many.", "\xe9", "json-syntax", "\xe9", "not UTF-8"},
	{"AskRequest", `"entityType": "transactionalId"`, `"zeroCopy": true`, "zero-copy-type", `"Owner"`, "only bytes"},
	{"AskRequest", `"tag": 1`, `"tag": -1`, "tag-number", `-1`, "not within 0 to"},
	{"AskRequest", `"tag": 1`, `"tag": "one"`, "value-kind", `"one"`, "whole number"},
	{"AskRequest", `"default": "10"`, `"default": 10`, "", "", ""},
	{"AskRequest", `"default": "false"`, `"default": false`, "", "", ""},
	{"AskRequest", `"WaitMs"`, `"acks"`, "field-unique-capital", `"acks"`, "both be called Acks in Go"},
	{"AskRequest", `"deprecatedVersions": "3-5"`, `"deprecatedVersions": "0-2"`, "deprecated-within", `"0-2"`, "outside validVersions 3-13"},
	{"OneRecord", `"flexibleVersions": "0+"`, `"flexibleVersions": "1+"`, "flexible-never-valid", `"1+"`, "no version is flexible"},
	{"AskRequest", `"nullableVersions": "3+", "default": "null"`, `"nullableVersions": "1-2", "default": "null"`, "default-null", `"null"`, "they are 1-2"},
	{"AskRequest", `"int64", "versions": "12+"`, `"int64", "versions": "3-11"`, "field-outside-struct", `"3-11"`, "those of struct State, 12-13"},
	{"AskRequest", `"[]int32", "versions": "3+"`, `"[]int32", "versions": "3+", "default": "[]"`, "default-value", `"[]"`, "null or empty"},
	{"AskRequest", `"latestVersionUnstable": false`, `"latestVersionUnstable": "no"`, "value-kind", `"no"`, "true or false"},
	{"TellRequest", `"fields"`, `"field"`, "unknown-key", `"field"`, "did you mean fields?"},
	{"OneRecord", `"apiKey": 1, `, ``, "metadata-key-required", `"OneRecord"`, "needs an apiKey"},
	{"TwoRecord", `"apiKey": 2`, `"apiKey": 1`, "metadata-key-unique", `1`, "that of message OneRecord already"},
	{"MarkKey", `"validVersions": "0"`, `"validVersions": "0-1"`, "coordinator-key", `"0-1"`, `must be "0"`},
	{"MarkKey", `"flexibleVersions": "none"`, `"flexibleVersions": "0+"`, "coordinator-key", `"0+"`, `must be "none"`},
	{"MarkValue", `"apiKey": 1, "type": "coordinator-value"`, `"type": "data"`, "coordinator-pair", "", "no coordinator-value with apiKey 1"},
	{"AskRequest", `"flexibleVersions": "9+",`, `"flexibleVersions": "9+", "headerVersions": { "0-7": "1", "9+": "2" },`, "header-versions-cover", `"9+": "2"`, "no entry for version 8"},
	{"AskRequest", `"[]int32", "versions": "3+" },`, `"[]int32", "versions": "3+" }, { "name": "Rank", "type": "int8", "versions": "14+" },`, "field-never-valid", `"14+"`, "never on the wire"},
	{"AskRequest", `"type": "State"`, `"type": "state"`, "type-name", `"state"`, "did you mean State?"},
	{"AskRequest", `"about": "How many."`, `"about": ["How many."]`, "value-kind", `["How many."]`, "must be a text"},
	{"AskRequest", `"int16", "versions": "3+"`, `"int16", "versions": ["3+"]`, "value-kind", `["3+"]`, "version range"},
	{"AskRequest", `"int16", "versions": "3+"`, `"int16", "versions": "3+", "versions": "4+"`, "json-repeated-key", `"versions": "4+"`, "given twice"},
	{"AskRequest", `"bool", "versions": "4+"`, `"bool", "versions": "4-40000"`, "version-range", `"4-40000"`, "32767"},
	{"AskRequest", `"apiKey": 900`, `"apiKey": "nine"`, "value-kind", `"nine"`, "whole number"},
	{"AskRequest", `"records"`, `"[]records"`, "records-array", `"[]records"`, "no arrays of records"},
	{"AskResponse", `"[]Places"`, `"[]int32"`, "common-struct-unused", `"Places"`, "not used"},
	{"TellRequest", `"validVersions"`, `"versions"`, "unknown-key", `"versions"`, "did you mean validVersions?"},
	{"AskRequest", `"type": "int16"`, `"type": "short"`, "type-name", `"short"`, "did you mean int16?"},
	{"AskRequest", `"nullableVersions": "3+", "default": "null"`, `"nullableVersions": "3+", "default": null`, "default-json-null", `null, "entity`, `write "null"`},
	{"AskRequest", `"versions": "3+", "nullableVersions": "3+" }`, `"versions": "3+", "nullableVersions": "0-2" }`, "nullable-never", `"0-2"`, "never null"},
	{"AskRequest", `"flexibleVersions": "9+",`, `"flexibleVersions": "9+", "sensitive": true,`, "unknown-key", `"sensitive"`, "-accept unknown-key"},
}

const soundTell = `{ "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "TellRequest", "validVersions": "0", "flexibleVersions": "none", "fields": [] }`

func TestMistakes(t *testing.T) {
	if len(mistakes) < 96 {
		t.Errorf("%d mistakes are too few", len(mistakes))
	}
	if findings := lintTexts(soundSet); len(findings) > 0 {
		t.Fatalf("the sound set has findings: %v", findings)
	}
	for _, m := range mistakes {
		file := m.file + ".json"
		if strings.Count(soundSet[file], m.old) == 0 {
			t.Errorf("%s has no %q", file, m.old)
			continue
		}
		texts := maps.Clone(soundSet)
		texts[file] = strings.Replace(soundSet[file], m.old, m.new, 1)
		findings := lintTexts(texts)
		if m.rule == "" {
			if len(findings) > 0 {
				t.Errorf("%s: %q is no mistake, found %v", file, m.new, findings)
			}
			continue
		}
		if len(findings) != 1 {
			t.Errorf("%s: %q gives %d findings: %v", file, m.new, len(findings), findings)
			continue
		}
		f := findings[0]
		if f.Rule != m.rule || !strings.Contains(f.Message, m.words) {
			t.Errorf("%s: %q gives %v, want [%s] with %q", file, m.new, f, m.rule, m.words)
		}
		lines := strings.Split(strings.ReplaceAll(texts[f.Path], "\r\n", "\n"), "\n")
		if line := lines[f.Pos.Line-1]; !strings.HasPrefix(line[f.Pos.Col-1:], m.at) {
			t.Errorf("%s: %q: finding at %s, %q, want at %q", file, m.new, f.Pos, line[f.Pos.Col-1:], m.at)
		}
	}
}

// lintTexts checks schemas by file name.
func lintTexts(texts map[string]string) []schema.Finding {
	var files []*schema.File
	var findings []schema.Finding
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		file, found := schema.Parse(name, name, []byte(texts[name]))
		if file != nil {
			files = append(files, file)
		}
		findings = append(findings, found...)
	}
	_, all := BuildSound(files, findings, Options{Partial: len(files) < len(texts)})
	return all
}
