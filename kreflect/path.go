package kreflect

import "strconv"

// frame is one step of a path: a field, and for arrays the element.
type frame struct {
	field *Field
	index int // -1 for the field as a whole
}

// pathText writes a path as errors of kwire have it, with the names of the Go
// fields: "Topics[3].Name".
func pathText(path []frame) string {
	var b []byte
	for i, step := range path {
		if i > 0 {
			b = append(b, '.')
		}
		b = append(b, step.field.GoName...)
		if step.index >= 0 {
			b = append(b, '[')
			b = strconv.AppendInt(b, int64(step.index), 10)
			b = append(b, ']')
		}
	}
	return string(b)
}
