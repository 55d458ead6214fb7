package kreflect

import (
	"fmt"
	"reflect"

	"github.com/kgen-go/kgen/kwire"
)

// Lost is something set in a message that a version cannot carry.
type Lost struct {
	// Path says where it is, such as "Topics[3].TopicId".
	Path string
	// Field describes the field; it is nil for unknown tagged fields. Encode
	// leaves an ignorable field out, and is an error for all else.
	Field *Field
	// Null is set where the field is there, but cannot be null as it is.
	Null bool
	// Lowest is the lowest version that can carry it, above the message's highest
	// if none can, which is so for tagged fields only.
	Lowest int
}

// String names the field and the version: "Topics[0].TopicId needs version 13".
func (l Lost) String() string {
	what := l.Path
	if l.Null {
		what += " = null"
	}
	return fmt.Sprintf("%s needs version %d", what, l.Lowest)
}

// Loss returns what is set in m and has no place in the given version, in the
// order of the schema: fields that it lacks and that are not at their default,
// null where it does not allow null, unknown tagged fields where it has none.
// It is empty for a message that the version holds as it is. A field that
// allows null in no version is never null. It panics if m has no facts; see
// [Of].
func Loss(m kwire.Message, version int16) []Lost {
	facts := of(m)
	v := reflect.ValueOf(m)
	if v.IsNil() {
		return nil
	}
	w := lossWalk{info: facts.Info, version: version}
	w.structure(facts.Body, v.Elem())
	return w.lost
}

// LowestVersion returns the lowest version in which m loses nothing; see
// [Loss]. There may be none, for fields that no version has at the same time.
func LowestVersion(m kwire.Message) (version int16, found bool) {
	info := m.Info()
	// In int, as the highest version may be the greatest int16.
	for v := int(info.Lowest); v <= int(info.Highest); v++ {
		if len(Loss(m, int16(v))) == 0 {
			return int16(v), true
		}
	}
	return 0, false
}

type lossWalk struct {
	info    kwire.Info
	version int16
	path    []frame
	lost    []Lost
}

func (w *lossWalk) structure(s *Struct, v reflect.Value) {
	depth := len(w.path)
	for _, f := range s.Fields {
		w.path = append(w.path[:depth], frame{f, -1})
		w.field(f, v.Field(f.index))
	}
	w.path = w.path[:depth]
	if !s.tags(v).IsEmpty() && !w.info.Flexible(w.version) {
		path := "UnknownTags"
		if depth > 0 {
			path = pathText(w.path) + "." + path
		}
		w.lost = append(w.lost, Lost{Path: path, Lowest: w.info.FirstFlexible})
	}
}

func (w *lossWalk) field(f *Field, v reflect.Value) {
	switch {
	case !f.Versions.Contains(w.version):
		if !f.isDefault(v) {
			w.lost = append(w.lost, Lost{Path: pathText(w.path), Field: f, Lowest: int(f.Versions.Low)})
		}
	case f.isNull(v):
		if !f.Nullable.Empty() && !f.Nullable.Contains(w.version) {
			w.lost = append(w.lost, Lost{Path: pathText(w.path), Field: f, Null: true, Lowest: int(f.Nullable.Low)})
		}
	case f.Kind != StructKind:
	case f.Array:
		last := len(w.path) - 1
		for i := range v.Len() {
			w.path[last].index = i
			w.structure(f.Struct, v.Index(i))
			w.path = w.path[:last+1]
		}
	default:
		w.structure(f.Struct, reflect.Indirect(v))
	}
}
