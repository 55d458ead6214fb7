package model

import "strings"

// messageRules are about one message as a whole.
func messageRules() []Rule {
	return []Rule{
		{
			ID: "flexible-versions", message: checkFlexible,
			Purpose: "A message says from which version on it is flexible: \"N+\", or \"none\".",
		},
		{
			ID: "flexible-versions-missing", Accepted: InReleases, message: checkFlexibleGiven,
			Purpose: "A message has flexibleVersions; without them no version is flexible.",
		},
		{
			ID: "listeners-request", message: checkListeners,
			Purpose: "Only requests have listeners.",
		},
		{
			ID: "unstable-request", message: checkUnstable,
			Purpose: "Only requests have latestVersionUnstable.",
		},
		{
			ID: "versions-finite", message: checkFinite,
			Purpose: "validVersions has an upper end.",
		},
		{
			ID: "map-key-top-level", message: checkTopLevelMapKeys,
			Purpose: "Fields of the message itself are no map keys.",
		},
		{
			ID: "api-key-required", message: checkAPIKeyGiven,
			Purpose: "Requests and responses have an API key.",
		},
		{
			ID: "message-suffix", message: checkSuffix,
			Purpose: "The names of requests end in Request, those of responses in Response.",
		},
		{
			ID: "metadata-key-required", message: checkMetadataKeyGiven,
			Purpose: "Metadata records have an API key, which numbers the record type.",
		},
		{
			ID: "message-name", message: checkMessageName,
			Purpose: "A message's name is a letter followed by letters and digits, as it becomes a Go type.",
		},
	}
}

// What is flexible stays so: an end would change the layout back.
func checkFlexible(c *checker, m *messageSpec) {
	if m.reserved() || m.flexible.problem != nil {
		return
	}
	if f := m.flexible; !f.Empty() && !f.Open() {
		c.report(f.pos, "%s: flexibleVersions %q must be \"none\" or open-ended, such as \"%d+\"", m, f.text, f.Low)
	}
}

// Up to release 2.7 schemas said nothing where no version was flexible.
func checkFlexibleGiven(c *checker, m *messageSpec) {
	if !m.reserved() && !m.flexible.present && !m.misspells("flexibleVersions") {
		c.report(m.namePos(), "%s has no flexibleVersions; write \"none\" if no version is flexible", m)
	}
}

func checkListeners(c *checker, m *messageSpec) {
	if len(m.listeners) > 0 && !m.is(Request) && !m.reserved() {
		c.report(m.listeners[0].pos, "%s has listeners, but only requests have them", m)
	}
}

func checkUnstable(c *checker, m *messageSpec) {
	if m.unstable.value == "true" && !m.is(Request) && !m.reserved() {
		c.report(m.unstable.pos, "%s: latestVersionUnstable is for requests only", m)
	}
}

// The upper end is what a client offers to speak; it cannot be made up.
func checkFinite(c *checker, m *messageSpec) {
	if m.valid.usable() && m.valid.Open() {
		c.report(m.valid.pos, "%s: validVersions %q needs an upper end", m, m.valid.text)
	}
}

// Map keys find elements in an array of structs; a message is no element.
func checkTopLevelMapKeys(c *checker, m *messageSpec) {
	for _, f := range m.body.fields {
		if f.mapKey {
			c.report(f.namePos(), "%s stands in the message itself, so it cannot be a mapKey", f)
		}
	}
}

func checkAPIKeyGiven(c *checker, m *messageSpec) {
	if m.is(Request, Response) {
		reportMissingKey(c, m)
	}
}

func checkMetadataKeyGiven(c *checker, m *messageSpec) {
	if m.is(Metadata) {
		reportMissingKey(c, m)
	}
}

func reportMissingKey(c *checker, m *messageSpec) {
	if !m.apiKey.given && !m.misspells("apiKey") {
		c.report(m.namePos(), "%s is of type %s, so it needs an apiKey", m, m.typeWord.value)
	}
}

func checkSuffix(c *checker, m *messageSpec) {
	switch {
	case !m.name.given || m.hasSuffix():
	case m.is(Request):
		c.report(m.name.pos, "%s is a request, so its name must end in Request", m)
	default:
		c.report(m.name.pos, "%s is a response, so its name must end in Response", m)
	}
}

// hasSuffix reports whether m's name ends as its type asks for.
func (m *messageSpec) hasSuffix() bool {
	return (!m.is(Request) || strings.HasSuffix(m.name.value, "Request")) &&
		(!m.is(Response) || strings.HasSuffix(m.name.value, "Response"))
}

func checkMessageName(c *checker, m *messageSpec) {
	if m.name.given && !isName(m.name.value) {
		c.report(m.name.pos, "message name %q must be a letter followed by letters and digits", m.name.value)
	}
}
