package codec_test

import (
	"errors"
	"testing"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/codec"
)

// TestPath: an error's path is put together from the inside.
func TestPath(t *testing.T) {
	var d codec.Decoder
	i := d.NullAt(13, 1, "Price")
	i = d.InField(i, "Detail")
	i = d.InElement(i, "Rows", 3)
	i = d.InElement(i, "Pages", 0)
	err := d.End(make([]byte, 20), i, orders, 4)
	if got, want := err.Error(), "Orders v4: Pages[0].Rows[3].Detail.Price at byte 12: null, but the field is not nullable in this version"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if i := d.InField(7, "Detail"); i != 7 {
		t.Errorf("without a failure InField gives %d", i)
	}

	var e codec.Encoder
	e.Null(true, "Price")
	e.Null(true, "Later") // the first failure counts
	b := e.InField([]byte{1}, "Detail")
	if b == nil || !e.Failed() {
		t.Errorf("got %x, failed: %v", b, e.Failed())
	}
	b = e.InElement(b, "Rows", 3)
	b, err = e.End([]byte{9}, b, orders, 4)
	if got, want := err.Error(), "Orders v4: Rows[3].Detail.Price: null, but the field is not nullable in this version"; got != want || len(b) != 1 {
		t.Errorf("got  %q, %x\nwant %q", got, b, want)
	}
	var fine codec.Encoder
	fine.InField(nil, "Detail")
	if fine.Failed() {
		t.Error("InField makes a failure")
	}
}

func TestErrorKinds(t *testing.T) {
	info := &kwire.Info{Name: "Orders", Lowest: 2, Highest: 4}
	encoding := func(refuse func(e *codec.Encoder)) error {
		var e codec.Encoder
		refuse(&e)
		_, err := e.End(nil, nil, info, 3)
		return err
	}
	var tags kwire.Tags
	tags.Set(1, nil)
	tests := []struct {
		err  error
		kind error
		text string
	}{
		{codec.Unsupported(info, 9, false), kwire.ErrUnsupportedVersion, "Orders v9: unsupported version, Orders has versions 2-4"},
		{codec.Unsupported(info, 3, true), kwire.ErrNullNotAllowed, "Orders v3: the message is a nil pointer"},
		{encoding(func(e *codec.Encoder) { e.Null(true, "A") }), kwire.ErrNullNotAllowed,
			"Orders v3: A: null, but the field is not nullable in this version"},
		{encoding(func(e *codec.Encoder) { e.Absent(true, "A") }), kwire.ErrFieldNotInVersion,
			"Orders v3: A: the field is not at its default, but does not exist in this version"},
		{encoding(func(e *codec.Encoder) { e.NoTags(tags) }), kwire.ErrTagsNotInVersion,
			"Orders v3: UnknownTags: tagged fields are set, but this version is not flexible"},
		{codec.UnknownKey("request", 999), kwire.ErrUnknownKey, "unknown API key: no request has key 999"},
		{codec.NoVersionLeft("StopReplica", 5), kwire.ErrUnsupportedVersion,
			"unsupported version: key 5 is kept for StopReplica, of which no version is left"},
	}
	for _, test := range tests {
		if !errors.Is(test.err, test.kind) || test.err.Error() != test.text {
			t.Errorf("got  %q\nwant %q of kind %v", test.err, test.text, test.kind)
		}
	}
	if err := encoding(func(e *codec.Encoder) { e.Null(false, "A"); e.Absent(false, "A"); e.NoTags(kwire.Tags{}) }); err != nil {
		t.Errorf("nothing to refuse, but error %v", err)
	}
	if got := codec.UnknownKeyName(999); got != "unknown(999)" {
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
		var d codec.Decoder
		i := d.ShortRun(make([]byte, 10+test.have), 10, run)
		err := failure(&d, i)
		e, isOurs := errors.AsType[*kwire.Error](err)
		if !isOurs || !errors.Is(err, kwire.ErrShortBuffer) || e.Path != test.path || e.Offset != test.at || e.Detail != test.bytes {
			t.Errorf("%d bytes: error %v, want %s at byte %d: %s", test.have, err, test.path, test.at, test.bytes)
		}
		// Another run after it changes nothing.
		if i = d.ShortRun(nil, i, "Later:1"); i >= 0 || e.Path != test.path {
			t.Errorf("after a failure: offset %d, error %v", i, err)
		}
	}
}

// TestTrailingBytes: what is left over is refused, in lenient mode ignored, and
// a prefix does not look at it.
func TestTrailingBytes(t *testing.T) {
	src := make([]byte, 6)
	for flags, want := range map[kwire.DecodeFlags]string{0: "Orders v4: at byte 4: 2 bytes left over after the message", kwire.Lenient: ""} {
		var d codec.Decoder
		d.Begin(src, flags)
		_, i := d.Int32(src, 0, "Number")
		if next, err := d.EndPrefix(i, orders, 4); next != 4 || err != nil {
			t.Errorf("EndPrefix gives %d, %v", next, err)
		}
		err := d.End(src, i, orders, 4)
		if want == "" && err != nil || want != "" && (!errors.Is(err, kwire.ErrTrailingBytes) || err.Error() != want) {
			t.Errorf("flags %d: error %v, want %s", flags, err, want)
		}
		if err := d.End(src[:4], i, orders, 4); err != nil {
			t.Errorf("nothing left over: error %v", err)
		}
	}
}
