package gogen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// tagsData is what the templates of a struct's tag section see.
type tagsData struct {
	Tags     []tagData
	Foreign  []foreignTag // known tags that none of the form's versions has
	Known    int          // numbers below this are the schema's
	NeedsErr bool         // encoding the fields can fail
	Vars     string       // declarations for decoding
}

// tagData is one tagged field, in order of numbers.
type tagData struct {
	Number int
	Name   string
	Set    string // condition for it to be written
	Absent string // condition on versions that lack it, or ""
	Encode string
	Size   string
	Decode string
}

type foreignTag struct {
	Number int
	Name   string
}

func hasKnownTags(s *model.Struct) bool {
	return slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return f.Tag >= 0 })
}

func (g *messageGen) tagsData(s *model.Struct, fm form) tagsData {
	var d tagsData
	for _, f := range s.Fields {
		if f.Tag < 0 {
			continue
		}
		d.Known = max(d.Known, f.Tag+1)
		tagged := f.Tagged.Intersect(fm.versions)
		if tagged.Empty() {
			d.Foreign = append(d.Foreign, foreignTag{f.Tag, f.Name})
			continue
		}
		d.Tags = append(d.Tags, g.tagData(s, f, fm, tagged))
	}
	slices.SortFunc(d.Tags, func(a, b tagData) int { return cmp.Compare(a.Number, b.Number) })
	slices.SortFunc(d.Foreign, func(a, b foreignTag) int { return cmp.Compare(a.Number, b.Number) })
	var all strings.Builder
	for _, t := range d.Tags {
		d.NeedsErr = d.NeedsErr || strings.Contains(t.Encode, "err")
		all.WriteString(t.Decode)
	}
	d.Vars = declarations(all.String(), "n int", "p []byte", "present bool", "err error")
	return d
}

func (g *messageGen) tagData(s *model.Struct, f *model.Field, fm form, tagged model.Versions) tagData {
	x := "m." + fieldName(f.Name)
	t := tagData{
		Number: f.Tag,
		Name:   f.Name,
		Set:    g.notDefault(f, x),
		Absent: guardOutside(tagged, fm.versions),
	}
	if cond := guard(tagged, fm.versions); cond != "" {
		t.Set = cond + " && " + t.Set
	}
	if width(f.Type.Kind) > 0 {
		r := newRun([]*model.Field{f}, g.ownScope(s))
		t.Encode = render("encode one", r.Fields[0])
		t.Size = render("size run", r)
		t.Decode = render("decode tagged", r.Fields[0])
		return t
	}
	compact := !f.Flexible.Intersect(tagged).Empty()
	data := g.newField(s, f, fm, g.ownScope(s), tagged, compact, true)
	kind := templateFor(f.Type.Kind)
	t.Encode = render("encode "+kind, data)
	t.Size = render("size "+kind, data)
	t.Decode = render("decode "+kind, data)
	return t
}

// sectionData is what the template that decodes a tag section sees.
type sectionData struct {
	scope
	Resets   []string
	Set      string // condition for the section to have a field, in some version
	SlabArgs string // further arguments
}

// anyTagSet is the condition for a tagged field of s to be set, or an unknown
// one. Hardly ever is one: the code for that is a function of its own, and what
// is set but not in the version to encode is left to it.
func (g *messageGen) anyTagSet(s *model.Struct, fm form, sc scope) string {
	var set []string
	for _, f := range s.Fields {
		if f.Tagged.Intersect(fm.versions).Empty() {
			continue
		}
		if x := sc.field(f); isPointer(f) && (f.Default.Null || !isNullable(f)) {
			set = append(set, x+" != nil")
		} else {
			set = append(set, g.notDefault(f, x))
		}
	}
	return strings.Join(append(set, "!"+sc.X+".UnknownTags.IsEmpty()"), " || ")
}

// tagResets are the statements that give the tagged fields of s their defaults,
// before the tag section is decoded.
func (g *messageGen) tagResets(s *model.Struct, fm form, sc scope) []string {
	var resets []string
	for _, f := range s.Fields {
		tagged := f.Tagged.Intersect(fm.versions)
		if tagged.Empty() {
			continue
		}
		reset := g.reset(f, sc)
		// In versions where the field is not tagged it was decoded before.
		if cond := guard(tagged, fm.versions); cond != "" && !without(f.Versions, f.Tagged).Intersect(fm.versions).Empty() {
			reset = "if " + cond + " {\n" + reset + "}\n"
		}
		resets = append(resets, reset)
	}
	return resets
}
