package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// A comparer compares one message, which either side may lack.
type comparer struct {
	old, new *model.Message
	findings []Finding
	// seen has the pairs of structs compared so far, as a common struct may be
	// the type of several fields.
	seen []structPair
}

// message compares the message as a whole and then its fields.
func (c *comparer) message() {
	switch {
	case c.old == nil:
		c.findings = append(c.findings, Finding{Kind: MessageAdded, Message: c.new.Name,
			New: &Place{c.new.Path, c.new.Pos, describeMessage(c.new)}})
		return
	case c.new == nil:
		c.findings = append(c.findings, Finding{Kind: MessageRemoved, Message: c.old.Name,
			Old: &Place{c.old.Path, c.old.Pos, describeMessage(c.old)}})
		return
	}
	differ := func(kind Kind, was, is string) { c.differ(kind, "", c.old.Pos, c.new.Pos, was, is) }
	differ(Name, c.old.Name, c.new.Name)
	differ(Type, string(c.old.Type), string(c.new.Type))
	differ(APIKey, apiKey(c.old), apiKey(c.new))
	differ(ValidVersions, c.old.Valid.String(), c.new.Valid.String())
	c.differInVersions(FlexibleVersions, "", c.old.Pos, c.new.Pos, c.old.Flexible, c.new.Flexible)
	c.differInVersions(DeprecatedVersions, "", c.old.Pos, c.new.Pos, c.old.Deprecated, c.new.Deprecated)
	differ(LatestUnstable, strconv.FormatBool(c.old.Unstable), strconv.FormatBool(c.new.Unstable))
	common := c.old.Valid.Intersect(c.new.Valid)
	differ(HeaderVersions, headerVersions(c.old, common), headerVersions(c.new, common))
	differ(Listeners, listeners(c.old), listeners(c.new))
	c.structs(c.old.Body, c.new.Body, "")
}

// differ adds a finding if two values, as they are to be shown, differ.
func (c *comparer) differ(kind Kind, field string, oldPos, newPos schema.Pos, was, is string) {
	if was != is {
		c.findings = append(c.findings, Finding{kind, c.new.Name, field,
			&Place{c.old.Path, oldPos, was}, &Place{c.new.Path, newPos, is}})
	}
}

// differInVersions adds a finding if two ranges of versions of the message
// differ. A version that one of the messages lacks altogether is no difference
// in all of its fields: such versions do not count at the low end, and at the
// high end a range goes on into versions to come if it holds the newest.
func (c *comparer) differInVersions(kind Kind, field string, oldPos, newPos schema.Pos, was, is model.Versions) {
	low := max(c.old.Valid.Low, c.new.Valid.Low)
	c.differ(kind, field, oldPos, newPos, openEnded(was, c.old.Valid, low), openEnded(is, c.new.Valid, low))
}

func openEnded(v, valid model.Versions, low int16) string {
	v = v.Intersect(valid)
	if !v.Empty() && v.High == valid.High {
		v.High = model.MaxVersion
	}
	return v.Intersect(model.Versions{Low: low, High: model.MaxVersion}).String()
}

func describeMessage(m *model.Message) string {
	text := string(m.Type)
	if m.HasAPIKey {
		text += " with key " + apiKey(m)
	}
	return text + ", versions " + m.Valid.String()
}

func apiKey(m *model.Message) string {
	if !m.HasAPIKey {
		return "none"
	}
	return strconv.Itoa(int(m.APIKey))
}

func listeners(m *model.Message) string {
	if len(m.Listeners) == 0 {
		return "none"
	}
	return strings.Join(slices.Sorted(slices.Values(m.Listeners)), ", ")
}

// headerVersions shows the header versions of m for the given versions of the
// body: "1 for 0-11, 2 for 12-18".
func headerVersions(m *model.Message, bodies model.Versions) string {
	var runs []string
	for first := bodies.Low; first <= bodies.High; {
		header, last := m.HeaderVersion(first), first
		for last < bodies.High && m.HeaderVersion(last+1) == header {
			last++
		}
		runs = append(runs, fmt.Sprintf("%d for %s", header, model.Versions{Low: first, High: last}))
		first = last + 1
	}
	return strings.Join(runs, ", ")
}
