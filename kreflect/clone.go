package kreflect

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/kgen-go/kgen/kwire"
)

// Clone returns a copy of m that shares no memory with it, nor with what m was
// decoded from: strings, bytes and unknown tagged fields are copied. It takes
// one allocation for each of them. A nil message gives nil.
func Clone[M kwire.Message](m M) M {
	v := reflect.ValueOf(m)
	if !v.IsValid() || v.IsNil() {
		return m
	}
	c := reflect.New(v.Type().Elem())
	cloneInto(c.Elem(), v.Elem())
	return c.Interface().(M)
}

func cloneInto(dst, src reflect.Value) {
	switch src.Kind() {
	case reflect.String:
		dst.SetString(strings.Clone(src.String()))
	case reflect.Pointer:
		if !src.IsNil() {
			dst.Set(reflect.New(src.Type().Elem()))
			cloneInto(dst.Elem(), src.Elem())
		}
	case reflect.Slice:
		cloneSlice(dst, src)
	case reflect.Struct:
		if src.Type() == tagsType {
			dst.Set(reflect.ValueOf(cloneTags(src.Interface().(kwire.Tags))))
			return
		}
		for i := range src.NumField() {
			cloneInto(dst.Field(i), src.Field(i))
		}
	default:
		dst.Set(src)
	}
}

func cloneSlice(dst, src reflect.Value) {
	if src.IsNil() {
		return
	}
	dst.Set(reflect.MakeSlice(src.Type(), src.Len(), src.Len()))
	switch src.Type().Elem().Kind() {
	case reflect.String, reflect.Slice, reflect.Struct:
		for i := range src.Len() {
			cloneInto(dst.Index(i), src.Index(i))
		}
	default:
		reflect.Copy(dst, src)
	}
}

func cloneTags(t kwire.Tags) kwire.Tags {
	var c kwire.Tags
	for number, data := range t.All() {
		c.Set(number, bytes.Clone(data))
	}
	return c
}
