package model

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestDefaults reads defaults in all forms that schemas have. Those that are
// refused stand in testdata/rules/defaults.txtar.
func TestDefaults(t *testing.T) {
	set := build(t, `{
  "type": "data", "name": "PumpDefaults", "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int8", "versions": "0+" },
    { "name": "Epoch", "type": "int32", "versions": "1+", "default": -1 },
    { "name": "Lease", "type": "int64", "versions": "1+", "default": "-1" },
    { "name": "MaxBytes", "type": "int32", "versions": "1+", "default": "0x7fffffff" },
    { "name": "Horizon", "type": "int64", "versions": "1+", "default": "0x7fffffffffffffff" },
    { "name": "Lowest", "type": "int64", "versions": "1+", "default": "-9223372036854775808" },
    { "name": "Least8", "type": "int8", "versions": "1+", "default": -128 },
    { "name": "Most16", "type": "int16", "versions": "1+", "default": "0x7FFF" },
    { "name": "Port", "type": "uint16", "versions": "1+", "default": "65535" },
    { "name": "Mask", "type": "uint32", "versions": "1+", "default": "4294967295" },
    { "name": "HexMask", "type": "uint32", "versions": "1+", "default": "0xffffffff" },
    { "name": "Blank", "type": "int32", "versions": "1+", "default": "" },
    { "name": "HexZeros", "type": "int32", "versions": "1+", "default": "0x0010" },
    { "name": "Eager", "type": "bool", "versions": "1+", "default": true },
    { "name": "Lazy", "type": "bool", "versions": "1+", "default": "false" },
    { "name": "Loud", "type": "bool", "versions": "1+", "default": "TRUE" },
    { "name": "Unsure", "type": "bool", "versions": "1+", "default": "" },
    { "name": "Mode", "type": "string", "versions": "1+", "default": "classic" },
    { "name": "Digits", "type": "string", "versions": "1+", "default": 7 },
    { "name": "Quote", "type": "string", "versions": "1+", "default": "a\"\\b" },
    { "name": "Owner", "type": "string", "versions": "1+", "nullableVersions": "1+", "default": "null" },
    { "name": "Word", "type": "string", "versions": "1+", "nullableVersions": "1+", "default": "" },
    { "name": "Silent", "type": "string", "versions": "1+", "nullableVersions": "1+", "default": null },
    { "name": "Ratio", "type": "float64", "versions": "1+", "default": "-1.5e3" },
    { "name": "Suffix", "type": "float64", "versions": "1+", "default": "2.5f" },
    { "name": "Whole", "type": "float64", "versions": "1+", "default": 3 },
    { "name": "Dot", "type": "float64", "versions": "1+", "default": " .5D " },
    { "name": "Hex", "type": "float64", "versions": "1+", "default": "0x1.8p1" },
    { "name": "NoFloat", "type": "float64", "versions": "1+", "default": "" },
    { "name": "Endless", "type": "float64", "versions": "1+", "default": "-Infinity" },
    { "name": "Odd", "type": "float64", "versions": "1+", "default": "NaN" },
    { "name": "Id16", "type": "uuid", "versions": "1+", "default": "AAECAwQFBgcICQoLDA0ODw" },
    { "name": "Id16Padded", "type": "uuid", "versions": "1+", "default": "_____________________w==" },
    { "name": "NoId", "type": "uuid", "versions": "1+", "default": "" },
    { "name": "Blob", "type": "bytes", "versions": "1+", "nullableVersions": "1+", "default": "null" },
    { "name": "NoBlob", "type": "bytes", "versions": "1+", "default": "" },
    { "name": "List", "type": "[]int8", "versions": "1+", "nullableVersions": "0+", "default": "null" },
    { "name": "Box", "type": "Box", "versions": "1+", "nullableVersions": "1+", "default": "null", "fields": [] },
    { "name": "Full", "type": "Full", "versions": "1+", "nullableVersions": "1+", "fields": [] },
    { "name": "Recs", "type": "records", "versions": "1+" },
    { "name": "NullRecs", "type": "records", "versions": "1+", "nullableVersions": "1+", "default": "null" }
  ]
}`)
	want := map[string]Default{
		"Id":         {},
		"Epoch":      {Explicit: true, Int: -1},
		"Lease":      {Explicit: true, Int: -1},
		"MaxBytes":   {Explicit: true, Int: 2147483647},
		"Horizon":    {Explicit: true, Int: 9223372036854775807},
		"Lowest":     {Explicit: true, Int: -9223372036854775808},
		"Least8":     {Explicit: true, Int: -128},
		"Most16":     {Explicit: true, Int: 32767},
		"Port":       {Explicit: true, Int: 65535},
		"Mask":       {Explicit: true, Int: 4294967295},
		"HexMask":    {Explicit: true, Int: 4294967295},
		"Blank":      {Explicit: true},
		"HexZeros":   {Explicit: true, Int: 16},
		"Eager":      {Explicit: true, Bool: true},
		"Lazy":       {Explicit: true},
		"Loud":       {Explicit: true, Bool: true},
		"Unsure":     {Explicit: true},
		"Mode":       {Explicit: true, String: "classic"},
		"Digits":     {Explicit: true, String: "7"},
		"Quote":      {Explicit: true, String: `a"\b`},
		"Owner":      {Explicit: true, Null: true},
		"Word":       {Explicit: true},
		"Silent":     {},
		"Ratio":      {Explicit: true, Float: -1500},
		"Suffix":     {Explicit: true, Float: 2.5},
		"Whole":      {Explicit: true, Float: 3},
		"Dot":        {Explicit: true, Float: 0.5},
		"Hex":        {Explicit: true, Float: 3},
		"NoFloat":    {Explicit: true},
		"Endless":    {Explicit: true, Float: math.Inf(-1)},
		"Odd":        {Explicit: true, Float: math.NaN()},
		"Id16":       {Explicit: true, UUID: [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		"Id16Padded": {Explicit: true, UUID: [16]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}},
		"NoId":       {Explicit: true},
		"Blob":       {Explicit: true, Null: true},
		"NoBlob":     {Explicit: true},
		"List":       {Explicit: true, Null: true},
		"Box":        {Explicit: true, Null: true},
		"Full":       {},
		"Recs":       {Null: true},
		"NullRecs":   {Explicit: true, Null: true},
	}
	got := map[string]Default{}
	for _, f := range set.Messages[0].Body.Fields {
		got[f.Name] = f.Default
	}
	// Java's NaN, whose bits go onto the wire.
	if bits := math.Float64bits(got["Odd"].Float); bits != 0x7ff8000000000000 {
		t.Errorf("NaN is %x", bits)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("defaults differ (-want +got):\n%s", diff)
	}
}
