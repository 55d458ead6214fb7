package prune

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

// kafka is the set of the client protocol that comes with kgen.
func kafka(t *testing.T) *model.Set {
	t.Helper()
	files, findings, err := schema.Load([]string{schema.EmbeddedPrefix + "kafka"}, schemas.FS())
	if err != nil || schema.HasErrors(findings) {
		t.Fatal(err, findings)
	}
	set, findings := model.Build(files, model.Options{})
	if schema.HasErrors(findings) {
		t.Fatal(findings)
	}
	return set
}

// at describes what m is in one version, field by field.
func at(m *model.Message, version int16) []string {
	lines := []string{fmt.Sprint(m.Name, m.APIKey, m.Flexible.Contains(version), m.HeaderVersion(version), m.Deprecated.Contains(version))}
	var walk func(indent string, s *model.Struct)
	walk = func(indent string, s *model.Struct) {
		for _, f := range s.Fields {
			if !f.Versions.Contains(version) {
				continue
			}
			t, dims := f.Type, ""
			if t.Elem != nil {
				t, dims = *t.Elem, "[]"
			}
			tag := -1
			if f.Tagged.Contains(version) {
				tag = f.Tag
			}
			lines = append(lines, fmt.Sprint(indent, f.Name, " ", dims, t.Kind, " tag ", tag, " null ", f.Nullable.Contains(version),
				" compact ", f.Flexible.Contains(version), " default ", f.Default, " ignorable ", f.Ignorable))
			if t.Struct != nil {
				walk(indent+"  ", t.Struct)
			}
		}
	}
	walk("", m.Body)
	return lines
}

// TestNarrow narrows every message of the protocol to every range of its
// versions. In each version that is left it must be what it was, and of others
// nothing may be left.
func TestNarrow(t *testing.T) {
	ranges := 0
	for _, m := range kafka(t).Messages {
		if m.Valid.Empty() {
			continue
		}
		before := make([][]string, m.Valid.High+1)
		for v := m.Valid.Low; v <= m.Valid.High; v++ {
			before[v] = at(m, v)
		}
		for low := m.Valid.Low; low <= m.Valid.High; low++ {
			for high := low; high <= m.Valid.High; high++ {
				n := narrow(m, model.Versions{Low: low, High: high})
				ranges++
				if want := (model.Versions{Low: low, High: high}); n.Valid != want {
					t.Fatalf("%s: valid in %s, want %s", m.Name, n.Valid, want)
				}
				for v := low; v <= high; v++ {
					if d := cmp.Diff(before[v], at(n, v)); d != "" {
						t.Fatalf("%s narrowed to %d-%d, version %d (-before +after):\n%s", m.Name, low, high, v, d)
					}
				}
				checkTight(t, m, n)
			}
		}
		if d := cmp.Diff(before[m.Valid.High], at(m, m.Valid.High)); d != "" {
			t.Fatalf("%s itself has changed:\n%s", m.Name, d)
		}
	}
	if ranges < 500 {
		t.Errorf("only %d ranges", ranges)
	}
}

// checkTight fails unless all of n, made from m, is within its versions and in
// use, and none of it is m's.
func checkTight(t *testing.T, m, n *model.Message) {
	t.Helper()
	uses := map[*model.Struct]int{}
	for _, s := range append(slices.Clone(n.Structs), n.Body) {
		if s.Versions.Empty() || !n.Valid.ContainsAll(s.Versions) || slices.Contains(m.Structs, s) || s == m.Body {
			t.Fatalf("%s %s: struct %s has versions %s", n.Name, n.Valid, s.Name, s.Versions)
		}
		for _, f := range s.Fields {
			for _, v := range []model.Versions{f.Nullable, f.Tagged, f.Versions} {
				if f.Versions.Empty() || !n.Valid.ContainsAll(v) {
					t.Fatalf("%s %s: field %s has versions %s", n.Name, n.Valid, f.Name, f.Versions)
				}
			}
			if f.Tagged.Empty() != (f.Tag < 0) {
				t.Fatalf("%s %s: field %s has tag %d in versions %s", n.Name, n.Valid, f.Name, f.Tag, f.Tagged)
			}
			element := f.Type
			if element.Elem != nil {
				element = *element.Elem
			}
			if element.Struct != nil {
				uses[element.Struct]++
			}
		}
	}
	for _, s := range n.Structs {
		if s.Uses == 0 || s.Uses != uses[s] {
			t.Fatalf("%s %s: struct %s has %d uses, counted %d", n.Name, n.Valid, s.Name, s.Uses, uses[s])
		}
	}
	if len(uses) != len(n.Structs) {
		t.Fatalf("%s %s: %d structs are in use, %d are listed", n.Name, n.Valid, len(uses), len(n.Structs))
	}
}

// names gives the names of messages with versions, and these.
func names(set *model.Set) []string {
	var list []string
	for _, m := range set.Messages {
		if !m.Valid.Empty() {
			list = append(list, m.Name+" "+m.Valid.String())
		}
	}
	return list
}

func TestSet(t *testing.T) {
	set := kafka(t)
	tests := map[string]struct {
		selection Selection
		want      []string
	}{
		"API": {Selection{Names: []string{"Heartbeat"}},
			[]string{"HeartbeatRequest 0-4", "HeartbeatResponse 0-4", "RequestHeader 1-2", "ResponseHeader 0-1"}},
		"message and data": {Selection{Names: []string{"HeartbeatRequest", "EndTxnMarker"}},
			[]string{"EndTxnMarker 0", "HeartbeatRequest 0-4", "RequestHeader 1-2", "ResponseHeader 0-1"}},
		// Kafka 2.8 took version 12 of Fetch; brokers that do not know a
		// version of ApiVersions answer in version 0.
		"since": {Selection{Names: []string{"Fetch", "ApiVersions"}, Since: "2.8"},
			[]string{"ApiVersionsRequest 0-5", "ApiVersionsResponse 0-5", "FetchRequest 12-18", "FetchResponse 12-18", "RequestHeader 1-2", "ResponseHeader 0-1"}},
		// Kafka 3.7 was the first with ConsumerGroupHeartbeat, in version 0.
		"since before the API": {Selection{Names: []string{"ConsumerGroupHeartbeat"}, Since: "2.8"},
			[]string{"ConsumerGroupHeartbeatRequest 0-1", "ConsumerGroupHeartbeatResponse 0-1", "RequestHeader 1-2", "ResponseHeader 0-1"}},
		"versions of API": {Selection{Names: []string{"Fetch"}, Versions: map[string]model.Versions{"Fetch": {Low: 0, High: 12}}},
			[]string{"FetchRequest 4-12", "FetchResponse 4-12", "RequestHeader 1-2", "ResponseHeader 0-1"}},
		"versions of message win over since": {
			Selection{Names: []string{"Fetch"}, Since: "4.0", Versions: map[string]model.Versions{"FetchRequest": {Low: 7, High: 7}}},
			[]string{"FetchRequest 7", "FetchResponse 17-18", "RequestHeader 1-2", "ResponseHeader 0-1"}},
		"listener": {Selection{Names: []string{"Heartbeat", "AllocateProducerIds"}, Listener: "controller"},
			[]string{"AllocateProducerIdsRequest 0", "AllocateProducerIdsResponse 0", "RequestHeader 1-2", "ResponseHeader 0-1"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := Set(set, test.selection)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, names(got)); d != "" {
				t.Errorf("messages (-want +got):\n%s", d)
			}
		})
	}
	if all, err := Set(set, Selection{}); err != nil || all != set {
		t.Errorf("without a selection: %v", err)
	}
}

func TestSetErrors(t *testing.T) {
	set := kafka(t)
	tests := map[string]struct {
		selection Selection
		want      string
	}{
		"name":             {Selection{Names: []string{"Pong"}}, `-only: no message or API is called "Pong"`},
		"letter case":      {Selection{Names: []string{"fetchrequest"}}, `"fetchrequest"; did you mean FetchRequest?`},
		"slip":             {Selection{Names: []string{"Metdata"}}, `"Metdata"; did you mean Metadata?`},
		"name of versions": {Selection{Versions: map[string]model.Versions{"Fech": {Low: 4, High: 5}}}, `-versions: no message or API is called "Fech"; did you mean Fetch?`},
		"listener":         {Selection{Listener: "brokers"}, `-listener: no request is for "brokers"; did you mean broker?`},
		"release":          {Selection{Since: "2.2"}, `-since: the versions of release "2.2" are not known; those of 2.3 to `},
		"no version": {Selection{Versions: map[string]model.Versions{"Fetch": {Low: 0, High: 3}}},
			"-versions Fetch=0-3 leaves nothing of FetchRequest, which has versions 4-"},
		"nothing": {Selection{Names: []string{"Heartbeat"}, Listener: "controller"}, "no message is left"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Set(set, test.selection)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// TestReleasesAreComplete: the last release of the table is that of the schemas
// that come with kgen, with the same APIs in the same versions.
func TestReleasesAreComplete(t *testing.T) {
	last := len(table().releases) - 1
	want := map[string]int16{}
	for _, m := range kafka(t).Messages {
		if m.Type != model.Request || m.Valid.Empty() {
			continue
		}
		if want[m.APIName()] = m.Valid.High; m.Unstable {
			want[m.APIName()]--
		}
	}
	got := map[string]int16{}
	for api, row := range table().highest {
		if len(row) != last+1 {
			t.Errorf("%s has %d columns, want %d", api, len(row), last+1)
		}
		if highest := row[last]; highest >= 0 {
			got[api] = highest
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("add a column for the release that schemas/ describes (go run ./versiontable in conformance) (-schemas +table):\n%s", d)
	}
}
