package vectors

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/internal/suite/generated"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/schemas"
)

var kafkaPackage = generated.Package{
	Name: "kafka", New: kafka.NewMessage,
	Frames: &generated.Frames{
		AppendRequest: kafka.AppendRequest, AppendResponse: kafka.AppendResponse,
		RequestBuffers: kafka.RequestBuffers, ResponseBuffers: kafka.ResponseBuffers,
		DecodeRequest: func(frame []byte) (kwire.Message, kwire.Message, error) { return kafka.DecodeRequest(frame) },
		DecodeResponse: func(frame []byte, body kwire.Message, version int16) (kwire.Message, error) {
			return kafka.DecodeResponse(frame, body, version)
		},
	},
}

const good = `{"message": "HeartbeatRequest", "type": "request", "version": 4, "kind": "smallest", "n": 0, "apiKey": 12, "headerVersion": 2,
	"frame": "00000019 000c 0004 00000000 0000 00 0267 00000001 026d 00 01 0502aabb",
	"size": 14, "hex": "0267 00000001 026d 00 01 0502aabb", "unknownTags": 1,
	"json": {"groupId": "g", "generationId": 1, "memberId": "m", "groupInstanceId": null}}`

// parseVector reads a vector in which blanks may part groups of digits.
func parseVector(t *testing.T, text string) *vector {
	t.Helper()
	var v vector
	var fields map[string]any
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"frame", "hex"} {
		fields[key] = strings.ReplaceAll(fields[key].(string), " ", "")
	}
	b, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return &v
}

// TestCheckFinds: a good vector has no problems, and one that is changed in any
// respect has.
func TestCheckFinds(t *testing.T) {
	check := func(text string) (body, frame []string) {
		c := &checker{pkg: kafkaPackage, used: map[string]kwire.Message{}}
		return c.check(parseVector(t, text))
	}
	if body, frame := check(good); len(body)+len(frame) > 0 {
		t.Errorf("problems with a good vector: %q, %q", body, frame)
	}
	for _, change := range []struct {
		old, new, problem string
		inFrame           bool
	}{
		{`"groupId": "g"`, `"groupId": "h"`, "GroupId: got g, want h", false},
		{`"groupId": "g", `, ``, "GroupId: got g, want the default", false},
		{`"groupInstanceId": null`, `"groupInstanceId": ""`, `GroupInstanceId: got null, want ""`, false},
		{`"unknownTags": 1`, `"unknownTags": 2`, "1 unknown tagged fields, want 2", false},
		{`"size": 14`, `"size": 13`, "EncodedSize is 14, <nil>, want 13", false},
		{`"hex": "0267 00000001 026d 00 01 0502aabb"`, `"hex": "820067 00000001 026d 00 01 0502aabb"`, "14 bytes, want 15; byte 0 is 02, want 82", false},
		{`"hex": "0267 00000001 026d 00 01 0502aabb"`, `"hex": "0267 00000001 026d 00 01 0502aa"`, "need 2 bytes, have 1", false},
		{`"version": 4`, `"version": 3`, "decoding: ", false},
		{`"version": 4`, `"version": 5`, "Info has versions 0-4", false},
		{`"message": "HeartbeatRequest"`, `"message": "Heartbeat"`, "no such message", false},
		{`"type": "request"`, `"type": "data"`, "Info says request", false},
		{`"apiKey": 12`, `"apiKey": 13`, "Info has API key 12, want 13", false},
		{`"headerVersion": 2`, `"headerVersion": 1`, "Info has header version 2, want 1", false},
		{`"frame": "00000019 000c 0004 00000000`, `"frame": "00000019 000c 0004 00000001`, "CorrelationId: got 1, want the default 0", true},
		{`00000000 0000 00 0267`, `00000000 0000 00 0268`, "GroupId: got h, want g", true},
		{`"frame": "00000019`, `"frame": "0000001a`, "splitting the frame", true},
	} {
		text := strings.Replace(good, change.old, change.new, 1)
		if text == good {
			t.Errorf("%q is not there", change.old)
		}
		body, frame := check(text)
		problems := body
		if change.inFrame {
			problems = frame
		}
		if !strings.Contains(strings.Join(problems, "\n"), change.problem) {
			t.Errorf("%q instead of %q: %q and %q, want %q", change.new, change.old, body, frame, change.problem)
		}
	}
}

// wrong is a message that decodes as a test wants it to.
type wrong struct {
	kafka.HeartbeatRequest
	decode func(src []byte) error
}

func (m *wrong) DecodeWith(src []byte, _ int16, _ kwire.DecodeFlags) error { return m.decode(src) }

var kept []byte

func nullAt(i int) error { return &kwire.Error{Offset: i, Err: kwire.ErrNullNotAllowed} }

// TestAttackFinds: decoders that accept anything, panic or allocate too much
// are found out; the generated one has no problems.
func TestAttackFinds(t *testing.T) {
	m := modelOf(t, "HeartbeatRequest")
	v := parseVector(t, good)
	h := &hostile{pkg: kafkaPackage}
	if problems := h.attack(v, m); len(problems) > 0 || h.inputs < 100 {
		t.Errorf("%d inputs, problems with the generated decoder: %q", h.inputs, problems)
	}
	for problem, decode := range map[string]func([]byte) error{
		"decode without an error": func([]byte) error { return nil },
		"panic decoding":          func(src []byte) error { return nullAt(int(src[3])) },
		"allocates":               func([]byte) error { kept = make([]byte, 1<<20); return nullAt(0) },
		"want bad varint":         func([]byte) error { return nullAt(0) },
		"want null not allowed":   func([]byte) error { return kwire.ErrBadVarint },
		"at byte 0 decodes without": func(src []byte) error {
			if src[0] == 0xff {
				return nil
			}
			return nullAt(0)
		},
	} {
		h := &hostile{pkg: generated.Package{New: func(string) kwire.Message { return &wrong{decode: decode} }}}
		if problems := strings.Join(h.attack(v, m), "\n"); !strings.Contains(problems, problem) {
			t.Errorf("the problems do not say %q: %.500s", problem, problems)
		}
	}
}

// modelOf returns the model of a message of package kafka.
func modelOf(t *testing.T, name string) *model.Message {
	t.Helper()
	files, _, err := schema.Load([]string{schema.EmbeddedPrefix + "kafka"}, schemas.FS())
	if err != nil {
		t.Fatal(err)
	}
	set, found := model.Build(files, model.Options{})
	if set == nil {
		t.Fatal(found)
	}
	for _, m := range set.Messages {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

// TestPlaces: the places of lengths, counts and markers in bodies.
func TestPlaces(t *testing.T) {
	tests := []struct {
		message string
		version int16
		body    string
		want    []place
	}{
		{
			"HeartbeatRequest", 3, "000167 00000001 00016d ffff",
			[]place{{classicString, 0, 2, false, false}, {classicString, 7, 2, false, false}, {classicString, 10, 2, true, false}},
		},
		{
			"DescribeTopicPartitionsRequest", 0, "02 0261 00 000007d0 01 0274 00000001 00 00",
			[]place{
				{compactLen, 0, 1, false, false}, {compactLen, 1, 1, false, false}, {tagCount, 3, 1, false, false},
				{marker, 8, 1, true, false}, {compactLen, 9, 1, false, false}, {tagCount, 15, 1, false, false}, {tagCount, 16, 1, false, false},
			},
		},
		{
			// An unknown tag with a number and a size of two bytes is passed over.
			"ApiVersionsResponse", 3, "0000 01 00000000 02 0008 02 0266 0000 0000 00 c801 8000",
			[]place{
				{compactLen, 2, 1, false, false}, {tagCount, 7, 1, false, false}, {tagSize, 9, 1, false, false},
				{compactLen, 10, 1, false, true}, {compactLen, 11, 1, false, true}, {tagCount, 17, 1, false, true},
				{tagSize, 20, 2, false, false},
			},
		},
	}
	for _, test := range tests {
		body, err := hex.DecodeString(strings.ReplaceAll(test.body, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		got, length := places(modelOf(t, test.message), test.version, body)
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(place{})); diff != "" || length != len(body) {
			t.Errorf("%s: %d of %d bytes (-want +got):\n%s", test.message, length, len(body), diff)
		}
	}
}
