package gogen

import (
	"fmt"

	"github.com/kgen-go/kgen/internal/model"
)

// fieldData is what the templates of fields of varying width see: one field in
// one form, in the versions in which its layout is the same.
type fieldData struct {
	scope scope
	Name  string // the schema's, for errors
	X     string // Go expression of the field
	Value string // Go expression that the string functions take
	Text  string // Go expression of a string's content
	In    string // Go expression of the input

	Compact string // "Compact" or ""
	// Nullable is "Nullable" where null is written and read in some of the
	// versions, else "".
	Nullable string
	// RefuseNull is the condition under which a null is refused, "" if there
	// is none to refuse; RefuseVersions is its part about versions.
	RefuseNull     string
	RefuseVersions string
	NullWidth      int // width of a null on the wire
	// MarkValid is set where a NullString must be marked as not null, since
	// these versions have no null.
	MarkValid bool

	// For arrays.
	Int32s     bool // a common array of int32, which has functions of its own
	ElemStruct bool
	ElemFunc   string // end of the name of the functions for the elements
	ElemForm   string // "Compact" for elements with lengths
	ElemFails  bool   // encoding the elements can fail
	ElemWidth  int    // width of a fixed-width element, else 0
	MinWidth   int    // least width of an element
	GoElem     string // Go type of an element
	Slab       string // name of the slab that elements come from, or ""
	SlabGroups string // argument for the number of slices to come from it

	Inline *inlineData

	// For structs and arrays of them.
	Suffix     string // of the functions of the form
	GoStruct   string
	Pointer    bool
	NullMarker string // byte for a null struct
	Present    string // method that reads the presence marker
	Groups     string // number of groups of slices within the struct, or ""
	// GroupsVar is the variable for the number of groups in all elements, and
	// GroupsExpr its value; "" if Groups does without.
	GroupsVar, GroupsExpr string
	Vectored              bool
	Vector                string // argument for the vector
}

// newField plans the field f, of a struct in form fm, for the versions given,
// either in line or, if tagged, in the tag section.
func (g *messageGen) newField(s *model.Struct, f *model.Field, fm form, sc scope, versions model.Versions, compact, tagged bool) fieldData {
	x := sc.field(f)
	d := fieldData{
		scope: sc, Name: f.Name, X: x, Value: x, Text: x, In: "b",
		Suffix: fm.suffix, NullMarker: "0xff", Present: "Present", Vector: "v", NullWidth: 4,
		Pointer: isPointer(f),
	}
	if tagged {
		d.In, d.NullMarker, d.Present, d.Vector = "t.Bytes", "0", "TagPresent", "nil"
	}
	if compact {
		d.Compact = "Compact"
		d.NullWidth = 1
	} else if f.Type.Kind == model.String {
		d.NullWidth = 2
	}
	g.planNull(&d, f, versions)
	switch f.Type.Kind {
	case model.Bytes, model.Records:
		d.Vectored = !tagged
	case model.Array:
		g.planArray(&d, s, f, fm, compact)
		if d.ElemStruct && g.inlined[f.Type.Elem.Struct] {
			d.Inline = g.inline(f, fm, d)
		}
	case model.StructKind:
		d.NullWidth = 1
		g.planStruct(&d, s, f.Type.Struct)
	}
	return d
}

// planNull decides what happens to a null of f in the versions given.
func (g *messageGen) planNull(d *fieldData, f *model.Field, versions model.Versions) {
	if f.Type.Kind == model.String && isNullable(f) {
		d.Text = d.X + ".Value"
	}
	if !isNullable(f) {
		return
	}
	isNull := d.X + " == nil"
	if f.Type.Kind == model.String {
		isNull = "!" + d.X + ".Valid"
	}
	allowed := f.Nullable.Intersect(versions)
	if allowed.Empty() {
		d.RefuseNull = isNull
		if f.Type.Kind == model.String {
			d.Value = d.X + ".Value"
			d.MarkValid = true
		}
		return
	}
	d.Nullable = "Nullable"
	if d.RefuseVersions = guardOutside(allowed, versions); d.RefuseVersions != "" {
		d.RefuseNull = d.RefuseVersions + " && " + isNull
	}
}

func (g *messageGen) planArray(d *fieldData, s *model.Struct, f *model.Field, fm form, compact bool) {
	elem := f.Type.Elem
	d.MinWidth = minElemWidth(elem, fm, compact)
	d.ElemWidth = width(elem.Kind)
	d.GoElem = g.goElem(elem)
	switch elem.Kind {
	case model.Bool:
		d.ElemFunc = "Bools"
	case model.Float64:
		d.ElemFunc = "Floats"
	case model.UUID:
		d.ElemFunc = "UUIDs"
	case model.String:
		d.ElemFunc, d.ElemForm, d.ElemFails = "Strings", d.Compact, true
	case model.Bytes, model.Records:
		d.ElemFunc, d.ElemForm = "ByteStrings", d.Compact
	case model.StructKind:
		d.ElemStruct = true
		g.planStruct(d, s, elem.Struct)
		switch {
		case !g.needsGroups[elem.Struct]:
		case s == g.m.Body:
			d.Groups = fmt.Sprintf("len(%s)-j", d.X)
		default:
			d.GroupsVar = unexported(f.Name) + "Left"
			d.Groups = d.GroupsVar + "-j"
			d.GroupsExpr = fmt.Sprintf("kwire.Groups(%s, len(%s))", d.scope.groups, d.X)
		}
	default:
		d.ElemFunc = "Ints"
		d.Int32s = elem.Kind == model.Int32 && d.Nullable == ""
	}
	if s != g.m.Body {
		d.Slab = g.slab(elem)
		d.SlabGroups = d.scope.groups
		// Fields of the struct that share the slab come in equal numbers.
		if n := g.countSharing(s, d.Slab); n > 1 {
			d.SlabGroups = fmt.Sprintf("%d*(%s)", n, d.scope.groups)
		}
	}
}

func (g *messageGen) planStruct(d *fieldData, parent, s *model.Struct) {
	d.GoStruct = g.structNames[s]
	d.Vectored = g.vectored[s]
	switch {
	case !g.needsGroups[s]:
	case parent == g.m.Body:
		d.Groups = "1"
	default:
		d.Groups = d.scope.groups
	}
}

// SlabArgs are the further arguments for decoding a struct that holds arrays.
func (d fieldData) SlabArgs() string { return slabArgs(d.Groups) }

func slabArgs(groups string) string {
	if groups == "" {
		return ""
	}
	return ", slabs, " + groups
}

// Fail is the Go expression that completes err, which the field met.
func (d fieldData) Fail() string {
	return d.scope.Fail(fmt.Sprintf("kwire.InField(err, %q)", d.Name))
}

// Once reports whether the statements run once a message.
func (d fieldData) Once() bool { return d.scope.Once }

// FailNull is the error for a null that must not be encoded.
func (d fieldData) FailNull() string {
	return d.scope.Fail(fmt.Sprintf("kwire.NullField(%q)", d.Name))
}

// FailTooLong is the error for a string that is too long to be encoded.
func (d fieldData) FailTooLong() string {
	return d.scope.Fail(fmt.Sprintf("kwire.StringTooLong(%q, len(%s))", d.Name, d.Text))
}

// FailNullAt is the error for a null that decoding has just read.
func (d fieldData) FailNullAt() string {
	return d.scope.Fail(fmt.Sprintf("kwire.InField(kwire.NullAt(i-%d), %q)", d.NullWidth, d.Name))
}

// template is the end of the name of the templates for fields of kind k.
func templateFor(k model.Kind) string {
	switch k {
	case model.String:
		return "string"
	case model.Bytes, model.Records:
		return "bytes"
	case model.Array:
		return "array"
	}
	return "nested"
}
