package workload

import (
	"reflect"

	"github.com/kgen-go/kgen/kwire"
)

// A Footprint is the memory that a message takes beside itself.
type Footprint struct {
	// Elements counts the elements of all slices of a type, but for bytes.
	Elements map[reflect.Type]int
	// Pointers counts what pointers refer to.
	Pointers map[reflect.Type]int
	// Text and Data are the lengths of all strings and of all slices of bytes.
	Text, Data int
}

// FootprintOf adds up what m refers to.
func FootprintOf(m kwire.Message) Footprint {
	f := Footprint{Elements: map[reflect.Type]int{}, Pointers: map[reflect.Type]int{}}
	f.add(reflect.ValueOf(m).Elem())
	return f
}

// Structs is the size of the elements and of what pointers refer to. Strings
// and bytes are not in it: they may refer to what was decoded.
func (f Footprint) Structs() int {
	total := 0
	for t, n := range f.Elements {
		total += n * int(t.Elem().Size())
	}
	for t, n := range f.Pointers {
		total += n * int(t.Elem().Size())
	}
	return total
}

func (f *Footprint) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f.add(v.Field(i))
		}
	case reflect.String:
		f.Text += v.Len()
	case reflect.Pointer:
		if !v.IsNil() {
			f.Pointers[v.Type()]++
			f.add(v.Elem())
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			f.Data += v.Len()
			return
		}
		f.Elements[v.Type()] += v.Len()
		for i := range v.Len() {
			f.add(v.Index(i))
		}
	}
}
