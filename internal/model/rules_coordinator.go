package model

// coordinatorRules are about the records of coordinator topics, and about
// messages that have no versions left.
func coordinatorRules() []Rule {
	return []Rule{
		{
			ID: "reserved-message", message: checkReserved,
			Purpose: "A message with validVersions \"none\" has no headerVersions.",
		},
		{
			ID: "coordinator-key", message: checkCoordinatorKey,
			Purpose: "A coordinator-key has an apiKey, version 0 only, and is not flexible.",
		},
		{
			ID: "coordinator-value", message: checkCoordinatorValue,
			Purpose: "A coordinator-value has an apiKey.",
		},
		{
			ID: "coordinator-unique", set: checkCoordinatorUnique,
			Purpose: "A coordinator record type has one key and one value.",
		},
		{
			ID: "coordinator-pair", Warning: true, set: checkCoordinatorPair,
			Purpose: "A coordinator record type has both a key and a value.",
		},
	}
}

func checkReserved(c *checker, m *messageSpec) {
	if m.reserved() && m.headersPos.IsValid() {
		c.report(m.headersPos, "%s has no versions, so it has no headerVersions", m)
	}
}

func checkCoordinatorKey(c *checker, m *messageSpec) {
	if !m.is(CoordinatorKey) {
		return
	}
	reportMissingKey(c, m)
	if m.valid.usable() && m.valid.Versions != (Versions{0, 0}) {
		c.report(m.valid.pos, "%s is a coordinator-key, so its validVersions must be \"0\", not %q", m, m.valid.text)
	}
	if m.flexible.usable() && !m.flexible.Empty() {
		c.report(m.flexible.pos, "%s is a coordinator-key, so its flexibleVersions must be \"none\", not %q", m, m.flexible.text)
	}
}

func checkCoordinatorValue(c *checker, m *messageSpec) {
	if m.is(CoordinatorValue) {
		reportMissingKey(c, m)
	}
}

func checkCoordinatorUnique(c *checker, messages []*messageSpec) {
	checkKeyUnique(c, messages, CoordinatorKey)
	checkKeyUnique(c, messages, CoordinatorValue)
}

func checkCoordinatorPair(c *checker, messages []*messageSpec) {
	checkPartner(c, messages, CoordinatorKey, CoordinatorValue)
	checkPartner(c, messages, CoordinatorValue, CoordinatorKey)
}
