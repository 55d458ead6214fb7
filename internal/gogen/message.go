package gogen

import (
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// messageData is what the template of a message's file sees.
type messageData struct {
	Name, Go        string
	Doc             string // of the constructor
	InfoVar, Kind   string
	APIKey          int
	Lowest, Highest int16
	Unstable        bool
	FirstFlexible   int
	// Deprecated versions are from DeprecatedFrom up to, not including,
	// DeprecatedBelow, which is 0 if there are none.
	DeprecatedFrom, DeprecatedBelow int
	Listeners                       string
	HeaderVersions                  string

	Encodes, Decodes bool // there is code for it
	Vectored         bool
	IsHeader         bool
	// Slabs are what slices within array elements are cut from.
	Slabs     []slabData
	SlabsType string

	Body    *structData
	Structs []*structData
}

// slabData is one of a message's slabs.
type slabData struct {
	Name, Type string
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
func (r renderer) messageFile(m *model.Message, opts Options) (File, error) {
	g := newMessageGen(m)
	g.encodes, g.decodes = opts.Side.directions(m.Type)
	d := g.data()
	h := header{Package: opts.Package, From: m.File, Standard: g.standardPackages(d), Codec: true}
	return r.goFile(fileName(m.Name), h, "message", d)
}

// standardPackages are the packages of the standard library that the code of
// the message names.
func (g *messageGen) standardPackages(d *messageData) []string {
	var usesBinary, usesMath bool
	for _, s := range g.all() {
		for _, f := range liveFields(s) {
			switch f.Type.Kind {
			case model.Int16, model.Uint16, model.Int32, model.Uint32, model.Int64:
				usesBinary = true
			case model.Float64:
				usesBinary, usesMath = true, true
			}
		}
	}
	if !g.encodes {
		usesBinary, usesMath = d.decodingPackages()
	}
	var packages []string
	if usesBinary {
		packages = append(packages, "encoding/binary")
	}
	if usesMath {
		packages = append(packages, "math")
	}
	return packages
}

func (g *messageGen) data() *messageData {
	m := g.m
	d := &messageData{
		Name: m.Name, Go: messageName(m), Doc: g.newDoc(m.Body), InfoVar: infoName(m), Kind: kindNames[m.Type], APIKey: -1,
		Lowest: m.Valid.Low, Highest: m.Valid.High, Unstable: m.Unstable, FirstFlexible: firstFlexible(m),
		Listeners: strings.Join(m.Listeners, ","), HeaderVersions: headerVersions(m),
		Encodes: g.encodes, Decodes: g.decodes, Vectored: g.vectored[m.Body] && g.encodes, IsHeader: m.Type == model.Header, SlabsType: slabsName(m),
	}
	if m.HasAPIKey {
		d.APIKey = int(m.APIKey)
	}
	if deprecated := m.Deprecated.Intersect(m.Valid); !deprecated.Empty() {
		d.DeprecatedFrom, d.DeprecatedBelow = int(deprecated.Low), int(deprecated.High)+1
	}
	d.Body = g.structData(m.Body)
	for _, s := range g.structs {
		d.Structs = append(d.Structs, g.structData(s))
	}
	for name, goType := range g.slabs {
		if !g.decodes {
			break
		}
		d.Slabs = append(d.Slabs, slabData{name, goType})
	}
	slices.SortFunc(d.Slabs, func(a, b slabData) int { return strings.Compare(a.Name, b.Name) })
	return d
}

// headerVersions has the header version of each body version as a character, up
// to the last change.
func headerVersions(m *model.Message) string {
	if m.HeaderVersion(0) < 0 {
		return ""
	}
	var versions []rune
	for v := range int(m.Valid.High) + 1 {
		versions = append(versions, rune(m.HeaderVersion(int16(v))))
	}
	n := len(versions)
	for n > 1 && versions[n-1] == versions[n-2] {
		n--
	}
	return string(versions[:n])
}

func article(name string) string {
	if strings.ContainsRune("AEIOU", rune(name[0])) {
		return "an"
	}
	return "a"
}
