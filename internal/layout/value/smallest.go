package value

import (
	"fmt"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/kwire/records"
)

// Smallest returns the instance of m that shows every field of the version in
// the fewest bytes: numbers are zero rather than their default, strings and
// bytes empty, every array has one element, every struct is present, and every
// records field holds one empty record batch. Tagged fields are set like that
// too. Fields that the version lacks have their default.
func Smallest(m *model.Message, version int16) *Struct {
	return smallestStruct(m.Body, version)
}

func smallestStruct(t *model.Struct, version int16) *Struct {
	s := New(t)
	for i, f := range t.Fields {
		if f.Versions.Contains(version) {
			s.Fields[i] = smallest(f.Type, version)
		}
	}
	return s
}

func smallest(t model.Type, version int16) any {
	switch t.Kind {
	case model.Bool:
		return false
	case model.Float64:
		return 0.0
	case model.UUID:
		return UUID{}
	case model.String:
		return ""
	case model.Bytes:
		return []byte{}
	case model.Records:
		return emptyBatch()
	case model.StructKind:
		return smallestStruct(t.Struct, version)
	case model.Array:
		return []any{smallest(*t.Elem, version)}
	}
	return int64(0)
}

// emptyBatch is a record batch of magic 2 without records, 61 bytes long.
func emptyBatch() []byte {
	b, err := (&records.Batch{Magic: 2}).AppendTo(nil)
	if err != nil {
		panic(fmt.Sprintf("an empty batch cannot be written: %v", err)) // nothing in it depends on input
	}
	return b
}
