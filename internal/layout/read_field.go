package layout

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"

	"github.com/iancoleman/strcase"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// field reads f, in its place in the struct or among the tagged fields.
func (r *reader) field(f *model.Field, tagged bool) any {
	nullable := f.Nullable.Contains(r.version)
	name, typ := f.Name, ""
	if r.quiet == 0 {
		typ = typeName(f.Type, nullable)
		if r.message.Type == model.Header {
			name = strcase.ToSnake(name)
		}
	}
	n := r.begin(name, typ, f.About)
	defer r.end(n)
	if f.Type.Kind == model.StructKind && nullable && !r.present(tagged) {
		n.set("null", "")
		return nil
	}
	return r.value(n, f, f.Type, nullable)
}

// present reads the marker before a nullable struct, which is a varint in
// tagged fields, and reports whether the struct follows.
func (r *reader) present(tagged bool) bool {
	start := r.at
	null, typ, read := int64(-1), "int8", func() int64 { return r.integer(1) }
	if tagged {
		null, typ, read = 0, "uvarint", r.readUvarint
	}
	marker := r.plain("present", typ, fmt.Sprintf("1 if the struct follows, %d for null", null), read)
	if r.fault == nil && marker != 1 && marker != null {
		r.fail(start, fmt.Sprintf("a marker of 1 or %d", null), strconv.FormatInt(marker, 10))
	}
	return r.fault == nil && marker == 1
}

// value reads a value of type t, of f itself or of an element of it, into the
// node n, which may be nil.
func (r *reader) value(n *Node, f *model.Field, t model.Type, nullable bool) any {
	var v any
	switch t.Kind {
	case model.Bool:
		isTrue := r.integer(1) != 0
		n.set(strconv.FormatBool(isTrue), "")
		v = isTrue
	case model.Float64:
		number := math.Float64frombits(uint64(r.integer(8)))
		n.set(strconv.FormatFloat(number, 'g', -1, 64), "")
		v = number
	case model.UUID:
		var id value.UUID
		copy(id[:], r.take(len(id)))
		n.set(id.String(), "")
		r.noteTopicID(f, id)
		v = id
	case model.String:
		return r.str(n, f, nullable)
	case model.Bytes:
		return r.bytes(n, f, nullable)
	case model.Records:
		return r.records(n, f, nullable)
	case model.Array:
		return r.array(n, f, *t.Elem)
	case model.StructKind:
		n.set("struct", "")
		// A nil pointer in an interface would not be nil.
		if s := r.structure(t.Struct); s != nil {
			return s
		}
		return nil
	default:
		number := r.number(t.Kind)
		if n != nil {
			n.set(r.numberText(f, number), "")
		}
		v = number
	}
	if !r.opts.Values || r.fault != nil {
		return nil
	}
	return v
}

// number reads an integer of the given kind.
func (r *reader) number(kind model.Kind) int64 {
	switch kind {
	case model.Int8:
		return r.integer(1)
	case model.Int16:
		return r.integer(2)
	case model.Uint16:
		return int64(uint16(r.integer(2)))
	case model.Int32:
		return r.integer(4)
	case model.Uint32:
		return int64(uint32(r.integer(4)))
	}
	return r.integer(8)
}

// numberText shows a number; that of an API with its name.
func (r *reader) numberText(f *model.Field, number int64) string {
	text := strconv.FormatInt(number, 10)
	if r.message.Name == "RequestHeader" && f.Name == "RequestApiKey" {
		if m := r.catalog.ByKey(model.Request, int16(number)); m != nil {
			text += " (" + m.APIName() + ")"
		}
	}
	return text
}

func (r *reader) str(n *Node, f *model.Field, nullable bool) any {
	start := r.at
	length := r.length(f, 2, nullable)
	if r.fault == nil && length > math.MaxInt16 {
		r.fail(start, "a string of up to 32767 bytes", plural(length, "byte"))
	}
	content, isNull := r.content(length)
	if n != nil && r.fault == nil {
		n.Form = r.form(f, 2, length, "len")
		n.Value = "null"
		if !isNull {
			n.Value = r.quoted(content)
		}
	}
	r.noteString(f, content)
	if !r.opts.Values || isNull || r.fault != nil {
		return nil
	}
	return string(content)
}

func (r *reader) bytes(n *Node, f *model.Field, nullable bool) any {
	length := r.length(f, 4, nullable)
	start := r.at
	content, isNull := r.content(length)
	if n != nil && r.fault == nil {
		n.Form = r.form(f, 4, length, "len")
		n.Value = "null"
		if !isNull {
			n.Value = r.shown(content)
			r.openBytes(n, f, start, content)
		}
	}
	if !r.opts.Values || isNull || r.fault != nil {
		return nil
	}
	return content
}

// content reads as many bytes as a length says; -1 is null.
func (r *reader) content(length int) (content []byte, isNull bool) {
	if length < 0 {
		return nil, true
	}
	return r.take(length), false
}

// array reads the count and the elements of f.
func (r *reader) array(n *Node, f *model.Field, elem model.Type) any {
	start := r.at
	part := r.begin("length", "", "")
	count := r.length(f, 4, f.Nullable.Contains(r.version))
	if r.fault == nil && count > r.left() {
		// Nothing is as small as no byte, so these elements cannot all be there.
		r.fail(start, "a number of elements", fmt.Sprintf("%d, with %s left", count, plural(r.left(), "byte")))
		r.fault.Short = true
	}
	if part != nil {
		r.describeCount(part, f, count)
	}
	r.end(part)
	if r.fault != nil {
		return nil
	}
	if count < 0 {
		n.set("null", "")
		return nil
	}
	if n != nil {
		n.set(plural(count, "element"), "")
	}
	var list []any
	if r.opts.Values {
		list = []any{}
	}
	r.elements(count, func(i int) {
		v := r.element(f, elem, i)
		if r.opts.Values && r.fault == nil {
			list = append(list, v)
		}
	})
	if !r.opts.Values {
		return nil
	}
	return list
}

// describeCount fills the node of an array's count.
func (r *reader) describeCount(part *Node, f *model.Field, count int) {
	part.Type, part.Value = "int32", strconv.Itoa(count)
	if f.Flexible.Contains(r.version) {
		part.Type, part.Value, part.Form = "uvarint", strconv.Itoa(count+1), "compact, n+1"
	}
	switch count {
	case -1:
		part.About = "the array is null"
	case 0:
		part.About = "no element follows"
	case 1:
		part.About = "one element follows"
	default:
		part.About = plural(count, "element") + " follow"
	}
}

// describeLength fills the node of the length of bytes.
func (r *reader) describeLength(part *Node, f *model.Field, length int) {
	part.Type, part.Value = "int32", strconv.Itoa(length)
	if f.Flexible.Contains(r.version) {
		part.Type, part.Value, part.Form = "uvarint", strconv.Itoa(length+1), "compact, n+1"
	}
}

// element reads the element of f with index i, which is never null.
func (r *reader) element(f *model.Field, elem model.Type, i int) any {
	if r.quiet > 0 {
		return r.value(nil, f, elem, false)
	}
	name := f.Name
	if elem.Kind == model.StructKind {
		name = elem.Struct.Name
	}
	n := r.begin(fmt.Sprintf("%s[%d]", name, i), typeName(elem, false), "")
	defer r.end(n)
	return r.value(n, f, elem, false)
}

// length reads the length of f in compact form, or in width bytes otherwise. It
// is -1 for null.
func (r *reader) length(f *model.Field, width int, nullable bool) int {
	start, n := r.at, 0
	if f.Flexible.Contains(r.version) {
		// Kafka subtracts in 32 bits, so that 2^31 becomes the greatest length.
		n = int(int32(r.uvarint() - 1))
	} else {
		n = int(r.integer(width))
	}
	switch {
	case r.fault != nil:
	case n < -1:
		r.fail(start, "a length", strconv.Itoa(n))
	case n < 0 && !nullable:
		r.fail(start, fmt.Sprintf("a value, as %s is not nullable in version %d", f.Name, r.version), "null")
	}
	return n
}

// form describes how length has written the length n, which it calls what.
func (r *reader) form(f *model.Field, width, n int, what string) string {
	if f.Flexible.Contains(r.version) {
		return fmt.Sprintf("compact, %s+1=%d", what, n+1)
	}
	return fmt.Sprintf("int%d %s=%d", 8*width, what, n)
}

// set gives n, which may be nil, its value.
func (n *Node) set(text, form string) {
	if n != nil {
		n.Value, n.Form = text, form
	}
}

// plain reads a part that is a number and nothing else.
func (r *reader) plain(name, typ, about string, read func() int64) int64 {
	n := r.begin(name, typ, about)
	number := read()
	if r.fault == nil {
		n.set(strconv.FormatInt(number, 10), "")
	}
	r.end(n)
	return number
}

func (r *reader) readUvarint() int64 { return int64(r.uvarint()) }

// quoted shows a text in quotes, shortened unless the tree is to be full.
func (r *reader) quoted(content []byte) string {
	if r.opts.Full || len(content) <= maxText {
		return strconv.Quote(string(content))
	}
	return fmt.Sprintf("%s... (%d bytes)", strconv.Quote(string(content[:maxText])), len(content))
}

// shown shows bytes as hexadecimal digits, shortened unless the tree is to be
// full.
func (r *reader) shown(content []byte) string {
	switch {
	case len(content) == 0:
		return "empty"
	case r.opts.Full || len(content) <= maxText:
		return hex.EncodeToString(content)
	}
	return fmt.Sprintf("%x... (%d bytes)", content[:maxText], len(content))
}

// typeName gives t as the protocol's documentation writes it.
func typeName(t model.Type, nullable bool) string {
	name := t.Kind.String()
	switch t.Kind {
	case model.StructKind:
		name = t.Struct.Name
	case model.Array:
		name = "[]" + typeName(*t.Elem, false)
	case model.String, model.Bytes, model.Records:
		if nullable {
			return "nullable_" + name
		}
		return name
	}
	if nullable {
		return "nullable " + name
	}
	return name
}
