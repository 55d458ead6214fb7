package messages_test

import (
	"fmt"
	"reflect"
	"sort"

	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/kwire"
)

// limits are what a codec may be unable to tell apart in any message: each is a
// change to a field that undoes the distinction.
var limits = map[string]func(field reflect.Value){
	// Unknown tagged fields are skipped.
	"unknown tags": func(field reflect.Value) {
		if field.Type() == reflect.TypeFor[kwire.Tags]() {
			field.SetZero()
		}
	},
	// A null string is an empty one, or the other way round.
	"null strings": func(field reflect.Value) {
		if field.Type() == reflect.TypeFor[kwire.NullString]() && !field.Interface().(kwire.NullString).Valid {
			field.Set(reflect.ValueOf(kwire.StringOf("")))
		}
	},
	// Arrays are maps, whose order is lost.
	"order": func(field reflect.Value) {
		if field.Kind() == reflect.Slice && field.Type().Elem().Kind() == reflect.Struct {
			sort.SliceStable(field.Interface(), func(i, j int) bool {
				return fmt.Sprintf("%+v", field.Index(i)) < fmt.Sprintf("%+v", field.Index(j))
			})
		}
	},
	// Null arrays and bytes are empty ones, or the other way round.
	"null arrays": func(field reflect.Value) {
		if field.Kind() == reflect.Slice && field.IsNil() {
			field.Set(reflect.MakeSlice(field.Type(), 0, 0))
		}
	},
}

// sameBut reports whether two bodies have the same value to a codec with the
// limits.
func sameBut(m message, body []byte, list []*difference) bool {
	want, got := messages.New(m.Message), messages.New(m.Message)
	if want.Decode(m.body, m.Version) != nil || got.Decode(body, m.Version) != nil {
		return false
	}
	for _, d := range list {
		walk(reflect.ValueOf(want).Elem(), limits[d.Limit])
		walk(reflect.ValueOf(got).Elem(), limits[d.Limit])
	}
	return reflect.DeepEqual(got, want)
}

// walk visits v and all within it, which come first.
func walk(v reflect.Value, visit func(reflect.Value)) {
	defer visit(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && v.Type().Elem().Kind() == reflect.Struct {
			walk(v.Elem(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[kwire.Tags]() {
			return
		}
		for _, field := range v.Fields() {
			walk(field, visit)
		}
	}
}
