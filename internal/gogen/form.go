package gogen

import (
	"math"

	"github.com/kgen-go/kgen/internal/model"
)

// A form is one of the ways in which the code of a struct is written: for the
// classic layout, for the flexible one, or for both. Structs within arrays get
// a function for each layout, so that their code asks for neither the layout nor
// for versions of the other one. For what a message has once, one function asks.
type form struct {
	// Suffix is part of the names of the form's functions.
	Suffix string
	layout layout
	// versions of the message, or of the struct, that the code is for.
	versions model.Versions
}

type layout uint8

const (
	classic layout = iota
	flexible
	varies // from some version on flexible
)

// forms returns the forms of a message with a single layout, in order of their
// versions.
func forms(m *model.Message) []form {
	var list []form
	first := firstFlexible(m)
	if v := m.Valid.Intersect(model.Versions{Low: 0, High: int16(first - 1)}); !v.Empty() {
		list = append(list, form{"Classic", classic, v})
	}
	if first <= int(m.Valid.High) {
		list = append(list, form{"Flexible", flexible, m.Valid.Intersect(model.Versions{Low: int16(first), High: model.MaxVersion})})
	}
	return list
}

// firstFlexible is the first flexible version of m, the one after the last
// valid one if there is none.
func firstFlexible(m *model.Message) int {
	if m.Valid.Intersect(m.Flexible).Empty() {
		return int(m.Valid.High) + 1
	}
	return int(max(m.Valid.Low, m.Flexible.Low))
}

func isFlexible(m *model.Message) bool { return firstFlexible(m) <= int(m.Valid.High) }

// within returns the form for a struct or a field that not all versions have.
func (f form) within(v model.Versions) form {
	f.versions = f.versions.Intersect(v)
	return f
}

// functions returns the forms that s gets functions for.
func (g *messageGen) functions(s *model.Struct) []form {
	var list []form
	for _, f := range forms(g.m) {
		if f = f.within(s.Versions); !f.versions.Empty() {
			list = append(list, f)
		}
	}
	switch {
	case len(list) == 1:
		list[0].Suffix = ""
	case len(list) == 2 && !g.repeated[s]:
		list = []form{{"", varies, s.Versions}}
	}
	return list
}

// flexibleIn are the versions of f that are flexible.
func (g *messageGen) flexibleIn(f form) model.Versions {
	if f.layout == classic {
		return model.None
	}
	return f.versions.Intersect(g.m.Flexible)
}

// A guard is a condition on the version.
type guard struct {
	Low, High       int16 // the versions that it holds for
	HasLow, HasHigh bool  // the ends of them that are to be asked for
	Outside         bool  // the other versions instead
}

// Always reports whether nothing is to be asked.
func (g guard) Always() bool { return !g.HasLow && !g.HasHigh }

// guardOf is the condition for version to be in v, given that it is in all. V
// must share a version with all.
func guardOf(v, all model.Versions) guard {
	g := guard{HasLow: v.Low > all.Low, HasHigh: v.High < all.High}
	if g.HasLow {
		g.Low = v.Low
	}
	if g.HasHigh {
		g.High = v.High
	}
	return g
}

// Not is the opposite of a guard that is not always true.
func (g guard) Not() guard {
	switch {
	case g.HasLow && g.HasHigh:
		g.Outside = !g.Outside
		return g
	case g.HasLow:
		return guard{High: g.Low - 1, HasHigh: true}
	}
	return guard{Low: g.High + 1, HasLow: true}
}

// without returns the versions of v that precede w, where w has no upper end
// or v ends with it: a field is tagged, or flexible, from some version on.
func without(v, w model.Versions) model.Versions {
	if w.Empty() {
		return v
	}
	return v.Intersect(model.Versions{Low: math.MinInt16, High: w.Low - 1})
}
