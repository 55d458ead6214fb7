package gogen

import (
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// messageGen is what planning the Go of one message needs: the Go names of its
// structs, and what each of them needs.
type messageGen struct {
	m           *model.Message
	structs     []*model.Struct // those that appear in a valid version, without the body
	structNames map[*model.Struct]string

	repeated       structSet // is an element of an array, or within one
	hasDefaults    structSet // has a default that is not zero, at any depth
	usesSlabs      structSet // decoding takes memory for it, or for what it holds, from slabs
	vectored       structSet // holds bytes or records, at any depth, outside tagged fields
	needsIsDefault structSet
	inlined        structSet // its steps stand where it is used

	slabs map[string]string // name -> element type

	encodes, decodes bool // there is code for it
}

// A structSet is the structs of a message that have a property.
type structSet map[*model.Struct]bool

func newMessageGen(m *model.Message) *messageGen {
	g := &messageGen{m: m, structNames: map[*model.Struct]string{m.Body: messageName(m)}, slabs: map[string]string{}, encodes: true, decodes: true}
	for _, s := range m.Structs {
		if !s.Versions.Empty() {
			g.structs = append(g.structs, s)
			g.structNames[s] = structName(messageName(m), s.Name)
		}
	}
	g.hasDefaults = g.having(func(_ *model.Struct, f *model.Field) bool {
		return f.Type.Kind != model.StructKind && !g.defaultOf(f).Zero || isPointer(f) && isNullable(f) && !f.Default.Null
	}, func(f *model.Field) bool { return f.Type.Kind == model.StructKind && !isPointer(f) })
	g.repeated = structSet{}
	g.repeat(m.Body, false)
	g.usesSlabs = g.having(func(s *model.Struct, f *model.Field) bool {
		return f.Type.Kind == model.Array && s != m.Body || isPointer(f) && g.repeated[s]
	}, func(f *model.Field) bool { return f.Type.Kind == model.StructKind })
	g.vectored = g.having(func(_ *model.Struct, f *model.Field) bool {
		return (f.Type.Kind == model.Bytes || f.Type.Kind == model.Records) && f.Tagged != f.Versions
	}, func(f *model.Field) bool { return f.Tagged != f.Versions })
	g.needsIsDefault = g.comparedWithDefaults()
	g.inlined = g.inlineable()
	for _, s := range g.all() {
		for _, f := range liveFields(s) {
			switch {
			case s != m.Body && f.Type.Kind == model.Array:
				g.slab(f.Type.Elem)
			case g.repeated[s] && isPointer(f):
				g.slab(&f.Type)
			}
		}
	}
	return g
}

// all are the message's structs and its body.
func (g *messageGen) all() []*model.Struct {
	return append([]*model.Struct{g.m.Body}, g.structs...)
}

// having returns the structs with a field that has the property, or with a
// struct that has it, in a field that it passes through. Structs refer to each
// other in any order, so this goes on until nothing changes.
func (g *messageGen) having(property func(*model.Struct, *model.Field) bool, passes func(*model.Field) bool) structSet {
	set := structSet{}
	for changed := true; changed; {
		changed = false
		for _, s := range g.all() {
			if set[s] {
				continue
			}
			if slices.ContainsFunc(liveFields(s), func(f *model.Field) bool {
				return property(s, f) || set[structOf(f)] && passes(f)
			}) {
				set[s], changed = true, true
			}
		}
	}
	return set
}

// comparedWithDefaults returns the structs that encoding compares with their
// defaults: in tagged fields, in fields that some version lacks, and in such
// structs.
func (g *messageGen) comparedWithDefaults() structSet {
	set := structSet{}
	for changed := true; changed; {
		changed = false
		for _, s := range g.all() {
			for _, f := range liveFields(s) {
				used := f.Type.Struct
				if used == nil || set[used] || f.Default.Null && isNullable(f) {
					continue
				}
				if set[s] || !f.Tagged.Empty() || !f.Ignorable && f.Versions != s.Versions {
					set[used], changed = true, true
				}
			}
		}
	}
	return set
}

// repeat marks the structs that s holds and that are, or lie within, elements of
// arrays.
func (g *messageGen) repeat(s *model.Struct, within bool) {
	for _, f := range liveFields(s) {
		used, repeats := structOf(f), within || f.Type.Kind == model.Array
		if used != nil && repeats && !g.repeated[used] {
			g.repeated[used] = true
			g.repeat(used, true)
		} else if used != nil && !repeats {
			g.repeat(used, false)
		}
	}
}

// inlineable returns the structs whose steps can stand in the loop over the one
// array that holds them. A call for each element would cost more than what it
// does; where a struct holds structs itself it is the other way round, and loops
// would nest.
func (g *messageGen) inlineable() structSet {
	users := map[*model.Struct][]*model.Field{}
	for _, s := range g.all() {
		for _, f := range liveFields(s) {
			users[structOf(f)] = append(users[structOf(f)], f)
		}
	}
	set := structSet{}
	for _, s := range g.structs {
		holdsStructs := slices.ContainsFunc(liveFields(s), func(f *model.Field) bool { return structOf(f) != nil })
		used := users[s]
		set[s] = len(used) == 1 && used[0].Type.Kind == model.Array && used[0].Tagged.Empty() && !holdsStructs
	}
	return set
}

// slab returns the name of the slab that slices of the element type are cut
// from.
func (g *messageGen) slab(elem *model.Type) string {
	goType := g.goElem(elem)
	var name string
	switch elem.Kind {
	case model.StructKind:
		name = lowerFirst(goType) + "List"
	case model.Bytes, model.Records:
		name = "byteStrings"
	case model.UUID:
		name = "uuids"
	default:
		name = goType + "s"
	}
	g.slabs[name] = goType
	return name
}

// countSharing counts the fields of s whose slices are cut from the same slab.
func (g *messageGen) countSharing(s *model.Struct, slab string) int {
	n := 0
	for _, f := range liveFields(s) {
		if f.Type.Kind == model.Array && g.slab(f.Type.Elem) == slab {
			n++
		}
	}
	return n
}
