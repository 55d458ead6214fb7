package compare

import "github.com/kgen-go/kgen/internal/model"

// encoding is how a value of a type lies on the wire, apart from what is in a
// struct. Types of one encoding may take each other's place without a change of
// bytes, though not of Go code.
func encoding(t model.Type, flexible bool) string {
	switch t.Kind {
	case model.Array:
		return "array of " + encoding(*t.Elem, flexible)
	case model.Uint16:
		return model.Int16.String()
	case model.Uint32:
		return model.Int32.String()
	case model.String:
		if flexible {
			return model.Bytes.String() // both have a compact length
		}
	case model.Records:
		return model.Bytes.String()
	}
	return t.Kind.String()
}

// encodingDiffers returns the versions of s in which the two fields differ in the
// encoding of their types.
func (c *comparer) encodingDiffers(p fieldPair, s scope) scope {
	in := s.both(p)
	for _, flexible := range []bool{false, true} {
		if encoding(p.old.Type, flexible) == encoding(p.new.Type, flexible) {
			in = in.within(formVersions(p.old.Flexible, !flexible, in.all))
		}
	}
	return in
}

// formVersions are the versions of in that are flexible, or those that are not:
// what is flexible stays so.
func formVersions(flexible model.Versions, want bool, in model.Versions) model.Versions {
	if want {
		return in.Intersect(flexible)
	}
	if flexible.Empty() {
		return in
	}
	return in.Intersect(model.Versions{Low: 0, High: flexible.Low - 1})
}
