package gogen

import (
	"fmt"

	"github.com/kgen-go/kgen/internal/model"
)

// A step is a piece of a struct's layout in one form: a run of fixed-width
// fields, or a field of varying width, or a field that the form's versions
// lack. It has the statements for each purpose.
type step struct {
	guard  string // condition on the version, "" if there is none
	encode string
	decode string
	reset  string // what decoding does where the guard is false
	width  int    // bytes of fixed width
	size   string // statements that add what is not fixed to n
}

// steps plans the part of a struct in front of its tag section.
func (g *messageGen) steps(s *model.Struct, fm form, sc scope) []step {
	var steps []step
	var pending []*model.Field // fixed-width fields that go into one run
	var pendingGuard string
	flush := func() {
		if len(pending) > 0 {
			steps = append(steps, g.runStep(pending, pendingGuard, sc))
			pending = nil
		}
	}
	for _, f := range liveFields(s) {
		inline := without(f.Versions, f.Tagged).Intersect(fm.versions)
		tagged := f.Tagged.Intersect(fm.versions)
		if check := g.absentCheck(f, fm, sc); check != "" {
			flush()
			steps = append(steps, step{encode: check})
		}
		if inline.Empty() {
			if tagged.Empty() {
				flush()
				steps = append(steps, step{decode: g.reset(f, sc)})
			}
			continue
		}
		if width(f.Type.Kind) > 0 {
			if cond := guard(inline, fm.versions); cond != pendingGuard {
				flush()
				pendingGuard = cond
			}
			pending = append(pending, f)
			continue
		}
		flush()
		// A field's own flexible versions can give it another form than the
		// message has, from some version on.
		if classic := without(inline, f.Flexible); !classic.Empty() {
			steps = append(steps, g.fieldStep(s, f, fm, sc, classic, false, inline))
		}
		if compact := inline.Intersect(f.Flexible); !compact.Empty() {
			steps = append(steps, g.fieldStep(s, f, fm, sc, compact, true, inline))
		}
	}
	flush()
	return steps
}

func (g *messageGen) runStep(fields []*model.Field, cond string, sc scope) step {
	r := newRun(fields, sc)
	st := step{guard: cond, width: r.Width}
	if len(fields) > 1 {
		st.encode = render("encode run", r)
	} else {
		st.encode = render("encode one", r.Fields[0])
	}
	if len(fields) > 1 || !sc.Once {
		st.decode = render("decode run", r)
	} else {
		st.decode = render("decode one", r.Fields[0])
	}
	if cond != "" {
		for _, f := range fields {
			st.reset += g.reset(f, sc)
		}
	}
	return st
}

// fieldStep plans a field for the versions in which it has one of the two
// forms; inline are all versions in which it is there.
func (g *messageGen) fieldStep(s *model.Struct, f *model.Field, fm form, sc scope, versions model.Versions, compact bool, inline model.Versions) step {
	d := g.newField(s, f, fm, sc, versions, compact, false)
	kind := templateFor(f.Type.Kind)
	st := step{
		guard:  guard(versions, fm.versions),
		encode: render("encode "+kind, d),
		decode: render("decode "+kind, d),
		size:   render("size "+kind, d),
	}
	// The last of a field's steps sees to the versions without it.
	if st.guard != "" && versions.High == inline.High {
		if versions == inline {
			st.reset = g.reset(f, sc)
		} else if outside := guardOutside(inline, fm.versions); outside != "" {
			st.reset = "if " + outside + " {\n" + g.reset(f, sc) + "}\n"
		}
	}
	return st
}

// absentCheck is the statement that refuses to encode a field which is set, in
// the versions of the form that lack it; "" where they may leave it out.
func (g *messageGen) absentCheck(f *model.Field, fm form, sc scope) string {
	outside := guardOutside(f.Versions.Intersect(fm.versions), fm.versions)
	if f.Ignorable || outside == "" {
		return ""
	}
	cond := g.notDefault(f, sc.field(f))
	if outside != "true" {
		cond = outside + " && " + cond
	}
	return fmt.Sprintf("if %s {\nreturn nil, %s\n}\n", cond, sc.Fail(fmt.Sprintf("kwire.FieldNotInVersion(%q)", f.Name)))
}

// reset is the statement that gives a field its default.
func (g *messageGen) reset(f *model.Field, sc scope) string {
	x := sc.field(f)
	if f.Type.Kind == model.StructKind && !isPointer(f) {
		return x + ".SetDefaults()\n"
	}
	expr, _ := g.defaultExpr(f)
	return x + " = " + expr + "\n"
}
