package kreflect_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

func TestDiff(t *testing.T) {
	a, b := kafka.NewFetchRequest(), kafka.NewFetchRequest()
	a.MaxWaitMs = 1
	a.Topics = []kafka.FetchRequestTopic{{Topic: "a"}, {Topic: "b"}}
	b.Topics = []kafka.FetchRequestTopic{{Topic: "c"}}
	b.ClusterId = kwire.StringOf("x")
	b.Topics[0].UnknownTags.Set(3, []byte{1})
	var got []string
	for _, d := range kreflect.Diff(a, b, 12) {
		got = append(got, d.String())
	}
	want := []string{
		`ClusterId: null, then "x"`,
		`MaxWaitMs: 1, then 0`,
		`Topics[0].Topic: "a", then "c"`,
		`Topics[0].UnknownTags: (0 tags), then (1 tag)`,
		`Topics[1]: {Topic: "b"}, then null`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// Version 4 has neither tags nor a cluster id.
	if n := len(kreflect.Diff(a, b, 4)); n != 3 {
		t.Errorf("%d differences in version 4, want 3", n)
	}
}

func TestEqual(t *testing.T) {
	req := func(change func(*kafka.MetadataRequest)) *kafka.MetadataRequest {
		m := kafka.NewMetadataRequest()
		change(m)
		return m
	}
	all := req(func(m *kafka.MetadataRequest) { m.Topics = nil })
	none := req(func(m *kafka.MetadataRequest) { m.Topics = []kafka.MetadataRequestTopic{} })
	if kreflect.Equal(all, none, 1) {
		t.Error("version 1 tells all topics from none")
	}
	if !kreflect.Equal(all, none, 0) {
		t.Error("version 0 has no null: both are empty there")
	}
	if kreflect.Equal(all, kafka.NewMetadataResponse(), 1) {
		t.Error("messages of two types are equal")
	}
	var nothing *kafka.MetadataRequest
	if kreflect.Equal(all, nothing, 1) || !kreflect.Equal(nothing, nothing, 1) {
		t.Error("nil is equal to itself alone")
	}
	quota := func(f float64) *kafka.DescribeClientQuotasResponse {
		return &kafka.DescribeClientQuotasResponse{Entries: []kafka.DescribeClientQuotasResponseEntryData{{
			Values: []kafka.DescribeClientQuotasResponseValueData{{Value: f}},
		}}}
	}
	if !kreflect.Equal(quota(math.NaN()), quota(math.NaN()), 1) || kreflect.Equal(quota(0), quota(math.Copysign(0, -1)), 1) {
		t.Error("floats are not compared by their bytes")
	}
}

func TestLoss(t *testing.T) {
	m := kafka.NewFetchRequest()
	m.ClusterId = kwire.StringOf("c")
	m.Topics = []kafka.FetchRequestTopic{{TopicId: kwire.UUID{1}}}
	m.Topics[0].UnknownTags.Set(3, nil)
	want := []string{"ClusterId needs version 12", "Topics[0].TopicId needs version 13", "Topics[0].UnknownTags needs version 12"}
	var got []string
	for _, l := range kreflect.Loss(m, 5) {
		got = append(got, l.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if v, found := kreflect.LowestVersion(m); v != 13 || !found {
		t.Errorf("lowest version %d, %v, want 13", v, found)
	}
	m.Topics[0].Topic = "name" // gone in version 13
	if v, found := kreflect.LowestVersion(m); found {
		t.Errorf("lowest version %d, though none has both name and id", v)
	}
	all := kafka.NewMetadataRequest()
	all.Topics = nil
	if got := fmt.Sprint(kreflect.Loss(all, 0)); got != "[Topics = null needs version 1]" {
		t.Errorf("lost: %s", got)
	}
}
