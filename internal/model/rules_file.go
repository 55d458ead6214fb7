package model

import (
	"math"
	"slices"

	"github.com/kgen-go/kgen/internal/schema"
)

// fileRules are about the keys of a schema and the kinds of their values.
func fileRules() []Rule {
	return []Rule{
		{
			ID:      schema.RuleSyntax,
			Purpose: "A schema is one JSON object; besides JSON it may hold // and /* */ comments.",
		},
		{
			ID:      schema.RuleRepeatedKey,
			Purpose: "An object has each key once; a repeat with the same value is only a warning.",
		},
		{
			ID: schema.RuleExtraBracket, Accepted: InReleases,
			Purpose: "Nothing follows the schema's object; Kafka reads no closing bracket that does.",
		},
		{
			ID: "unknown-key", Accepted: OnDemand, object: checkUnknownKeys,
			Purpose: "Every key is one that its level knows, since a new key may change the bytes on the wire.",
		},
		{
			ID: "value-kind", object: checkValueKinds,
			Purpose: "Every value has the JSON kind that its key asks for.",
		},
		{
			ID: "name-required", object: checkName,
			Purpose: "Every message, struct and field has a name.",
		},
		{
			ID: "type-required", field: checkTypeGiven,
			Purpose: "Every field has a type.",
		},
		{
			ID: "message-type", message: checkMessageType,
			Purpose: "Every message has a type, and one that is known.",
		},
		{
			ID: "api-key-range", message: checkAPIKeyRange,
			Purpose: "An API key fits into 16 bits.",
		},
		{
			ID: "unknown-listener", Accepted: OnDemand, message: checkListenerWords,
			Purpose: "Listeners are zkBroker, broker or controller.",
		},
		{
			ID: "unknown-entity", Accepted: OnDemand, field: checkEntityWord,
			Purpose: "An entityType is one of the words that schemas know.",
		},
		{
			ID: ruleAllow, Warning: true,
			Purpose: "A kgen:allow comment names a rule and a reason, and silences a finding below it.",
		},
	}
}

// A key that is not known may be new and change the bytes on the wire, as
// headerVersions did, so it is not passed over.
func checkUnknownKeys(c *checker, o *objectSpec) {
	for _, member := range o.unknown {
		if suggestion := o.meantKey(member.Key); suggestion != "" {
			c.report(member.KeyPos, "%s: unknown key %q, did you mean %s?", o, member.Key, suggestion)
		} else {
			c.report(member.KeyPos, "%s: unknown key %q", o, member.Key)
		}
	}
}

func checkValueKinds(c *checker, o *objectSpec) {
	for _, w := range o.wrong {
		c.report(w.pos, "%s: the value of %s must be %s", o, w.key, w.want)
	}
}

func checkName(c *checker, o *objectSpec) {
	if !o.name.given && !o.misspells("name") {
		c.report(o.pos, "this %s has no name", o.level)
	}
}

// hasWrong reports whether key is there with a value of the wrong kind, so that
// it does not count as missing too.
func (o *objectSpec) hasWrong(key string) bool {
	return slices.ContainsFunc(o.wrong, func(w wrongValue) bool { return w.key == key })
}

// misspells reports whether the schema shows what became of key: it has a value
// of the wrong kind, or another key stands where it was meant. It is then not
// missing too.
func (o *objectSpec) misspells(key string) bool {
	return o.hasWrong(key) || slices.ContainsFunc(o.unknown, func(m *schema.Member) bool { return o.meantKey(m.Key) == key })
}

func checkTypeGiven(c *checker, f *fieldSpec) {
	if !f.typeText.given && !f.misspells("type") {
		c.report(f.namePos(), "%s has no type", f)
	}
}

// messageTypes are the words under a message's "type".
var messageTypes = []string{
	string(Request), string(Response), string(Header), string(Data), string(Metadata),
	string(CoordinatorKey), string(CoordinatorValue),
}

func checkMessageType(c *checker, m *messageSpec) {
	switch word := m.typeWord.value; {
	case !m.typeWord.given:
		if !m.misspells("type") {
			c.report(m.namePos(), "%s has no type", m)
		}
	case !slices.Contains(messageTypes, word):
		reportUnknownWord(c, &m.objectSpec, "type", m.typeWord, messageTypes)
	}
}

func checkAPIKeyRange(c *checker, m *messageSpec) {
	if k := m.apiKey; k.given && !fitsInt16(k.value) {
		c.report(k.pos, "%s: apiKey %d does not fit into 16 bits", m, k.value)
	}
}

func fitsInt16(n int64) bool { return math.MinInt16 <= n && n <= math.MaxInt16 }

var listenerWords = []string{"zkBroker", "broker", "controller"}

func checkListenerWords(c *checker, m *messageSpec) {
	for _, l := range m.listeners {
		if !slices.Contains(listenerWords, l.value) {
			reportUnknownWord(c, &m.objectSpec, "listener", l, listenerWords)
		}
	}
}

func checkEntityWord(c *checker, f *fieldSpec) {
	if e := f.entityType; e.given && !isEntityWord(e.value) {
		reportUnknownWord(c, &f.objectSpec, "entityType", e, mapKeys(entityKinds))
	}
}

func reportUnknownWord(c *checker, o *objectSpec, what string, word text, known []string) {
	if suggestion := nearest(word.value, known); suggestion != "" {
		c.report(word.pos, "%s: unknown %s %q, did you mean %s?", o, what, word.value, suggestion)
		return
	}
	c.report(word.pos, "%s: unknown %s %q; known are %s", o, what, word.value, enumerate(known))
}
