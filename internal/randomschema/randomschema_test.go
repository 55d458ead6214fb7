package randomschema

import (
	"bytes"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// build parses and checks one schema.
func build(t *testing.T, s Schema) (*model.Message, []schema.Finding) {
	t.Helper()
	file, findings := schema.Parse(s.Name+".json", s.Name+".json", s.Text)
	if file == nil {
		return nil, findings
	}
	set, more := model.Build([]*schema.File{file}, model.Options{})
	if set == nil {
		return nil, append(findings, more...)
	}
	return set.Messages[0], append(findings, more...)
}

// TestLegal: schemas keep every rule, and a seed and a number stand for one.
func TestLegal(t *testing.T) {
	for number := range 3000 {
		s := New(DefaultSeed, number)
		if again := New(DefaultSeed, number); !bytes.Equal(s.Text, again.Text) {
			t.Fatalf("two schemas for one seed:\n%s\n%s", s.Text, again.Text)
		}
		if m, findings := build(t, s); m == nil {
			t.Errorf("%v\n%s", findings, s.Text)
		}
	}
}

// TestWhole: a few hundred schemas have everything that the language has, in
// the combinations that are rare in Kafka's own.
func TestWhole(t *testing.T) {
	want := map[string]func(m *model.Message, f *model.Field) bool{
		"never tagged in a valid version": func(m *model.Message, f *model.Field) bool {
			return f.Tag >= 0 && f.Tagged.Empty() && !f.Versions.Empty()
		},
		"tagged in a part of its versions": func(_ *model.Message, f *model.Field) bool {
			return !f.Tagged.Empty() && f.Tagged != f.Versions
		},
		"in no valid version": func(_ *model.Message, f *model.Field) bool { return f.Versions.Empty() },
		"nullable in a part of its versions, struct": func(_ *model.Message, f *model.Field) bool {
			return f.Type.Kind == model.StructKind && !f.Nullable.Empty() && f.Nullable != f.Versions
		},
		"nullable in a part of its versions, flexible and not": func(m *model.Message, f *model.Field) bool {
			return f.Type.Kind == model.StructKind && !f.Nullable.Empty() && f.Nullable != f.Versions &&
				!m.Flexible.Intersect(f.Versions).Empty() && !m.Flexible.ContainsAll(f.Versions)
		},
		"tagged struct that can be null": func(_ *model.Message, f *model.Field) bool {
			return f.Type.Kind == model.StructKind && !f.Nullable.Intersect(f.Tagged).Empty()
		},
		"common struct used twice": func(_ *model.Message, f *model.Field) bool {
			return f.Type.Kind == model.StructKind && f.Type.Struct.Common && f.Type.Struct.Uses > 1
		},
		"common struct narrower than the message": func(m *model.Message, f *model.Field) bool {
			return f.Type.Kind == model.StructKind && f.Type.Struct.Common && f.Type.Struct.Versions != m.Valid
		},
		"field narrower than its common struct": func(_ *model.Message, f *model.Field) bool {
			return f.Type.Kind == model.StructKind && f.Type.Struct.Common && f.Type.Struct.Versions != f.Versions
		},
		"array of common structs": func(_ *model.Message, f *model.Field) bool {
			return f.Type.Kind == model.Array && f.Type.Elem.Kind == model.StructKind && f.Type.Elem.Struct.Common
		},
		"struct without fields": func(_ *model.Message, f *model.Field) bool {
			return f.Type.Kind == model.StructKind && len(f.Type.Struct.Fields) == 0
		},
		"flexible in other versions than the message": func(m *model.Message, f *model.Field) bool {
			return !f.Versions.Empty() && f.Flexible.Intersect(f.Versions) != m.Flexible.Intersect(f.Versions)
		},
		"default of null":             func(_ *model.Message, f *model.Field) bool { return f.Default.Explicit && f.Default.Null },
		"default of null, struct":     func(_ *model.Message, f *model.Field) bool { return f.Type.Kind == model.StructKind && f.Default.Null },
		"default of a string":         func(_ *model.Message, f *model.Field) bool { return f.Default.String != "" },
		"default of a tagged float":   func(_ *model.Message, f *model.Field) bool { return f.Default.Float != 0 && !f.Tagged.Empty() },
		"default of a tagged uuid":    func(_ *model.Message, f *model.Field) bool { return f.Default.UUID != [16]byte{} && !f.Tagged.Empty() },
		"default of a tagged boolean": func(_ *model.Message, f *model.Field) bool { return f.Default.Bool && !f.Tagged.Empty() },
		"a name with err in it, tagged": func(_ *model.Message, f *model.Field) bool {
			return strings.Contains(f.Name, "err") && !f.Tagged.Empty() && f.Type.Kind <= model.UUID
		},
		"let n = 3": func(_ *model.Message, f *model.Field) bool { return f.Default.String == "let n = 3" },
		"see math.Pi and binary.x": func(_ *model.Message, f *model.Field) bool {
			return f.Default.String == "see math.Pi and binary.x"
		},
		"map key":     func(_ *model.Message, f *model.Field) bool { return f.MapKey },
		"zero copy":   func(_ *model.Message, f *model.Field) bool { return f.ZeroCopy },
		"entity type": func(_ *model.Message, f *model.Field) bool { return f.EntityType != "" },
	}
	for kind := model.Bool; kind <= model.Array; kind++ {
		want["kind "+kind.String()] = func(_ *model.Message, f *model.Field) bool { return f.Type.Kind == kind }
		if kind != model.Records && kind != model.Array {
			want["array of "+kind.String()] = func(_ *model.Message, f *model.Field) bool {
				return f.Type.Kind == model.Array && f.Type.Elem.Kind == kind
			}
		}
		if kind != model.Records {
			want["tagged "+kind.String()] = func(_ *model.Message, f *model.Field) bool {
				return f.Type.Kind == kind && !f.Tagged.Empty()
			}
		}
	}
	types := map[model.MessageType]bool{}
	fields := 0
	for number := range 300 {
		m, findings := build(t, New(DefaultSeed, number))
		if m == nil {
			t.Fatal(findings)
		}
		types[m.Type] = true
		for _, s := range append(m.Structs, m.Body) {
			for _, f := range s.Fields {
				fields++
				for what, has := range want {
					if has(m, f) {
						delete(want, what)
					}
				}
			}
		}
	}
	for what := range want {
		t.Errorf("no field is: %s", what)
	}
	if len(types) != 5 {
		t.Errorf("types %v", types)
	}
	t.Logf("%d fields", fields)
}

// TestBroken: every way to break a rule is taken, most schemas are refused, and
// a seed and a number stand for one.
func TestBroken(t *testing.T) {
	taken, refused := map[string]bool{}, 0
	const count = 1500
	for number := range count {
		s := Broken(DefaultSeed, number)
		if again := Broken(DefaultSeed, number); !bytes.Equal(s.Text, again.Text) {
			t.Fatalf("two schemas for one seed:\n%s\n%s", s.Text, again.Text)
		}
		taken[s.Breaks] = true
		if m, findings := build(t, s); m == nil {
			refused++
		} else if s.Breaks == "array of arrays" {
			t.Errorf("%v\n%s", findings, s.Text)
		}
	}
	for _, b := range breaks {
		if !taken[b.name] {
			t.Errorf("no schema has: %s", b.name)
		}
	}
	if refused < count/2 {
		t.Errorf("%d of %d schemas are refused", refused, count)
	}
	t.Logf("%d of %d schemas are refused", refused, count)
}
