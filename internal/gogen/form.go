package gogen

import (
	"fmt"
	"math"

	"github.com/kgen-go/kgen/internal/model"
)

// A form is one of the two ways in which a message is laid out. Each struct
// gets its own functions for each form that it can appear in, so that code
// within them asks for neither the form nor for versions of the other one.
type form struct {
	// suffix is part of the names of the form's functions.
	suffix   string
	flexible bool
	// versions of the message, or of the struct, that have this form.
	versions model.Versions
}

// forms returns the forms of a message, in order of their versions.
func forms(m *model.Message) []form {
	var list []form
	first := firstFlexible(m)
	if classic := m.Valid.Intersect(model.Versions{Low: 0, High: first - 1}); !classic.Empty() {
		list = append(list, form{"Classic", false, classic})
	}
	if flexible := m.Valid.Intersect(model.Versions{Low: first, High: model.MaxVersion}); !flexible.Empty() {
		list = append(list, form{"Flexible", true, flexible})
	}
	return list
}

// firstFlexible is the first flexible version of m, the one after the last
// valid one if there is none.
func firstFlexible(m *model.Message) int16 {
	if m.Valid.Intersect(m.Flexible).Empty() {
		return m.Valid.High + 1
	}
	return max(m.Valid.Low, m.Flexible.Low)
}

func isFlexible(m *model.Message) bool { return firstFlexible(m) <= m.Valid.High }

// within returns the form for a struct that not all versions have.
func (f form) within(v model.Versions) form {
	f.versions = f.versions.Intersect(v)
	return f
}

// guard is the Go condition for version to be in v, given that it is in all;
// empty if that is always so. v must share a version with all.
func guard(v, all model.Versions) string {
	low, high := bounds(v, all)
	switch {
	case low && high && v.Low == v.High:
		return fmt.Sprintf("version == %d", v.Low)
	case low && high:
		return fmt.Sprintf("version >= %d && version <= %d", v.Low, v.High)
	case low:
		return fmt.Sprintf("version >= %d", v.Low)
	case high:
		return fmt.Sprintf("version <= %d", v.High)
	}
	return ""
}

// guardOutside is the Go condition for version not to be in v, given that it is
// in all; empty if it always is in v. With an empty v it is "true".
func guardOutside(v, all model.Versions) string {
	if v.Empty() {
		return "true"
	}
	low, high := bounds(v, all)
	switch {
	case low && high:
		return fmt.Sprintf("(version < %d || version > %d)", v.Low, v.High)
	case low:
		return fmt.Sprintf("version < %d", v.Low)
	case high:
		return fmt.Sprintf("version > %d", v.High)
	}
	return ""
}

// bounds reports which ends of v cut versions off all.
func bounds(v, all model.Versions) (low, high bool) {
	return v.Low > all.Low, v.High < all.High
}

// without returns the versions of v that precede w, where w has no upper end
// or v ends with it: a field is tagged, or flexible, from some version on.
func without(v, w model.Versions) model.Versions {
	if w.Empty() {
		return v
	}
	return v.Intersect(model.Versions{Low: math.MinInt16, High: w.Low - 1})
}
