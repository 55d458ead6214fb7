package bench

import (
	"cmp"
	"reflect"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/kwire"
)

// leafList has the values of a message without names and nesting, in the order
// of the struct's fields.
type leafList struct {
	Numbers []int64  // without 0 and -1, which absent fields have too
	Strings []string // without empty ones
	Bytes   [][]byte // without empty ones
}

// leaves lists the values of a message of any codec. Structs of different
// codecs have their fields under different names, and kmsg's have some more
// (the version), but those of a workload must all be there, in the order of
// the schema.
func leaves(message any) leafList {
	var s leafList
	s.add(reflect.ValueOf(message).Elem())
	return s
}

func (l *leafList) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			l.add(v.Elem())
		}
	case reflect.Struct:
		if tags, isTags := v.Interface().(kwire.Tags); isTags {
			l.addTags(tags)
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "Version" && v.Type().Field(i).Name != "Valid" {
				l.add(v.Field(i))
			}
		}
	case reflect.Array, reflect.Slice:
		l.addList(v)
	case reflect.Map: // kmsg's unknown tagged fields, by number
		l.addMap(v)
	case reflect.String:
		if v.String() != "" {
			l.Strings = append(l.Strings, v.String())
		}
	case reflect.Bool:
		if v.Bool() {
			l.Numbers = append(l.Numbers, 1)
		}
	default:
		var number int64
		if v.CanInt() {
			number = v.Int()
		} else {
			number = int64(v.Uint())
		}
		if number != 0 && number != -1 {
			l.Numbers = append(l.Numbers, number)
		}
	}
}

func (l *leafList) addList(v reflect.Value) {
	if v.Type().Elem().Kind() == reflect.Uint8 && v.Kind() == reflect.Slice {
		if v.Len() > 0 {
			l.Bytes = append(l.Bytes, v.Bytes())
		}
		return
	}
	for i := range v.Len() {
		l.add(v.Index(i))
	}
}

// addTags adds what the tags of kgen's messages say, not how they are kept.
func (l *leafList) addTags(tags kwire.Tags) {
	for number, data := range tags.All() {
		l.add(reflect.ValueOf(number))
		l.add(reflect.ValueOf(data))
	}
}

func (l *leafList) addMap(v reflect.Value) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.Uint(), b.Uint()) })
	for _, key := range keys {
		l.add(key)
		l.add(v.MapIndex(key))
	}
}

func TestLeaves(t *testing.T) {
	type nested struct {
		Name  *string
		Valid bool
	}
	text := "a"
	got := leaves(&struct {
		Version int16
		List    []nested
		Data    []byte
		ID      [2]byte
		Tags    map[uint32][]byte
		Yes     bool
		Numbers []int32
	}{12, []nested{{&text, true}, {}}, []byte{9}, [2]byte{7, 8}, map[uint32][]byte{5: {6}}, true, []int32{3, 0, -1}})
	want := leafList{
		Numbers: []int64{7, 8, 5, 1, 3},
		Strings: []string{"a"},
		Bytes:   [][]byte{{9}, {6}},
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
