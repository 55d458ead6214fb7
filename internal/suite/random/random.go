// Package random makes up message values from the model of a schema. They are in
// the JSON notation of package goform, which fills messages from them: the same
// seed gives the same value, and a value never has a field that its version
// lacks, nor a tagged one at its default, which is not written.
package random

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/kgen-go/kgen/internal/model"
)

const (
	// maxElements bounds an array.
	maxElements = 3
	// firstUnknownTag is above the tags of every schema.
	firstUnknownTag = 1000
)

// Message makes up a value of m in the given version, which must be valid.
func Message(r *rand.Rand, m *model.Message, version int16) map[string]any {
	g := generator{Rand: r, version: version, flexible: m.Flexible.Contains(version)}
	return g.object(m.Body)
}

type generator struct {
	*rand.Rand
	version  int16
	flexible bool
}

func (g generator) object(s *model.Struct) map[string]any {
	object := map[string]any{}
	for _, f := range s.Fields {
		if !f.Versions.Contains(g.version) {
			continue
		}
		// A tagged field that is left out is not written at all.
		if f.Tagged.Contains(g.version) && g.IntN(3) == 0 {
			continue
		}
		if f.Nullable.Contains(g.version) && g.IntN(4) == 0 {
			object[f.Name] = nil
			continue
		}
		// What is read in place of a value that was not written need not be the
		// same: nil for a struct of defaults, 0.0 for -0.0.
		v := g.value(f.Type)
		if !f.Tagged.Contains(g.version) || !isDefault(f, v) {
			object[f.Name] = v
		}
	}
	if g.flexible && g.IntN(4) == 0 {
		tags := map[string]any{}
		for range 1 + g.IntN(2) {
			tags[strconv.Itoa(firstUnknownTag+g.IntN(100_000))] = "hex:" + hex.EncodeToString(g.bytes())
		}
		object["_tags"] = tags
	}
	return object
}

func (g generator) value(t model.Type) any {
	switch t.Kind {
	case model.Bool:
		return g.IntN(2) == 1
	case model.Int8:
		return g.integer(math.MinInt8, math.MaxInt8)
	case model.Int16:
		return g.integer(math.MinInt16, math.MaxInt16)
	case model.Uint16:
		return g.integer(0, math.MaxUint16)
	case model.Int32:
		return g.integer(math.MinInt32, math.MaxInt32)
	case model.Uint32:
		return g.integer(0, math.MaxUint32)
	case model.Int64:
		return g.integer(math.MinInt64, math.MaxInt64)
	case model.Float64:
		if g.IntN(6) == 0 {
			return json.Number("-0")
		}
		return json.Number(strconv.FormatFloat(g.NormFloat64()*1e9, 'g', -1, 64))
	case model.UUID:
		var id [16]byte
		for i := range id {
			id[i] = byte(g.Uint32())
		}
		return base64.RawURLEncoding.EncodeToString(id[:])
	case model.String:
		return g.text()
	case model.Bytes, model.Records:
		return "hex:" + hex.EncodeToString(g.bytes())
	case model.Array:
		elements := make([]any, g.IntN(maxElements+1))
		// Kafka refuses an array of more elements than there are bytes left.
		if t.Elem.Kind == model.StructKind && g.isEmpty(t.Elem.Struct) {
			elements = elements[:0]
		}
		for i := range elements {
			elements[i] = g.value(*t.Elem)
		}
		return elements
	default:
		return g.object(t.Struct)
	}
}

// isEmpty reports whether the struct takes no bytes in the version.
func (g generator) isEmpty(s *model.Struct) bool {
	return !g.flexible && !slices.ContainsFunc(s.Fields, func(f *model.Field) bool {
		single := f.Type.Kind == model.StructKind && !f.Nullable.Contains(g.version)
		return f.Versions.Contains(g.version) && !(single && g.isEmpty(f.Type.Struct))
	})
}

// integer prefers the ends of the range and zero, where mistakes show.
func (g generator) integer(low, high int64) json.Number {
	var n int64
	switch g.IntN(6) {
	case 0:
		n = low
	case 1:
		n = high
	case 2:
		n = 0
	default:
		// The whole range of an int64 has no size that an int64 could hold.
		n = int64(g.Uint64())
		if size := high - low + 1; size > 0 {
			n = low + g.Int64N(size)
		}
	}
	return json.Number(strconv.FormatInt(n, 10))
}

// length prefers the lengths at which the compact form takes one byte more.
func (g generator) length() int {
	if g.IntN(20) == 0 {
		return 125 + g.IntN(4)
	}
	return g.IntN(12)
}

func (g generator) bytes() []byte {
	b := make([]byte, g.length())
	for i := range b {
		b[i] = byte(g.Uint32())
	}
	return b
}

func (g generator) text() string {
	const alphabet = "abcxyz019._-äß€\U0001F600"
	letters := []rune(alphabet)
	text := make([]rune, g.length())
	for i := range text {
		text[i] = letters[g.IntN(len(letters))]
	}
	return string(text)
}
