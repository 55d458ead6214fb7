package gogen

import (
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// structData is what the templates of a struct see.
type structData struct {
	Doc     string
	Go      string
	Fields  []structField
	HasTags bool

	NewDoc      string // of the constructor
	HasDefaults bool
	Defaults    []structDefault
	// NotDefault is what makes the struct differ from one with every field at
	// its default; Compared is set where encoding asks for that.
	NotDefault []difference
	Compared   bool

	Functions []functionData
}

type structField struct {
	Doc, Go, Type string
}

type structDefault struct {
	Go    string
	Value value
	// Nested is set for a struct with defaults of its own.
	Nested bool
}

// functionData is what the templates of a struct's functions in one form see.
type functionData struct {
	Go, Suffix string
	Encodes    bool   // there is a function for it
	Decodes    bool   // the same
	SlabParams string // further parameters for decoding
	Body       *body
	Tags       *tagSection
	SlabArgs   string // further arguments for decoding the tag section
	Form       guard  // the flexible versions, for code that is for both layouts
	AsksForm   bool
	VarN       bool // decoding needs a variable for counts from the start
	VarNull    bool // the same for the presence of structs
}

func (g *messageGen) structData(s *model.Struct) *structData {
	name := g.structNames[s]
	d := &structData{
		Doc: g.structDoc(s), Go: name, HasTags: isFlexible(g.m), NewDoc: g.newDoc(s),
		HasDefaults: g.hasDefaults[s], Compared: g.needsIsDefault[s] && g.encodes,
	}
	for _, f := range liveFields(s) {
		goName := fieldName(f.Name)
		d.Fields = append(d.Fields, structField{g.fieldDoc(f), goName, g.goType(f)})
		if v := g.defaultOf(f); !v.Zero {
			d.Defaults = append(d.Defaults, structDefault{goName, v, v.Kind == "struct"})
		}
		d.NotDefault = append(d.NotDefault, g.differs(f, "m."+goName))
	}
	for _, fm := range g.functions(s) {
		d.Functions = append(d.Functions, g.function(s, fm))
	}
	return d
}

// function plans the functions of s in one form. Those that stand in line have
// none but for the tag section.
func (g *messageGen) function(s *model.Struct, fm form) functionData {
	at := place{X: "m", Once: !g.repeated[s], groups: "groups"}
	d := functionData{Go: g.structNames[s], Suffix: fm.Suffix, Encodes: g.encodes, Decodes: g.decodes}
	switch {
	case s == g.m.Body && len(g.slabs) > 0:
		d.SlabParams = ", slabs *" + slabsName(g.m)
	case s != g.m.Body && g.usesSlabs[s]:
		d.SlabParams = ", slabs *" + slabsName(g.m) + ", groups int"
	}
	if fm.layout != classic && hasKnownTags(s) {
		d.Tags = g.tagSection(s, fm, at)
	}
	if g.inlined[s] {
		return d
	}
	d.Body = g.plan(s, fm, at)
	if fm.layout == varies {
		d.Form = guardOf(g.flexibleIn(fm), fm.versions)
	}
	d.declare()
	return d
}

// declare finds out which variables decoding needs.
func (d *functionData) declare() {
	d.AsksForm = has(d.Body.Decode, (*step).asksForm)
	d.VarNull = has(d.Body.Decode, func(st *step) bool { return st.Struct != nil && st.Struct.Nullable })
	counts := func(st *step) bool { return st.Array != nil }
	for _, b := range d.Body.Decode {
		if at := slices.IndexFunc(b.Then, counts); b.Guard.Always() && at >= 0 {
			b.Then[at].Array.Declare = true
			return
		}
		// In a branch the offset would be a new variable, too.
		if d.VarN = has([]*block{b}, counts); d.VarN {
			return
		}
	}
}

// asksForm reports whether the step is for both layouts.
func (s *step) asksForm() bool {
	switch {
	case s.String != nil:
		return s.String.Form.Varies()
	case s.Bytes != nil:
		return s.Bytes.Form.Varies()
	case s.List != nil:
		return s.List.Form.Varies()
	case s.Array != nil:
		return s.Array.Form.Varies()
	case s.Section != nil:
		return s.Section.Form.Varies() && s.Section.Known == nil
	}
	return false
}
