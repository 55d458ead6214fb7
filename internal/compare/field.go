package compare

import (
	"encoding/hex"
	"strconv"

	"github.com/kgen-go/kgen/internal/model"
)

type structPair struct {
	old, new *model.Struct
}

// maxVisits bounds how many paths to one common struct are followed. Structs that
// use each other in a ladder have more paths than anybody would read.
const maxVisits = 32

// structs compares the fields of two structs. path leads to them, and they both
// exist in the versions of in. In those of whole they stand in a tagged field,
// which is left out if all in it has its default.
func (c *comparer) structs(from, to *model.Struct, path string, in, whole scope) {
	pair := structPair{from, to}
	if c.visits[pair]++; c.visits[pair] > maxVisits {
		return
	}
	pairs, added, removed := pairFields(from.Fields, to.Fields, in)
	for _, f := range added {
		s := in.within(inline(f))
		c.addIn(s, Finding{Kind: FieldAdded, Class: s.class(Added), Struct: to.Name, Field: join(path, f.Name),
			New: &Place{c.new.Path, f.Pos, describeField(f, c.new)}})
	}
	for _, f := range removed {
		s := in.within(written(f))
		c.addIn(s, Finding{Kind: FieldRemoved, Class: s.class(Source), Struct: to.Name, Field: join(path, f.Name),
			Old: &Place{c.old.Path, f.Pos, describeField(f, c.old)}})
	}
	c.order(pairs, from.Fields, path, in)
	for _, p := range pairs {
		c.field(p, structPair{from, to}, join(path, p.new.Name), in, whole)
	}
}

// field compares one field and, if it is of a struct type, what lies below.
func (c *comparer) field(p fieldPair, within structPair, path string, in, whole scope) {
	first := len(c.findings)
	differ := func(kind Kind, class Class, s scope, was, is string) {
		c.differ(kind, class, s, path, p.old.Pos, p.new.Pos, was, is)
	}
	plain := func(kind Kind, class Class, was, is string) {
		differ(kind, class, noVersion, was, is)
	}
	inVersions := func(kind Kind, s scope, otherwise Class, was, is model.Versions) {
		wasText, isText := c.shown(was, is)
		differ(kind, s.class(otherwise), s, wasText, isText)
	}
	both := in.both(p)
	plain(Name, Source, p.old.Name, p.new.Name)
	oldType, newType := typeWord(p.old.Type, false), typeWord(p.new.Type, false)
	encodings := c.encodingDiffers(p, in)
	differ(Type, encodings.class(Source), encodings, oldType, newType)
	c.presence(p, within, path, in)
	nulls := both.difference(p.old.Nullable, p.new.Nullable)
	inVersions(NullableVersions, nulls, Source, p.old.Nullable, p.new.Nullable)
	if p.old.Tagged != p.old.Versions || p.new.Tagged != p.new.Versions { // else presence has said it
		tags := both.difference(p.old.Tagged, p.new.Tagged)
		inVersions(TaggedVersions, tags, Source, p.old.Tagged, p.new.Tagged)
	}
	tagged := both.within(p.old.Tagged).within(p.new.Tagged)
	differ(Tag, tagged.class(Added), tagged, tag(p.old), tag(p.new))
	forms := both.difference(p.old.Flexible, p.new.Flexible)
	differ(FlexibleVersions, forms.class(Added), forms, ownFlexible(p.old, c.old), ownFlexible(p.new, c.new))
	plain(Ignorable, Source, strconv.FormatBool(p.old.Ignorable), strconv.FormatBool(p.new.Ignorable))
	plain(MapKey, Words, strconv.FormatBool(p.old.MapKey), strconv.FormatBool(p.new.MapKey))
	plain(ZeroCopy, Words, strconv.FormatBool(p.old.ZeroCopy), strconv.FormatBool(p.new.ZeroCopy))
	plain(EntityType, Words, orNone(p.old.EntityType), orNone(p.new.EntityType))
	if encodings.all.Empty() {
		// A tagged field is left out at its default, so that the default is what
		// its absence means.
		omitted := tagged.or(whole.both(p))
		differ(Default, omitted.class(Source), omitted, defaultText(p.old), defaultText(p.new))
	}
	from, to := structOf(p.old.Type), structOf(p.new.Type)
	if from != nil && to != nil {
		plain(StructName, Source, from.Name, to.Name)
	}
	for i := first; i < len(c.findings); i++ {
		c.findings[i].Struct = within.new.Name
	}
	if from != nil && to != nil {
		below := noVersion
		if p.old.Type.Kind == model.StructKind && !p.old.Default.Null { // else null is what is left out
			below = tagged.or(whole.both(p))
		}
		c.structs(from, to, path, both, below)
	}
}

// presence compares the versions in which a field exists. A field that fills its
// struct follows it, so that a struct with other versions is one difference. A
// tagged field that comes to a version is new to it, as old readers skip it.
func (c *comparer) presence(p fieldPair, within structPair, path string, in scope) {
	fills := func(f *model.Field, s *model.Struct) bool { return f.Versions.ContainsAll(s.Versions) }
	if fills(p.old, within.old) && fills(p.new, within.new) {
		return
	}
	was, is := written(p.old), written(p.new)
	s := in.difference(was, is)
	onlyTagsCome := is.ContainsAll(was.Intersect(in.all)) && in.within(inline(p.new)).difference(was, inline(p.new)).all.Empty()
	class := s.class(Added)
	if onlyTagsCome {
		class = Added
	}
	wasText, isText := c.shown(p.old.Versions, p.new.Versions)
	c.differ(Versions, class, s, path, p.old.Pos, p.new.Pos, wasText, isText)
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
		if d.String == "" {
			return "empty"
		}
		return strconv.Quote(d.String)
	case model.UUID:
		return hex.EncodeToString(d.UUID[:])
	case model.Bytes, model.Records, model.StructKind, model.Array:
		return "empty"
	}
	return strconv.FormatInt(d.Int, 10)
}
