package kwire_test

import (
	"errors"
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

func TestUnsupportedVersion(t *testing.T) {
	err := kwire.UnsupportedVersion(kwire.Info{Name: "Orders", Lowest: 2, Highest: 4}, 9)
	if want := "Orders v9: unsupported version, Orders has versions 2-4"; !errors.Is(err, kwire.ErrUnsupportedVersion) || err.Error() != want {
		t.Errorf("got  %q\nwant %q", err, want)
	}
}
