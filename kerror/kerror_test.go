package kerror_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/kgen-go/kgen/kerror"
)

// TestCodes checks a few codes against the table in Kafka's protocol guide.
func TestCodes(t *testing.T) {
	for _, c := range []struct {
		code      kerror.Code
		number    int16
		name      string
		retriable bool
	}{
		{kerror.UnknownServerError, -1, "UNKNOWN_SERVER_ERROR", false},
		{kerror.None, 0, "NONE", false},
		{kerror.OffsetOutOfRange, 1, "OFFSET_OUT_OF_RANGE", false},
		{kerror.NotLeaderOrFollower, 6, "NOT_LEADER_OR_FOLLOWER", true},
		{kerror.NotCoordinator, 16, "NOT_COORDINATOR", true},
		{kerror.UnsupportedVersion, 35, "UNSUPPORTED_VERSION", false},
		{kerror.InvalidRequest, 42, "INVALID_REQUEST", false},
		{kerror.UnknownTopicId, 100, "UNKNOWN_TOPIC_ID", true},
		{kerror.RebootstrapRequired, 129, "REBOOTSTRAP_REQUIRED", false},
	} {
		if c.code != kerror.Code(c.number) || c.code.String() != c.name || c.code.Retriable() != c.retriable {
			t.Errorf("%s: got %d, %s, retriable %t", c.name, c.code, c.code, c.code.Retriable())
		}
		if found, ok := kerror.Lookup(c.name); !ok || found != c.code {
			t.Errorf("Lookup(%q) = %d, %t", c.name, found, ok)
		}
		if c.code.Meaning() == "" {
			t.Errorf("%s has no meaning", c.name)
		}
	}
}

func TestUnknownCode(t *testing.T) {
	code := kerror.Code(12345)
	if code.String() != "UNKNOWN(12345)" || code.Retriable() || code.Meaning() != "" {
		t.Errorf("got %s, retriable %t, meaning %q", code, code.Retriable(), code.Meaning())
	}
	if _, found := kerror.Lookup("NO_SUCH_CODE"); found {
		t.Error("found a code that does not exist")
	}
}

func TestErr(t *testing.T) {
	if err := kerror.None.Err(); err != nil {
		t.Errorf("None.Err() = %v", err)
	}
	// A code must not pass for an error, or that of success would be one.
	if _, isError := any(kerror.None).(error); isError {
		t.Error("a Code is an error")
	}
	err := fmt.Errorf("fetch: %w", kerror.Code(6).Err())
	if !errors.Is(err, kerror.NotLeaderOrFollower.Err()) || errors.Is(err, kerror.NotCoordinator.Err()) || errors.Is(err, io.EOF) {
		t.Errorf("errors.Is does not tell codes apart in %v", err)
	}
	if e, found := errors.AsType[*kerror.Error](err); !found || e.Code != kerror.NotLeaderOrFollower || !e.Code.Retriable() {
		t.Errorf("errors.AsType finds %v in %v", e, err)
	}
	if want := "fetch: Kafka error 6, NOT_LEADER_OR_FOLLOWER"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestCodesAscend(t *testing.T) {
	codes := kerror.Codes()
	if len(codes) != 138 || !slices.IsSorted(codes) {
		t.Errorf("%d codes, sorted %t", len(codes), slices.IsSorted(codes))
	}
}
