package model

import "github.com/kgen-go/kgen/internal/schema"

// setRules are about the messages of a set among each other.
func setRules() []Rule {
	return []Rule{
		{
			ID: "api-key-unique", Number: "V47", set: checkAPIKeyUnique,
			Purpose: "An API key has one request and one response.",
		},
		{
			ID: "api-key-pair", Number: "V49", Warning: true, set: checkAPIKeyPair,
			Purpose: "An API key has both a request and a response.",
		},
		{
			ID: "metadata-key-unique", Number: "V51", set: checkMetadataKeyUnique,
			Purpose: "No two metadata records have the same API key.",
		},
		{
			ID: "message-unique", set: checkMessageUnique,
			Purpose: "No two messages of a set have the same name.",
		},
	}
}

func checkAPIKeyUnique(c *checker, messages []*messageSpec) {
	checkKeyUnique(c, messages, Request)
	checkKeyUnique(c, messages, Response)
}

func checkMetadataKeyUnique(c *checker, messages []*messageSpec) {
	checkKeyUnique(c, messages, Metadata)
}

// checkKeyUnique reports messages of type t whose key another one has. Keys of
// messages without versions count: they are kept from being used again.
func checkKeyUnique(c *checker, messages []*messageSpec, t MessageType) {
	first := map[int64]*messageSpec{}
	for _, m := range messages {
		if !m.is(t) || !m.apiKey.given {
			continue
		}
		if other := first[m.apiKey.value]; other != nil {
			c.file = m.file
			c.reportAlso(m.apiKey.pos, otherPlace(other, "first used", other.apiKey.pos), "%s: apiKey %d is that of %s already", m, m.apiKey.value, other)
			continue
		}
		first[m.apiKey.value] = m
	}
}

// A set may be part of a protocol, so a missing partner is no error.
func checkAPIKeyPair(c *checker, messages []*messageSpec) {
	checkPartner(c, messages, Request, Response)
	checkPartner(c, messages, Response, Request)
}

// checkPartner reports messages of type t without a message of type partner and
// the same key.
func checkPartner(c *checker, messages []*messageSpec, t, partner MessageType) {
	has := map[int64]bool{}
	for _, m := range messages {
		if m.is(partner) && m.apiKey.given {
			has[m.apiKey.value] = true
		}
	}
	for _, m := range messages {
		if m.is(t) && m.apiKey.given && !has[m.apiKey.value] {
			c.file = m.file
			c.report(m.apiKey.pos, "%s: there is no %s with apiKey %d", m, partner, m.apiKey.value)
		}
	}
}

func checkMessageUnique(c *checker, messages []*messageSpec) {
	first := map[string]*messageSpec{}
	for _, m := range messages {
		if !m.name.given {
			continue
		}
		name := capitalised(m.name.value) // as Go will call it
		if other := first[name]; other != nil {
			c.file = m.file
			c.reportAlso(m.name.pos, otherPlace(other, "first declared", other.name.pos), "%s is declared twice", m)
			continue
		}
		first[name] = m
	}
}

// otherPlace makes a second place in the file of another message.
func otherPlace(m *messageSpec, note string, pos schema.Pos) *schema.Place {
	return &schema.Place{Path: m.file.Path, Pos: pos, Note: note}
}
