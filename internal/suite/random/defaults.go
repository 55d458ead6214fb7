package random

import (
	"encoding/base64"
	"encoding/json"
	"strconv"

	"github.com/kgen-go/kgen/internal/model"
)

// isDefault reports whether a value of f in JSON notation is its default, which
// is asked as Kafka asks it: -0.0 is 0.0, and nothing is NaN.
func isDefault(f *model.Field, v any) bool {
	if v == nil || f.Default.Null {
		return v == nil && f.Default.Null
	}
	switch f.Type.Kind {
	case model.Bool:
		return v == f.Default.Bool
	case model.Float64:
		x, err := v.(json.Number).Float64()
		return err == nil && x == f.Default.Float
	case model.UUID:
		return v == base64.RawURLEncoding.EncodeToString(f.Default.UUID[:])
	case model.String:
		return v == f.Default.String
	case model.Bytes:
		return v == "hex:"
	case model.Array:
		return len(v.([]any)) == 0
	case model.StructKind:
		return allDefault(f.Type.Struct, v.(map[string]any))
	}
	return v == json.Number(strconv.FormatInt(f.Default.Int, 10))
}

// allDefault reports whether an object holds nothing but defaults.
func allDefault(s *model.Struct, object map[string]any) bool {
	for _, f := range s.Fields {
		if v, found := object[f.Name]; found && !isDefault(f, v) {
			return false
		}
	}
	_, hasTags := object["_tags"]
	return !hasTags
}
