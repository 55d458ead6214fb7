package layout

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// structure reads the fields of t. The value is nil unless values are wanted.
func (r *reader) structure(t *model.Struct) *value.Struct {
	var s *value.Struct
	if r.opts.Values {
		s = value.New(t)
	}
	for i, f := range t.Fields {
		if !f.Versions.Contains(r.version) || f.Tagged.Contains(r.version) {
			continue
		}
		v := r.field(f, false)
		if r.fault != nil {
			return s
		}
		if s != nil {
			s.Fields[i] = v
		}
	}
	if r.message.Flexible.Contains(r.version) {
		r.tags(t, s)
	}
	return s
}

// tags reads the section of tagged fields that ends a struct of type t, into s
// if that is not nil.
func (r *reader) tags(t *model.Struct, s *value.Struct) {
	outer := r.category
	defer func() { r.category = outer }()
	r.category = TaggedFields

	about := "number of tagged fields in this struct"
	if r.message.Type == model.Header {
		about = "number of tagged fields in the header"
	}
	section := r.begin("tagged_fields", "uvarint", about)
	defer r.end(section)
	start := r.at
	count := r.uvarint()
	if r.fault != nil {
		return
	}
	// Each field takes a byte for its number and one for its size at least.
	if int64(count) > int64(r.left()/2) {
		r.fail(start, "a number of tagged fields", fmt.Sprintf("%d, with %s left", count, plural(r.left(), "byte")))
		return
	}
	if section != nil {
		section.Value = strconv.FormatUint(uint64(count), 10)
		if count > 0 {
			// The section is more than its count now, which becomes a part of its own.
			section.Type, section.About = "", "tagged fields in this struct"
			section.Children = append(section.Children, &Node{
				Name: "count", Type: "uvarint", Value: section.Value, Offset: start, Length: r.at - start,
				About: about, Category: TaggedFields,
			})
			section.Value = plural(int(count), "field")
		}
	}
	previous := int64(-1)
	r.elements(int(count), func(int) {
		// A field with a fault may be read once more.
		if number := r.tag(t, s, previous, outer); r.fault == nil {
			previous = number
		}
	})
}

// tag reads one tagged field, whose number has to be above previous, and gives
// its number. The field's content has the category of the struct.
func (r *reader) tag(t *model.Struct, s *value.Struct, previous int64, content Category) int64 {
	node := r.begin("tag", "", "")
	defer r.end(node)
	start := r.at
	number := r.plain("tag", "uvarint", "number of the tagged field", r.readUvarint)
	if r.fault == nil && number <= previous {
		r.fail(start, fmt.Sprintf("a tagged field above %d", previous), strconv.FormatInt(number, 10))
	}
	sizeAt := r.at
	size := int(r.plain("size", "uvarint", "bytes of the field's value", r.readUvarint))
	if r.fault == nil && size > r.left() {
		r.fail(sizeAt, plural(size, "byte")+" of a tagged field", strconv.Itoa(r.left()))
	}
	if r.fault != nil {
		return number
	}
	i := slices.IndexFunc(t.Fields, func(f *model.Field) bool { return f.Tag >= 0 && int64(f.Tag) == number })
	switch {
	case i < 0:
		if node != nil {
			node.Name, node.Value = fmt.Sprintf("tag %d", number), "unknown"
		}
		data := r.unknownTag(size)
		if s != nil {
			s.Unknown = append(s.Unknown, value.Tag{Number: uint32(number), Data: data})
		}
	case !t.Fields[i].Tagged.Contains(r.version):
		r.fail(start, fmt.Sprintf("a tagged field of version %d", r.version),
			fmt.Sprintf("%d, which is %s of versions %s", number, t.Fields[i].Name, t.Fields[i].Tagged))
	default:
		if node != nil {
			node.Name, node.Value = fmt.Sprintf("tag %d", number), t.Fields[i].Name
		}
		v := r.knownTag(t.Fields[i], size, content)
		if s != nil {
			s.Fields[i] = v
		}
	}
	return number
}

// knownTag reads the value of a tagged field, which has to fill its size.
func (r *reader) knownTag(f *model.Field, size int, content Category) any {
	tagged, whole := r.category, r.src
	defer func() { r.category, r.src = tagged, whole }()
	r.category = content
	start := r.at
	r.src = whole[:start+size]
	v := r.field(f, true)
	if r.fault == nil && r.left() > 0 {
		r.fail(start, fmt.Sprintf("a value of %s, as the tagged field says", plural(size, "byte")), strconv.Itoa(r.at-start))
	}
	return v
}

func (r *reader) unknownTag(size int) []byte {
	n := r.begin("data", "bytes", "not in this schema")
	defer r.end(n)
	data := r.take(size)
	if n != nil {
		n.Value = r.shown(data)
	}
	if !r.opts.Values {
		return nil
	}
	return data
}

// elements reads count elements of an array, each by a call of read with its
// index. Beyond the first ones the tree has one node for all.
func (r *reader) elements(count int, read func(i int)) {
	for i := range count {
		if r.fault != nil {
			return
		}
		if !r.opts.Full && r.quiet == 0 && (i >= maxElements || r.nodes > maxNodes) && count-i > 1 {
			r.skipElements(i, count, read)
			return
		}
		read(i)
	}
}

// skipElements reads the elements from index first on without nodes, up to one
// with a fault, which is then read again to show the fault in its place.
func (r *reader) skipElements(first, count int, read func(i int)) {
	n := r.begin("...", "", "")
	for i := first; i < count; i++ {
		start := r.at
		r.quiet++
		read(i)
		r.quiet--
		if r.fault == nil {
			continue
		}
		r.at, r.fault = start, nil
		r.skipped(n, i-first)
		read(i)
		return
	}
	r.skipped(n, count-first)
}

// skipped closes the node n of elements that have been left out.
func (r *reader) skipped(n *Node, count int) {
	if n != nil {
		n.Value = fmt.Sprintf("%d more", count)
		n.About = "left out here, but read"
	}
	r.end(n)
}
