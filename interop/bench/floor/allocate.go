package floor

import (
	"reflect"

	"github.com/kgen-go/kgen/internal/workload"
)

// Allocate returns a function that allocates the memory of a decoded message:
// the message, one slice for all elements of a type, and one for all structs of
// a type that pointers refer to. Strings are left out, as if they referred to
// the input.
func Allocate(c workload.Case) func() {
	footprint := workload.FootprintOf(c.Message)
	message := reflect.TypeOf(c.Message).Elem()
	return func() {
		reflect.New(message)
		for t, n := range footprint.Elements {
			reflect.MakeSlice(t, n, n)
		}
		for t, n := range footprint.Pointers {
			reflect.MakeSlice(reflect.SliceOf(t.Elem()), n, n)
		}
	}
}
