package gogen

import (
	"fmt"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// A run is fields of fixed width that lie next to each other in the same
// versions: they are written and read with one check for room.
type run struct {
	Width  int
	Fields []runField
	Short  string // the error for a cut input, which lists names and widths
}

// A runField is one field of a run, with the statement for each purpose.
type runField struct {
	Name string // the schema's, for errors
	X    string // Go expression of the field
	Type string // end of the name of the functions for one such field

	Put    string // into p, where the run begins
	Append string // to b, for a field that is alone, in line
	Get    string // from p
}

// newRun plans a run of fields.
func newRun(fields []*model.Field, sc scope) run {
	var r run
	var text []string
	for _, f := range fields {
		field := newRunField(f.Type.Kind, sc.field(f), r.Width)
		field.Name, field.X, field.Type = f.Name, sc.field(f), scalars[f.Type.Kind].name()
		r.Fields = append(r.Fields, field)
		r.Width += width(f.Type.Kind)
		text = append(text, fmt.Sprintf("%s:%d", f.Name, width(f.Type.Kind)))
	}
	r.Short = sc.Fail(fmt.Sprintf("kwire.ShortRun(b, i, %q)", strings.Join(text, " ")))
	return r
}

func newRunField(kind model.Kind, x string, at int) runField {
	from := "p"
	if at > 0 {
		from = fmt.Sprintf("p[%d:]", at)
	}
	bits := 8 * width(kind)
	switch kind {
	case model.Bool:
		return runField{
			Put:    fmt.Sprintf("p[%d] = kwire.BoolByte(%s)", at, x),
			Append: fmt.Sprintf("b = append(b, kwire.BoolByte(%s))", x),
			Get:    fmt.Sprintf("%s = p[%d] != 0", x, at),
		}
	case model.Int8:
		return runField{
			Put:    fmt.Sprintf("p[%d] = byte(%s)", at, x),
			Append: fmt.Sprintf("b = append(b, byte(%s))", x),
			Get:    fmt.Sprintf("%s = int8(p[%d])", x, at),
		}
	case model.UUID:
		return runField{
			Put:    fmt.Sprintf("copy(%s, %s[:])", from, x),
			Append: fmt.Sprintf("b = append(b, %s[:]...)", x),
			Get:    fmt.Sprintf("%s = kwire.UUID(%s)", x, from),
		}
	case model.Float64:
		return runField{
			Put:    fmt.Sprintf("binary.BigEndian.PutUint64(%s, math.Float64bits(%s))", from, x),
			Append: fmt.Sprintf("b = binary.BigEndian.AppendUint64(b, math.Float64bits(%s))", x),
			Get:    fmt.Sprintf("%s = math.Float64frombits(binary.BigEndian.Uint64(%s))", x, from),
		}
	case model.Uint16, model.Uint32:
		return runField{
			Put:    fmt.Sprintf("binary.BigEndian.PutUint%d(%s, %s)", bits, from, x),
			Append: fmt.Sprintf("b = binary.BigEndian.AppendUint%d(b, %s)", bits, x),
			Get:    fmt.Sprintf("%s = binary.BigEndian.Uint%d(%s)", x, bits, from),
		}
	}
	return runField{
		Put:    fmt.Sprintf("binary.BigEndian.PutUint%d(%s, uint%d(%s))", bits, from, bits, x),
		Append: fmt.Sprintf("b = binary.BigEndian.AppendUint%d(b, uint%d(%s))", bits, bits, x),
		Get:    fmt.Sprintf("%s = int%d(binary.BigEndian.Uint%d(%s))", x, bits, bits, from),
	}
}
