package kreflect_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/internal/vectors/random"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

var entities = []kreflect.Entity{
	kreflect.TopicName, kreflect.GroupID, kreflect.TransactionalID, kreflect.BrokerID, kreflect.ProducerID,
}

// All values of all fields to which the schemas give an entity are visited, in
// order, and no others. The list is made from the schemas and the Go fields of
// these names.
func TestVisitFindsAllOfTheSchemas(t *testing.T) {
	schemas, err := messages.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*model.Message{}
	for _, s := range schemas {
		byName[s.Name] = s
	}
	fields := map[string]bool{}
	list := func(t *testing.T, m kwire.Message, version int16) {
		for _, entity := range entities {
			l := lister{version, string(entity), nil, fields}
			l.structure(byName[m.Info().Name].Body, reflect.ValueOf(m).Elem(), m.Info().Name+":")
			var got []string
			for p := range kreflect.Visit(m, version, entity) {
				v := ""
				if p.Field().Kind == kreflect.String {
					v = p.Text()
				} else {
					v = fmt.Sprint(p.Int())
				}
				got = append(got, m.Info().Name+":."+p.Path()+"="+v)
			}
			if diff := cmp.Diff(l.found, got); diff != "" {
				t.Fatalf("v%d, %s (-want +got):\n%s", version, entity, diff)
			}
		}
	}
	forRandom(t, func(t *testing.T, _ *rand.Rand, m kwire.Message, version int16) { list(t, m, version) })
	// Tagged fields are often left out above: the newest versions once more.
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		for _, s := range schemas {
			m := messages.New(s.Name)
			random.Fill(r, m, s, s.Valid.High)
			list(t, m, s.Valid.High)
		}
	}
	all := map[string]bool{}
	for _, s := range schemas {
		for _, st := range append([]*model.Struct{s.Body}, s.Structs...) {
			for _, f := range st.Fields {
				if f.EntityType != "" && !f.Versions.Empty() {
					all[s.Name+":"+st.Name+"."+f.Name] = true
				}
			}
		}
	}
	if diff := cmp.Diff(all, fields); diff != "" {
		t.Errorf("fields of the schemas that were never met (-want +got):\n%s", diff)
	}
	t.Logf("%d fields", len(all))
}

// lister lists the values of an entity by the model.
type lister struct {
	version int16
	entity  string
	found   []string
	fields  map[string]bool // those met, by message and struct
}

func (l *lister) structure(s *model.Struct, v reflect.Value, path string) {
	for _, f := range s.Fields {
		if !f.Versions.Contains(l.version) {
			continue
		}
		goName := strings.ToUpper(f.Name[:1]) + f.Name[1:]
		value := v.FieldByName(goName)
		at := path + "." + goName
		kind, inner := f.Type.Kind, f.Type.Struct
		isEntity := f.EntityType == l.entity
		if isEntity {
			message, _, _ := strings.Cut(path, ":")
			l.fields[message+":"+s.Name+"."+f.Name] = true
		}
		if kind != model.Array {
			l.value(inner, value, at, isEntity)
			continue
		}
		for i := range value.Len() {
			l.value(f.Type.Elem.Struct, value.Index(i), fmt.Sprintf("%s[%d]", at, i), isEntity)
		}
	}
}

func (l *lister) value(s *model.Struct, v reflect.Value, path string, isEntity bool) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if s != nil {
		l.structure(s, v, path)
		return
	}
	if !isEntity {
		return
	}
	if ns, ok := v.Interface().(kwire.NullString); ok {
		if ns.Valid {
			l.found = append(l.found, path+"="+ns.Value)
		}
		return
	}
	l.found = append(l.found, fmt.Sprintf("%s=%v", path, v.Interface()))
}

func TestReplace(t *testing.T) {
	m := kafka.NewMetadataResponse()
	m.Brokers = []kafka.MetadataResponseBroker{{NodeId: 1}}
	m.Topics = []kafka.MetadataResponseTopic{
		{Name: kwire.StringOf("a"), Partitions: []kafka.MetadataResponsePartition{{LeaderId: 1, ReplicaNodes: []int32{1, 2}, OfflineReplicas: []int32{3}}}},
		{}, {Name: kwire.StringOf("b")},
	}
	prefix := func(name string) string { return "p-" + name }
	if n := kreflect.Replace(m, 12, kreflect.TopicName, prefix); n != 2 {
		t.Errorf("%d names replaced, want 2", n)
	}
	if m.Topics[0].Name.Value != "p-a" || m.Topics[1].Name.Valid || m.Topics[2].Name.Value != "p-b" {
		t.Errorf("names are %+v", m.Topics)
	}
	add100 := func(id int32) int32 { return id + 100 }
	// Version 4 has no offline replicas; ControllerId is there from version 1 on.
	if n := kreflect.Replace(m, 4, kreflect.BrokerID, add100); n != 5 {
		t.Errorf("%d ids replaced, want 5", n)
	}
	p := m.Topics[0].Partitions[0]
	if m.Brokers[0].NodeId != 101 || m.ControllerId != 99 || p.LeaderId != 101 || p.ReplicaNodes[1] != 102 || p.OfflineReplicas[0] != 3 {
		t.Errorf("ids are %+v", m)
	}
}

func TestVisitTopicResources(t *testing.T) {
	acls := &kafka.DeleteAclsResponse{FilterResults: []kafka.DeleteAclsResponseFilterResult{{
		MatchingAcls: []kafka.DeleteAclsResponseMatchingAcl{{ResourceType: 2, ResourceName: "topic"}, {ResourceType: 3, ResourceName: "group"}},
	}}}
	filter := &kafka.DescribeAclsRequest{ResourceTypeFilter: 2, ResourceNameFilter: kwire.StringOf("filter")}
	any := &kafka.DescribeAclsRequest{ResourceTypeFilter: 2}
	configs := &kafka.DescribeConfigsRequest{Resources: []kafka.DescribeConfigsRequestResource{{ResourceType: 4, ResourceName: "1"}, {ResourceType: 2, ResourceName: "config"}}}
	var got []string
	for _, m := range []kwire.Message{acls, filter, any, configs} {
		for p := range kreflect.Visit(m, m.Info().Highest, kreflect.TopicResource) {
			got = append(got, p.Path()+"="+p.Text())
		}
	}
	want := []string{"FilterResults[0].MatchingAcls[0].ResourceName=topic", "ResourceNameFilter=filter", "Resources[1].ResourceName=config"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestPlace(t *testing.T) {
	m := kafka.NewFetchRequest()
	m.Topics = []kafka.FetchRequestTopic{{Topic: "a"}, {Topic: "b"}}
	for p := range kreflect.Visit(m, 12, kreflect.TopicName) {
		if p.Text() == "a" {
			continue
		}
		if p.Path() != "Topics[1].Topic" || p.Field().Name != "Topic" || p.Parent() != any(&m.Topics[1]) {
			t.Errorf("path %s, field %s, parent %v", p.Path(), p.Field().Name, p.Parent())
		}
		break
	}
	for range kreflect.Visit(m, 13, kreflect.TopicName) {
		t.Error("version 13 has topic ids instead of names")
	}
}

func TestVisitPanicsForTheWrongType(t *testing.T) {
	m := kafka.NewFetchRequest()
	m.Topics = []kafka.FetchRequestTopic{{Topic: "a"}}
	for name, f := range map[string]func(){
		"Replace": func() { kreflect.Replace(m, 12, kreflect.TopicName, func(n int32) int32 { return n }) },
		"Int": func() {
			for p := range kreflect.Visit(m, 12, kreflect.TopicName) {
				p.Int()
			}
		},
		"SetInt": func() {
			for p := range kreflect.Visit(m, 12, kreflect.BrokerID) {
				p.SetInt(1 << 40)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

// BenchmarkVisit holds Visit against the loop that it stands for; both call a
// function for each name.
func BenchmarkVisit(b *testing.B) {
	m := kafka.NewMetadataResponse()
	m.Topics = make([]kafka.MetadataResponseTopic, 1000)
	for i := range m.Topics {
		m.Topics[i].Name = kwire.StringOf(fmt.Sprintf("topic-%014d", i))
		m.Topics[i].Partitions = make([]kafka.MetadataResponsePartition, 10)
	}
	rename := func(name string) string { return strings.TrimPrefix(name, "prefix-") }
	b.Run("loop", func(b *testing.B) {
		for b.Loop() {
			loop(m, rename)
		}
	})
	b.Run("visit", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for p := range kreflect.Visit(m, 12, kreflect.TopicName) {
				p.SetText(rename(p.Text()))
			}
		}
	})
	b.Run("replace", func(b *testing.B) {
		for b.Loop() {
			kreflect.Replace(m, 12, kreflect.TopicName, rename)
		}
	})
}

//go:noinline
func loop(m *kafka.MetadataResponse, f func(string) string) {
	for i := range m.Topics {
		if name := &m.Topics[i].Name; name.Valid {
			name.Value = f(name.Value)
		}
	}
}
