package compare

import (
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/kgen-go/kgen/internal/model"
)

type structPair struct {
	old, new *model.Struct
}

// A fieldPair is a field that both structs have.
type fieldPair struct {
	old, new *model.Field
}

// structs compares the fields of two structs; path leads to them.
func (c *comparer) structs(from, to *model.Struct, path string) {
	if slices.Contains(c.seen, structPair{from, to}) {
		return
	}
	c.seen = append(c.seen, structPair{from, to})
	pairs, added, removed := pairFields(from.Fields, to.Fields)
	for _, f := range added {
		c.findings = append(c.findings, Finding{Kind: FieldAdded, Message: c.new.Name, Field: join(path, f.Name),
			New: &Place{c.new.Path, f.Pos, describeField(f, c.new)}})
	}
	for _, f := range removed {
		c.findings = append(c.findings, Finding{Kind: FieldRemoved, Message: c.new.Name, Field: join(path, f.Name),
			Old: &Place{c.old.Path, f.Pos, describeField(f, c.old)}})
	}
	c.order(pairs, from.Fields, path)
	for _, p := range pairs {
		c.field(p, join(path, p.new.Name))
	}
}

// pairFields pairs fields by name, and those left over by tag. Pairs and added
// fields are in the new order.
func pairFields(from, to []*model.Field) (pairs []fieldPair, added, removed []*model.Field) {
	partners := make([]*model.Field, len(to))
	removed = slices.Clone(from)
	match := func(same func(a, b *model.Field) bool) {
		for i, f := range to {
			if partners[i] != nil {
				continue
			}
			if j := slices.IndexFunc(removed, func(o *model.Field) bool { return same(o, f) }); j >= 0 {
				partners[i] = removed[j]
				removed = slices.Delete(removed, j, j+1)
			}
		}
	}
	match(func(a, b *model.Field) bool { return a.Name == b.Name })
	match(func(a, b *model.Field) bool { return a.Tag >= 0 && a.Tag == b.Tag })
	for i, f := range to {
		if partners[i] == nil {
			added = append(added, f)
		} else {
			pairs = append(pairs, fieldPair{partners[i], f})
		}
	}
	return pairs, added, removed
}

// field compares one field and, if it is of a struct type, what lies below.
func (c *comparer) field(p fieldPair, path string) {
	differ := func(kind Kind, was, is string) { c.differ(kind, path, p.old.Pos, p.new.Pos, was, is) }
	inVersions := func(kind Kind, was, is model.Versions) {
		c.differInVersions(kind, path, p.old.Pos, p.new.Pos, was, is)
	}
	differ(Name, p.old.Name, p.new.Name)
	differ(Type, typeWord(p.old.Type, false), typeWord(p.new.Type, false))
	inVersions(Versions, p.old.Versions, p.new.Versions)
	inVersions(NullableVersions, p.old.Nullable, p.new.Nullable)
	inVersions(TaggedVersions, p.old.Tagged, p.new.Tagged)
	differ(Tag, tag(p.old), tag(p.new))
	differ(FlexibleVersions, ownFlexible(p.old, c.old), ownFlexible(p.new, c.new))
	differ(Ignorable, strconv.FormatBool(p.old.Ignorable), strconv.FormatBool(p.new.Ignorable))
	differ(MapKey, strconv.FormatBool(p.old.MapKey), strconv.FormatBool(p.new.MapKey))
	differ(ZeroCopy, strconv.FormatBool(p.old.ZeroCopy), strconv.FormatBool(p.new.ZeroCopy))
	differ(EntityType, orNone(p.old.EntityType), orNone(p.new.EntityType))
	if typeWord(p.old.Type, false) == typeWord(p.new.Type, false) {
		differ(Default, defaultText(p.old), defaultText(p.new))
	}
	if from, to := structOf(p.old.Type), structOf(p.new.Type); from != nil && to != nil {
		differ(StructName, from.Name, to.Name)
		c.structs(from, to, path)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func describeField(f *model.Field, m *model.Message) string {
	return typeWord(f.Type, true) + ", versions " + openEnded(f.Versions, m.Valid, 0)
}

// structOf is the struct that t is or has as elements, or nil.
func structOf(t model.Type) *model.Struct {
	if t.Elem != nil {
		t = *t.Elem
	}
	return t.Struct
}

// typeWord shows a type as schemas write it, with the names of structs or
// without.
func typeWord(t model.Type, named bool) string {
	switch {
	case t.Kind == model.Array:
		return "[]" + typeWord(*t.Elem, named)
	case t.Kind == model.StructKind && named:
		return t.Struct.Name
	}
	return t.Kind.String()
}

func tag(f *model.Field) string {
	if f.Tag < 0 {
		return "none"
	}
	return strconv.Itoa(f.Tag)
}

// ownFlexible shows the flexible versions of a field that has some of its own.
func ownFlexible(f *model.Field, m *model.Message) string {
	if f.Flexible == m.Flexible {
		return "those of the message"
	}
	return openEnded(f.Flexible, m.Valid, 0)
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

func defaultText(f *model.Field) string {
	d := f.Default
	if d.Null {
		return "null"
	}
	switch f.Type.Kind {
	case model.Bool:
		return strconv.FormatBool(d.Bool)
	case model.Float64:
		return strconv.FormatFloat(d.Float, 'g', -1, 64)
	case model.String:
		return strconv.Quote(d.String)
	case model.UUID:
		return hex.EncodeToString(d.UUID[:])
	case model.Bytes, model.Records, model.StructKind, model.Array:
		return "empty"
	}
	return strconv.FormatInt(d.Int, 10)
}
