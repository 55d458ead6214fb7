package messages_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/kwire"
)

// A difference is a way in which decoding differs from Kafka on purpose. The
// file of them is part of the documentation.
type difference struct {
	ID string
	// Mode is "strict" where strict decoding refuses what Kafka accepts,
	// "lenient" where lenient decoding accepts what Kafka refuses, "limit" where
	// both modes accept what is too much for Kafka, and "text" and "write" for what
	// else is different of a message that was decoded leniently.
	Mode string
	// Error is the kind of error of strict decoding. Detail is a regular
	// expression for its text or, in modes "lenient" and "limit", for Kafka's.
	Error, Detail string
	Reason        string
	Examples      []example

	detail *regexp.Regexp
	count  int
}

// An example is an input to which a difference applies.
type example struct {
	Message string
	Version int16
	Hex     string // with blanks for the reader
	// Kafka is the value that Kafka reads; in mode "lenient" what kgen reads.
	Kafka json.RawMessage
	// Again is what kgen writes for it, where Kafka writes something else or
	// nothing; only in the modes that are not "strict".
	Again string
}

func unhex(t *testing.T, e example) question {
	t.Helper()
	body, err := hex.DecodeString(strings.ReplaceAll(e.Hex, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return question{e.Message, e.Version, body}
}

type differences []*difference

func readDifferences(t *testing.T) differences {
	t.Helper()
	text, err := os.ReadFile("testdata/differences.json")
	if err != nil {
		t.Fatal(err)
	}
	var list differences
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		d.detail = regexp.MustCompile(d.Detail)
	}
	return list
}

// kinds are the errors that a difference can name.
var kinds = map[string]error{
	"ErrShortBuffer": kwire.ErrShortBuffer, "ErrBadLength": kwire.ErrBadLength, "ErrBadVarint": kwire.ErrBadVarint,
	"ErrBadMarker": kwire.ErrBadMarker, "ErrNullNotAllowed": kwire.ErrNullNotAllowed,
	"ErrTagNotInVersion": kwire.ErrTagNotInVersion, "ErrTagOrder": kwire.ErrTagOrder, "ErrTagSize": kwire.ErrTagSize,
	"ErrTrailingBytes": kwire.ErrTrailingBytes,
}

// find gives the difference that explains an error of strict decoding, nil if
// none does.
func (list differences) find(err error) *difference {
	for _, d := range list {
		if d.Mode == "strict" && errors.Is(err, kinds[d.Error]) && d.detail.MatchString(err.Error()) {
			return d
		}
	}
	return nil
}

// findLenient gives the difference that explains why only Kafka refuses
// something, nil if none does.
func (list differences) findLenient(refuses string) *difference {
	for _, d := range list {
		if d.Mode == "lenient" && d.detail.MatchString(refuses) {
			return d
		}
	}
	return nil
}

// mode gives the difference of one of the other modes.
func (list differences) mode(t *testing.T, mode string) *difference {
	for _, d := range list {
		if d.Mode == mode {
			return d
		}
	}
	t.Fatalf("no difference of mode %q", mode)
	return nil
}

// log prints how often each difference showed.
func (list differences) log(t *testing.T) {
	for _, d := range list {
		t.Logf("%7d %s", d.count, d.ID)
	}
}

// check compares what the two modes make of a body with Kafka's verdict. What
// differs must be on the list, where it is counted.
func (list differences) check(t *testing.T, q question, v verdict) {
	t.Helper()
	lenient, strict := messages.New(q.message), messages.New(q.message)
	lenientErr := lenient.DecodeWith(q.body, q.version, kwire.Lenient)
	strictErr := strict.Decode(q.body, q.version)
	if v.Refuses != "" {
		d := list.findLenient(v.Refuses)
		switch {
		case lenientErr == nil && strictErr != nil && d != nil:
			d.count++
		case lenientErr == nil || strictErr == nil:
			t.Errorf("%v: Kafka refuses it (%s), lenient decoding says %v, strict %v", q, v.Refuses, lenientErr, strictErr)
		}
		return
	}
	if lenientErr != nil {
		t.Errorf("%v: Kafka reads %s, lenient decoding says %v", q, v.Value, lenientErr)
		return
	}
	switch d := list.find(strictErr); {
	case strictErr == nil && !sameEncoding(strict, lenient, q.version):
		t.Errorf("%v: lenient decoding reads %+v, strict %+v", q, lenient, strict)
	case strictErr == nil:
	case d != nil:
		d.count++
	default:
		t.Errorf("%v: Kafka reads %s, strict decoding says %v, which is not on the list", q, v.Value, strictErr)
	}
	list.checkValue(t, q, v, lenient)
}

// sameEncoding reports whether two messages have the same value: NaN is not
// equal to itself otherwise.
func sameEncoding(a, b kwire.Message, version int16) bool {
	x, errX := a.Encode(nil, version)
	y, errY := b.Encode(nil, version)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// checkValue compares a decoded message with the value that Kafka read, and
// what the two write again.
func (list differences) checkValue(t *testing.T, q question, v verdict, m kwire.Message) {
	t.Helper()
	again, err := m.Encode(nil, q.version)
	if v.RefusesAgain != "" {
		if err == nil {
			list.mode(t, "write").count++
		}
		// The tagged fields that Kafka refuses may have a number twice, which
		// JSON cannot show.
		return
	}
	if replaceIllFormed(reflect.ValueOf(m).Elem()) {
		list.mode(t, "text").count++
		v.Value = json.RawMessage(collapse(string(v.Value)))
	} else if err != nil || hex.EncodeToString(again) != v.Again {
		t.Errorf("%v: Kafka writes %s again, kgen %x, %v", q, v.Again, again, err)
	}
	if strings.Contains(string(v.Value), `":"hex:7ff`) || strings.Contains(string(v.Value), `":"hex:fff`) {
		return // no number of JSON, but seen above in what is written again
	}
	for _, wrong := range goform.Compare(m, parseValue(t, v.Value), nil) {
		t.Errorf("%v: %s", q, wrong)
	}
}

// TestDifferences holds every difference against both sides, by its examples.
func TestDifferences(t *testing.T) {
	kafka := newJudge(t, "judge")
	list := readDifferences(t)
	for _, d := range list {
		// The inputs of limits are long; TestLimits makes them.
		if d.Reason == "" || len(d.Examples) == 0 && d.Mode != "limit" {
			t.Errorf("%s: needs a reason and an example", d.ID)
		}
		for _, e := range d.Examples {
			q := unhex(t, e)
			v := kafka.ask([]question{q})[0]
			before := d.count
			list.check(t, q, v)
			if d.count == before {
				t.Errorf("%s: does not show in %v", d.ID, q)
			}
			switch d.Mode {
			case "strict":
				sameValue(t, d.ID, e, v.Value)
			case "lenient":
				if v.Refuses == "" {
					t.Errorf("%s: Kafka reads %s", d.ID, v.Value)
				}
			default:
				sameValue(t, d.ID, e, v.Value)
				checkAgain(t, d, e, v)
			}
		}
	}
}

// sameValue compares what Kafka reads with what an example says that it does.
func sameValue(t *testing.T, id string, e example, got json.RawMessage) {
	t.Helper()
	want, err := goform.Parse(e.Kafka)
	if err != nil {
		t.Fatal(err)
	}
	m := messages.New(e.Message)
	if err := goform.Fill(m, want, nil); err != nil {
		t.Fatal(err)
	}
	if len(got) == 0 {
		t.Errorf("%s: Kafka reads nothing", id)
		return
	}
	for _, wrong := range goform.Compare(m, parseValue(t, got), nil) {
		t.Errorf("%s: Kafka reads %s: %s", id, got, wrong)
	}
}

// checkAgain: kgen writes what the example says, Kafka does not.
func checkAgain(t *testing.T, d *difference, e example, v verdict) {
	t.Helper()
	want := strings.ReplaceAll(e.Again, " ", "")
	m := messages.New(e.Message)
	if err := m.DecodeWith(unhex(t, e).body, e.Version, kwire.Lenient); err != nil {
		t.Fatal(err)
	}
	got, err := m.Encode(nil, e.Version)
	if err != nil || hex.EncodeToString(got) != want || v.Again == want {
		t.Errorf("%s: kgen writes %x, %v, want %s; Kafka %s", d.ID, got, err, want, v.Again)
	}
}

// replaceIllFormed puts U+FFFD in the place of bytes that are no UTF-8, one for
// any number of them, and reports whether there were any.
func replaceIllFormed(v reflect.Value) (found bool) {
	switch v.Kind() {
	case reflect.String:
		if valid := collapse(strings.ToValidUTF8(v.String(), "\ufffd")); valid != v.String() {
			v.SetString(valid)
			return true
		}
	case reflect.Pointer:
		return !v.IsNil() && v.Type() != reflect.TypeFor[*kwire.Tags]() && replaceIllFormed(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			found = replaceIllFormed(v.Index(i)) || found
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[kwire.Tags]() {
			return false
		}
		for _, field := range v.Fields() {
			found = replaceIllFormed(field) || found
		}
	}
	return found
}

var replacements = regexp.MustCompile("\ufffd+")

// collapse makes one U+FFFD of many: Java and Go replace other numbers of bytes
// by one.
func collapse(s string) string { return replacements.ReplaceAllString(s, "\ufffd") }
