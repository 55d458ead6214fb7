package suite

import "github.com/kgen-go/kgen/internal/suite/cases"

// faults are constructs that the first code for them got wrong.
var faults = []cases.Case{
	// The presence mark of a struct depends on the version, not on the layout.
	construct("own-null-in-one-version", "PartlyNull", `
		"validVersions": "0-2", "flexibleVersions": "none",
		"fields": [
			{"name": "S", "type": "Sub", "versions": "0+", "nullableVersions": "1", "fields": [
				{"name": "X", "type": "int8", "versions": "0+", "default": "5"}]}
		]`,
		both(0, `{}`, "05"),
		both(1, `{}`, "01 05"),
		both(1, `{"S": null}`, "ff"),
		both(2, `{}`, "05"),
		cannotEncode(0, `{"S": null}`, "null-not-allowed", "S"),
		cannotEncode(2, `{"S": null}`, "null-not-allowed", "S"),
	),
	construct("own-null-from-a-classic-version", "Half", `
		"validVersions": "0-3", "flexibleVersions": "2+",
		"fields": [
			{"name": "Id", "type": "int8", "versions": "0+"},
			{"name": "Spot", "type": "Spot", "versions": "0+", "nullableVersions": "1+", "fields": [
				{"name": "X", "type": "int8", "versions": "0+"}]}
		]`,
		both(0, `{"Id": 5, "Spot": {"X": 7}}`, "05 07"),
		both(1, `{"Id": 5, "Spot": {"X": 7}}`, "05 01 07"),
		both(1, `{"Id": 5, "Spot": null}`, "05 ff"),
		both(2, `{"Id": 5, "Spot": {"X": 7}}`, "05", "01 07 00", "00"),
	),
	// No version has the tag, and a message may still carry unknown ones.
	construct("own-tag-above-all-versions", "TagAbove", `
		"validVersions": "0-1", "flexibleVersions": "0+",
		"fields": [
			{"name": "A", "type": "int8", "versions": "0+"},
			{"name": "B", "type": "int32", "versions": "2+", "tag": 0, "taggedVersions": "2+"}
		]`,
		both(0, `{"A": 1}`, "01", "00"),
		both(1, `{"A": 1, "_tags": {"4": "hex:aa"}}`, "01", "01 04 01 aa"),
	),
	// Words that Go code has, in names and defaults.
	construct("own-words-of-go", "GoWords", `
		"validVersions": "0", "flexibleVersions": "0+",
		"fields": [
			{"name": "PreferredReplica", "type": "int32", "versions": "0+", "tag": 0, "taggedVersions": "0+"},
			{"name": "N", "type": "string", "versions": "0+", "default": "let n = 3"},
			{"name": "Math", "type": "string", "versions": "0+", "default": "see math.Pi and binary.x"}
		]`,
		both(0, `{"N": "", "Math": "", "PreferredReplica": 7}`, "01", "01", "01", "00 04 00000007"),
		both(0, `{"N": "", "Math": ""}`, "01", "01", "00"),
	),
	// A field's own flexible versions may end.
	construct("own-flexible-versions-that-end", "FlexibleOnce", `
		"validVersions": "0-2", "flexibleVersions": "1+",
		"fields": [
			{"name": "Word", "type": "string", "versions": "0+", "flexibleVersions": "1"}
		]`,
		both(0, `{"Word": "a"}`, "0001 61"),
		both(1, `{"Word": "a"}`, "02 61", "00"),
		both(2, `{"Word": "a"}`, "0001 61", "00"),
	),
}
