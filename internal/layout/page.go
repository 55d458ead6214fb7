package layout

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// A Page describes an API, or a message that belongs to none, in one version,
// by an example of each of its messages.
type Page struct {
	Name    string
	Version int16
	// Examples are the request and the response, or the one message. Those of
	// requests and responses are whole frames.
	Examples []*Decoded
	catalog  *Catalog
}

// Page makes the page of the given messages, which have the version in common.
// The examples are the smallest instances; with a body, the only message's
// example is that.
func (c *Catalog) Page(name string, messages []*model.Message, version int16, body *value.Struct, opts Options) (*Page, error) {
	page := &Page{Name: name, Version: version, catalog: c}
	for _, m := range messages {
		parts := BodyOnly
		if m.Type == model.Request || m.Type == model.Response {
			parts = WholeFrame
		}
		d, err := c.Instance(m, version, parts, body, opts)
		if err != nil {
			return nil, err
		}
		page.Examples = append(page.Examples, d)
	}
	return page, nil
}

// A Fact is a line of a page's head.
type Fact struct{ Name, Value string }

// Facts lists what is to be known of the page's messages as a whole.
func (p *Page) Facts() []Fact {
	first := p.Examples[0].Message
	var facts []Fact
	if first.HasAPIKey {
		facts = append(facts, Fact{"API key", fmt.Sprint(first.APIKey)})
	}
	facts = append(facts,
		Fact{"Encoded at", fmt.Sprintf("v%d", p.Version)},
		Fact{"Flexible versions", first.Flexible.String()})
	var headers []string
	for _, d := range p.Examples {
		if d.HeaderMessage != nil {
			headers = append(headers, fmt.Sprintf("%s v%d", kindWord(d.Message), d.HeaderVersion))
		}
	}
	if len(headers) > 0 {
		facts = append(facts, Fact{"Headers", strings.Join(headers, ", ")})
	}
	for _, d := range p.Examples {
		versions := d.Message.Valid.String()
		if d.Message.Unstable {
			versions += fmt.Sprintf(" (%d is unstable)", d.Message.Valid.High)
		}
		facts = append(facts, Fact{Title(d.Message) + " versions", versions})
	}
	if len(first.Listeners) > 0 {
		facts = append(facts, Fact{"Listeners", strings.Join(first.Listeners, ", ")})
	}
	if !first.Deprecated.Empty() {
		facts = append(facts, Fact{"Deprecated versions", first.Deprecated.String()})
	}
	for _, d := range p.Examples {
		facts = append(facts, Fact{Title(d.Message) + " size", plural(len(d.Bytes), "byte")})
	}
	return facts
}

// kindWord is the short name of what kind of message m is.
func kindWord(m *model.Message) string {
	switch m.Type {
	case model.Request, model.Response:
		return string(m.Type)
	}
	return "message"
}

// Title is kindWord at the start of a line.
func Title(m *model.Message) string {
	word := kindWord(m)
	return strings.ToUpper(word[:1]) + word[1:]
}

// Summary describes an example in one line.
func (d *Decoded) Summary() string {
	header := ""
	if d.HeaderMessage != nil {
		header = fmt.Sprintf(", %s header v%d", d.Message.Type, d.HeaderVersion)
	}
	return fmt.Sprintf("%s v%d%s, %s", d.Message.Name, d.Version, header, plural(len(d.Bytes), "byte"))
}

// WriteText writes the page for a terminal.
func (p *Page) WriteText(w io.Writer, palette Palette) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n\n", p.Name)
	for _, fact := range p.Facts() {
		fmt.Fprintf(b, "%-20s %s\n", fact.Name, fact.Value)
	}
	for _, d := range p.Examples {
		fmt.Fprintf(b, "\n%s: %s\n\n", Title(d.Message), d.Summary())
		if palette.Coloured {
			b.WriteString(legend(d, palette) + "\n\n")
		}
		if err := d.WriteHex(b, palette); err != nil {
			return err
		}
		b.WriteByte('\n')
		if err := d.WriteText(b, palette); err != nil {
			return err
		}
		if file := p.catalog.File(d.Message); file != nil {
			fmt.Fprintf(b, "\nSchema %s:\n\n%s", file.Name, SchemaText(file))
		}
	}
	return b.Flush()
}

// legend names the categories of the bytes of d in their colours.
func legend(d *Decoded, palette Palette) string {
	var words []string
	for _, c := range d.Categories() {
		words = append(words, palette.Paint(c, c.String()))
	}
	return strings.Join(words, "  ")
}
