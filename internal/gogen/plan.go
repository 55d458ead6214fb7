package gogen

import (
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// A planner makes the plan of one struct in one form.
type planner struct {
	g     *messageGen
	s     *model.Struct
	form  form
	place place
	body  body
	run   *run // the last step, while fields can be added to it
	runAt model.Versions
	after failures
}

// plan makes the plan of s, tag section included.
func (g *messageGen) plan(s *model.Struct, fm form, at place) *body {
	p := &planner{g: g, s: s, form: fm, place: at}
	for _, f := range liveFields(s) {
		p.field(f)
	}
	p.section()
	p.body.declareRuns()
	p.body.End = p.after
	return &p.body
}

// add puts a step under the condition that the version is in v.
func (p *planner) add(v model.Versions, st *step) {
	p.addUnder(guardOf(v, p.form.versions), st)
}

func (p *planner) addUnder(g guard, st *step) {
	if st.Reset == nil {
		p.body.Encode = addTo(p.body.Encode, g, st)
	}
	if st.Absent == nil {
		p.body.Decode = addTo(p.body.Decode, g, st)
	}
}

// addTo puts a step under the condition, in the last block if that has the same
// or the opposite one.
func addTo(blocks []*block, g guard, st *step) []*block {
	if len(blocks) > 0 {
		switch last := blocks[len(blocks)-1]; {
		case last.Guard == g:
			last.Then = append(last.Then, st)
			return blocks
		case !g.Always() && last.Guard == g.Not():
			last.Else = append(last.Else, st)
			return blocks
		}
	}
	return append(blocks, &block{Guard: g, Then: []*step{st}})
}

// field plans a field: in line where the versions have it so, and what the
// versions without it need.
func (p *planner) field(f *model.Field) {
	all := p.form.versions
	there := f.Versions.Intersect(all)
	inline := without(there, f.Tagged)
	switch {
	case inline.Empty():
	case width(f.Type.Kind) > 0:
		p.scalar(f, inline)
	default:
		p.run = nil
		p.lengthy(f, inline)
	}
	// The tag section gives the fields that it can have their defaults.
	section := p.g.flexibleIn(p.form)
	reset := outside(there, all)
	if !f.Tagged.Intersect(all).Empty() && inline.Intersect(section).Empty() {
		reset = outside(model.Versions{Low: min(there.Low, section.Low), High: all.High}, all)
	}
	if reset != nil {
		p.addUnder(*reset, &step{Reset: p.g.reset(f, p.place.X)})
	}
	if absent := outside(there, all); absent != nil && !f.Ignorable {
		p.addUnder(*absent, &step{Absent: &absentStep{p.place, f.Name, p.g.differs(f, p.goField(f))}})
		p.after.Encoding = p.after.Encoding || p.place.Loop == ""
	}
}

// outside is the guard for the versions of all that are not in v, nil if there
// are none.
func outside(v, all model.Versions) *guard {
	if v.Empty() {
		return &guard{}
	}
	g := guardOf(v, all)
	if g.Always() {
		return nil
	}
	g = g.Not()
	return &g
}

func (p *planner) goField(f *model.Field) string { return p.place.X + "." + fieldName(f.Name) }

func (p *planner) newField(f *model.Field) field {
	return field{place: p.place, Name: f.Name, X: p.goField(f), In: "b", After: p.after}
}

// scalar plans a field of fixed width, if it can as part of the run before it.
func (p *planner) scalar(f *model.Field, inline model.Versions) {
	if p.run == nil || p.runAt != inline {
		p.run, p.runAt = &run{field: p.newField(f)}, inline
		p.add(inline, &step{Run: p.run})
	}
	p.run.Fields = append(p.run.Fields, newScalar(f, p.goField(f), "b", p.run.Width))
	p.run.Width += width(f.Type.Kind)
	if p.place.Once {
		p.after.Decoding = true
	} else if inline == p.form.versions {
		p.after.Decoding = false // reading the run has left the function
	}
}

// lengthy plans a field of varying width for the versions in which it is in
// line.
func (p *planner) lengthy(f *model.Field, inline model.Versions) {
	byNull := f.Nullable
	if f.Type.Kind == model.Array && f.Type.Elem.Kind == model.StructKind {
		byNull = model.None // one loop serves both
	}
	byForm := f.Flexible
	whole := f.Flexible.Intersect(inline) == p.g.flexibleIn(p.form).Intersect(inline)
	if p.form.layout == varies && whole || f.Type.Kind == model.StructKind {
		byForm = model.None // one step serves both
	}
	for _, v := range segments(inline, byNull, byForm) {
		layout := classic
		switch compact := f.Flexible.Intersect(v); {
		case compact == v:
			layout = flexible
		case !compact.Empty():
			layout = varies
		}
		p.add(v, p.lengthyStep(f, v, p.newField(f), layout, false))
	}
}

// segments parts v where one of the ranges begins or ends.
func segments(v model.Versions, ranges ...model.Versions) []model.Versions {
	cuts := []int{int(v.Low), int(v.High) + 1}
	for _, r := range ranges {
		if r = r.Intersect(v); !r.Empty() {
			cuts = append(cuts, int(r.Low), int(r.High)+1)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var parts []model.Versions
	for i, high := range cuts[1:] {
		parts = append(parts, model.Versions{Low: int16(cuts[i]), High: int16(high - 1)})
	}
	return parts
}

// lengthyStep plans a field of varying width for versions in which it is laid
// out in the same way.
func (p *planner) lengthyStep(f *model.Field, v model.Versions, at field, layout layout, tagged bool) *step {
	nullable := !f.Nullable.Intersect(v).Empty()
	form := lengthForm{layout, nullable}
	refuse := isNullable(f) && !nullable
	p.after.Encoding = p.after.Encoding || refuse && p.place.Loop == "" // in a loop it leaves the function
	switch f.Type.Kind {
	case model.String:
		p.after = failures{true, true}
		st := &stringStep{field: at, Form: form, Kind: "String"}
		if nullable {
			st.Kind = "NullString"
		} else if refuse {
			st.Kind = "ValidString"
		}
		return &step{String: st}
	case model.Bytes, model.Records:
		p.after.Decoding = true
		return &step{Bytes: &bytesStep{at, form, refuse}}
	case model.Array:
		if f.Type.Elem.Kind == model.StructKind {
			return &step{Array: p.array(f, v, at, form, refuse)}
		}
		p.after = failures{p.after.Encoding || f.Type.Elem.Kind == model.String, true}
		return &step{List: p.list(f, at, form, refuse)}
	}
	return &step{Struct: p.single(f, v, at, nullable, refuse, tagged)}
}

// reset is the step that gives a field its default.
func (g *messageGen) reset(f *model.Field, x string) *defaultStep {
	d := g.defaultOf(f)
	return &defaultStep{x + "." + fieldName(f.Name), d, d.Kind == "struct" && !d.Zero}
}

// declareRuns marks the runs whose variable is new where they stand.
func (b *body) declareRuns() {
	declareRuns(b.Encode, func(r *run) *bool { return &r.DeclareEncode })
	declareRuns(b.Decode, func(r *run) *bool {
		if r.ReadsEach() {
			return nil
		}
		return &r.DeclareDecode
	})
}

func declareRuns(blocks []*block, mark func(*run) *bool) {
	declared := false // in the function itself
	for _, b := range blocks {
		for _, branch := range [][]*step{b.Then, b.Else} {
			here := declared
			for _, st := range branch {
				if st.Run == nil || len(st.Run.Fields) == 1 {
					continue
				}
				if m := mark(st.Run); m != nil {
					*m, here = !here, true
				}
			}
			if b.Guard.Always() {
				declared = here
			}
		}
	}
}
