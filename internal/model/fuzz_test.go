package model

import (
	"testing"

	"github.com/kgen-go/kgen/internal/schema"
)

// FuzzBuild checks that Build never panics, whatever a schema says, that
// findings have a place, and that a set which comes of it is whole.
func FuzzBuild(f *testing.F) {
	f.Add([]byte(fetchRequest))
	for _, files := range faultySets(f) {
		for _, file := range files {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, _ := schema.Parse("X.json", "X.json", text)
		if file == nil {
			return
		}
		for _, level := range []Level{AcceptNone, AcceptReleases, AcceptAll} {
			set, findings := Build([]*schema.File{file}, Options{Accept: Accept{Level: level}})
			for _, finding := range findings {
				if !finding.Pos.IsValid() || finding.Path != "X.json" || finding.Message == "" || finding.Rule == "" {
					t.Fatalf("finding is %+v", finding)
				}
			}
			if (set == nil) != schema.HasErrors(findings) {
				t.Fatalf("set %v with findings %v", set, findings)
			}
			if set != nil {
				checkWhole(t, set)
			}
		}
	})
}

// checkWhole checks what the packages that read a set rely on.
func checkWhole(t *testing.T, set *Set) {
	t.Helper()
	for _, m := range set.Messages {
		if m.Valid.Open() || m.Body == nil || m.Body.Name != m.Name || m.Body.Versions != m.Valid {
			t.Fatalf("message is %+v", m)
		}
		headers := 0
		if m.Type == Request || m.Type == Response {
			headers = int(m.Valid.High) + 1
		}
		if len(m.headerVersions) != headers {
			t.Fatalf("%s has %d header versions for versions %v", m.Name, len(m.headerVersions), m.Valid)
		}
		listed, uses := map[*Struct]bool{m.Body: true}, map[*Struct]int{}
		for _, s := range m.Structs {
			if listed[s] || s.Versions.Empty() && !s.Common || !m.Valid.ContainsAll(s.Versions) {
				t.Fatalf("struct is %+v", s)
			}
			listed[s] = true
		}
		for s := range listed {
			for _, f := range s.Fields {
				checkField(t, m, s, f)
				if target := f.structType(); target != nil {
					if !listed[target] {
						t.Fatalf("the struct of %+v is not among those of its message", f)
					}
					uses[target]++
				}
			}
		}
		for _, s := range m.Structs {
			if s.Uses == 0 || s.Uses != uses[s] {
				t.Fatalf("struct %s has %d uses, counts %d", s.Name, uses[s], s.Uses)
			}
		}
	}
}

// structType is the struct that f holds, in an array or not; nil if none.
func (f *Field) structType() *Struct {
	if f.Type.Elem != nil {
		return f.Type.Elem.Struct
	}
	return f.Type.Struct
}

func checkField(t *testing.T, m *Message, s *Struct, f *Field) {
	t.Helper()
	element := f.Type
	if f.Type.Kind == Array {
		if f.Type.Elem == nil || f.Type.Elem.Kind == Array {
			t.Fatalf("array %s has element %v", f.Name, f.Type.Elem)
		}
		element = *f.Type.Elem
	}
	switch {
	case (element.Kind == StructKind) != (element.Struct != nil),
		!s.Versions.ContainsAll(f.Versions),
		!f.Versions.ContainsAll(f.Nullable), !f.Versions.ContainsAll(f.Tagged),
		!m.Flexible.ContainsAll(f.Tagged), !m.Flexible.ContainsAll(f.Flexible),
		f.Tag < 0 && !f.Tagged.Empty(), f.Tag < -1:
		t.Fatalf("field of %s %v is %+v", s.Name, s.Versions, f)
	}
}
