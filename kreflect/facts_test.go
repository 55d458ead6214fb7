package kreflect_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

// The facts of all messages are those of the schemas.
func TestFactsAreTheSchemas(t *testing.T) {
	schemas, err := messages.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range schemas {
		facts, err := kreflect.Of(messages.New(s.Name))
		if err != nil {
			t.Fatal(err)
		}
		compare(t, s.Name, s.Body, facts.Body)
		live := slices.DeleteFunc(slices.Clone(s.Structs), func(st *model.Struct) bool { return st.Versions.Empty() })
		if len(live) != len(facts.Structs) {
			t.Errorf("%s has %d structs, want %d", s.Name, len(facts.Structs), len(live))
			continue
		}
		for i, st := range live {
			compare(t, s.Name, st, facts.Structs[i])
		}
	}
}

func compare(t *testing.T, message string, want *model.Struct, got *kreflect.Struct) {
	t.Helper()
	var fields []*model.Field
	for _, f := range want.Fields {
		if !f.Versions.Empty() {
			fields = append(fields, f)
		}
	}
	if want.Name != got.Name || len(fields) != len(got.Fields) {
		t.Errorf("%s: struct %s with %d fields, want %s with %d", message, got.Name, len(got.Fields), want.Name, len(fields))
		return
	}
	for i, f := range fields {
		elem := f.Type
		if f.Type.Kind == model.Array {
			elem = *f.Type.Elem
		}
		g := got.Fields[i]
		wantText := []any{
			f.Name, elem.Kind.String(), f.Type.Kind == model.Array, f.Versions.String(), f.Nullable.String(), f.Tagged.String(),
			f.EntityType, f.MapKey, f.Ignorable, f.Default.Null,
		}
		gotText := []any{
			g.Name, g.Kind.String(), g.Array, g.Versions.String(), g.Nullable.String(), g.Tagged.String(),
			string(g.Entity), g.MapKey, g.Ignorable, !g.Nullable.Empty() && isNull(g.Default()) || g.Kind == kreflect.Records,
		}
		if diff := cmp.Diff(wantText, gotText); diff != "" {
			t.Errorf("%s.%s.%s (-want +got):\n%s", message, want.Name, f.Name, diff)
		}
		if !f.Tagged.Empty() && f.Tag != g.Tag {
			t.Errorf("%s.%s.%s has tag %d, want %d", message, want.Name, f.Name, g.Tag, f.Tag)
		}
	}
}

func isNull(v any) bool {
	if s, ok := v.(kwire.NullString); ok {
		return !s.Valid
	}
	r := reflect.ValueOf(v)
	return (r.Kind() == reflect.Slice || r.Kind() == reflect.Pointer) && r.IsNil()
}

func TestOf(t *testing.T) {
	facts, err := kreflect.Of((*kafka.FetchRequest)(nil))
	if err != nil {
		t.Fatal(err)
	}
	topic := facts.Body.Field("Topics")
	if topic.Type() != "[]FetchTopic" || topic.Struct.Field("TopicId").Versions != (kreflect.Versions{Low: 13, High: facts.Info.Highest}) {
		t.Errorf("Topics is %s, %+v", topic.Type(), topic.Struct)
	}
	if d := facts.Body.Field("MaxBytes").Default(); d != int32(0x7fffffff) {
		t.Errorf("the default of MaxBytes is %v", d)
	}
	if facts.Body.Field("Nothing") != nil {
		t.Error("there is no field Nothing")
	}
	if _, err := kreflect.Of(plain{}); err == nil || !strings.Contains(err.Error(), "plain has no schema facts") {
		t.Errorf("a message without facts: %v", err)
	}
}

// plain is a message without facts.
type plain struct{ *kafka.FetchRequest }

func (plain) SchemaFacts(int) {}

// Concurrent use of a type that no one has asked for yet.
func TestOfIsSafe(t *testing.T) {
	t.Parallel()
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			forRandom(t, func(t *testing.T, _ *rand.Rand, m kwire.Message, version int16) {
				if !kreflect.Equal(m, kreflect.Clone(m), version) {
					t.Error("a clone differs")
				}
			})
		})
	}
}
