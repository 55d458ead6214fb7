package goform_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/kwire"
)

// parse reads JSON notation.
func parse(t *testing.T, text string) any {
	t.Helper()
	value, err := goform.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestFill compares filled messages with Go literals.
func TestFill(t *testing.T) {
	id := kwire.UUID{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	var tags kwire.Tags
	tags.Set(9, []byte{0, 255})
	tests := []struct {
		value      string
		m, want    kwire.Message
		tags       int
		unequal    string // a value that differs
		difference string // what Compare says of it
	}{
		{
			value: `{"topics": [{"topicId": "AQIDBAUGBwgJCgsMDQ4PEA", "name": null}, {"name": "b"}], "allowAutoTopicCreation": false}`,
			m:     kafka.NewMetadataRequest(),
			want: &kafka.MetadataRequest{Topics: []kafka.MetadataRequestTopic{
				{TopicId: id}, {Name: kwire.StringOf("b")},
			}},
			unequal:    `{"topics": [{"topicId": "01020304-0506-0708-090a-0b0c0d0e0f10", "name": ""}, {"name": "b"}], "allowAutoTopicCreation": false}`,
			difference: `Topics[0].Name: got null, want ""`,
		},
		{
			value: `{"Topics": null, "_tags": {"9": "hex:00ff"}}`, // the default is true
			m:     kafka.NewMetadataRequest(),
			want:  &kafka.MetadataRequest{AllowAutoTopicCreation: true, UnknownTags: tags},
			tags:  1, unequal: `{"topics": []}`, difference: `Topics: got nil, want []`,
		},
		{
			value: `{"replicaState": {"replicaId": 5, "_tags": {"9": "AP8="}}, "maxBytes": -1}`,
			m:     kafka.NewFetchRequest(),
			want: &kafka.FetchRequest{
				ReplicaId: -1, SessionEpoch: -1, MaxBytes: -1,
				ReplicaState: &kafka.FetchRequestReplicaState{ReplicaId: 5, ReplicaEpoch: -1, UnknownTags: tags},
			},
			tags: 1, unequal: `{"maxBytes": -1}`, difference: `ReplicaState: got `,
		},
		{
			value:   `{"authBytes": "hex:0a0b"}`,
			m:       kafka.NewSaslAuthenticateRequest(),
			want:    &kafka.SaslAuthenticateRequest{AuthBytes: []byte{10, 11}},
			unequal: `{"authBytes": "Cgs=", "other": 1}`, difference: "other: there is no such field in Go, want 1",
		},
		{
			value:   `{"correlationId": 2147483647}`,
			m:       kafka.NewResponseHeader(),
			want:    &kafka.ResponseHeader{CorrelationId: 2147483647},
			unequal: `{"correlationId": 2147483648}`, difference: "CorrelationId: strconv.ParseInt",
		},
	}
	for _, test := range tests {
		value := parse(t, test.value)
		if err := goform.Fill(test.m, value, nil); err != nil {
			t.Errorf("%s: %v", test.value, err)
			continue
		}
		if diff := cmp.Diff(test.want, test.m, cmp.Comparer(kwire.Tags.Equal)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.value, diff)
		}
		if got := goform.UnknownTags(test.m); got != test.tags {
			t.Errorf("%s: %d unknown tagged fields, want %d", test.value, got, test.tags)
		}
		if differences := goform.Compare(test.m, value, nil); len(differences) > 0 {
			t.Errorf("%s: %v", test.value, differences)
		}
		differences := goform.Compare(test.m, parse(t, test.unequal), nil)
		if len(differences) != 1 || !strings.HasPrefix(differences[0], test.difference) {
			t.Errorf("%s: compared with %s: %v, want %q", test.value, test.unequal, differences, test.difference)
		}
	}
}

func TestFillRefuses(t *testing.T) {
	for value, want := range map[string]string{
		`{"groupId": null}`:          "GroupId: null",
		`{"groupId": 5}`:             "GroupId: 5 is no string",
		`{"generationId": "5"}`:      "GenerationId: 5 is no number",
		`{"generationId": 1.5}`:      "GenerationId: ",
		`{"generationId": 1e3}`:      "GenerationId: ",
		`{"other": 1}`:               "other: there is no such field",
		`{"_tags": {"x": "hex:00"}}`: "UnknownTags: ",
		`{"_tags": {"1": "hex:0"}}`:  "UnknownTags: ",
		`[]`:                         "",
	} {
		err := goform.Fill(kafka.NewHeartbeatRequest(), parse(t, value), nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", value, err, want)
		}
	}
}

// TestRecords: the contents of records fields come from a list of their own.
func TestRecords(t *testing.T) {
	value := parse(t, `{"topicData": [{"name": "a", "partitionData": [{"records": ""}, {"index": 1, "records": null}, {"index": 2, "records": ""}]}]}`)
	contents := func(list ...[]byte) *goform.Records {
		return &goform.Records{Fields: []string{"Records"}, Values: list}
	}
	m := kafka.NewProduceRequest()
	if err := goform.Fill(m, value, contents([]byte{1}, nil, []byte{})); err != nil {
		t.Fatal(err)
	}
	want := []kafka.ProduceRequestPartitionProduceData{
		{Records: []byte{1}}, {Index: 1}, {Index: 2, Records: []byte{}},
	}
	if diff := cmp.Diff(want, m.TopicData[0].PartitionData); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if differences := goform.Compare(m, value, contents([]byte{1}, nil, []byte{})); len(differences) > 0 {
		t.Error(differences)
	}
	for _, wrong := range []*goform.Records{
		contents([]byte{1}, nil, nil),
		contents([]byte{1}, []byte{}, []byte{}),
		contents([]byte{2}, nil, []byte{}),
		contents([]byte{1}, nil),
		contents([]byte{1}, nil, []byte{}, []byte{}),
	} {
		if differences := goform.Compare(m, value, wrong); len(differences) != 1 {
			t.Errorf("%x: %v", wrong.Values, differences)
		}
	}
}

// TestParse: a number keeps all its digits.
func TestParse(t *testing.T) {
	m := kafka.NewDeleteRecordsRequest()
	value := parse(t, `{"topics": [{"partitions": [{"offset": 9223372036854775807}]}]}`)
	if err := goform.Fill(m, value, nil); err != nil || m.Topics[0].Partitions[0].Offset != 9223372036854775807 {
		t.Errorf("got %+v, %v", m, err)
	}
	for _, text := range []string{"", "{", "{} {}", "{} x"} {
		if value, err := goform.Parse([]byte(text)); err == nil {
			t.Errorf("%q is %v", text, value)
		}
	}
}
