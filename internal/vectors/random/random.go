// Package random fills messages with random values of a version, guided by
// their schemas.
package random

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/kwire"
)

// Fill sets every field of m that the version has. Small numbers, numbers next
// to the ends of their range, empty and null values are as frequent as others;
// strings are valid UTF-8 and floats are finite. Fields that the version lacks
// get their default.
func Fill(r *rand.Rand, m kwire.Message, schema *model.Message, version int16) {
	m.SetDefaults()
	f := filler{r, version, schema.Flexible.Contains(version)}
	f.structure(reflect.ValueOf(m).Elem(), schema.Body)
}

type filler struct {
	*rand.Rand
	version  int16
	flexible bool
}

func (f *filler) structure(target reflect.Value, s *model.Struct) {
	firstUnknown := 0
	for _, field := range s.Fields {
		firstUnknown = max(firstUnknown, field.Tag+1)
		leave := field.Tagged.Contains(f.version) && f.IntN(2) == 0
		if field.Versions.Contains(f.version) && !leave {
			f.field(goField(target, field.Name), field)
		}
	}
	if f.flexible && f.IntN(5) == 0 {
		f.unknownTags(target.FieldByName("UnknownTags").Addr().Interface().(*kwire.Tags), firstUnknown)
	}
}

// goField finds a field by its name in the schema.
func goField(s reflect.Value, name string) reflect.Value {
	goName := strings.ToUpper(name[:1]) + name[1:]
	if field := s.FieldByName(goName); field.IsValid() {
		return field
	}
	return s.FieldByName(goName + "_")
}

func (f *filler) unknownTags(tags *kwire.Tags, number int) {
	for range 1 + f.IntN(3) {
		if f.IntN(3) == 0 {
			number += f.IntN(70_000)
		}
		tags.Set(uint32(number), f.bytes())
		number++
	}
}

func (f *filler) field(target reflect.Value, field *model.Field) {
	switch {
	case field.Nullable.Contains(f.version) && f.IntN(4) == 0:
		target.SetZero()
	case target.Type() == reflect.TypeFor[kwire.NullString]():
		target.Set(reflect.ValueOf(kwire.StringOf(f.text())))
	case field.Type.Kind == model.Array:
		n := f.IntN(4)
		if k := field.Type.Elem.Kind; k != model.StructKind && f.IntN(20) == 0 {
			n = 120 + f.IntN(20) // around where a compact count takes two bytes
		}
		target.Set(reflect.MakeSlice(target.Type(), n, n))
		for i := range n {
			f.value(target.Index(i), *field.Type.Elem)
		}
	case target.Kind() == reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		setDefaults(target.Elem())
		f.value(target.Elem(), field.Type)
	default:
		f.value(target, field.Type)
	}
}

func (f *filler) value(target reflect.Value, t model.Type) {
	switch t.Kind {
	case model.StructKind:
		setDefaults(target)
		f.structure(target, t.Struct)
	case model.Bool:
		target.SetBool(f.IntN(2) == 0)
	case model.Int8, model.Int16, model.Int32, model.Int64:
		shift := 64 - target.Type().Bits()
		target.SetInt(f.number(math.MinInt64>>shift, math.MaxInt64>>shift))
	case model.Uint16, model.Uint32:
		target.SetUint(uint64(f.number(0, 1<<target.Type().Bits()-1)))
	case model.Float64:
		target.SetFloat([]float64{0, math.Copysign(0, -1), math.MaxFloat64, math.SmallestNonzeroFloat64, f.NormFloat64()}[f.IntN(5)])
	case model.UUID:
		if f.IntN(4) > 0 {
			for i := range 16 {
				target.Index(i).SetUint(uint64(f.IntN(256)))
			}
		}
	case model.String:
		target.SetString(f.text())
	case model.Bytes, model.Records:
		target.SetBytes(f.bytes())
	}
}

// setDefaults sets the fields of a struct to the schema's defaults. One without
// such a method has no other defaults than zero.
func setDefaults(target reflect.Value) {
	if d, ok := target.Addr().Interface().(interface{ SetDefaults() }); ok {
		d.SetDefaults()
	} else {
		target.SetZero()
	}
}

func (f *filler) number(lowest, highest int64) int64 {
	switch f.IntN(5) {
	case 0:
		return lowest + int64(f.IntN(3))
	case 1:
		return highest - int64(f.IntN(3))
	case 2:
		return int64(f.IntN(256)) & highest
	}
	n := int64(f.Uint64())
	if n < lowest || n > highest {
		n = lowest + n&math.MaxInt64%(highest-lowest+1)
	}
	return n
}

var runes = []rune{'a', 'z', ' ', '"', '\\', '\n', 'é', 'ß', '試', '験', '😀', '\u2028'}

func (f *filler) text() string {
	n := f.IntN(10)
	if f.IntN(20) == 0 {
		n = 120 + f.IntN(20)
	}
	var b strings.Builder
	for range n {
		b.WriteRune(runes[f.IntN(len(runes))])
	}
	return b.String()
}

func (f *filler) bytes() []byte {
	n := f.IntN(10)
	if f.IntN(20) == 0 {
		n = 120 + f.IntN(20)
	}
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(f.Uint32())
	}
	return b
}
