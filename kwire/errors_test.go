package kwire_test

import (
	"errors"
	"io"
	"testing"

	"github.com/kgen-go/kgen/kwire"
)

func TestErrorText(t *testing.T) {
	tests := []struct {
		err  kwire.Error
		want string
	}{
		{
			kwire.Error{Message: "DeleteRecordsRequest", Version: 2, Path: "Topics[0].Partitions[3].Offset", Offset: 57, Err: kwire.ErrShortBuffer, Detail: "need 8 bytes, have 3"},
			"DeleteRecordsRequest v2: Topics[0].Partitions[3].Offset at byte 57: need 8 bytes, have 3",
		},
		{kwire.Error{Message: "M", Version: 1, Path: "A", Offset: -1, Err: kwire.ErrFieldNotInVersion}, "M v1: A: field not in version"},
		{kwire.Error{Message: "M", Version: 1, Offset: 7, Err: kwire.ErrTrailingBytes, Detail: "2 bytes left over"}, "M v1: at byte 7: 2 bytes left over"},
		{kwire.Error{Message: "M", Version: -1, Offset: -1, Err: kwire.ErrUnsupportedVersion}, "M v-1: unsupported version"},
		{kwire.Error{Path: "A", Offset: 0, Err: kwire.ErrBadVarint}, "A at byte 0: bad varint"},
		{kwire.Error{Offset: -1, Err: kwire.ErrBadVarint}, "bad varint"},
	}
	for _, test := range tests {
		if got := test.err.Error(); got != test.want {
			t.Errorf("got  %q\nwant %q", got, test.want)
		}
		if !errors.Is(&test.err, test.err.Err) {
			t.Errorf("%q is not of its kind", test.want)
		}
	}
}

// TestPath: an error's path is put together from the inside.
func TestPath(t *testing.T) {
	info := &kwire.Info{Name: "Orders", Lowest: 0, Highest: 4}
	err := kwire.NullAt(12)
	err = kwire.InField(err, "Price")
	err = kwire.InElement(err, "Rows", 3)
	err = kwire.InElement(err, "Pages", 0)
	err = kwire.InMessage(err, info, 4)
	if got, want := err.Error(), "Orders v4: Pages[0].Rows[3].Price at byte 12: null, but the field is not nullable in this version"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	// The index of an array of strings comes before the name of the field.
	err = kwire.InField(kwire.InElement(kwire.NullAt(1), "", 5), "Names")
	if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || e.Path != "Names[5]" {
		t.Errorf("error %v", err)
	}
	// Errors of others pass through.
	if got := kwire.InMessage(kwire.InElement(kwire.InField(io.EOF, "A"), "B", 1), info, 1); got != io.EOF {
		t.Errorf("io.EOF became %v", got)
	}
}

func TestErrorKinds(t *testing.T) {
	info := &kwire.Info{Name: "Orders", Lowest: 2, Highest: 4}
	tests := []struct {
		err  error
		kind error
		text string
	}{
		{kwire.UnsupportedVersion(info, 9), kwire.ErrUnsupportedVersion, "Orders v9: unsupported version, Orders has versions 2-4"},
		{kwire.NullField("A"), kwire.ErrNullNotAllowed, "A: null, but the field is not nullable in this version"},
		{kwire.FieldNotInVersion("A"), kwire.ErrFieldNotInVersion, "A: the field is set, but does not exist in this version"},
		{kwire.TagsNotInVersion(), kwire.ErrTagsNotInVersion, "UnknownTags: tagged fields are set, but this version is not flexible"},
		{kwire.UnknownKey("request", 999), kwire.ErrUnknownKey, "unknown API key: no request has key 999"},
		{kwire.NoVersionLeft("StopReplica", 5), kwire.ErrUnsupportedVersion, "unsupported version: key 5 is kept for StopReplica, of which no version is left"},
	}
	for _, test := range tests {
		if !errors.Is(test.err, test.kind) || test.err.Error() != test.text {
			t.Errorf("got  %q\nwant %q of kind %v", test.err, test.text, test.kind)
		}
	}
	if got := kwire.UnknownKeyName(999); got != "unknown(999)" {
		t.Errorf("UnknownKeyName gives %q", got)
	}
}

// TestShortRun: the field that the input no longer holds is named, with the
// place where it would begin.
func TestShortRun(t *testing.T) {
	const run = "Index:4 Offset:8 Code:2"
	tests := []struct {
		have  int
		path  string
		at    int
		bytes string
	}{
		{0, "Index", 10, "need 4 bytes, have 0"},
		{3, "Index", 10, "need 4 bytes, have 3"},
		{4, "Offset", 14, "need 8 bytes, have 0"},
		{11, "Offset", 14, "need 8 bytes, have 7"},
		{13, "Code", 22, "need 2 bytes, have 1"},
	}
	for _, test := range tests {
		err := kwire.ShortRun(make([]byte, 10+test.have), 10, run)
		e, isOurs := errors.AsType[*kwire.Error](err)
		if !isOurs || !errors.Is(err, kwire.ErrShortBuffer) || e.Path != test.path || e.Offset != test.at || e.Detail != test.bytes {
			t.Errorf("%d bytes: error %v, want %s at byte %d: %s", test.have, err, test.path, test.at, test.bytes)
		}
	}
}
