package layout

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteText writes the tree with a line for each node, in the colours of p:
//
//	+-- Name string = "" (compact, len+1=1) [0x0010, 1B] The topic's name.
//
// A fault follows the node in which it is, on a line of its own.
func (t *Tree) WriteText(w io.Writer, p Palette) error {
	b := bufio.NewWriter(w)
	tw := &treeWriter{b, p}
	tw.line("", t.Root)
	tw.children("", t.Root)
	return b.Flush()
}

type treeWriter struct {
	*bufio.Writer
	palette Palette
}

// children writes what is below n; prefix is what stands left of it.
func (w *treeWriter) children(prefix string, n *Node) {
	for i, child := range n.Children {
		w.line(prefix+"+-- ", child)
		below := prefix + "|   "
		if i == len(n.Children)-1 {
			below = prefix + "    "
		}
		w.children(below, child)
	}
}

func (w *treeWriter) line(prefix string, n *Node) {
	w.WriteString(prefix)
	w.WriteString(w.palette.Paint(n.Category, n.Heading()))
	fmt.Fprintf(w, " [0x%04x, %dB]", n.Offset, n.Length)
	if n.About != "" {
		w.WriteString(" " + shortened(n.About))
	}
	w.WriteByte('\n')
	if n.Fault != nil {
		w.WriteString(strings.Repeat(" ", len(prefix)))
		w.WriteString(w.palette.Bad(fmt.Sprintf("^ at 0x%04x: %s", n.Fault.Offset, n.Fault)))
		w.WriteByte('\n')
	}
}

// Heading gives the name, type, value and form of n in one line.
func (n *Node) Heading() string {
	var b strings.Builder
	b.WriteString(n.Name)
	if n.Type != "" {
		b.WriteString(" " + n.Type)
	}
	if n.Value != "" {
		b.WriteString(" = " + n.Value)
	}
	if n.Form != "" {
		b.WriteString(" (" + n.Form + ")")
	}
	return b.String()
}

// maxAbout is how many bytes of a description a line of the tree has room for.
const maxAbout = 80

// shortened cuts a long text off at the end of a word.
func shortened(text string) string {
	if len(text) <= maxAbout {
		return text
	}
	cut := strings.LastIndexByte(text[:maxAbout-3], ' ')
	if cut < 0 {
		return text // one long word
	}
	return text[:cut] + "..."
}
