package gogen

import (
	"fmt"
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// list plans an array whose elements are no structs.
func (p *planner) list(f *model.Field, at field, form lengthForm, refuse bool) *listStep {
	elem := f.Type.Elem
	st := &listStep{field: at, Form: form, Refuse: refuse, Slab: p.slab(elem)}
	switch elem.Kind {
	case model.Bool:
		st.Elem = "Bools"
	case model.Float64:
		st.Elem = "Floats"
	case model.UUID:
		st.Elem = "UUIDs"
	case model.String:
		st.Elem = "Strings"
	case model.Bytes, model.Records:
		st.Elem = "ByteStrings"
	default:
		st.Elem = "Ints"
		st.Int32s = elem.Kind == model.Int32 && !form.Nullable && !form.Varies() && st.Slab.Name != ""
	}
	return st
}

// slab says where memory for a slice of such elements comes from.
func (p *planner) slab(elem *model.Type) slabUse {
	if p.s == p.g.m.Body {
		return slabUse{}
	}
	use := slabUse{p.g.slab(elem), p.place.groups}
	// Fields of the struct that share the slab come in equal numbers.
	if n := p.g.countSharing(p.s, use.Name); n > 1 {
		use.Groups = fmt.Sprintf("%d*(%s)", n, use.Groups)
	}
	return use
}

// array plans an array of structs.
func (p *planner) array(f *model.Field, v model.Versions, at field, form lengthForm, refuse bool) *arrayStep {
	s := f.Type.Elem.Struct
	st := &arrayStep{field: at, Form: form, Refuse: refuse, GoElem: p.g.structNames[s], Slab: p.slab(f.Type.Elem), NullWidth: 4}
	if form.Compact() {
		st.NullWidth = 1
	}
	if form.Nullable {
		if g := outside(f.Nullable.Intersect(v), v); g != nil {
			st.RefuseNull = *g
		}
	}
	groups := ""
	if p.g.usesSlabs[s] {
		if p.s == p.g.m.Body {
			groups = fmt.Sprintf("len(%s)-j", at.X)
		} else {
			st.Left = &groupsLeft{lowerFirst(f.Name) + "Left", p.place.groups}
			groups = st.Left.Var + "-j"
		}
	}
	loopField := at
	loopField.Loop = f.Name
	if p.g.inlined[s] {
		st.Loops = p.inlineLoops(s, v, loopField, groups)
	} else {
		for _, fm := range p.g.functions(s) {
			if !fm.versions.Intersect(v).Empty() {
				st.Loops = append(st.Loops, loop{field: loopField, Call: &call{fm.Suffix, slabArgs(groups)}})
			}
		}
	}
	if len(st.Loops) == 2 {
		st.Loops[0].Guard = guardOf(model.Versions{Low: v.Low, High: int16(firstFlexible(p.g.m) - 1)}, v)
	}
	if st.Left != nil && !usesGroups(st.Loops) {
		st.Left = nil
	}
	st.MinWidth = p.g.minElemWidth(f.Type.Elem, p.form.within(v), form)
	// The loops leave the function, also after failures before them.
	p.after = failures{p.after.Encoding && v != p.form.versions, true}
	return st
}

// usesGroups reports whether decoding in the loops asks how many structs are to
// come.
func usesGroups(loops []loop) bool {
	return slices.ContainsFunc(loops, func(l loop) bool {
		return l.Call != nil || has(l.Body.Decode, func(st *step) bool {
			return st.List != nil || st.Section != nil && st.Section.Known != nil && st.Section.SlabArgs != ""
		})
	})
}

// inlineLoops plans the loops over an array of structs whose steps stand in
// line: one for each layout that the versions have.
func (p *planner) inlineLoops(s *model.Struct, v model.Versions, at field, groups string) []loop {
	var loops []loop
	for _, fm := range forms(p.g.m) {
		if fm = fm.within(v).within(s.Versions); fm.versions.Empty() {
			continue
		}
		body := p.g.plan(s, fm, place{X: "elem", Loop: at.Loop, groups: groups})
		loops = append(loops, loop{field: at, Body: body})
	}
	return loops
}

// single plans a struct that is no element of an array.
func (p *planner) single(f *model.Field, v model.Versions, at field, nullable, refuse, tagged bool) *structStep {
	s := f.Type.Struct
	st := &structStep{
		field: at, Nullable: nullable, Refuse: refuse && !tagged, Tagged: tagged,
		MinWidth: p.g.minElemWidth(&f.Type, p.form.within(v), lengthForm{}),
	}
	groups := p.place.groups
	if p.s == p.g.m.Body {
		groups = "1"
	}
	if isPointer(f) {
		st.Pointer = p.g.structNames[s]
		if p.g.repeated[p.s] {
			st.Slab = slabUse{p.g.slab(&f.Type), groups}
		}
	}
	args := ""
	if p.g.usesSlabs[s] {
		args = slabArgs(groups)
	}
	functions := p.g.functions(s)
	for _, fm := range functions {
		if !fm.versions.Intersect(v).Empty() {
			st.Calls = append(st.Calls, call{fm.Suffix, args})
		}
	}
	if len(st.Calls) == 2 {
		st.Guard = guardOf(model.Versions{Low: v.Low, High: int16(firstFlexible(p.g.m) - 1)}, v)
	}
	p.after = failures{true, true}
	return st
}

func slabArgs(groups string) string {
	if groups == "" {
		return ""
	}
	return ", slabs, " + groups
}
