package suite

import (
	"strings"

	"github.com/kgen-go/kgen/internal/suite/cases"
)

// large is 600 bytes, which buffers refer to rather than copy.
var large = strings.Repeat("0102030405", 120)

// constructs are the cases of TestConstructs. Their bytes were put together by
// hand after the rules of the protocol, or are what Kafka's generator gives for
// schemas of the same shape.
var constructs = []cases.Case{
	construct("own-tagged-structs", "TaggedStructs", `
		"validVersions": "0-1", "flexibleVersions": "1+",
		"fields": [
			{"name": "Plain", "type": "PlainPart", "versions": "0+", "nullableVersions": "0+", "default": "null", "fields": [
				{"name": "Text", "type": "string", "versions": "0+"}, {"name": "Number", "type": "int32", "versions": "0+"}]},
			{"name": "Later", "type": "LaterPart", "versions": "0+", "nullableVersions": "1+", "fields": [
				{"name": "Text", "type": "string", "versions": "0+"}, {"name": "Number", "type": "int32", "versions": "0+"}]},
			{"name": "Empty", "type": "EmptyPart", "versions": "1+", "nullableVersions": "1+", "default": "null", "tag": 0, "taggedVersions": "1+", "fields": [
				{"name": "Text", "type": "string", "versions": "1+"}, {"name": "Number", "type": "int32", "versions": "1+"}]},
			{"name": "Full", "type": "FullPart", "versions": "1+", "nullableVersions": "1+", "tag": 1, "taggedVersions": "1+", "fields": [
				{"name": "Text", "type": "string", "versions": "1+"}, {"name": "Number", "type": "int32", "versions": "1+"}]}
		]`,
		both(0, `{}`,
			"ff",            // Plain: null
			"0000 00000000", // Later: not nullable yet, no marker
		),
		cannotEncode(0, `{"Later": null}`, "null-not-allowed", "Later"),
		both(1, `{}`,
			"ff",                // Plain: null
			"01 01 00000000 00", // Later: present, its text, number and tags
			"00",                // Empty and Full are at their defaults
		),
		both(1, `{"Later": null, "Full": null}`,
			"ff", "ff",
			"01",    // one tagged field
			"01 01", // tag 1, 1 byte
			"00",    // Full: null, as a varint
		),
		both(1, `{"Empty": {}}`,
			"ff", "01 01 00000000 00",
			"01",
			"00 07",             // tag 0, 7 bytes
			"01 01 00000000 00", // Empty: present, and all of its fields
		),
		both(1, `{"Full": {"Number": 7}}`,
			"ff", "01 01 00000000 00",
			"01",
			"01 07", "01 01 00000007 00",
		),
		// A struct of defaults is not what the field has by default if it
		// carries an unknown tagged field.
		both(1, `{"Full": {"_tags": {"4": "hex:aa"}}}`,
			"ff", "01 01 00000000 00",
			"01",
			"01 0a", "01 01 00000000 01 04 01 aa",
		),
		cannotDecode(1, "ff 01 01 00000000 00 01 00 07 02 01 00000000 00", "bad-marker", "Empty"),
		lenient(1, `{"Empty": {}}`, "ff 01 01 00000000 00 01 00 07 02 01 00000000 00", "ff 01 01 00000000 00 01 00 07 01 01 00000000 00"),
		lenient(1, `{"Empty": null}`, "ff 01 01 00000000 00 01 00 05 ffffffff0f", "ff 01 01 00000000 00 00"),
		cannotDecode(1, "ff 01 01 00000000 00 01 00 08 01 01 00000000 00 00", "tag-size", "Empty"),
		cannotDecode(1, "ff 01 01 00000000 00 01 00 06 01 01 00000000 00", "short-buffer", "Empty"),
		cannotDecode(0, "ff ffff", "null-not-allowed", "Later.Text"),
	),

	construct("own-tagged-scalars", "TaggedScalars", `
		"validVersions": "0-1", "flexibleVersions": "0+",
		"fields": [
			{"name": "Flag", "type": "bool", "versions": "0+", "tag": 0, "taggedVersions": "0+", "default": "true"},
			{"name": "Tiny", "type": "int8", "versions": "0+", "tag": 1, "taggedVersions": "0+"},
			{"name": "Port", "type": "uint16", "versions": "0+", "tag": 2, "taggedVersions": "0+", "default": "33000"},
			{"name": "Mask", "type": "uint32", "versions": "0+", "tag": 3, "taggedVersions": "0+", "default": "1234567"},
			{"name": "Long", "type": "int64", "versions": "0+", "tag": 4, "taggedVersions": "0+", "default": "0x7000000000000000"},
			{"name": "Ratio", "type": "float64", "versions": "0+", "tag": 5, "taggedVersions": "0+", "default": "12.5"},
			{"name": "Id", "type": "uuid", "versions": "0+", "tag": 6, "taggedVersions": "0+", "default": "AQIDBAUGBwgJCgsMDQ4PEA"},
			{"name": "Word", "type": "string", "versions": "0+", "nullableVersions": "0+", "tag": 7, "taggedVersions": "0+", "default": "null"},
			{"name": "Blob", "type": "bytes", "versions": "0+", "nullableVersions": "0+", "tag": 8, "taggedVersions": "0+"},
			{"name": "Rows", "type": "[]int16", "versions": "0+", "tag": 9, "taggedVersions": "0+"},
			{"name": "Next", "type": "int8", "versions": "1+", "tag": 10, "taggedVersions": "1+"}
		]`,
		both(0, `{}`, "00"),
		// Zero is written where it is not the default.
		both(0, `{"Flag": false, "Port": 0, "Mask": 0, "Long": 0, "Ratio": 0.0, "Id": "00000000-0000-0000-0000-000000000000"}`,
			"06",
			"00 01 00",
			"02 02 0000",
			"03 04 00000000",
			"04 08 0000000000000000",
			"05 08 0000000000000000",
			"06 10 00000000000000000000000000000000",
		),
		both(0, `{"Tiny": -1, "Port": 65535, "Mask": 4294967295, "Long": -9223372036854775808, "Ratio": -0.0}`,
			"05",
			"01 01 ff",
			"02 02 ffff",
			"03 04 ffffffff",
			"04 08 8000000000000000",
			"05 08 8000000000000000",
		),
		// Null and empty are each written where the other is the default.
		both(0, `{"Word": "", "Blob": null}`,
			"02",
			"07 01 01", // Word: empty
			"08 01 00", // Blob: null
		),
		both(0, `{"Word": "ab", "Blob": "hex:01", "Rows": [-1, 2]}`,
			"03",
			"07 03 03 6162",
			"08 02 02 01",
			"09 05 03 ffff 0002",
		),
		both(0, `{"Rows": [1], "_tags": {"11": "hex:", "300": "hex:00"}}`,
			"03",
			"09 03 02 0001",
			"0b 00",
			"ac02 01 00", // a number of two bytes
		),
		// Tag 10 exists in version 1 only: neither kind of tagged field may
		// have its number in version 0.
		both(1, `{"Next": 3}`, "01", "0a 01 03"),
		cannotEncode(0, `{"Next": 3}`, "field-not-in-version", "Next"),
		cannotEncode(0, `{"_tags": {"10": "hex:03"}}`, "tag-clash", "10"),
		cannotDecode(0, "01 0a 01 03", "tag-not-in-version", "Next"),
		cannotDecode(0, "01 02 01 00", "short-buffer", "Port"),
		cannotDecode(0, "01 02 03 000000", "tag-size", "Port"),
		cannotDecode(0, "01 09 03 02 00", "short-buffer", "byte 3: need 3 bytes, have 2"),
		cannotDecode(0, "01 09 03 01 0001", "tag-size", "Rows"),
		cannotDecode(0, "02 01 01 00 01 01 00", "tag-clash", "twice"),
		cannotDecode(0, "02 02 02 0000 01 01 00", "tag-clash", "after"),
		cannotDecode(0, "02 0c 00 0b 00", "tag-clash", "after"),
		cannotDecode(0, "00 00", "trailing", "1 byte"),
	),

	construct("own-arrays", "Arrays", `
		"validVersions": "0-1", "flexibleVersions": "1+",
		"fields": [
			{"name": "Flags", "type": "[]bool", "versions": "0+"},
			{"name": "Tinies", "type": "[]int8", "versions": "0+"},
			{"name": "Shorts", "type": "[]int16", "versions": "0+"},
			{"name": "Ports", "type": "[]uint16", "versions": "0+"},
			{"name": "Ints", "type": "[]int32", "versions": "0+"},
			{"name": "Masks", "type": "[]uint32", "versions": "0+"},
			{"name": "Longs", "type": "[]int64", "versions": "0+"},
			{"name": "Ratios", "type": "[]float64", "versions": "0+"},
			{"name": "Ids", "type": "[]uuid", "versions": "0+"},
			{"name": "Words", "type": "[]string", "versions": "0+"},
			{"name": "Blobs", "type": "[]bytes", "versions": "0+"}
		]`,
		both(0, arrays,
			"00000002 01 00",
			"00000002 80 7f",
			"00000001 fffe",
			"00000001 ffff",
			"00000001 80000000",
			"00000001 ffffffff",
			"00000001 8000000000000000",
			"00000001 3ff8000000000000",
			"00000001 0102030405060708090a0b0c0d0e0f10",
			"00000002 0000 000161",
			"00000002 00000000 00000001 aa",
		),
		both(1, arrays,
			"03 01 00",
			"03 80 7f",
			"02 fffe",
			"02 ffff",
			"02 80000000",
			"02 ffffffff",
			"02 8000000000000000",
			"02 3ff8000000000000",
			"02 0102030405060708090a0b0c0d0e0f10",
			"03 01 02 61",
			"03 01 02 aa",
			"00",
		),
		both(0, `{}`, "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000"),
		both(1, `{}`, "01 01 01 01 01 01 01 01 01 01 01 00"),
		cannotDecode(1, "01 01 01 01 01 01 01 01 01 02 00 01 00", "null-not-allowed", "Words[0]"),
		cannotDecode(1, "01 01 01 01 01 01 01 01 01 01 03 01 00 00", "null-not-allowed", "Blobs[1]"),
		cannotDecode(0, "00000000 00000000 00000002 0001", "bad-length", "Shorts"),
		cannotDecode(1, "01 01 01 01 01 01 01 01 02 0000", "bad-length", "Ids"),
	),

	construct("own-large-bytes", "LargeBytes", `
		"validVersions": "0", "flexibleVersions": "0+",
		"fields": [
			{"name": "First", "type": "bytes", "versions": "0+"},
			{"name": "Blob", "type": "bytes", "versions": "0+", "tag": 0, "taggedVersions": "0+"},
			{"name": "Parts", "type": "[]Part", "versions": "0+", "tag": 1, "taggedVersions": "0+", "fields": [
				{"name": "Number", "type": "int8", "versions": "0+"},
				{"name": "Blob", "type": "bytes", "versions": "0+"},
				{"name": "Inner", "type": "InnerPart", "versions": "0+", "tag": 0, "taggedVersions": "0+", "fields": [
					{"name": "Blob", "type": "bytes", "versions": "0+"}]}]}
		]`,
		// The sizes of tagged fields take two and three bytes, which are not
		// known before the content is written.
		both(0, `{"First": "hex:`+large+`", "Blob": "hex:`+large+`"}`,
			"d904", large, // a length of 600
			"01",
			"00 da04", "d904", large,
		),
		both(0, `{"Parts": [{"Number": 1, "Blob": "hex:`+large+`", "Inner": {"Blob": "hex:`+large+`"}}, {"Number": 2, "Blob": "hex:01"}]}`,
			"01",
			"01",
			"01 bf09", // tag 1, 1215 bytes: 1 for the count, 1210 and 4 for the elements
			"03",
			"01", "d904", large, "01", "00 db04", "d904", large, "00",
			"02", "02 01", "00",
		),
		both(0, `{"Blob": "hex:`+large+`", "Parts": [{"Blob": "hex:`+strings.Repeat(large, 28)+`"}], "_tags": {"5": "hex:aa"}}`,
			"01",
			"03",
			"00 da04", "d904", large,
			"01 a68301", "02", "00", "a18301", strings.Repeat(large, 28), "00", // a length of 16800
			"05 01 aa",
		),
	),

	construct("own-hollow-struct", "Hollow", `
		"validVersions": "0-1", "flexibleVersions": "none",
		"fields": [
			{"name": "Items", "type": "[]Item", "versions": "0+", "fields": [
				{"name": "Weight", "type": "int8", "versions": "1+", "ignorable": true}]},
			{"name": "Tail", "type": "int32", "versions": "0+"}
		]`,
		// The struct has no field in version 0, so its elements take no bytes.
		both(0, `{"Items": [{}, {}], "Tail": 7}`, "00000002", "00000007"),
		both(1, `{"Items": [{"Weight": 1}, {"Weight": 2}], "Tail": 7}`, "00000002", "01", "02", "00000007"),
		cannotDecode(0, "7fffffff 00000007", "bad-length", "Items"),
	),

	construct("own-no-fields", "NoFields", `
		"validVersions": "0-1", "flexibleVersions": "1+", "fields": []`,
		both(0, `{}`, ""),
		both(1, `{}`, "00"),
		both(1, `{"_tags": {"0": "hex:aa"}}`, "01 00 01 aa"),
		cannotEncode(0, `{"_tags": {"0": "hex:aa"}}`, "tags-not-in-version", "UnknownTags"),
		cannotDecode(0, "00", "trailing", "byte 0"),
		cannotDecode(1, "", "short-buffer", "byte 0"),
	),

	construct("own-common-struct", "CommonStruct", `
		"validVersions": "0-2", "flexibleVersions": "2+",
		"fields": [
			{"name": "From", "type": "Place", "versions": "0+"},
			{"name": "Via", "type": "[]Place", "versions": "1+", "nullableVersions": "1+"},
			{"name": "Back", "type": "Place", "versions": "1+", "nullableVersions": "1+", "default": "null"}
		],
		"commonStructs": [{"name": "Place", "versions": "0+", "fields": [
			{"name": "Row", "type": "int16", "versions": "0+", "default": "-1"},
			{"name": "Column", "type": "int16", "versions": "0-1", "default": "9"},
			{"name": "Label", "type": "string", "versions": "2+", "flexibleVersions": "none", "ignorable": true}]}]`,
		both(0, `{}`, "ffff 0009"),
		// An empty nullable array is not null, so version 0 cannot leave it out.
		both(1, `{}`, "ffff 0009", "00000000", "ff"),
		both(1, `{"From": {"Row": 1, "Column": 2}, "Via": [{}, {"Row": 3}], "Back": {"Column": 4}}`,
			"0001 0002",                    // From
			"00000002 ffff 0009 0003 0009", // Via
			"01 ffff 0004",                 // Back: present
		),
		both(2, `{"From": {"Row": 1, "Label": "ab"}, "Via": null}`,
			"0001 0002 6162 00", // Label has a two-byte length in spite of the version
			"00",                // Via: null
			"ff",                // Back: null
			"00",
		),
		cannotEncode(0, `{"Back": {}}`, "field-not-in-version", "Back"),
		cannotEncode(0, `{"Via": null}`, "field-not-in-version", "Via"),
		cannotEncode(0, `{"Via": [{}]}`, "field-not-in-version", "Via"),
		cannotEncode(2, `{"Via": [{}, {"Column": 2}]}`, "field-not-in-version", "Via[1].Column"),
		cannotDecode(1, "ffff 0009 00000001 ffff", "bad-length", "Via"),
		cannotDecode(2, "ffff 0001 61 00 02 0001 ffff 00 ff 00", "null-not-allowed", "Via[0].Label"),
	),

	construct("own-float-defaults", "FloatDefaults", `
		"validVersions": "0", "flexibleVersions": "0+",
		"fields": [
			{"name": "Least", "type": "float64", "versions": "0+", "tag": 0, "taggedVersions": "0+", "default": "-Infinity"},
			{"name": "Minus", "type": "float64", "versions": "0+", "default": "-0.0"}
		]`,
		both(0, `{}`, "8000000000000000", "00"),
		both(0, `{"Least": 0.5}`, "8000000000000000", "01", "00 08 3fe0000000000000"),
	),

	// NaN is not even its own default, so it is always on the wire, and with the
	// bits that Java gives it.
	construct("own-nan-default", "NanDefault", `
		"validVersions": "0", "flexibleVersions": "0+",
		"fields": [
			{"name": "Plain", "type": "float64", "versions": "0+", "default": "NaN"},
			{"name": "Tagged", "type": "float64", "versions": "0+", "tag": 0, "taggedVersions": "0+", "default": "NaN"}
		]`,
		encodes(0, `{}`, "7ff8000000000000", "01", "00 08 7ff8000000000000"),
	),

	construct("own-names", "Names", `
		"validVersions": "0", "flexibleVersions": "0+",
		"fields": [
			{"name": "info", "type": "int8", "versions": "0+"},
			{"name": "EncodedSize", "type": "int8", "versions": "0+"},
			{"name": "EncodeBuffers", "type": "int8", "versions": "0+"},
			{"name": "DecodeWith", "type": "int8", "versions": "0+"},
			{"name": "SetDefaults", "type": "int8", "versions": "0+"},
			{"name": "UnknownTags", "type": "int8", "versions": "0+"},
			{"name": "b", "type": "int8", "versions": "0+"},
			{"name": "m", "type": "[]D", "versions": "0+", "fields": [{"name": "version", "type": "[]int8", "versions": "0+"}]}
		]`,
		both(0, `{"info": 1, "EncodedSize": 2, "EncodeBuffers": 3, "DecodeWith": 4, "SetDefaults": 5, "UnknownTags": 6, "b": 7, "m": [{"version": [8]}]}`,
			"01 02 03 04 05 06 07", "02", "02 08", "00", "00"),
	),
}

// arrays has an element or two of every kind.
const arrays = `{
	"Flags": [true, false], "Tinies": [-128, 127], "Shorts": [-2], "Ports": [65535], "Ints": [-2147483648],
	"Masks": [4294967295], "Longs": [-9223372036854775808], "Ratios": [1.5],
	"Ids": ["01020304-0506-0708-090a-0b0c0d0e0f10"], "Words": ["", "a"], "Blobs": ["hex:", "hex:aa"]}`
