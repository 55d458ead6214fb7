package gogen

import (
	"cmp"
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// section plans the tag section, which ends a struct.
func (p *planner) section() {
	p.run = nil
	st := &sectionStep{place: p.place, Tagged: isFlexible(p.g.m), Form: lengthForm{layout: p.form.layout}, After: p.after}
	if p.form.layout == varies {
		st.Classic = guardOf(without(p.form.versions, p.g.m.Flexible), p.form.versions)
	}
	if p.form.layout != classic && hasKnownTags(p.s) {
		st.Known = p.g.tagSection(p.s, p.form, p.place)
	}
	switch {
	case p.s == p.g.m.Body && len(p.g.slabs) > 0:
		st.SlabArgs = ", slabs"
	case p.s != p.g.m.Body && p.g.usesSlabs[p.s]:
		st.SlabArgs = slabArgs(p.place.groups)
	}
	p.addUnder(guard{}, &step{Section: st})
}

func hasKnownTags(s *model.Struct) bool {
	return slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return f.Tag >= 0 })
}

// tagSection plans the known tagged fields of s. The section has functions of
// its own, in which the struct is m; at is where the rest of the struct stands.
func (g *messageGen) tagSection(s *model.Struct, fm form, at place) *tagSection {
	section := fm.within(g.flexibleIn(fm))
	section.layout = flexible
	p := &planner{g: g, s: s, form: section, place: place{X: "m", Once: true, groups: "groups"}}
	d := new(tagSection)
	for _, f := range s.Fields {
		if f.Tag < 0 {
			continue
		}
		d.Known = max(d.Known, f.Tag+1)
		tagged := f.Tagged.Intersect(section.versions)
		if tagged.Empty() {
			d.Foreign = append(d.Foreign, foreignTag{f.Tag, f.Name})
			continue
		}
		t := p.tag(f, tagged)
		t.ResetInPlace = *g.reset(f, at.X)
		d.Tags = append(d.Tags, t)
		d.Set = append(d.Set, anySet(g, f, at.X+"."+fieldName(f.Name)))
	}
	slices.SortFunc(d.Tags, func(a, b tag) int { return cmp.Compare(a.Number, b.Number) })
	slices.SortFunc(d.Foreign, func(a, b foreignTag) int { return cmp.Compare(a.Number, b.Number) })
	for i := range d.Tags {
		d.Tags[i].Ordinal = i
		if st := d.Tags[i].Step; st != nil {
			d.VarN = d.VarN || st.Array != nil
			d.VarNull = d.VarNull || st.Struct != nil && st.Struct.Nullable
		}
	}
	return d
}

// anySet is the condition for a tagged field to be set, in some version. Hardly
// ever is one: what is set but not in the version to encode is left to the
// function for the section, and so is the content of structs.
func anySet(g *messageGen, f *model.Field, x string) difference {
	d := g.differs(f, x)
	if d.Kind == "pointer" {
		d.Kind = "not nil"
	}
	return d
}

func (p *planner) tag(f *model.Field, tagged model.Versions) tag {
	x := p.goField(f)
	t := tag{
		Number:  f.Tag,
		Name:    f.Name,
		Guard:   guardOf(tagged, p.form.versions),
		Differs: p.g.differs(f, x),
		Reset:   *p.g.reset(f, p.place.X),
	}
	// Where another version of the section has the field in front of it, it was
	// decoded before.
	if !without(f.Versions, f.Tagged).Intersect(p.form.versions).Empty() {
		t.ResetGuard = t.Guard
	}
	if width(f.Type.Kind) > 0 {
		s := newScalar(f, x, "t.Bytes", 0)
		t.Scalar = &s
		return t
	}
	at := p.newField(f)
	at.In = "t.Bytes"
	// Decoding a section ends with the first failure.
	at.After = failures{Encoding: true}
	layout := classic
	if !f.Flexible.Intersect(tagged).Empty() {
		layout = flexible
	}
	t.Step = p.lengthyStep(f, tagged, at, layout, true)
	return t
}
