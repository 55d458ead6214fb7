package gogen

import (
	"fmt"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// structData is what the templates of a struct see.
type structData struct {
	Doc     string
	Go      string
	Fields  []structField
	HasTags bool

	NeedsNew       bool
	Defaults       []fieldDefault
	NestedDefaults []string // struct fields with defaults of their own
	NeedsIsDefault bool
	NotDefault     string

	Forms []formData
}

// HasDefaults reports whether a field has a default that is not Go's zero value.
func (d *structData) HasDefaults() bool { return len(d.Defaults)+len(d.NestedDefaults) > 0 }

type structField struct {
	Doc, Go, Type string
}

type fieldDefault struct {
	Go, Expr string
}

// formData is what the templates of a struct's functions in one form see.
type formData struct {
	Go, Suffix string
	Vectored   bool
	SlabParams string // further parameters for decoding
	Inlined    bool   // its statements stand where the struct is used

	Encode, EncodeTags string
	Size, SizeTags     string
	Decode, DecodeTags string
}

func (g *messageGen) structData(s *model.Struct) *structData {
	name := g.structNames[s]
	d := &structData{
		Doc:            g.structDoc(s),
		Go:             name,
		HasTags:        isFlexible(g.m),
		NeedsNew:       g.needsNew[s],
		NeedsIsDefault: g.needsIsDefault[s],
	}
	var differs []string
	for _, f := range liveFields(s) {
		goName := fieldName(f.Name)
		d.Fields = append(d.Fields, structField{g.fieldDoc(f), goName, g.goType(f)})
		expr, zero := g.defaultExpr(f)
		switch {
		case zero:
		case f.Type.Kind == model.StructKind && !isPointer(f):
			d.NestedDefaults = append(d.NestedDefaults, goName)
		default:
			d.Defaults = append(d.Defaults, fieldDefault{goName, expr})
		}
		differs = append(differs, g.notDefault(f, "m."+goName))
	}
	if d.HasTags {
		differs = append(differs, "!m.UnknownTags.IsEmpty()")
	}
	d.NotDefault = strings.Join(differs, " ||\n")
	if d.NotDefault == "" {
		d.NotDefault = "false"
	}
	for _, fm := range forms(g.m) {
		if fm = fm.within(s.Versions); !fm.versions.Empty() {
			d.Forms = append(d.Forms, g.formData(s, fm))
		}
	}
	return d
}

func (g *messageGen) formData(s *model.Struct, fm form) formData {
	d := formData{
		Go: g.structNames[s], Suffix: fm.suffix, Vectored: g.vectored[s], Inlined: g.inlined[s],
	}
	switch {
	case s == g.m.Body && len(g.slabs) > 0:
		d.SlabParams = ", slabs *" + slabsName(g.m)
	case s != g.m.Body && g.needsGroups[s]:
		d.SlabParams = ", slabs *" + slabsName(g.m) + ", groups int"
	}
	if fm.flexible && hasKnownTags(s) {
		t := g.tagsData(s, fm)
		d.EncodeTags = render("encode tags", t)
		d.SizeTags = render("size tags", t)
		d.DecodeTags = render("decode tags", t)
	}
	if d.Inlined {
		return d
	}
	body := g.body(s, fm, g.ownScope(s))
	encode, decode := body.encode.String(), body.decode.String()
	d.Encode = declarations(encode, "p []byte", "err error") + encode
	d.Decode = declarations(decode, "n int", "p []byte", "present bool", "err error") + decode
	d.Size = fmt.Sprintf("n := %d\n", body.width) + body.size.String()
	return d
}

// body is the statements for a struct in one form.
type body struct {
	encode, decode, size code
	width                int // bytes of fixed width
}

// body plans the statements for s, tag section included.
func (g *messageGen) body(s *model.Struct, fm form, sc scope) *body {
	b := new(body)
	for _, st := range g.steps(s, fm, sc) {
		b.encode.add(st.guard, st.encode, "")
		b.decode.add(st.guard, st.decode, st.reset)
		if st.guard == "" {
			b.width += st.width
		} else if st.width > 0 {
			b.size.add(st.guard, fmt.Sprintf("n += %d\n", st.width), "")
		}
		b.size.add(st.guard, st.size, "")
	}
	switch {
	case fm.flexible && hasKnownTags(s):
		section := sectionData{scope: sc, Resets: g.tagResets(s, fm, sc), Set: g.anyTagSet(s, fm, sc)}
		if s != g.m.Body && g.needsGroups[s] {
			section.SlabArgs = slabArgs(sc.groups)
		} else if s == g.m.Body && len(g.slabs) > 0 {
			section.SlabArgs = ", slabs"
		}
		b.encode.add("", render("encode section", section), "")
		b.decode.add("", render("decode section", section), "")
		b.size.add("", render("size section", section), "")
	case fm.flexible:
		b.encode.add("", render("encode no tags", sc), "")
		b.decode.add("", render("decode no tags", sc), "")
		b.size.add("", render("size no tags", sc), "")
	case isFlexible(g.m):
		b.encode.add("", render("refuse tags", sc), "")
		b.decode.add("", fmt.Sprintf("%s.UnknownTags = kwire.Tags{}\n", sc.X), "")
	case sc.Own():
		b.encode.add("", "return b, nil\n", "")
	}
	if sc.Own() && !fm.flexible {
		b.decode.add("", "return i, nil\n", "")
		b.size.add("", "return n\n", "")
	}
	return b
}

// inline plans the loops over field f, an array of structs that stand in line.
func (g *messageGen) inline(f *model.Field, fm form, d fieldData) *inlineData {
	s := f.Type.Elem.Struct
	b := g.body(s, fm.within(s.Versions), elementScope(f, d.Groups))
	in := &inlineData{
		Encode: loop{X: d.X, Body: b.encode.String() + "\n"},
		Decode: loop{X: d.X, Body: b.decode.String() + "\n"},
		Width:  b.width,
	}
	if d.GroupsExpr != "" && strings.Contains(in.Decode.Body, d.Groups) {
		in.Decode.GroupsVar, in.Decode.GroupsExpr = d.GroupsVar, d.GroupsExpr
	}
	if size := b.size.String(); size != "" {
		in.Size = &loop{X: d.X, Body: size + "\n"}
	}
	return in
}

// code is the body of a function: statements, some under conditions.
// Neighbours under the same condition share it.
type code struct {
	parts []part
}

type part struct {
	guard           string
	body, otherwise string
}

func (c *code) add(guard, body, els string) {
	if body == "" && els == "" {
		return
	}
	if last := len(c.parts) - 1; last >= 0 && guard != "" && c.parts[last].guard == guard {
		c.parts[last].body += body
		c.parts[last].otherwise += els
		return
	}
	c.parts = append(c.parts, part{guard, body, els})
}

func (c *code) String() string {
	var b strings.Builder
	for _, p := range c.parts {
		switch {
		case p.guard == "":
			b.WriteString(p.body)
		case p.otherwise == "":
			fmt.Fprintf(&b, "if %s {\n%s}\n", p.guard, p.body)
		default:
			fmt.Fprintf(&b, "if %s {\n%s} else {\n%s}\n", p.guard, p.body, p.otherwise)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// declarations declares those variables that the text assigns to.
func declarations(text string, vars ...string) string {
	var b strings.Builder
	for _, v := range vars {
		name, _, _ := strings.Cut(v, " ")
		if uses(text, name) {
			fmt.Fprintf(&b, "var %s\n", v)
		}
	}
	return b.String()
}

// uses reports whether text assigns to the variable: "x = " or "x, ".
func uses(text, name string) bool {
	for _, before := range []string{"\n", "\t", " "} {
		for _, after := range []string{" = ", ", i, err = ", ", err = "} {
			if strings.Contains("\n"+text, before+name+after) {
				return true
			}
		}
	}
	return false
}
