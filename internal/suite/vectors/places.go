package vectors

import (
	"encoding/binary"

	"github.com/kgen-go/kgen/internal/model"
)

// form is how a length, a count or a marker is written.
type form uint8

const (
	classicString form = iota // int16
	classicLen                // int32, of bytes, records and arrays
	compactLen                // uvarint, one more than the length
	tagCount                  // uvarint
	tagSize                   // uvarint
	marker                    // int8 before a nullable struct
	tagMarker                 // uvarint before a nullable struct in a tag
)

// A place is where a body has a length, a count or a marker.
type place struct {
	form          form
	offset, width int
	nullable      bool
	inTag         bool
}

// places finds all of them in a valid body and tells how long that is. It
// reads the body by the schema alone, independently of the generated decoders.
func places(m *model.Message, version int16, body []byte) (found []place, length int) {
	w := walker{body: body, version: version, flexible: m.Flexible.Contains(version)}
	w.structure(m.Body)
	return w.found, w.at
}

type walker struct {
	body     []byte
	at       int
	version  int16
	flexible bool
	inTag    bool
	found    []place
}

func (w *walker) structure(s *model.Struct) {
	for _, f := range s.Fields {
		if f.Versions.Contains(w.version) && !f.Tagged.Contains(w.version) {
			w.field(f, false)
		}
	}
	if w.flexible {
		w.tags(s)
	}
}

func (w *walker) tags(s *model.Struct) {
	outer := w.inTag
	for range w.uvarint(tagCount, false) {
		w.inTag = outer
		number, n := binary.Uvarint(w.body[w.at:])
		w.at += n
		size := w.uvarint(tagSize, false)
		end := w.at + size
		w.inTag = true
		for _, f := range s.Fields {
			if f.Tagged.Contains(w.version) && f.Tag == int(number) {
				w.field(f, true)
			}
		}
		w.at = end
	}
	w.inTag = outer
}

func (w *walker) field(f *model.Field, tagged bool) {
	nullable := f.Nullable.Contains(w.version)
	compact := f.Flexible.Contains(w.version)
	if f.Type.Kind != model.Array {
		w.value(f.Type, compact, nullable, tagged)
		return
	}
	for range w.length(classicLen, w.flexible, nullable) {
		w.value(*f.Type.Elem, compact, false, false)
	}
}

func (w *walker) value(t model.Type, compact, nullable, tagged bool) {
	switch t.Kind {
	case model.String:
		w.at += w.length(classicString, compact, nullable)
	case model.Bytes, model.Records:
		w.at += w.length(classicLen, compact, nullable)
	case model.StructKind:
		if nullable && !w.present(tagged) {
			return
		}
		w.structure(t.Struct)
	default:
		w.at += widths[t.Kind]
	}
}

var widths = map[model.Kind]int{
	model.Bool: 1, model.Int8: 1, model.Int16: 2, model.Uint16: 2, model.Int32: 4, model.Uint32: 4,
	model.Int64: 8, model.Float64: 8, model.UUID: 16,
}

// length reads a length or count, 0 for null.
func (w *walker) length(classic form, compact, nullable bool) int {
	switch {
	case compact:
		return max(0, w.uvarint(compactLen, nullable)-1)
	case classic == classicString:
		n := int(int16(binary.BigEndian.Uint16(w.body[w.at:])))
		w.add(classic, 2, nullable)
		return max(0, n)
	}
	n := int(int32(binary.BigEndian.Uint32(w.body[w.at:])))
	w.add(classic, 4, nullable)
	return max(0, n)
}

func (w *walker) present(tagged bool) bool {
	if tagged {
		return w.uvarint(tagMarker, true) > 0
	}
	w.add(marker, 1, true)
	return int8(w.body[w.at-1]) >= 0
}

func (w *walker) uvarint(f form, nullable bool) int {
	v, n := binary.Uvarint(w.body[w.at:])
	w.add(f, n, nullable)
	return int(v)
}

func (w *walker) add(f form, width int, nullable bool) {
	w.found = append(w.found, place{f, w.at, width, nullable, w.inTag})
	w.at += width
}
