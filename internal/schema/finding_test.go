package schema

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFindingString(t *testing.T) {
	tests := []struct {
		finding Finding
		want    string
	}{
		{Finding{Path: "a/X.json", Pos: Pos{3, 14}, Message: "field A is odd", Rule: "odd"}, "a/X.json:3:14: field A is odd [odd]"},
		{Finding{Path: "X.json", Message: "odd", Rule: "odd"}, "X.json:1:1: odd [odd]"},
		{Finding{Path: "X.json", Pos: Pos{3, 1}, Message: "odd", Rule: "r", Warning: true}, "X.json:3:1: warning: odd [r]"},
		{Finding{Path: "X.json", Pos: Pos{3, 1}, Message: "twice", Rule: "r", Also: &Place{"X.json", Pos{1, 2}, "first used"}},
			"X.json:3:1: twice (first used at 1:2) [r]"},
		{Finding{Path: "X.json", Pos: Pos{3, 1}, Message: "twice", Rule: "r", Also: &Place{"Y.json", Pos{1, 2}, "first used"}},
			"X.json:3:1: twice (first used at Y.json:1:2) [r]"},
	}
	for _, test := range tests {
		if got := test.finding.String(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

func TestSortFindings(t *testing.T) {
	list := []Finding{
		{Path: "B", Pos: Pos{1, 1}, Message: "x"},
		{Path: "A", Pos: Pos{10, 1}, Message: "x"},
		{Path: "A", Pos: Pos{9, 2}, Message: "y"},
		{Path: "A", Pos: Pos{9, 2}, Message: "x", Rule: "r", Warning: true},
		{Path: "A", Pos: Pos{9, 2}, Message: "y"},
		{Path: "A", Pos: Pos{9, 1}, Message: "z"},
	}
	want := []Finding{
		{Path: "A", Pos: Pos{9, 1}, Message: "z"},
		{Path: "A", Pos: Pos{9, 2}, Message: "x", Rule: "r", Warning: true},
		{Path: "A", Pos: Pos{9, 2}, Message: "y"},
		{Path: "A", Pos: Pos{10, 1}, Message: "x"},
		{Path: "B", Pos: Pos{1, 1}, Message: "x"},
	}
	if !HasErrors(list) || HasErrors(want[1:2]) || HasErrors(nil) {
		t.Error("HasErrors must be true for the list, false for a warning alone")
	}
	if diff := cmp.Diff(want, SortFindings(list)); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
}
