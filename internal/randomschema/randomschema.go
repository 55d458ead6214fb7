// Package randomschema makes up schemas that keep every rule of the schema
// language, to hold kgen against judges that know nothing of its own examples:
// package layout, and Kafka's own message generator. It can break a rule on
// purpose too, to find schemas that one takes and the other refuses.
//
// A seed and a number stand for one schema, whatever was made before it.
package randomschema

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
)

// A Schema is the text of one schema file.
type Schema struct {
	// Name is the message's name. The file is called like it, with ".json".
	Name string
	Text []byte
	// Breaks says which rule was broken; empty for a schema that keeps them all.
	Breaks string
}

// DefaultSeed is that of tests, the same as CI's.
const DefaultSeed = 20261129

// Seed is the seed in the environment variable KGEN_SEED, else DefaultSeed.
func Seed() (uint64, error) {
	text := os.Getenv("KGEN_SEED")
	if text == "" {
		return DefaultSeed, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("KGEN_SEED: %w", err)
	}
	return n, nil
}

// New makes up a schema. Schemas of one seed with different numbers, from 0 to
// 32767, can stand in one set: their names and API keys differ.
func New(seed uint64, number int) Schema {
	g := newGenerator(seed, number)
	m := g.message(number)
	return Schema{Name: m.name, Text: g.render(m)}
}

// Broken makes up a schema and then changes one thing in it for which there is
// a rule, mostly against it. Whether the outcome is legal is for others to say.
// Numbers next to each other break different rules.
func Broken(seed uint64, number int) Schema {
	g := newGenerator(seed, number)
	b := breaks[number%len(breaks)]
	for {
		// A message may have nothing that could be changed so.
		if m := g.message(number); b.apply(g, m) {
			return Schema{Name: m.name, Text: g.render(m), Breaks: b.name}
		}
	}
}

func newGenerator(seed uint64, number int) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, uint64(number)))}
}

// generator makes up one message.
type generator struct {
	*rand.Rand
	m       *message
	names   int // of structs, so that each is used once
	holders int // structs that still may be declared in place
}

// one reports true once in n times.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

// A message is a schema before it becomes text. It holds what a schema says,
// not what follows from it.
type message struct {
	number     int
	name       string
	kind       string
	key        int // -1 for none
	valid      versions
	flexible   versions
	deprecated versions
	unstable   bool
	listeners  []string
	fields     []*field
	common     []*structure
	extra      []string // further members, as they are to stand in the text
}

type structure struct {
	name     string
	versions versions
	fields   []*field
}

// A field is one field of a message or struct. Ranges that are not to be
// written are nil.
type field struct {
	name     string
	typ      string     // without "[]"
	array    bool       // of typ
	inline   *structure // that the field declares
	common   *structure // that the field uses
	versions *versions
	nullable *versions
	tagged   *versions
	tag      int
	flexible *versions
	// deflt is the default as JSON, empty for none.
	deflt     string
	ignorable bool
	mapKey    bool
	zeroCopy  bool
	entity    string
	about     string
	extra     []string
}

// written are the versions that the field exists in, as far as it says.
func (f *field) written() versions {
	if f.versions == nil {
		return *f.tagged
	}
	return *f.versions
}

// each calls visit for every field of the message, with the fields beside it.
func (m *message) each(visit func(f *field, beside []*field)) {
	var walk func(fields []*field)
	walk = func(fields []*field) {
		for _, f := range fields {
			visit(f, fields)
			if f.inline != nil {
				walk(f.inline.fields)
			}
		}
	}
	walk(m.fields)
	for _, s := range m.common {
		walk(s.fields)
	}
}

var kinds = []string{"data", "data", "header", "request", "response", "metadata"}

func (g *generator) message(number int) *message {
	m := &message{number: number, kind: pick(g, kinds...), key: -1}
	g.m, g.names = m, 0
	m.name = fmt.Sprintf("%s%04d", pick(g, messageWords...), number)
	switch m.kind {
	case "request":
		m.name += "Request"
	case "response":
		m.name += "Response"
	default:
		m.name += pick(g, messageEndings...)
	}
	if m.kind == "request" || m.kind == "response" || m.kind == "metadata" {
		m.key = number
	}
	m.valid.low = pick(g, 0, 0, 0, 1, 3)
	m.valid.high = m.valid.low + g.IntN(5)
	m.flexible = none
	if !g.one(5) {
		m.flexible = versions{g.IntN(m.valid.high + 2), open}
	}
	m.deprecated = none
	if m.valid.low < m.valid.high && g.one(8) {
		m.deprecated = versions{m.valid.low, m.valid.high - 1}
	}
	if m.kind == "request" {
		m.listeners = pick(g, nil, []string{"broker"}, []string{"broker", "controller"}, []string{"zkBroker"})
		m.unstable = g.one(6)
	}
	g.commonStructs()
	g.holders = 3
	m.fields = g.fields(scope{current: m.valid, count: g.IntN(7), common: m.common, holds: true})
	m.common = used(m)
	return m
}

// commonStructs makes structs that fields may share. Each may use those behind
// it, so that no struct holds itself.
func (g *generator) commonStructs() {
	if g.one(2) {
		return
	}
	for range 1 + g.IntN(3) {
		s := &structure{name: g.structName(), versions: g.around(g.m.valid)}
		s.fields = g.fields(scope{
			current: s.versions.and(g.m.valid), count: 1 + g.IntN(3), common: g.m.common, element: g.one(2),
		})
		g.m.common = append([]*structure{s}, g.m.common...)
	}
}

// used are the common structs that the message has a use for.
func used(m *message) []*structure {
	seen := map[*structure]bool{}
	var walk func(fields []*field)
	walk = func(fields []*field) {
		for _, f := range fields {
			switch {
			case f.inline != nil:
				walk(f.inline.fields)
			case f.common != nil && !seen[f.common]:
				seen[f.common] = true
				walk(f.common.fields)
			}
		}
	}
	walk(m.fields)
	var list []*structure
	for _, s := range m.common {
		if seen[s] {
			list = append(list, s)
		}
	}
	return list
}
