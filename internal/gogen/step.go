package gogen

import "slices"

// A plan is what the code of a struct does in one form, one step after the
// other. Encoding and decoding follow the same plan: templates render it once
// for each, and no decision looks at what they print.

// A block is steps that stand under the same condition on the version, and
// those under the opposite.
type block struct {
	Guard      guard
	Then, Else []*step
}

// A body is the steps of a struct in one form, for either direction. Both have
// the same steps for the fields of the layout.
type body struct {
	Encode, Decode []*block
	// End says whether steps may have failed at the end without leaving the
	// function. It is of use where they stand in line.
	End failures
}

// A step is one piece of a struct's layout, or of the care for its fields.
// Exactly one of the pointers is set.
type step struct {
	Run     *run
	String  *stringStep
	Bytes   *bytesStep
	List    *listStep
	Array   *arrayStep
	Struct  *structStep
	Absent  *absentStep  // encoding only
	Reset   *defaultStep // decoding only
	Section *sectionStep // the tag section
}

// place is where the steps of a struct stand: in a function of its own, or in
// line in the loop over an array of such structs.
type place struct {
	// X is the struct's Go expression: "m" or "elem".
	X string
	// Loop is the array's name for errors, "" in a function of the struct's own.
	Loop string
	// Once is set where the steps run once a message, and so better call
	// functions than have what those do in line.
	Once bool
	// groups is the Go expression for how many structs like this one are to
	// come, "" where slices within it are not cut from slabs.
	groups string
}

// A field is what every step for a field of the schema has.
type field struct {
	place
	Name string // the schema's, for errors
	X    string // Go expression
	In   string // Go expression of the input
	// After says whether a step before this one may have failed without leaving
	// the function.
	After failures
}

// failures says in which direction there may be one.
type failures struct {
	Encoding, Decoding bool
}

// A lengthForm is how the length of a field is laid out.
type lengthForm struct {
	layout   layout
	Nullable bool // null is allowed
}

func (f lengthForm) Classic() bool { return f.layout == classic }
func (f lengthForm) Compact() bool { return f.layout == flexible }
func (f lengthForm) Varies() bool  { return f.layout == varies }

// A run is fields of fixed width that lie next to each other in the same
// versions: they are written with one check for room, and within arrays read
// with one.
type run struct {
	field
	Width  int
	Fields []scalar
	// DeclareEncode and DeclareDecode are set where the variable for the run's
	// bytes is new.
	DeclareEncode, DeclareDecode bool
}

// ReadsEach reports whether decoding reads the fields one by one.
func (r *run) ReadsEach() bool { return r.Once }

// A scalar is a field of a run.
type scalar struct {
	Name string
	X    string
	In   string
	Kind string // such as "int32"
	Call string // end of the name of the function for one such field
	At   int    // offset in the run
	Bits int
}

// Width is the number of bytes.
func (s scalar) Width() int { return s.Bits / 8 }

// A stringStep is a string field where its layout is the same.
type stringStep struct {
	field
	Form lengthForm
	// Kind is "String", or for fields of type NullString "NullString" where null
	// is allowed and "ValidString" where it is not.
	Kind string
}

// Value is the Go expression of the content.
func (s *stringStep) Value() string {
	if s.Kind == "String" {
		return s.X
	}
	return s.X + ".Value"
}

// A bytesStep is a field of bytes or records.
type bytesStep struct {
	field
	Form lengthForm
	// Refuse is set where nil must not be encoded: the field is nullable in
	// other versions.
	Refuse bool
}

// A listStep is an array whose elements are no structs.
type listStep struct {
	field
	Form   lengthForm
	Refuse bool   // see bytesStep
	Elem   string // what the functions are called after: "Ints", "Strings" and so on
	// Int32s is set for the frequent lists of int32 that have functions of their
	// own.
	Int32s bool
	Slab   slabUse
}

// A slabUse is how memory is taken from a slab; the zero value is for memory of
// its own.
type slabUse struct {
	Name string
	// Groups is the Go expression for the number of slices to expect.
	Groups string
}

// An arrayStep is an array of structs.
type arrayStep struct {
	field
	Form       lengthForm
	NullWidth  int   // width of a null on the wire
	RefuseNull guard // versions in which null is refused although Form allows it
	Refuse     bool  // nil is refused in all versions
	MinWidth   int   // least width of an element
	GoElem     string
	Slab       slabUse
	Left       *groupsLeft // where elements hold slices that come from slabs
	Loops      []loop      // one for each layout of the elements
	Declare    bool        // decoding: the variable for the count is new
}

// RefusesNull reports whether null is refused in some of the versions.
func (a *arrayStep) RefusesNull() bool { return !a.RefuseNull.Always() }

// Split reports whether there is a loop for either layout.
func (a *arrayStep) Split() bool { return len(a.Loops) == 2 }

// groupsLeft is a variable with the number of structs to come in an array of
// arrays.
type groupsLeft struct {
	Var, Groups string
}

// A loop goes over the elements of an array: with a call for each, or with the
// element's steps in line.
type loop struct {
	field
	Guard guard // for the first of two loops
	Call  *call
	Body  *body
}

// A call is one of a struct's own functions.
type call struct {
	Suffix   string // of its name
	SlabArgs string // further arguments for decoding
}

// A structStep is a single struct.
type structStep struct {
	field
	Nullable bool   // there is a presence marker
	Refuse   bool   // nil is refused
	Tagged   bool   // in the tag section, where the marker is another one
	Pointer  string // Go type that a pointer is made of, "" for a value
	Slab     slabUse
	MinWidth int
	Calls    []call // one for each layout of the struct
	Guard    guard  // for the first of two calls
}

// Split reports whether there is a call for either layout.
func (s *structStep) Split() bool { return len(s.Calls) == 2 }

// An absentStep refuses to encode a field that is set in versions without it.
type absentStep struct {
	place
	Name    string
	Differs difference
}

// A defaultStep gives a field its default.
type defaultStep struct {
	X     string
	Value value
	// SetDefaults is set for structs that have defaults of their own.
	SetDefaults bool
}

// A sectionStep is the tag section of a struct, and with it the end of the
// struct.
type sectionStep struct {
	place
	// Tagged is set if the message has flexible versions, and so its structs
	// UnknownTags.
	Tagged bool
	Form   lengthForm
	// Known is set if the struct has tagged fields in these versions: then there
	// are functions for the section.
	Known   *tagSection
	Classic guard // the versions without a section, where the form varies
	// SlabArgs are further arguments for decoding.
	SlabArgs string
	// After says whether a step before may have failed.
	After failures
}

// A tagSection is the known tagged fields of a struct in one form.
type tagSection struct {
	Tags    []tag        // in order of numbers
	Foreign []foreignTag // tagged fields of other versions
	Known   int          // numbers below this are the schema's
	Set     []difference // what makes the section more than empty, beside unknown fields
	VarN    bool         // decoding counts elements
	VarNull bool         // decoding asks for the presence of structs
}

// HasTags reports whether there is a known field to encode.
func (s *tagSection) HasTags() bool { return len(s.Tags) > 0 }

// A tag is one tagged field.
type tag struct {
	Number, Ordinal int
	Name            string
	Guard           guard // versions that have it
	Differs         difference
	Reset           defaultStep
	ResetInPlace    defaultStep // the same where the rest of the struct stands
	ResetGuard      guard       // where another version has the field in front of the section
	Step            *step
	Scalar          *scalar
}

type foreignTag struct {
	Number int
	Name   string
}

// has reports whether one of the steps has the property, under whatever
// condition it stands.
func has(blocks []*block, property func(*step) bool) bool {
	return slices.ContainsFunc(blocks, func(b *block) bool {
		return slices.ContainsFunc(b.Then, property) || slices.ContainsFunc(b.Else, property)
	})
}

// Encodes and Decodes report whether the steps refer to the struct when they
// encode or decode; else there is no code for them in line.

func (b *body) Encodes() bool { return has(b.Encode, (*step).refers) }
func (b *body) Decodes() bool { return has(b.Decode, (*step).refers) }

// ChecksDecoding reports whether decoding in line asks at the end whether it has
// failed: a tag section has asked that. Encoding asks in the section only where
// nothing before it may have failed.
func (b *body) ChecksDecoding() bool {
	return b.End.Decoding && !has(b.Decode, func(s *step) bool {
		return s.Section != nil && s.Section.Tagged && !s.Section.Form.Classic()
	})
}

func (s *step) refers() bool {
	switch {
	case s.Section != nil:
		return s.Section.Tagged
	case s.Absent != nil:
		return s.Absent.Differs.Kind != "always"
	}
	return true
}
