package compare

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

// TestMutations makes single edits in the schemas that come with kgen and holds
// what Sets says of them against bytes that package layout's encoder writes: an
// edit that changes the bytes of a shared version must be Wire, and no other.
func TestMutations(t *testing.T) {
	const every = 39 // of the edits, one is tried
	names, err := fs.Glob(schemas.FS(), "*/*.json")
	if err != nil {
		t.Fatal(err)
	}
	tried, wire, turn := 0, 0, 0
	for _, name := range names {
		text, err := fs.ReadFile(schemas.FS(), name)
		if err != nil {
			t.Fatal(err)
		}
		old := buildOne(name, parseOne(t, name, text))
		if old == nil || old.Valid.Empty() {
			continue
		}
		for i := range editsOf(parseOne(t, name, text).Root, old) {
			if turn++; turn%every != 0 {
				continue
			}
			file := parseOne(t, name, text) // an edit cannot be taken back
			edit := editsOf(file.Root, old)[i]
			edit.apply()
			changed := buildOne(name, file)
			if changed == nil {
				continue // no schema any more
			}
			tried++
			findings := Sets(&model.Set{Messages: []*model.Message{old}}, &model.Set{Messages: []*model.Message{changed}})
			calledWire := slices.ContainsFunc(findings, func(f Finding) bool { return f.Class == Wire })
			version, differs := bytesDiffer(old, changed, edit)
			if differs {
				wire++
			}
			if differs != calledWire {
				t.Errorf("%s: %s: bytes differ: %v (version %d), findings:\n%s", path.Base(name), edit.what, differs, version, lines(findings))
			}
		}
	}
	t.Logf("%d edits, %d of them change bytes", tried, wire)
	if tried < 2000 || wire < 500 {
		t.Errorf("%d edits of which %d change bytes are too few", tried, wire)
	}
}

func parseOne(t *testing.T, name string, text []byte) *schema.File {
	t.Helper()
	file, findings := schema.Parse(name, path.Base(name), text)
	if schema.HasErrors(findings) {
		t.Fatal(findings)
	}
	return file
}

func buildOne(name string, file *schema.File) *model.Message {
	set, _ := model.Build([]*schema.File{file}, model.Options{Partial: true})
	if set == nil {
		return nil
	}
	return set.Messages[0]
}

// An edit is one change of a schema's tree.
type edit struct {
	what     string
	apply    func()
	from, to string // the name of a field before and after, if that changes
}

// editsOf lists edits of the schema root, of which old is the message.
func editsOf(root *schema.Value, old *model.Message) []edit {
	var edits []edit
	add := func(what string, apply func()) { edits = append(edits, edit{what: what, apply: apply}) }
	set := func(object *schema.Value, key, text string) {
		kind := schema.String
		if text == "true" || text == "false" {
			kind = schema.Bool
		}
		if m := object.Member(key); m != nil {
			m.Value = &schema.Value{Kind: kind, Text: text, Pos: m.Value.Pos}
			return
		}
		object.Members = append(object.Members, &schema.Member{Key: key, KeyPos: object.Pos, Value: &schema.Value{Kind: kind, Text: text, Pos: object.Pos}})
	}
	remove := func(object *schema.Value, key string) {
		object.Members = slices.DeleteFunc(object.Members, func(m *schema.Member) bool { return m.Key == key })
	}
	mid := (old.Valid.Low + old.Valid.High + 1) / 2
	ranges := []string{
		"0+", fmt.Sprintf("%d+", mid), fmt.Sprintf("0-%d", mid), fmt.Sprintf("%d+", old.Valid.High),
		fmt.Sprintf("%d+", old.Valid.High+1), fmt.Sprintf("%d-%d", mid, mid), "none",
	}
	for _, r := range ranges {
		add("flexibleVersions "+r, func() { set(root, "flexibleVersions", r) })
	}
	add("validVersions one more", func() { set(root, "validVersions", fmt.Sprintf("%d-%d", old.Valid.Low, old.Valid.High+1)) })
	add("validVersions without the first", func() { set(root, "validVersions", fmt.Sprintf("%d-%d", old.Valid.Low+1, old.Valid.High)) })
	add("deprecatedVersions", func() { set(root, "deprecatedVersions", fmt.Sprint(old.Valid.Low)) })
	var list func(fields *schema.Member)
	list = func(fields *schema.Member) {
		if fields == nil {
			return
		}
		for i, f := range fields.Value.Items {
			name := f.Member("name").Value.Text
			about := func(what string) string { return name + ": " + what }
			for _, r := range ranges {
				add(about("versions "+r), func() { set(f, "versions", r) })
				add(about("nullableVersions "+r), func() { set(f, "nullableVersions", r) })
				add(about("own flexibleVersions "+r), func() { set(f, "flexibleVersions", r) })
				if f.Member("tag") != nil {
					add(about("taggedVersions "+r), func() { set(f, "taggedVersions", r) })
				} else {
					add(about("tagged in "+r), func() { set(f, "taggedVersions", r); set(f, "tag", "0") })
				}
			}
			for _, kind := range []string{"bool", "int8", "int16", "uint16", "int32", "uint32", "int64", "float64", "uuid", "string", "bytes", "records", "[]int32"} {
				add(about("type "+kind), func() { set(f, "type", kind); remove(f, "default") })
			}
			for _, d := range []string{"7", "-1", "true", "null", "x", ""} {
				add(about("default "+d), func() { set(f, "default", d) })
			}
			add(about("no tag"), func() { remove(f, "tag"); remove(f, "taggedVersions") })
			add(about("never null"), func() { remove(f, "nullableVersions") })
			add(about("ignorable"), func() { set(f, "ignorable", "true") })
			add(about("other words"), func() { set(f, "about", "Other words.") })
			add(about("entityType"), func() { set(f, "entityType", "topicName") })
			add(about("removed"), func() { fields.Value.Items = slices.Delete(fields.Value.Items, i, i+1) })
			edits = append(edits, edit{
				what: about("renamed"), from: name, to: name + "Renamed",
				apply: func() { set(f, "name", name+"Renamed") },
			})
			if i > 0 {
				add(about("moved up"), func() {
					items := fields.Value.Items
					items[i-1], items[i] = items[i], items[i-1]
				})
			}
			for _, r := range ranges {
				add(about("a field before it in "+r), func() {
					fields.Value.Items = slices.Insert(fields.Value.Items, i, newField(f.Pos, "Inserted", r, ""))
				})
			}
			add(about("a tagged field before it"), func() {
				fields.Value.Items = slices.Insert(fields.Value.Items, i, newField(f.Pos, "Inserted", fmt.Sprintf("%d+", old.Flexible.Low), fmt.Sprint(tags(fields.Value))))
			})
			list(f.Member("fields"))
		}
	}
	list(root.Member("fields"))
	if common := root.Member("commonStructs"); common != nil {
		for _, s := range common.Value.Items {
			list(s.Member("fields"))
		}
	}
	return edits
}

func tags(fields *schema.Value) int {
	n := 0
	for _, f := range fields.Items {
		if f.Member("tag") != nil {
			n++
		}
	}
	return n
}

func newField(pos schema.Pos, name, versions, tag string) *schema.Value {
	f := &schema.Value{Kind: schema.Object, Pos: pos}
	add := func(key, text string) {
		f.Members = append(f.Members, &schema.Member{Key: key, KeyPos: pos, Value: &schema.Value{Kind: schema.String, Text: text, Pos: pos}})
	}
	add("name", name)
	add("type", "int8")
	add("versions", versions)
	if tag != "" {
		add("taggedVersions", versions)
		add("tag", tag)
	}
	return f
}

// bytesDiffer writes values with both schemas, in each version that they share
// and that the old one does not call unstable, and returns the first version
// whose bytes differ.
func bytesDiffer(old, changed *model.Message, e edit) (version int16, differs bool) {
	common := old.Valid.Intersect(changed.Valid)
	for v := common.Low; v <= common.High; v++ {
		if old.Unstable && v == old.Valid.High {
			continue
		}
		for _, sample := range allSamplers() {
			plan := map[string]any{}
			s := &samples{version: v, edit: e, plan: plan, of: sample, other: fieldsByPath(changed.Body, "", e)}
			body := s.fill(old.Body, "")
			a, errA := value.Append(nil, old, body, v)
			b, errB := value.Append(nil, changed, s.repeat(changed.Body, ""), v)
			if (errA == nil) != (errB == nil) || errA == nil && !bytes.Equal(a, b) {
				return v, true
			}
		}
	}
	return 0, false
}

// A sampler says what a field holds. other is the field in the other schema, nil
// if it lacks it.
type sampler func(s *samples, path string, f, other *model.Field, def any) any

// allSamplers has values that are far from their defaults, more than once as two
// fields may have the same by chance; nulls at each depth, as a null hides what is below
// it; and defaults.
func allSamplers() []sampler {
	all := []sampler{fullSample(""), fullSample("a"), fullSample("b"), fullSample("c"), fullSample("d"), defaultSample, emptySample}
	for depth := range 5 {
		all = append(all,
			nullSample(depth, func(f, _ *model.Field) *model.Field { return f }),
			nullSample(depth, func(_, other *model.Field) *model.Field { return other }))
	}
	return all
}

// follow stands for the value of a field that has a struct in it.
type follow struct{}

func fullSample(salt string) sampler {
	return func(_ *samples, path string, f, _ *model.Field, _ any) any {
		switch {
		case structOf(f.Type) != nil:
			return follow{}
		case f.Type.Kind == model.Bool && salt == "":
			return int64(1)
		}
		return seed(path + salt)
	}
}

// nullSample has nulls where the field that is chosen allows it.
func nullSample(depth int, choose func(f, other *model.Field) *model.Field) sampler {
	full := fullSample("")
	return func(s *samples, path string, f, other *model.Field, def any) any {
		if chosen := choose(f, other); strings.Count(path, ".") == depth && chosen != nil && chosen.Nullable.Contains(s.version) {
			return nil
		}
		return full(s, path, f, other, def)
	}
}

func defaultSample(s *samples, path string, f, other *model.Field, def any) any {
	switch {
	case structOf(f.Type) != nil:
		return follow{}
	case f.Type.Kind == model.Records && f.Nullable.Empty(): // its default of null cannot be written
		return seed(path)
	}
	if other != nil && f.Type.Kind != other.Type.Kind {
		if def == "" {
			return empty{}
		}
		if _, integer := def.(int64); integer && other.Default.Int >= 0 {
			return literal{other.Default.Int}
		}
		return seed(path)
	}
	return literal{def}
}

// emptySample is defaultSample with arrays without elements.
func emptySample(s *samples, path string, f, other *model.Field, def any) any {
	if f.Type.Kind == model.Array && !f.Default.Null {
		return literal{def}
	}
	return defaultSample(s, path, f, other, def)
}

// empty stands for text or bytes of no length.
type empty struct{}

// A literal is a value as it is, not a seed of one.
type literal struct{ value any }

// seed is a number from 1 to 29999 that stands for the value of a field.
func seed(path string) int64 {
	h := fnv.New32a()
	h.Write([]byte(path))
	return int64(h.Sum32()%29999) + 1
}

// samples makes a value of one schema, and the same of another one.
type samples struct {
	version int16
	edit    edit
	plan    map[string]any // by path in the old schema
	of      sampler
	other   map[string]*model.Field // of the changed schema, by path in the old one
}

// pathOf is the path of f as the old schema has it.
func (e edit) pathOf(path string, f *model.Field) string {
	name := f.Name
	if e.to != "" && name == e.to {
		name = e.from
	}
	return join(path, name)
}

func fieldsByPath(s *model.Struct, path string, e edit) map[string]*model.Field {
	all := map[string]*model.Field{}
	for _, f := range s.Fields {
		at := e.pathOf(path, f)
		all[at] = f
		if below := structOf(f.Type); below != nil {
			for p, g := range fieldsByPath(below, at, e) {
				all[p] = g
			}
		}
	}
	return all
}

// fill makes a value of the old schema.
func (s *samples) fill(t *model.Struct, path string) *value.Struct {
	v := value.New(t)
	for i, f := range t.Fields {
		at := join(path, f.Name)
		if !f.Versions.Contains(s.version) {
			continue
		}
		leaf := s.of(s, at, f, s.other[at], v.Fields[i])
		s.plan[at] = leaf
		v.Fields[i] = s.make(f.Type, leaf, func(below *model.Struct) *value.Struct { return s.fill(below, at) })
	}
	return v
}

// repeat makes a value of the changed schema that has what the old one has.
func (s *samples) repeat(t *model.Struct, path string) *value.Struct {
	v := value.New(t)
	for i, f := range t.Fields {
		at := s.edit.pathOf(path, f)
		leaf, planned := s.plan[at]
		if !planned || !f.Versions.Contains(s.version) {
			continue
		}
		v.Fields[i] = s.make(f.Type, leaf, func(below *model.Struct) *value.Struct { return s.repeat(below, at) })
	}
	return v
}

// make turns a leaf into a value of type t.
func (s *samples) make(t model.Type, leaf any, below func(*model.Struct) *value.Struct) any {
	switch l := leaf.(type) {
	case nil:
		return nil
	case literal:
		return l.value
	case empty:
		if t.Kind == model.String {
			return ""
		}
		return []byte{}
	}
	switch t.Kind {
	case model.Array:
		return []any{s.make(*t.Elem, leaf, below)}
	case model.StructKind:
		return below(t.Struct)
	}
	n, _ := leaf.(int64)
	switch t.Kind {
	case model.Bool:
		return n%2 > 0
	case model.Int8:
		return n%127 + 1
	case model.Float64:
		return float64(n)
	case model.UUID:
		return value.UUID{byte(n >> 8), byte(n)}
	case model.String:
		return fmt.Sprint(n)
	case model.Bytes, model.Records:
		return fmt.Append(nil, n)
	}
	return n
}
