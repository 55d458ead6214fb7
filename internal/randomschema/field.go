package randomschema

import "slices"

// A scope is where fields are made up for.
type scope struct {
	current versions // in which the struct can appear
	count   int      // of fields
	common  []*structure
	// holds is set where structs may be declared in place, which they may not
	// within common structs.
	holds bool
	// element is set for the struct of an array, which may have map keys.
	element bool
	depth   int
}

func (g *generator) fields(s scope) []*field {
	var list, tagged []*field
	taken := map[string]bool{}
	for range s.count {
		f := g.field(s)
		f.name = g.fieldName(taken)
		list = append(list, f)
		if f.tagged != nil {
			tagged = append(tagged, f)
		}
	}
	for i, n := range g.Perm(len(tagged)) {
		tagged[i].tag = n
	}
	if s.element && g.one(2) {
		g.mapKey(list)
	}
	return list
}

// mapKey marks a field or two that are no tags.
func (g *generator) mapKey(list []*field) {
	marked := 0
	for _, f := range list {
		plain := f.tagged == nil && !f.array && f.inline == nil && f.common == nil && f.typ != "records"
		if plain && marked < 2 && !g.one(3) {
			f.mapKey = true
			marked++
		}
	}
}

var scalars = []string{"bool", "int8", "int16", "uint16", "int32", "uint32", "int64", "float64", "uuid", "string", "bytes"}

func (g *generator) field(s scope) *field {
	f := &field{}
	v := g.around(s.current)
	if g.one(100) { // never on the wire
		v = versions{g.m.valid.high + 1, open}
	}
	f.versions = &v
	g.choose(f, s)
	if f.inline == nil && f.typ != "records" && !g.m.flexible.empty() && g.one(3) {
		g.tag(f, s)
	}
	if nullableType(f) && !g.one(3) {
		g.nullable(f)
	}
	if (f.typ == "string" || f.typ == "bytes") && !f.array && g.one(8) {
		g.ownFlexible(f)
	}
	g.details(f)
	g.deflt(f, s.holds && s.depth == 0)
	return f
}

// choose chooses the type.
func (g *generator) choose(f *field, s scope) {
	f.array = g.one(4)
	// A struct that is declared in place, or shared, is wanted more often than
	// the next scalar; either must be able to appear.
	current := f.versions.and(s.current)
	switch n := g.IntN(10); {
	case n < 2 && len(s.common) > 0:
		c := pick(g, s.common...)
		// The struct must be there wherever the field is.
		if both := f.versions.and(c.versions); !both.and(s.current).empty() {
			if !c.versions.holds(current) || g.one(2) {
				f.versions = &both
			}
			f.typ, f.common = c.name, c
			return
		}
	case n < 4 && s.holds && s.depth < 3 && g.holders > 0 && !current.empty():
		g.holders--
		f.typ = g.structName()
		f.array = g.one(2)
		// Tags are decided first, as they widen the versions.
		if !g.m.flexible.empty() && g.one(3) {
			g.tag(f, s)
		}
		count := g.IntN(5)
		if count == 0 && !g.one(4) {
			count = 1
		}
		f.inline = &structure{name: f.typ, versions: *f.versions}
		f.inline.fields = g.fields(scope{
			current: f.versions.and(s.current), count: count, common: s.common, holds: true, element: f.array, depth: s.depth + 1,
		})
		return
	case n == 4 && g.one(3):
		f.typ, f.array = "records", false
		return
	}
	f.typ = pick(g, scalars...)
	// Kafka's Java for an array of bytes does not compile.
	if f.array && f.typ == "bytes" && !g.one(10) {
		f.typ = "string"
	}
}

// tag makes the field a tagged one, in all of its versions or from one on.
func (g *generator) tag(f *field, s scope) {
	v := versions{f.versions.low, open}
	if g.one(3) {
		v.low = max(v.low, g.m.flexible.low)
	}
	if v.and(s.current).empty() {
		v.low = s.current.low
	}
	if f.common != nil && !f.common.versions.holds(v.and(s.current)) {
		return
	}
	t := versions{max(v.low, g.m.flexible.low), open}
	if g.one(4) {
		t.low += g.IntN(3)
	}
	f.versions, f.tagged = &v, &t
}

func nullableType(f *field) bool {
	return f.array || f.inline != nil || f.common != nil || slices.Contains([]string{"string", "bytes", "records"}, f.typ)
}

// nullable makes the field nullable in all versions or some.
func (g *generator) nullable(f *field) {
	n := pick(g, *f.versions, versions{0, open}, g.around(*f.versions), g.around(*f.versions))
	// A tagged field is null in all tagged versions or in none.
	if f.tagged != nil {
		if both := n.and(*f.tagged); !both.empty() && both != *f.tagged {
			return
		}
	}
	f.nullable = &n
}

// ownFlexible gives the field a form of its own, as the client id of request
// headers has.
func (g *generator) ownFlexible(f *field) {
	v := none
	switch {
	case f.tagged != nil:
		v = versions{g.m.flexible.low + g.IntN(f.tagged.low-g.m.flexible.low+1), open}
	case !g.m.flexible.empty() && g.one(2):
		low := g.m.flexible.low + g.IntN(3)
		v = versions{low, pick(g, low+g.IntN(3), open)}
	}
	f.flexible = &v
}

var entities = map[string][]string{
	"string": {"transactionalId", "groupId", "topicName", "unknown"}, "int64": {"producerId"}, "int32": {"brokerId"},
}

// details are what changes no byte.
func (g *generator) details(f *field) {
	f.ignorable = g.one(2)
	f.zeroCopy = f.typ == "bytes" && !f.array && g.one(4)
	if f.zeroCopy && f.tagged != nil && !g.one(10) {
		f.zeroCopy = false // Kafka's Java for one does not compile
	}
	if list := entities[f.typ]; list != nil && g.one(6) {
		f.entity = pick(g, list...)
	}
	switch g.IntN(4) {
	case 0:
		f.about = "The " + pick(g, fieldWords...) + ", or -1."
	case 1:
		f.about = g.text()
	}
	// What only repeats is left out in some schemas.
	if f.tagged != nil && f.inline == nil && *f.tagged == *f.versions && g.one(2) {
		f.versions = nil
	}
}
