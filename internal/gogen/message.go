package gogen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// messageGen is what planning the Go of one message needs: the Go names of its
// structs, and what each of them needs.
type messageGen struct {
	m           *model.Message
	structs     []*model.Struct // those that appear in a valid version, without the body
	structNames map[*model.Struct]string

	hasDefaults    map[*model.Struct]bool // has a default that is not zero, at any depth
	needsGroups    map[*model.Struct]bool // holds arrays, at any depth
	vectored       map[*model.Struct]bool // holds bytes or records, at any depth, outside tagged fields
	needsIsDefault map[*model.Struct]bool
	needsNew       map[*model.Struct]bool
	inlined        map[*model.Struct]bool // its statements stand where it is used
	repeated       map[*model.Struct]bool // is an element of an array, or within one

	slabs    map[string]string // name -> element type
	hasBytes bool
}

func newMessageGen(m *model.Message) *messageGen {
	g := &messageGen{
		m:              m,
		structNames:    map[*model.Struct]string{m.Body: messageName(m)},
		hasDefaults:    map[*model.Struct]bool{},
		needsGroups:    map[*model.Struct]bool{},
		vectored:       map[*model.Struct]bool{},
		needsIsDefault: map[*model.Struct]bool{},
		needsNew:       map[*model.Struct]bool{},
		inlined:        map[*model.Struct]bool{},
		repeated:       map[*model.Struct]bool{},
		slabs:          map[string]string{},
	}
	for _, s := range m.Structs {
		if s.Versions.Empty() {
			continue
		}
		g.structs = append(g.structs, s)
		g.structNames[s] = structName(messageName(m), s.Name)
	}
	all := append([]*model.Struct{m.Body}, g.structs...)
	// A property holds for a struct if it holds for one of its fields. Structs
	// refer to each other in any order, so this goes on until nothing changes.
	spread := func(property map[*model.Struct]bool, holds func(*model.Field) bool) {
		for changed := true; changed; {
			changed = false
			for _, s := range all {
				if !property[s] && slices.ContainsFunc(liveFields(s), holds) {
					property[s], changed = true, true
				}
			}
		}
	}
	spread(g.hasDefaults, func(f *model.Field) bool {
		if f.Type.Kind == model.StructKind && !isPointer(f) {
			return g.hasDefaults[f.Type.Struct]
		}
		_, zero := g.defaultExpr(f)
		return !zero
	})
	spread(g.needsGroups, func(f *model.Field) bool {
		return f.Type.Kind == model.Array || f.Type.Kind == model.StructKind && g.needsGroups[f.Type.Struct]
	})
	spread(g.vectored, func(f *model.Field) bool {
		if f.Tagged == f.Versions {
			return false
		}
		s := structOf(f)
		return f.Type.Kind == model.Bytes || f.Type.Kind == model.Records || s != nil && g.vectored[s]
	})
	for changed := true; changed; {
		changed = false
		for _, s := range all {
			for _, f := range liveFields(s) {
				if f.Type.Kind != model.StructKind || f.Default.Null {
					continue
				}
				t := f.Type.Struct
				if !g.needsIsDefault[t] && (g.needsIsDefault[s] || comparesDefault(s, f)) {
					g.needsIsDefault[t], changed = true, true
				}
				if isNullable(f) {
					g.needsNew[t] = true
				}
			}
		}
	}
	var repeat func(s *model.Struct, within bool)
	repeat = func(s *model.Struct, within bool) {
		for _, f := range liveFields(s) {
			used, inArray := structOf(f), within || f.Type.Kind == model.Array
			if used != nil && inArray && !g.repeated[used] {
				g.repeated[used] = true
				repeat(used, true)
			} else if used != nil && !inArray {
				repeat(used, false)
			}
		}
	}
	repeat(m.Body, false)
	users := map[*model.Struct][]*model.Field{}
	for _, s := range all {
		for _, f := range liveFields(s) {
			if used := structOf(f); used != nil {
				users[used] = append(users[used], f)
			}
		}
	}
	for _, s := range g.structs {
		g.inlined[s] = canInline(s, users[s])
	}
	for _, s := range all {
		for _, f := range liveFields(s) {
			if k := f.Type.Kind; k == model.Bytes || k == model.Records || k == model.Array && f.Type.Elem.Kind == model.Bytes {
				g.hasBytes = true
			}
			if s != m.Body && f.Type.Kind == model.Array {
				g.slab(f.Type.Elem)
			}
		}
	}
	return g
}

// comparesDefault reports whether encoding looks at whether field f of s has
// its default: for a tagged field, and for one that some version lacks.
func comparesDefault(s *model.Struct, f *model.Field) bool {
	return !f.Tagged.Empty() || !f.Ignorable && f.Versions != s.Versions
}

// structOf is the struct of a field of structs or of an array of them, or nil.
func structOf(f *model.Field) *model.Struct {
	if f.Type.Kind == model.Array {
		return f.Type.Elem.Struct
	}
	return f.Type.Struct
}

// liveFields are the fields of s that some valid version has.
func liveFields(s *model.Struct) []*model.Field {
	var live []*model.Field
	for _, f := range s.Fields {
		if !f.Versions.Empty() {
			live = append(live, f)
		}
	}
	return live
}

// slab returns the name of the slab that slices of the element type are cut
// from.
func (g *messageGen) slab(elem *model.Type) string {
	goType := g.goElem(elem)
	var name string
	switch elem.Kind {
	case model.StructKind:
		name = unexported(elem.Struct.Name) + "List"
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

// slabData is one of a message's slabs.
type slabData struct {
	Name, Type string
}

// messageData is what the template of a message's file sees.
type messageData struct {
	Name, Go, Article string
	InfoVar, Kind     string
	APIKey            int
	Lowest, Highest   int16
	HighestStable     int16
	FirstFlexible     int16
	LowestDeprecated  int16
	HighestDeprecated int16
	Listeners         string
	HeaderVersions    string

	Suffix   string // of the functions of the newest form
	Split    int16  // version from which on that holds, 0 if there is no older form
	Vectored bool
	HasBytes bool
	IsHeader bool
	// Slabs are what slices within array elements are cut from.
	Slabs     []slabData
	SlabsType string

	Body    *structData
	Structs []*structData
}

var kindNames = map[model.MessageType]string{
	model.Request:          "KindRequest",
	model.Response:         "KindResponse",
	model.Header:           "KindHeader",
	model.Data:             "KindData",
	model.Metadata:         "KindMetadata",
	model.CoordinatorKey:   "KindCoordinatorKey",
	model.CoordinatorValue: "KindCoordinatorValue",
}

// messageFile renders the Go file of one message.
func messageFile(m *model.Message, pkg string) (File, error) {
	return goFile(fileName(m.Name), pkg, m.File, render("message", newMessageGen(m).data()))
}

func (g *messageGen) data() *messageData {
	m := g.m
	d := &messageData{
		Name: m.Name, Go: messageName(m), Article: article(messageName(m)), InfoVar: infoName(m), Kind: kindNames[m.Type], APIKey: -1,
		Lowest: m.Valid.Low, Highest: m.Valid.High, HighestStable: m.Valid.High, FirstFlexible: firstFlexible(m),
		LowestDeprecated: -1, HighestDeprecated: -2,
		Vectored: g.vectored[m.Body], HasBytes: g.hasBytes, IsHeader: m.Type == model.Header, SlabsType: slabsName(m),
	}
	if m.HasAPIKey {
		d.APIKey = int(m.APIKey)
	}
	if m.Unstable {
		d.HighestStable--
	}
	if deprecated := m.Deprecated.Intersect(m.Valid); !deprecated.Empty() {
		d.LowestDeprecated, d.HighestDeprecated = deprecated.Low, deprecated.High
	}
	for i, l := range m.Listeners {
		if i > 0 {
			d.Listeners += ", "
		}
		d.Listeners += strconv.Quote(l)
	}
	if m.HeaderVersion(0) >= 0 {
		for v := range int(m.Valid.High) + 1 {
			if v > 0 {
				d.HeaderVersions += ", "
			}
			d.HeaderVersions += strconv.Itoa(int(m.HeaderVersion(int16(v))))
		}
	}
	all := forms(m)
	d.Suffix = all[len(all)-1].suffix
	if len(all) > 1 {
		d.Split = firstFlexible(m)
	}
	d.Body = g.structData(m.Body)
	for _, s := range g.structs {
		d.Structs = append(d.Structs, g.structData(s))
	}
	for name, goType := range g.slabs {
		d.Slabs = append(d.Slabs, slabData{name, goType})
	}
	slices.SortFunc(d.Slabs, func(a, b slabData) int { return strings.Compare(a.Name, b.Name) })
	return d
}

func article(name string) string {
	if strings.ContainsRune("AEIOU", rune(name[0])) {
		return "an"
	}
	return "a"
}
