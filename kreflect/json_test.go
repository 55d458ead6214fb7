package kreflect_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/internal/vectors"
	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

// All of Kafka's vectors as JSON: the value is Kafka's, the text is what the
// interpreter writes, which shares no code with this package, and it comes back
// as the same bytes.
func TestJSONOfVectors(t *testing.T) {
	list, err := vectors.All()
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := messages.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*model.Message{}
	for _, s := range schemas {
		byName[s.Name] = s
	}
	for _, v := range list {
		m, again := messages.New(v.Message), messages.New(v.Message)
		if err := m.Decode(v.Hex, v.Version); err != nil {
			t.Fatal(err)
		}
		text, err := kreflect.AppendJSON(nil, m, v.Version)
		if err != nil {
			t.Fatalf("%v: %v", &v, err)
		}
		if err := kreflect.ParseJSON(again, text, v.Version); err != nil {
			t.Fatalf("%v: %v\n%s", &v, err, text)
		}
		want, err := goform.Parse(v.JSON)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range goform.Compare(again, want, nil) {
			t.Errorf("%v: %s", &v, wrong)
		}
		if got := encode(t, again, v.Version); !bytes.Equal(got, v.Hex) {
			t.Errorf("%v: %s\ncomes back as %x\nwant          %x", &v, text, got, []byte(v.Hex))
		}
		s, err := value.FromJSON(byName[v.Message], text, v.Version)
		if err != nil {
			t.Fatalf("%v: %v\n%s", &v, err, text)
		}
		if interpreted, err := value.JSON(byName[v.Message], s, v.Version); err != nil || string(interpreted) != string(text) {
			t.Errorf("%v: %v\ngot  %s\nwant %s", &v, err, text, interpreted)
		}
	}
	t.Logf("%d vectors", len(list))
}

// The texts are what Kafka 4.4's converters give for these values.
func TestAppendJSON(t *testing.T) {
	m := kafka.NewDeleteRecordsRequest()
	m.TimeoutMs = 30000
	m.Topics = []kafka.DeleteRecordsRequestTopic{{Name: "\u00e9\"\x01", Partitions: []kafka.DeleteRecordsRequestPartition{{PartitionIndex: 1, Offset: -1}}}}
	const want = `{"topics":[{"name":"é\"\u0001","partitions":[{"partitionIndex":1,"offset":-1}]}],"timeoutMs":30000}`
	if got, err := kreflect.AppendJSON([]byte(">"), m, 2); err != nil || string(got) != ">"+want {
		t.Errorf("got  %s, %v\nwant >%s", got, err, want)
	}
	m.Topics[0].UnknownTags.Set(7, []byte{1, 2})
	const tagged = `"_unknownTaggedFields":[{"tag":7,"data":"AQI="}]`
	if got, err := kreflect.AppendJSON(nil, m, 2); err != nil || !strings.Contains(string(got), tagged) {
		t.Errorf("got %s, %v, which has no %s", got, err, tagged)
	}
}

func TestAppendJSONErrors(t *testing.T) {
	tagged := kafka.NewDeleteRecordsRequest()
	tagged.Topics = make([]kafka.DeleteRecordsRequestTopic, 1)
	tagged.Topics[0].UnknownTags.Set(7, nil)
	name := kafka.NewMetadataRequest()
	name.Topics = []kafka.MetadataRequestTopic{{TopicId: kwire.UUID{1}}}
	newer := kafka.NewFindCoordinatorRequest()
	newer.CoordinatorKeys = []string{"group"}
	for _, c := range []struct {
		m       kwire.Message
		version int16
		kind    error
		text    string
	}{
		{tagged, 1, kwire.ErrTagsNotInVersion, "DeleteRecordsRequest v1: Topics[0].UnknownTags: tagged fields are set, but this version is not flexible"},
		{tagged, 9, kwire.ErrUnsupportedVersion, "DeleteRecordsRequest v9: unsupported version, DeleteRecordsRequest has versions 0-2"},
		{name, 9, kwire.ErrNullNotAllowed, "MetadataRequest v9: Topics[0].Name: the field is null, which this version does not allow"},
		{newer, 3, kwire.ErrFieldNotInVersion, "FindCoordinatorRequest v3: CoordinatorKeys: the field is set, but does not exist in this version"},
	} {
		got, err := kreflect.AppendJSON([]byte("before"), c.m, c.version)
		if !errors.Is(err, c.kind) || err.Error() != c.text || string(got) != "before" {
			t.Errorf("got %q, error %v, want %s", got, err, c.text)
		}
	}
}

func TestParseJSONErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, "line 1: DeleteRecordsRequest v2: unexpected EOF"},
		{`[]`, `line 1: DeleteRecordsRequest v2: want an object, found "["`},
		{"{\"topics\":[],\n\"timeoutMs\":2147483648}", "line 2: DeleteRecordsRequest v2: timeoutMs: 2147483648 is no int32: want a whole number from -2147483648 to 2147483647"},
		{`{"topics":[]}`, "line 1: DeleteRecordsRequest v2: timeoutMs: is missing"},
		{`{"topics":null}`, "line 1: DeleteRecordsRequest v2: topics: null, but the field is never nullable"},
		{`{"topics":[],"topics":[]}`, "line 1: DeleteRecordsRequest v2: topics: is there twice"},
		{`{"topics":[{"name":"a","partitions":[]},{"name":7}]}`, "line 1: DeleteRecordsRequest v2: topics[1].name: want a text, found 7"},
		{`{"topics":[{"names":"a"}]}`, "line 1: DeleteRecordsRequest v2: topics[0].names: DeleteRecordsTopic has no such field"},
		{`{"topics":[],"timeoutMs":1} {}`, "line 1: DeleteRecordsRequest v2: text follows the value"},
		{`{"topics":[],"timeoutMs":1,"_unknownTaggedFields":[{"tag":1,"data":""},{"tag":1}]}`, "line 1: DeleteRecordsRequest v2: _unknownTaggedFields[1]: tag 1 is there twice"},
		{`{"topics":[],"timeoutMs":1,"_unknownTaggedFields":[{"data":""}]}`, `line 1: DeleteRecordsRequest v2: _unknownTaggedFields[0]: key "tag" is missing`},
	} {
		err := kreflect.ParseJSON(kafka.NewDeleteRecordsRequest(), []byte(c.text), 2)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// Whatever text is taken is a message that goes through JSON unchanged.
func FuzzParseJSON(f *testing.F) {
	f.Add([]byte(`{"topics":[{"name":"a","partitions":[{"partitionIndex":1,"offset":2}]}],"timeoutMs":1}`))
	f.Add([]byte(`{"topics":[],"timeoutMs":1,"_unknownTaggedFields":[{"tag":1,"data":"AA=="}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, again := kafka.NewDeleteRecordsRequest(), kafka.NewDeleteRecordsRequest()
		if kreflect.ParseJSON(m, text, 2) != nil {
			return
		}
		out, err := kreflect.AppendJSON(nil, m, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := kreflect.ParseJSON(again, out, 2); err != nil || !kreflect.Equal(m, again, 2) {
			t.Errorf("%s becomes %s, %v", text, out, err)
		}
	})
}
