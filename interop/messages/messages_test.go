// Package messages_test has other Go codecs read what the generated code writes
// and write it again, for every message and version that they know. What
// differs has to be on a list with a reason.
package messages_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/vectors"
	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/records"
)

// A message is a body that the generated code wrote.
type message struct {
	*vectors.Vector
	value kwire.Message
	body  []byte
}

// all gives the messages of all vectors. Fields for records hold a batch, which
// some codecs parse, in place of arbitrary bytes.
func all(t *testing.T) []message {
	t.Helper()
	list, err := vectors.All()
	if err != nil {
		t.Fatal(err)
	}
	batch := batch(t)
	out := make([]message, len(list))
	for i := range list {
		v := &list[i]
		m := message{Vector: v, value: messages.New(v.Message)}
		if err := m.value.Decode(v.Hex, v.Version); err != nil {
			t.Fatal(err)
		}
		switch value := m.value.(type) {
		case *kafka.LeaderChangeMessage:
			value.Version = v.Version // which other codecs read to learn the version
		case *kafka.ProduceRequest:
			for i := range value.TopicData {
				for j := range value.TopicData[i].PartitionData {
					fill(&value.TopicData[i].PartitionData[j].Records, batch)
				}
			}
		case *kafka.FetchResponse:
			for i := range value.Responses {
				for j := range value.Responses[i].Partitions {
					fill(&value.Responses[i].Partitions[j].Records, batch)
				}
			}
		}
		if m.body, err = m.value.Encode(nil, v.Version); err != nil {
			t.Fatal(err)
		}
		out[i] = m
	}
	return out
}

// fill replaces what is neither null nor empty.
func fill(field *[]byte, batch []byte) {
	if len(*field) > 0 {
		*field = batch
	}
}

func batch(t *testing.T) []byte {
	t.Helper()
	builder, err := records.NewBuilder(nil, &records.BuilderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rec := records.Record{Timestamp: 1_700_000_000_000, Key: []byte("k"), Value: []byte("v"), Headers: []records.Header{{Key: "h", Value: []byte("1")}}}
	if err := builder.Append(rec); err != nil {
		t.Fatal(err)
	}
	data, err := builder.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// errNotKnown: the codec does not have the message or the version.
var errNotKnown = errors.New("not known")

// An echo reads a body and writes it again with another codec.
type echo func(m message) ([]byte, error)

// A difference is a fault or a limit of another codec.
type difference struct {
	Peer string
	// Message is a regular expression for the whole name; From and To limit the
	// versions, to all without them.
	Message string
	From    *int16
	To      *int16
	// Kind is that of the vectors, all if it is empty.
	Kind string
	// Error is a regular expression for the error, empty where the codec gives
	// other bytes.
	Error string
	// Limit names one of the limits that hold for any message, if this is one.
	Limit string
	// Reason tells what the codec does, Evidence where that can be seen.
	Reason, Evidence string

	message, err *regexp.Regexp
	count        int
}

func (d *difference) explains(peer string, m message, err error) bool {
	return d.Peer == peer && d.Limit == "" && d.message.MatchString(m.Message) && (d.Kind == "" || d.Kind == m.Kind) &&
		(d.From == nil || *d.From <= m.Version) && (d.To == nil || m.Version <= *d.To) &&
		(err != nil) == (d.Error != "") && (err == nil || d.err.MatchString(err.Error()))
}

func differences(t *testing.T, peer string) []*difference {
	t.Helper()
	text, err := os.ReadFile("testdata/differences.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []*difference
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		d.message, d.err = regexp.MustCompile("^("+d.Message+")$"), regexp.MustCompile(d.Error)
		if d.Reason == "" || d.Evidence == "" {
			t.Errorf("%s of %s: no reason or no evidence", d.Message, d.Peer)
		}
		if d.Limit != "" && limits[d.Limit] == nil {
			t.Fatalf("no limit is called %q", d.Limit)
		}
	}
	return slices.DeleteFunc(list, func(d *difference) bool { return d.Peer != peer })
}

// compare has a codec echo every message that it knows.
func compare(t *testing.T, peer string, echo echo) {
	t.Helper()
	list := differences(t, peer)
	type version struct {
		message string
		version int16
	}
	known := make(map[version]bool)
	names := make(map[string]bool)
	identical := 0
	unexplained := make(map[string]int)
	for _, m := range all(t) {
		body, err := guarded(echo, m)
		if errors.Is(err, errNotKnown) {
			continue
		}
		known[version{m.Message, m.Version}], names[m.Message] = true, true
		if err == nil && bytes.Equal(body, m.body) {
			identical++
			continue
		}
		if err == nil && withinLimits(list, m, body) {
			continue
		}
		i := slices.IndexFunc(list, func(d *difference) bool { return d.explains(peer, m, err) })
		if i >= 0 {
			list[i].count++
			continue
		}
		// The first of its kind is enough to look at.
		if what := fmt.Sprintf("%s v%d", m.Message, m.Version); unexplained[what] == 0 {
			t.Errorf("%v: %v\nkgen %x\n%s %x\n%s", m.Vector, err, m.body, peer, body, valueDiff(m, body))
		}
		unexplained[fmt.Sprintf("%s v%d", m.Message, m.Version)]++
	}
	for _, what := range slices.SortedFunc(maps.Keys(unexplained), cmp.Compare[string]) {
		t.Errorf("%s: %d differ without a reason", what, unexplained[what])
	}
	t.Logf("%d messages, %d versions, %d values identical", len(names), len(known), identical)
	for _, d := range list {
		t.Logf("%5d %s%s: %s", d.count, d.Message, d.Limit, d.Reason)
		if d.count == 0 {
			t.Errorf("%s%s: no longer differs", d.Message, d.Limit)
		}
	}
}

// valueDiff shows how the value of a body differs.
func valueDiff(m message, body []byte) string {
	got := messages.New(m.Message)
	if err := got.Decode(body, m.Version); err != nil {
		return err.Error()
	}
	return gocmp.Diff(m.value, got, gocmp.Comparer(kwire.Tags.Equal))
}

// withinLimits reports whether the limits of a codec explain what it made of a
// message, and counts those that do.
func withinLimits(list []*difference, m message, body []byte) bool {
	var needed []*difference
	for _, d := range list {
		if d.Limit != "" {
			needed = append(needed, d)
		}
	}
	if !sameBut(m, body, needed) {
		return false
	}
	for _, d := range slices.Clone(needed) { // those that it also does without
		fewer := slices.DeleteFunc(slices.Clone(needed), func(e *difference) bool { return e == d })
		if sameBut(m, body, fewer) {
			needed = fewer
		}
	}
	for _, d := range needed {
		d.count++
	}
	return true
}

// guarded turns a panic of another codec into an error.
func guarded(echo echo, m message) (body []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return echo(m)
}
