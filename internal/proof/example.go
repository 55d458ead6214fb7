package proof

import (
	"fmt"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// example is the instance of m with every field of the version set: no number
// is zero and none like the last one, lists have two elements, and structs of
// flexible versions an unknown tagged field.
func example(m *model.Message, version int16) *value.Struct {
	e := exampler{version: version, flexible: m.Flexible.Contains(version)}
	return e.structOf(m.Body)
}

// unknownTag is the number of a tagged field that no schema has.
const unknownTag = 9999

type exampler struct {
	version  int16
	flexible bool
	n        int64 // counts the values
}

func (e *exampler) structOf(t *model.Struct) *value.Struct {
	s := value.New(t)
	for i, f := range t.Fields {
		if f.Versions.Contains(e.version) {
			s.Fields[i] = e.valueOf(f.Type)
		}
	}
	if e.flexible {
		e.n++
		s.Unknown = []value.Tag{{Number: unknownTag, Data: []byte(fmt.Sprint("tag", e.n))}}
	}
	return s
}

func (e *exampler) valueOf(t model.Type) any {
	switch t.Kind {
	case model.StructKind:
		return e.structOf(t.Struct)
	case model.Array:
		return []any{e.valueOf(*t.Elem), e.valueOf(*t.Elem)}
	}
	e.n++
	switch t.Kind {
	case model.Bool:
		return true
	case model.Float64:
		return float64(e.n) + 0.5
	case model.UUID:
		return value.UUID{0: byte(e.n), 7: 7, 15: byte(e.n >> 8)}
	case model.String:
		return fmt.Sprint("text", e.n)
	case model.Bytes, model.Records:
		return []byte(fmt.Sprint("bytes", e.n))
	case model.Int8:
		return e.n%127 + 1
	case model.Int16, model.Uint16:
		return 0x0102 + e.n%0x7000
	case model.Int64:
		return 0x0102030405060708 + e.n
	}
	return 0x01020304 + e.n
}
