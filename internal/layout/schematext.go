package layout

import (
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/schema"
)

// schemaWidth is up to where short members of an object share a line.
const schemaWidth = 110

// SchemaText writes a parsed schema with even indentation. Comments within the
// object are kept; those before it, the licence as a rule, are not.
func SchemaText(f *schema.File) string {
	w := &schemaWriter{}
	w.value(f.Root, "")
	w.WriteByte('\n')
	return w.String()
}

type schemaWriter struct{ strings.Builder }

func (w *schemaWriter) value(v *schema.Value, indent string) {
	switch {
	case isFlat(v):
		w.WriteString(flat(v))
	case v.Kind == schema.Object:
		w.WriteString("{")
		w.members(v, indent+"  ")
		w.comments(v.EndComments, indent+"  ")
		w.WriteString("\n" + indent + "}")
	default:
		w.WriteString("[")
		for i, item := range v.Items {
			w.comments(item.Comments, indent+"  ")
			w.WriteString("\n" + indent + "  ")
			w.value(item, indent+"  ")
			if i < len(v.Items)-1 {
				w.WriteByte(',')
			}
			w.comments(item.Trailing, indent+"  ")
		}
		w.comments(v.EndComments, indent+"  ")
		w.WriteString("\n" + indent + "]")
	}
}

// members writes those of an object, short ones together on a line.
func (w *schemaWriter) members(v *schema.Value, indent string) {
	line := 0 // length of the line that more may go on, 0 if none may
	for i, m := range v.Members {
		short := isFlat(m.Value)
		text := strconv.Quote(m.Key) + ": "
		if short {
			text += flat(m.Value)
		}
		w.comments(m.Comments, indent)
		if short && line > 0 && len(m.Comments) == 0 && line+len(text) < schemaWidth {
			w.WriteString(" " + text)
			line += len(text) + 2
		} else {
			w.WriteString("\n" + indent + text)
			line = len(indent) + len(text)
		}
		if !short {
			w.value(m.Value, indent)
			line = 0
		}
		if i < len(v.Members)-1 {
			w.WriteByte(',')
		}
		if len(m.Value.Trailing) > 0 {
			w.comments(m.Value.Trailing, indent)
			line = 0
		}
	}
}

func (w *schemaWriter) comments(list []schema.Comment, indent string) {
	for _, c := range list {
		for _, line := range c.Lines {
			w.WriteString(strings.TrimRight("\n"+indent+"// "+line, " "))
		}
	}
}

// isFlat reports whether v fits on a line: a scalar, or a list of scalars,
// without comments.
func isFlat(v *schema.Value) bool {
	if v.Kind == schema.Object || len(v.EndComments) > 0 {
		return false
	}
	for _, item := range v.Items {
		if !isFlat(item) || item.Kind == schema.Array || len(item.Comments)+len(item.Trailing) > 0 {
			return false
		}
	}
	return true
}

func flat(v *schema.Value) string {
	switch v.Kind {
	case schema.String:
		return `"` + schemaEscapes.Replace(v.Text) + `"`
	case schema.Array:
		items := make([]string, len(v.Items))
		for i, item := range v.Items {
			items[i] = flat(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return v.Text
}

var schemaEscapes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`, "\t", `\t`, "\r", `\r`)
