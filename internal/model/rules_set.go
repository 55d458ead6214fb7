package model

import (
	"strings"

	"github.com/kgen-go/kgen/internal/schema"
)

// setRules are about the messages of a set among each other.
func setRules() []Rule {
	return []Rule{
		{
			ID: "api-key-unique", set: checkAPIKeyUnique,
			Purpose: "An API key has one request and one response.",
		},
		{
			ID: "api-key-pair", Warning: true, set: checkAPIKeyPair,
			Purpose: "An API key has both a request and a response.",
		},
		{
			ID: "metadata-key-unique", set: checkMetadataKeyUnique,
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
// messages without versions count: they are kept from being used again. Copies
// of one message are left to message-unique.
func checkKeyUnique(c *checker, messages []*messageSpec, t MessageType) {
	first := map[int64]*messageSpec{}
	for _, m := range messages {
		if !m.is(t) || !m.apiKey.given {
			continue
		}
		other := first[m.apiKey.value]
		if other == nil {
			first[m.apiKey.value] = m
			continue
		}
		if other.name.value == m.name.value {
			continue
		}
		// The one whose partner has another key is the one to mend.
		wrong := m
		if keyDiffers(messages, other) && !keyDiffers(messages, m) {
			wrong, other = other, m
		}
		c.file = wrong.file
		c.reportAlso(wrong.apiKey.pos, otherPlace(other, "first used", other.apiKey.pos), "%s: apiKey %d is that of %s already", wrong, wrong.apiKey.value, other)
	}
}

// partners are the types that come in pairs with one key.
var partners = map[MessageType]MessageType{
	Request: Response, Response: Request, CoordinatorKey: CoordinatorValue, CoordinatorValue: CoordinatorKey,
}

// baseName is what the two messages of a pair have in common.
func (m *messageSpec) baseName() string {
	endings := map[MessageType]string{Request: "Request", Response: "Response", CoordinatorKey: "Key", CoordinatorValue: "Value"}
	return strings.TrimSuffix(m.name.value, endings[m.meantType()])
}

// partner finds the message that m goes with by type and name, or nil.
func partner(messages []*messageSpec, m *messageSpec) *messageSpec {
	for _, p := range messages {
		if p.is(partners[m.meantType()]) && p.baseName() == m.baseName() {
			return p
		}
	}
	return nil
}

func keyDiffers(messages []*messageSpec, m *messageSpec) bool {
	p := partner(messages, m)
	return p != nil && p.apiKey.given && p.apiKey.value != m.apiKey.value
}

// A set may be part of a protocol, so a missing partner is no error.
func checkAPIKeyPair(c *checker, messages []*messageSpec) {
	checkPartner(c, messages, Request, Response)
	checkPartner(c, messages, Response, Request)
}

// checkPartner reports messages of type t without a message of type other and
// the same key. A partner by name whose key is wrong, missing or another's is
// reported once: by the rule about its key, or here with the second of the two.
func checkPartner(c *checker, messages []*messageSpec, t, other MessageType) {
	users := map[int64]int{} // messages of type other by key
	for _, m := range messages {
		if m.is(other) && m.apiKey.given {
			users[m.apiKey.value]++
		}
	}
	for _, m := range messages {
		if !m.is(t) || !m.apiKey.given || !fitsInt16(m.apiKey.value) || users[m.apiKey.value] > 0 {
			continue
		}
		c.file = m.file
		switch p := partner(messages, m); {
		case p == nil && !c.options.Partial:
			c.report(m.apiKey.pos, "%s: there is no %s with apiKey %d", m, other, m.apiKey.value)
		case p == nil || !p.apiKey.given || !fitsInt16(p.apiKey.value) || users[p.apiKey.value] > 1:
		case t == Response || t == CoordinatorValue:
			c.reportAlso(m.apiKey.pos, otherPlace(p, "declared", p.apiKey.pos), "%s: apiKey %d is not that of %s, %d", m, m.apiKey.value, p, p.apiKey.value)
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
