package samples

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// structure turns an object in the notation of package random into a value of
// package layout. It panics for what that package does not make.
func structure(t *model.Struct, object map[string]any) *value.Struct {
	s := value.New(t)
	for i, f := range t.Fields {
		if v, found := object[f.Name]; found {
			s.Fields[i] = element(f.Type, v)
		}
	}
	tags, _ := object["_tags"].(map[string]any)
	for number, data := range tags {
		s.Unknown = append(s.Unknown, value.Tag{
			Number: uint32(must(strconv.ParseUint(number, 10, 32))), Data: unhex(data),
		})
	}
	slices.SortFunc(s.Unknown, func(a, b value.Tag) int { return cmp.Compare(a.Number, b.Number) })
	return s
}

func element(t model.Type, v any) any {
	if v == nil {
		return nil
	}
	switch t.Kind {
	case model.Bool, model.String:
		return v
	case model.Float64:
		return must(v.(json.Number).Float64())
	case model.UUID:
		return value.UUID(must(base64.RawURLEncoding.DecodeString(v.(string))))
	case model.Bytes, model.Records:
		return unhex(v)
	case model.StructKind:
		return structure(t.Struct, v.(map[string]any))
	case model.Array:
		list := []any{}
		for _, e := range v.([]any) {
			list = append(list, element(*t.Elem, e))
		}
		return list
	}
	return must(strconv.ParseInt(string(v.(json.Number)), 10, 64))
}

func unhex(v any) []byte {
	return must(hex.DecodeString(strings.TrimPrefix(v.(string), "hex:")))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("a value that was made up has no meaning: %v", err))
	}
	return v
}
