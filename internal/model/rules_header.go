package model

import (
	"cmp"
	"slices"

	"github.com/kgen-go/kgen/internal/schema"
)

// API keys with rules of their own.
const (
	controlledShutdownKey = 7
	apiVersionsKey        = 18
)

// headerRules are about headerVersions, which later schemas give and earlier
// ones leave to be worked out from flexibleVersions.
func headerRules() []Rule {
	return []Rule{
		{
			ID: "header-versions-type", message: checkHeadersType,
			Purpose: "Only requests and responses have headerVersions.",
		},
		{
			ID: "header-versions-entry", message: checkHeaderEntries,
			Purpose: "headerVersions map version ranges to header versions, at least one, both in quotes.",
		},
		{
			ID: "header-versions-cover", message: checkHeaderCover,
			Purpose: "headerVersions start at 0, have no gap, do not overlap, end open and start no range above the highest version.",
		},
		{
			ID: "header-versions-rise", message: checkHeadersRise,
			Purpose: "Header versions never fall as versions rise.",
		},
		{
			ID: "header-versions-exist", set: checkHeadersExist,
			Purpose: "headerVersions name versions that the header has, and flexible ones for flexible versions.",
		},
		{
			ID: "header-version-missing", Accepted: InReleases, set: checkHeadersSuffice,
			Purpose: "A header of the set has every version that messages without headerVersions need.",
		},
		{
			ID: "header-versions-api", message: checkAPIVersionsHeader,
			Purpose: "Responses of ApiVersions have header version 0 always, as a client reads them before it knows the broker.",
		},
	}
}

// hasHeaders reports whether there are headerVersions to be checked.
func (m *messageSpec) hasHeaders() bool {
	return m.headers != nil && m.is(Request, Response) && !m.reserved()
}

func checkHeadersType(c *checker, m *messageSpec) {
	if m.headersPos.IsValid() && !m.is(Request, Response) && !m.reserved() {
		c.report(m.headersPos, "%s is neither a request nor a response, so it has no headerVersions", m)
	}
}

func checkHeaderEntries(c *checker, m *messageSpec) {
	if !m.hasHeaders() {
		return
	}
	if len(m.headers) == 0 {
		c.report(m.headersPos, "%s: headerVersions are empty", m)
	}
	for _, h := range m.headers {
		switch r := h.bodies; {
		case r.problem != nil:
			c.report(r.pos, "%s: headerVersions: %v", m, r.problem)
		case r.Empty():
			c.report(r.pos, "%s: headerVersions: %q holds no version", m, r.text)
		}
		if !h.header.given {
			c.report(h.pos, "%s: headerVersions: the header version must be a number in quotes, such as \"1\"", m)
		}
	}
}

// sortedHeaders returns the entries by range, or none if one is malformed.
func (m *messageSpec) sortedHeaders() []headerSpec {
	if !m.hasHeaders() {
		return nil
	}
	for _, h := range m.headers {
		if h.bodies.Empty() || !h.header.given {
			return nil
		}
	}
	return slices.SortedStableFunc(slices.Values(m.headers), func(a, b headerSpec) int {
		return cmp.Compare(a.bodies.Low, b.bodies.Low)
	})
}

func checkHeaderCover(c *checker, m *messageSpec) {
	entries := m.sortedHeaders()
	for i, h := range entries {
		last := i == len(entries)-1
		switch r := h.bodies; {
		case i == 0 && r.Low != 0:
			c.report(r.pos, "%s: headerVersions start at version %d, not at 0", m, r.Low)
		case i > 0 && r.Low <= entries[i-1].bodies.High:
			c.report(r.pos, "%s: headerVersions %s and %s overlap", m, entries[i-1].bodies, r)
		case i > 0 && r.Low > entries[i-1].bodies.High+1:
			c.report(r.pos, "%s: headerVersions have no entry for version %d", m, entries[i-1].bodies.High+1)
		}
		if last && !h.bodies.Open() {
			c.report(h.bodies.pos, "%s: headerVersions end with %s; the last range must be open-ended", m, h.bodies)
		}
		if m.valid.usable() && h.bodies.Low > m.valid.High {
			c.report(h.bodies.pos, "%s: headerVersions %s start above the highest version, %d", m, h.bodies, m.valid.High)
		}
	}
}

func checkHeadersRise(c *checker, m *messageSpec) {
	entries := m.sortedHeaders()
	for i := 1; i < len(entries); i++ {
		if before, h := entries[i-1].header, entries[i].header; h.value < before.value {
			c.report(h.pos, "%s: the header version falls from %d to %d", m, before.value, h.value)
		}
	}
}

func checkAPIVersionsHeader(c *checker, m *messageSpec) {
	if !m.answersAPIVersions() {
		return
	}
	for _, h := range m.sortedHeaders() {
		if h.header.value != 0 {
			c.report(h.pos, "%s answers ApiVersions, so its header version must be 0, not %d", m, h.header.value)
		}
	}
}

// answersAPIVersions reports whether m is the response that keeps the oldest
// header.
func (m *messageSpec) answersAPIVersions() bool {
	return m.is(Response) && m.apiKey.given && m.apiKey.value == apiVersionsKey
}

// headerShape is what is known of the header that messages of a type have.
type headerShape struct {
	name            string
	valid, flexible Versions
	message         *messageSpec // that declares it, nil if the set has none
}

// declared is the place of the versions that the header has, nil if the set has
// no such header.
func (h headerShape) declared() *schema.Place {
	if h.message == nil {
		return nil
	}
	return otherPlace(h.message, "declared", h.message.valid.pos)
}

// headerShapes finds the two headers among messages, and else takes those that
// Kafka had up to release 4.4.
func headerShapes(messages []*messageSpec) map[MessageType]headerShape {
	shapes := map[MessageType]headerShape{
		Request:  {name: "RequestHeader", valid: Versions{0, 2}, flexible: Versions{2, MaxVersion}},
		Response: {name: "ResponseHeader", valid: Versions{0, 1}, flexible: Versions{1, MaxVersion}},
	}
	for _, m := range messages {
		if !m.is(Header) || !m.valid.usable() || m.reserved() || m.flexible.problem != nil {
			continue
		}
		for t, shape := range shapes {
			if m.name.value == shape.name {
				shapes[t] = headerShape{shape.name, m.valid.Versions, m.flexible.Versions, m}
			}
		}
	}
	return shapes
}

func checkHeadersExist(c *checker, messages []*messageSpec) {
	shapes := headerShapes(messages)
	for _, m := range messages {
		c.file = m.file
		shape := shapes[MessageType(m.typeWord.value)]
		for _, h := range m.sortedHeaders() {
			version := int16(h.header.value)
			if !shape.valid.Contains(version) {
				c.reportAlso(h.pos, shape.declared(), "%s: there is no version %d of %s, only %s", m, version, shape.name, shape.valid)
				continue
			}
			flexible := h.bodies.Intersect(m.flexible.Versions).Intersect(m.body.current)
			if !flexible.Empty() && !shape.flexible.Contains(version) && !m.answersAPIVersions() {
				c.report(h.pos, "%s: version %d is flexible, but version %d of %s is not", m, flexible.Low, version, shape.name)
			}
		}
	}
}

// checkHeadersSuffice is checkHeadersExist for messages whose header versions are
// implied. A header that lacks a version is one fault, however many messages
// need it. A set without the header has nothing to frame its messages with.
func checkHeadersSuffice(c *checker, messages []*messageSpec) {
	shapes := headerShapes(messages)
	type missing struct {
		header  string
		version int16
	}
	reported := map[missing]bool{}
	for _, m := range messages {
		shape := shapes[MessageType(m.typeWord.value)]
		if shape.message == nil || m.headersPos.IsValid() || !m.valid.usable() || m.flexible.problem != nil {
			continue
		}
		for version := int(m.valid.Low); version <= int(m.valid.High); version++ {
			header := m.impliedHeader(int16(version))
			gap := missing{shape.name, header}
			if shape.valid.Contains(header) || reported[gap] {
				continue
			}
			reported[gap] = true
			c.file = shape.message.file
			c.reportAlso(shape.message.valid.pos, otherPlace(m, "needed", m.namePos()), "%s has no version %d, which version %d of %s needs", shape.message, header, version, m)
		}
	}
}

// resolveHeaders works out the header version of each version of m from 0 to
// the highest, for a message that has kept the rules.
func (m *messageSpec) resolveHeaders() []int16 {
	if !m.is(Request, Response) || m.reserved() {
		return nil
	}
	versions := make([]int16, m.valid.High+1)
	if entries := m.sortedHeaders(); entries != nil {
		for _, h := range entries {
			for v := h.bodies.Low; v <= min(h.bodies.High, m.valid.High); v++ {
				versions[v] = int16(h.header.value)
			}
		}
		return versions
	}
	for v := range versions {
		versions[v] = m.impliedHeader(int16(v))
	}
	return versions
}

// impliedHeader is the header version that a schema without headerVersions
// implies. Below the lowest valid version it still follows from the start of
// the flexible versions, as it was when those versions were in use.
func (m *messageSpec) impliedHeader(version int16) int16 {
	header := int16(0)
	if m.is(Request) {
		header = 1
	}
	if m.flexible.Contains(version) {
		header++
	}
	switch {
	case m.answersAPIVersions():
		return 0
	case m.is(Request) && m.apiKey.value == controlledShutdownKey && version == 0:
		return 0 // the only user of a header without a client id
	}
	return header
}
