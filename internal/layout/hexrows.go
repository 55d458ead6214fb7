package layout

import (
	"bufio"
	"fmt"
	"io"
)

// rowLength is how many bytes a row of a byte layout has.
const rowLength = 16

// WriteHex writes the bytes of the tree in rows of 16, each byte in the colour
// of its category.
func (t *Tree) WriteHex(w io.Writer, p Palette) error {
	b := bufio.NewWriter(w)
	painted := t.Paint()
	b.WriteString("     ")
	for i := range min(rowLength, len(t.Bytes)) {
		fmt.Fprintf(b, "  %X", i)
	}
	b.WriteByte('\n')
	for start := 0; start < len(t.Bytes); start += rowLength {
		fmt.Fprintf(b, "%04x ", start)
		for i := start; i < min(start+rowLength, len(t.Bytes)); i++ {
			b.WriteByte(' ')
			b.WriteString(p.Paint(painted[i], fmt.Sprintf("%02x", t.Bytes[i])))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}
