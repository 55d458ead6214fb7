package value

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/kgen-go/kgen/internal/model"
)

// tags writes the tagged fields that end s: the known ones that are not at
// their default, then the unknown ones.
func (e *encoder) tags(s *Struct) error {
	list, err := e.knownTags(s)
	if err != nil {
		return err
	}
	for _, tag := range s.Unknown {
		if isKnown(s.Type, tag.Number) {
			return fmt.Errorf("unknown tagged field %d has the number of a known one", tag.Number)
		}
		list = append(list, tag)
	}
	for i := 1; i < len(list); i++ {
		if list[i].Number <= list[i-1].Number {
			return fmt.Errorf("tagged field %d stands after tagged field %d", list[i].Number, list[i-1].Number)
		}
	}
	e.dst = binary.AppendUvarint(e.dst, uint64(len(list)))
	for _, tag := range list {
		e.dst = binary.AppendUvarint(e.dst, uint64(tag.Number))
		e.dst = binary.AppendUvarint(e.dst, uint64(len(tag.Data)))
		e.dst = append(e.dst, tag.Data...)
	}
	return nil
}

// knownTags encodes the fields of s that go to the tag section, in order of
// their numbers.
func (e *encoder) knownTags(s *Struct) ([]Tag, error) {
	var list []Tag
	for i, f := range s.Type.Fields {
		if !f.Tagged.Contains(e.version) || isDefault(f, s.Fields[i]) {
			continue
		}
		data, err := e.tagData(f, s.Fields[i])
		if err != nil {
			return nil, inField(f.Name, err)
		}
		list = append(list, Tag{uint32(f.Tag), data})
	}
	slices.SortFunc(list, func(a, b Tag) int { return cmp.Compare(a.Number, b.Number) })
	return list, nil
}

// tagData encodes the value of a tagged field. Unlike elsewhere, the presence
// of a nullable struct is a varint here: 0 for null, 1.
func (e *encoder) tagData(f *model.Field, v any) ([]byte, error) {
	inner := &encoder{version: e.version, flexible: e.flexible}
	nullable := f.Nullable.Contains(e.version)
	switch {
	case v == nil && !nullable:
		return nil, fmt.Errorf("null, but the field is not nullable in version %d", e.version)
	case v == nil:
		return []byte{0}, nil // for a struct, and as the length of all else
	case f.Type.Kind == model.StructKind && nullable:
		inner.dst = append(inner.dst, 1)
	}
	err := inner.value(f.Type, f.Flexible.Contains(e.version), v)
	return inner.dst, err
}

func isKnown(t *model.Struct, number uint32) bool {
	return slices.ContainsFunc(t.Fields, func(f *model.Field) bool { return f.Tag >= 0 && uint32(f.Tag) == number })
}
