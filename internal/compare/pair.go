package compare

import (
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// A fieldPair is a field that both structs have.
type fieldPair struct {
	old, new *model.Field
}

// pairFields pairs the fields of two structs, of which both exist in the versions
// of in. Names count first, then tags, then renames that show: the struct that
// is its type, or its place and type. A field that shares no version with the
// one of its name is another field if there is a better partner. Pairs and added
// fields are in the new order.
func pairFields(from, to []*model.Field, in scope) (pairs []fieldPair, added, removed []*model.Field) {
	p := &pairing{from: from, to: to, partner: map[*model.Field]*model.Field{}, taken: map[*model.Field]bool{}}
	shareVersion := func(a, b *model.Field) bool {
		return !in.all.Intersect(a.Versions).Intersect(b.Versions).Empty() ||
			in.all.Intersect(a.Versions).Empty() && in.all.Intersect(b.Versions).Empty()
	}
	sameName := func(a, b *model.Field) bool { return a.Name == b.Name }
	p.match(func(a, b *model.Field) bool { return sameName(a, b) && shareVersion(a, b) })
	p.match(func(a, b *model.Field) bool { return a.Tag >= 0 && a.Tag == b.Tag && shareVersion(a, b) })
	p.match(func(a, b *model.Field) bool {
		s, t := structOf(a.Type), structOf(b.Type)
		return s != nil && t != nil && s.Name == t.Name && a.Type.Kind == b.Type.Kind && shareVersion(a, b)
	})
	p.match(func(a, b *model.Field) bool {
		return encoding(a.Type, false) == encoding(b.Type, false) && p.samePlace(a, b, in)
	})
	p.match(sameName)
	for _, f := range to {
		if old := p.partner[f]; old != nil {
			pairs = append(pairs, fieldPair{old, f})
		} else {
			added = append(added, f)
		}
	}
	for _, f := range from {
		if !p.taken[f] {
			removed = append(removed, f)
		}
	}
	return pairs, added, removed
}

// A pairing is the pairs found so far.
type pairing struct {
	from, to []*model.Field
	partner  map[*model.Field]*model.Field // the old field of a new one
	taken    map[*model.Field]bool         // old fields that have a partner
}

// match pairs fields that are left over, in order, where same says so.
func (p *pairing) match(same func(a, b *model.Field) bool) {
	for _, f := range p.to {
		if p.partner[f] != nil {
			continue
		}
		i := slices.IndexFunc(p.from, func(o *model.Field) bool { return !p.taken[o] && same(o, f) })
		if i >= 0 {
			p.partner[f] = p.from[i]
			p.taken[p.from[i]] = true
		}
	}
}

// samePlace reports whether a and b are written in the same place in the first
// version that both are in: behind fields that are a pair, or first. Of several
// fields renamed in a row each makes the place of the next.
func (p *pairing) samePlace(a, b *model.Field, in scope) bool {
	both := in.all.Intersect(inline(a)).Intersect(inline(b))
	if both.Empty() {
		return false
	}
	before, after := previous(p.from, a, both.Low), previous(p.to, b, both.Low)
	return before == nil && after == nil || after != nil && p.partner[after] == before
}

// previous returns the field that is written before f in the given version, or
// nil.
func previous(fields []*model.Field, f *model.Field, version int16) *model.Field {
	for i := slices.Index(fields, f) - 1; i >= 0; i-- {
		if inline(fields[i]).Contains(version) {
			return fields[i]
		}
	}
	return nil
}
