package kwire_test

import (
	"testing"

	"github.com/kgen-go/kgen/kwire"
)

func TestInfo(t *testing.T) {
	info := kwire.Info{
		Lowest: 3, Highest: 5, FirstFlexible: 4, DeprecatedFrom: 3, DeprecatedBelow: 4, Unstable: true,
		Listeners: "broker,controller", HeaderVersions: "\x01\x01\x01\x01\x02\x02",
	}
	tests := []struct {
		version                         int16
		supported, flexible, deprecated bool
		header                          int16
	}{
		{-1, false, false, false, 1},
		{2, false, false, false, 1},
		{3, true, false, true, 1},
		{4, true, true, false, 2},
		{5, true, true, false, 2},
		// A version above the highest must be answered, so it has a header.
		{6, false, true, false, 2},
		{32767, false, true, false, 2},
	}
	for _, test := range tests {
		if got := info.Supports(test.version); got != test.supported {
			t.Errorf("Supports(%d) is %v", test.version, got)
		}
		if got := info.Flexible(test.version); got != test.flexible {
			t.Errorf("Flexible(%d) is %v", test.version, got)
		}
		if got := info.Deprecated(test.version); got != test.deprecated {
			t.Errorf("Deprecated(%d) is %v", test.version, got)
		}
		if got := info.HeaderVersion(test.version); got != test.header {
			t.Errorf("HeaderVersion(%d) is %d", test.version, got)
		}
	}
	if got := info.HighestStable(); got != 4 {
		t.Errorf("HighestStable is %d", got)
	}
	info.Unstable = false
	if got := info.HighestStable(); got != 5 {
		t.Errorf("HighestStable is %d where all are stable", got)
	}
	for role, want := range map[string]bool{"broker": true, "controller": true, "zkBroker": false, "brok": false} {
		if got := info.HasListener(role); got != want {
			t.Errorf("HasListener(%q) is %v", role, got)
		}
	}
	without := kwire.Info{}
	if without.Deprecated(0) || without.HasListener("broker") {
		t.Error("a message of which nothing is said is deprecated, or has a listener")
	}
	if got := without.HeaderVersion(0); got != -1 {
		t.Errorf("a message without header has header version %d", got)
	}
}

func TestKind(t *testing.T) {
	for kind, want := range map[kwire.Kind]string{
		kwire.KindRequest: "request", kwire.KindResponse: "response", kwire.KindHeader: "header", kwire.KindData: "data",
		kwire.KindMetadata: "metadata", kwire.KindCoordinatorKey: "coordinator-key", kwire.KindCoordinatorValue: "coordinator-value",
		0: "invalid", 99: "invalid",
	} {
		if got := kind.String(); got != want {
			t.Errorf("kind %d is %q, want %q", kind, got, want)
		}
	}
}
