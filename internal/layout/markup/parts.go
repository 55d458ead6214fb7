// Package markup shows trees of bytes in HTML, and explains bytes to people who
// look at them in a browser. It is put together by hand: a program for browsers
// has no room for templates, and on a large site they take several times as long.
package markup

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/layout"
)

// rowLength is how many bytes a row has.
const rowLength = 16

// class is the style class of a category.
func class(c layout.Category) string {
	return "c-" + strings.ToLower(strings.NewReplacer(" ", "-", "_", "-").Replace(c.String()))
}

// byteGrid shows the bytes of d in rows. Bytes take the colour of their category
// and have the number of their innermost node, which is that of its line in the
// tree.
func byteGrid(d *layout.Tree) string {
	var b bytes.Buffer
	painted := d.Paint()
	owners := owners(d)
	b.WriteString(`<span class="o"></span>`)
	for i := range rowLength {
		fmt.Fprintf(&b, `<span class="o">%X</span>`, i)
	}
	for i, v := range d.Bytes {
		if i%rowLength == 0 {
			fmt.Fprintf(&b, "\n<span class=\"o\">%04x</span>", i)
		}
		focus := "-1"
		if i == 0 {
			focus = "0" // the way in by keyboard; arrows go on from there
		}
		fmt.Fprintf(&b, `<b class="%s" data-n="%d" tabindex="%s">%02x</b>`, class(painted[i]), owners[i], focus, v)
	}
	return b.String()
}

// owners gives the number of the innermost node around each byte. Nodes are
// numbered in the order of the tree's lines.
func owners(t *layout.Tree) []int {
	list := make([]int, len(t.Bytes))
	next := 0
	var visit func(n *layout.Node, inside bool)
	visit = func(n *layout.Node, inside bool) {
		if !inside {
			for i := n.Offset; i < n.Offset+n.Length; i++ {
				list[i] = next
			}
		}
		next++
		for _, child := range n.Children {
			visit(child, inside || n.Inner != nil)
		}
	}
	visit(t.Root, false)
	return list
}

// tree shows the nodes of d, a line each.
func tree(d *layout.Tree) string {
	var b bytes.Buffer
	first := true
	var add func(n *layout.Node, depth int, inside bool)
	add = func(n *layout.Node, depth int, inside bool) {
		focus := -1
		if first {
			focus, first = 0, false
		}
		fmt.Fprintf(&b, `<li class="%s" style="--d:%d" tabindex="%d"`, class(n.Category), depth, focus)
		if !inside {
			fmt.Fprintf(&b, ` data-o="%d" data-l="%d"`, n.Offset, n.Length)
		}
		b.WriteString("><code><b>" + html.EscapeString(n.Name) + "</b>")
		if n.Type != "" {
			b.WriteString(" <i>" + html.EscapeString(n.Type) + "</i>")
		}
		if n.Value != "" {
			b.WriteString(" = " + html.EscapeString(n.Value))
		}
		if n.Form != "" {
			b.WriteString(" (" + html.EscapeString(n.Form) + ")")
		}
		fmt.Fprintf(&b, "</code> <small>[0x%04x, %dB]</small>", n.Offset, n.Length)
		if n.About != "" {
			b.WriteString(" <span>" + html.EscapeString(n.About) + "</span>")
		}
		if n.Fault != nil {
			b.WriteString(" <strong>at 0x" + strconv.FormatInt(int64(n.Fault.Offset), 16) + ": " + html.EscapeString(n.Fault.String()) + "</strong>")
		}
		b.WriteString("</li>\n")
		for _, child := range n.Children {
			add(child, depth+1, inside || n.Inner != nil)
		}
	}
	add(d.Root, 0, false)
	return b.String()
}

// Example writes a section about a tree: the bytes, the tree, and what is wrong.
func Example(b *bytes.Buffer, title, summary string, t *layout.Tree) {
	fmt.Fprintf(b, "<section class=\"example\">\n<h3>%s</h3>\n<p>%s</p>\n", html.EscapeString(title), html.EscapeString(summary))
	for _, text := range problems(t) {
		problem(b, text)
	}
	b.WriteString("<p class=\"legend\">")
	for _, c := range t.Categories() {
		fmt.Fprintf(b, "<span class=\"%s\">%s</span> ", class(c), c)
	}
	fmt.Fprintf(b, `</p>
<div class="wide"><div class="bytes" role="group" aria-label="Bytes">%s</div></div>
<p class="status needs-script" aria-live="polite"></p>
<ol class="tree" aria-label="Tree">
%s</ol>
</section>
`, byteGrid(t), tree(t))
}

// problem writes a paragraph about something wrong.
func problem(b *bytes.Buffer, text string) {
	fmt.Fprintf(b, "<p class=\"problem\">%s</p>\n", html.EscapeString(text))
}

// problems lists what is wrong in a tree.
func problems(t *layout.Tree) []string {
	var list []string
	faults := t.Damaged
	if t.Fault != nil {
		faults = append(faults[:len(faults):len(faults)], t.Fault)
	}
	for _, fault := range faults {
		list = append(list, fmt.Sprintf("at byte 0x%04x: %v", fault.Offset, fault))
	}
	if t.Fault == nil && t.Leftover > 0 {
		list = append(list, fmt.Sprintf("bytes left over: %d", t.Leftover))
	}
	return list
}
