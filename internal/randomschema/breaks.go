package randomschema

// A ruleBreak changes one thing in a message and reports whether it found
// something to change.
type ruleBreak struct {
	name  string
	apply func(g *generator, m *message) bool
}

var breaks = []ruleBreak{}
