package randomschema

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

type limits struct{ low, high int64 }

var integers = map[string]limits{
	"int8":  {math.MinInt8, math.MaxInt8},
	"int16": {math.MinInt16, math.MaxInt16}, "uint16": {0, math.MaxUint16},
	"int32": {math.MinInt32, math.MaxInt32}, "uint32": {0, math.MaxUint32},
	"int64": {math.MinInt64, math.MaxInt64},
}

// deflt gives the field a default that its type and versions allow.
//
// NaN is never equal to itself. A version that lacks a field of that default, or
// a struct around it, refuses the default itself unless it is ignorable; so it
// stands at the top level only.
func (g *generator) deflt(f *field, top bool) {
	if f.nullable != nil && f.nullable.holds(f.written()) && g.one(3) {
		f.deflt = `"null"`
		return
	}
	if !g.one(3) {
		return
	}
	switch limit, integer := integers[f.typ]; {
	case f.array || f.inline != nil || f.common != nil || f.typ == "bytes" || f.typ == "records":
		f.deflt = pick(g, `""`, "null") // JSON's null says nothing
	case integer:
		f.deflt = g.integer(limit)
	case f.typ == "bool":
		f.deflt = pick(g, "true", "false", `"true"`, `"TRUE"`, `"False"`)
	case f.typ == "float64":
		f.deflt = pick(g, `"1.5"`, `"-0.0"`, `"1e3"`, "0.25", `"1f"`, "-7", `"4.9E-324"`, `"1.7976931348623157E308"`)
		if g.one(12) {
			f.deflt = `"-Infinity"`
		} else if top && g.one(8) {
			f.deflt, f.ignorable = `"NaN"`, true
		}
	case f.typ == "uuid":
		var id [16]byte
		for i := range id {
			id[i] = byte(g.Uint32())
		}
		f.deflt = quote(base64.RawURLEncoding.EncodeToString(id[:]))
	default:
		f.deflt = quote(g.text())
	}
}

// integer writes a number within limits, in one of the ways there are.
func (g *generator) integer(limit limits) string {
	n := pick(g, -1, 1, 0, limit.low, limit.high, 100, g.Int64()>>g.IntN(63))
	n = max(limit.low, min(limit.high, n))
	switch {
	case g.one(3):
		return strconv.FormatInt(n, 10)
	// Kafka takes the hex number of a uint32 for an int's, which is negative then.
	case 0 <= n && (n <= math.MaxInt32 || limit.low < 0) && g.one(3):
		return fmt.Sprintf(`"0x%x"`, n)
	}
	return fmt.Sprintf(`"%d"`, n)
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string has a notation always
	}
	return string(b)
}
