package compare

import "github.com/kgen-go/kgen/internal/model"

// A scope is the versions in which both sides have what is compared.
type scope struct {
	all model.Versions
	// stable leaves out a latest version that the old set calls unstable: it may
	// change before it counts.
	stable model.Versions
}

// noVersion is the scope without a version.
var noVersion = scope{model.None, model.None}

// within returns the part of s in v.
func (s scope) within(v model.Versions) scope {
	return scope{s.all.Intersect(v), s.stable.Intersect(v)}
}

// or returns the versions from the first of both to the last.
func (s scope) or(t scope) scope { return scope{hull(s.all, t.all), hull(s.stable, t.stable)} }

// both returns the part of s in which both fields exist.
func (s scope) both(p fieldPair) scope { return s.within(p.old.Versions).within(p.new.Versions) }

// class is Wire if s has a stable version, Source if only an unstable one, whose
// Go differs all the same, and otherwise what is given.
func (s scope) class(otherwise Class) Class {
	switch {
	case !s.stable.Empty():
		return Wire
	case !s.all.Empty():
		return Source
	}
	return otherwise
}

// difference returns the part of s from the first to the last version in which
// one range holds and the other does not.
func (s scope) difference(was, is model.Versions) scope {
	return scope{differing(s.all, was, is), differing(s.stable, was, is)}
}

func differing(in, was, is model.Versions) model.Versions {
	was, is = was.Intersect(in), is.Intersect(in)
	switch {
	case was == is:
		return model.None
	case was.Empty():
		return is
	case is.Empty():
		return was
	}
	low, high := min(was.Low, is.Low), max(was.High, is.High)
	if was.Low == is.Low {
		low = min(was.High, is.High) + 1
	}
	if was.High == is.High {
		high = max(was.Low, is.Low) - 1
	}
	return model.Versions{Low: low, High: high}
}

// inline are the versions in which f is written in order, not as a tag. A classic
// struct without a field has no bytes.
func inline(f *model.Field) model.Versions {
	v := f.Versions
	if !f.Tagged.Empty() {
		v.High = f.Tagged.Low - 1
	}
	if v.Empty() {
		return model.None
	}
	if f.Type.Kind == model.StructKind && f.Nullable.Empty() {
		filled := f.Flexible
		for _, g := range f.Type.Struct.Fields {
			filled = hull(filled, inline(g))
		}
		v = v.Intersect(filled)
	}
	return v
}

// written are the versions in which f has bytes, in order or as a tag.
func written(f *model.Field) model.Versions { return hull(inline(f), f.Tagged) }
