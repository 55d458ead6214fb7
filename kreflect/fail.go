package kreflect

import (
	"reflect"
	"slices"

	"github.com/kgen-go/kgen/kwire"
)

// Fail makes resp the response to req, in a version, in which everything that
// was asked for has failed with the given error code: the response as a whole,
// if it has a code, and every item of the request, such as each partition of
// each topic. Items are found by what request and response have in common:
// keys, entities, and names of fields. All else is at its default.
//
// A few responses cannot name what was asked for, such as that to
// DescribeLogDirs, which lists directories; they have the code of the whole, or
// no items.
func Fail[C ~int16](resp, req kwire.Message, version int16, code C) {
	resp.SetDefaults()
	f := failure{version, int64(code)}
	f.fill(of(resp).Body, reflect.ValueOf(resp).Elem(), source{of(req).Body, reflect.ValueOf(req).Elem()}, true)
}

// Outline is [Fail] without an error: resp has an element for each item of req,
// named as there, and everything else at its default. It is where a server
// begins.
func Outline(resp, req kwire.Message, version int16) { Fail(resp, req, version, int16(0)) }

type failure struct {
	version int16
	code    int64
}

// source is what of a request stands behind a part of the response: a struct,
// or with s nil an element of an array of values.
type source struct {
	s *Struct
	v reflect.Value
}

// fill sets the fields of a struct of the response.
func (w failure) fill(s *Struct, v reflect.Value, from source, isBody bool) {
	for _, f := range s.Fields {
		if !f.Versions.Contains(w.version) {
			continue
		}
		value := v.Field(f.index)
		switch {
		case f.Name == "ErrorCode" || f.Name == "PartitionErrorCode":
			value.SetInt(w.code)
		case f.Array && f.Struct != nil && f.Struct.hasErrors():
			w.items(f, value, from)
		case f.Array && !isBody:
			w.copyArray(f, value, from)
		case !f.Array && f.Struct == nil && from.s != nil && !isBody:
			w.copyField(f, value, from)
		}
	}
	if from.s == nil {
		w.setKey(s, v, from.v)
	}
}

// items makes an element for each item of the request that f is about.
func (w failure) items(f *Field, list reflect.Value, from source) {
	if from.s == nil {
		return
	}
	sources := w.sourcesOf(f, from)
	list.Set(reflect.MakeSlice(f.goType, 0, len(sources)))
	for _, item := range sources {
		elem := f.Struct.newValue()
		w.fill(f.Struct, elem, item, false)
		list.Set(reflect.Append(list, elem))
	}
}

// sourcesOf finds the items of the request that the elements of f are about:
// those of the array that has most in common with them, here or, where no array
// has anything, one level down. Failing that, all arrays of a request count for
// a response that has only errors.
func (w failure) sourcesOf(f *Field, from source) []source {
	var best *Field
	bestScore := 0
	var arrays []*Field
	for _, q := range from.s.Fields {
		if !q.Array || !q.Versions.Contains(w.version) {
			continue
		}
		arrays = append(arrays, q)
		if score := w.inCommon(f, q); score > bestScore {
			best, bestScore = q, score
		}
	}
	if best != nil {
		return elements(best, from.v)
	}
	var below []source
	for _, q := range arrays {
		if q.Struct == nil {
			continue
		}
		for _, inner := range elements(q, from.v) {
			below = append(below, w.matching(f, inner)...)
		}
	}
	if len(below) > 0 || !f.Struct.onlyErrors() {
		return below
	}
	for _, q := range arrays {
		below = append(below, elements(q, from.v)...)
	}
	return below
}

// matching has the elements of those arrays of a struct that have something in
// common with f.
func (w failure) matching(f *Field, from source) []source {
	var list []source
	for _, q := range from.s.Fields {
		if q.Array && q.Versions.Contains(w.version) && w.inCommon(f, q) > 0 {
			list = append(list, elements(q, from.v)...)
		}
	}
	return list
}

func elements(f *Field, v reflect.Value) []source {
	list := v.Field(f.index)
	all := make([]source, list.Len())
	for i := range all {
		all[i] = source{f.Struct, list.Index(i)}
	}
	return all
}

// inCommon counts what the elements of f, in the response, have in common with
// those of q, in the request.
func (w failure) inCommon(f, q *Field) int {
	if q.Struct == nil {
		key := f.Struct.keyFor(q)
		switch {
		case key == nil:
			return 0
		case q.Entity != "" && q.Entity == key.Entity:
			return 2
		}
		return 1
	}
	n := 0
	for _, a := range f.Struct.Fields {
		if a.Versions.Contains(w.version) && slices.ContainsFunc(q.Struct.Fields, func(b *Field) bool {
			return b.Versions.Contains(w.version) && sameMeaning(a, b)
		}) {
			n += 2
		}
	}
	if n > 0 && f.Name == q.Name {
		n++
	}
	return n
}

// sameMeaning reports whether two fields stand for the same.
func sameMeaning(a, b *Field) bool {
	switch {
	case a.Kind != b.Kind || a.Array != b.Array || a.isErrorCode() || a.Name == "ErrorMessage":
		return false
	case a.Kind == StructKind:
		return a.Name == b.Name && a.Array
	case a.Name == b.Name || a.Entity != "" && a.Entity == b.Entity:
		return true
	}
	return a.isPartition() && b.isPartition()
}

var partitionNames = []string{"Index", "Partition", "PartitionIndex", "PartitionId"}

func (f *Field) isPartition() bool {
	return f.Kind == Int32 && !f.Array && slices.Contains(partitionNames, f.Name)
}

// keyFor is the field of a struct of the response that names an element of an
// array of values in the request.
func (s *Struct) keyFor(q *Field) *Field {
	var first *Field
	for _, f := range s.Fields {
		if f.Kind != q.Kind || f.Array || f.isErrorCode() || f.Name == "ErrorMessage" {
			continue
		}
		if f.Entity != "" && f.Entity == q.Entity {
			return f
		}
		if first == nil {
			first = f
		}
	}
	return first
}

// onlyErrors reports whether a struct has nothing but an error, what it is of,
// and structs that have errors themselves.
func (s *Struct) onlyErrors() bool {
	for _, f := range s.Fields {
		if f.Struct != nil && !f.Struct.hasErrors() {
			return false
		}
	}
	return true
}

// copyField takes a field from the request.
func (w failure) copyField(f *Field, v reflect.Value, from source) {
	for _, q := range from.s.Fields {
		if q.Versions.Contains(w.version) && sameMeaning(f, q) {
			w.setFrom(f, v, from.v.Field(q.index))
			return
		}
	}
	// A name that is called otherwise, as the user of a SCRAM credential is.
	if f.Kind == String && f.Nullable.Empty() && f.Name == "User" {
		if q := from.s.Field("Name"); q != nil && q.Kind == String {
			w.setFrom(f, v, from.v.Field(q.index))
		}
	}
}

// copyArray takes an array that names an item, such as the entity of a quota.
func (w failure) copyArray(f *Field, list reflect.Value, from source) {
	if from.s == nil || f.Struct == nil {
		return
	}
	for _, q := range from.s.Fields {
		if q.Name != f.Name || !q.Array || q.Struct == nil || !q.Versions.Contains(w.version) {
			continue
		}
		for _, item := range elements(q, from.v) {
			elem := f.Struct.newValue()
			w.fill(f.Struct, elem, item, false)
			list.Set(reflect.Append(list, elem))
		}
	}
}

// setKey sets the field of v that an element of an array of values names.
func (w failure) setKey(s *Struct, v, key reflect.Value) {
	for _, f := range s.Fields {
		if !f.Array && f.Versions.Contains(w.version) && f.Kind != StructKind && goTypes[f.Kind] == key.Type() && !f.isErrorCode() && f.Name != "ErrorMessage" {
			w.setFrom(f, v.Field(f.index), key)
			return
		}
	}
}

// setFrom sets field f to a value of the same kind. Null becomes empty where the
// version does not allow it.
func (w failure) setFrom(f *Field, v, from reflect.Value) {
	switch {
	case v.Type() == from.Type():
		v.Set(from)
		if f.nullString() && !f.Nullable.Contains(w.version) {
			v.Field(1).SetBool(true)
		}
	case f.nullString():
		v.Set(reflect.ValueOf(kwire.StringOf(from.String())))
	default: // from a NullString
		v.SetString(from.Field(0).String())
	}
}
