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
	unstable bool // the latest version of the old one may change
	findings []Finding
	// visits counts how often a pair of structs was compared: a common struct
	// may be the type of several fields.
	visits map[structPair]int
}

// add adds a finding, or a path to the finding of the same thing that was reached
// by another one.
func (c *comparer) add(f Finding) {
	m := c.new
	if m == nil {
		m = c.old
	}
	f.Message, f.API = m.Name, m.APIName()
	for i := range c.findings {
		before := &c.findings[i]
		if before.Kind == f.Kind && f.Field != "" && samePlace(before.Old, f.Old) && samePlace(before.New, f.New) {
			before.Class = graver(before.Class, f.Class)
			before.Versions = hull(before.Versions, f.Versions)
			before.Unstable = before.Unstable && f.Unstable
			if f.Field != before.Field && !slices.Contains(before.Others, f.Field) {
				before.Others = append(before.Others, f.Field)
			}
			return
		}
	}
	c.findings = append(c.findings, f)
}

func samePlace(a, b *Place) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// message compares the message as a whole and then its fields.
func (c *comparer) message() {
	switch {
	case c.old == nil:
		c.addIn(noVersion, Finding{Kind: MessageAdded, Class: Added, New: &Place{c.new.Path, c.new.Pos, describeMessage(c.new)}})
		return
	case c.new == nil:
		c.addIn(noVersion, Finding{Kind: MessageRemoved, Class: Drops, Old: &Place{c.old.Path, c.old.Pos, describeMessage(c.old)}})
		return
	}
	common := c.old.Valid.Intersect(c.new.Valid)
	shared := scope{common, common}
	if c.unstable && common.High == c.old.Valid.High {
		shared.stable = shared.stable.Intersect(model.Versions{Low: 0, High: common.High - 1})
	}
	differ := func(kind Kind, class Class, was, is string) {
		c.differ(kind, class, noVersion, "", c.old.Pos, c.new.Pos, was, is)
	}
	differ(ValidVersions, validClass(c.old, c.new), c.old.Valid.String(), c.new.Valid.String())
	if c.new.Valid.Empty() || c.old.Valid.Empty() {
		return // all there is to say
	}
	differ(Name, Source, c.old.Name, c.new.Name)
	differ(Type, Source, string(c.old.Type), string(c.new.Type))
	differ(APIKey, shared.class(Source), apiKey(c.old), apiKey(c.new))
	flexible := shared.difference(c.old.Flexible, c.new.Flexible)
	was, is := c.shown(c.old.Flexible, c.new.Flexible)
	c.differ(FlexibleVersions, flexible.class(Added), flexible, "", c.old.Pos, c.new.Pos, was, is)
	was, is = c.shown(c.old.Deprecated, c.new.Deprecated)
	differ(DeprecatedVersions, Words, was, is)
	unstableClass := Added
	if c.new.Unstable {
		unstableClass = Drops
	}
	differ(LatestUnstable, unstableClass, strconv.FormatBool(c.old.Unstable), strconv.FormatBool(c.new.Unstable))
	differ(HeaderVersions, shared.class(Added), headerVersions(c.old, common), headerVersions(c.new, common))
	differ(Listeners, Words, listeners(c.old), listeners(c.new))
	c.structs(c.old.Body, c.new.Body, "", shared, noVersion)
}

// validClass says what another range of valid versions means.
func validClass(from, to *model.Message) Class {
	if to.Valid.ContainsAll(from.Valid) {
		return Added
	}
	return Drops
}

// differ adds a finding if two values, as they are to be shown, differ. in are
// the shared versions whose bytes differ by it.
func (c *comparer) differ(kind Kind, class Class, in scope, field string, oldPos, newPos schema.Pos, was, is string) {
	if was != is {
		c.addIn(in, Finding{Kind: kind, Class: class, Field: field,
			Old: &Place{c.old.Path, oldPos, was}, New: &Place{c.new.Path, newPos, is}})
	}
}

// addIn adds f, which changes the bytes of the versions of in if its class says
// so.
func (c *comparer) addIn(in scope, f Finding) {
	f.Versions = model.None
	switch f.Class {
	case Wire:
		f.Versions = in.stable
	case Source:
		f.Versions, f.Unstable = in.all, !in.all.Empty()
	}
	c.add(f)
}

// shown gives two ranges of versions of the message as they are to be compared
// and shown. A version that one of the messages lacks altogether is no difference
// in all of its fields: such versions do not count at the low end, and at the
// high end a range goes on into versions to come if it holds the newest.
func (c *comparer) shown(was, is model.Versions) (string, string) {
	low := max(c.old.Valid.Low, c.new.Valid.Low)
	return openEnded(was, c.old.Valid, low), openEnded(is, c.new.Valid, low)
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
