package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFieldComments(t *testing.T) {
	m := build(t, `{ "type": "data", "name": "Noted", "validVersions": "0", "flexibleVersions": "none",
  "fields": [
    //
    // One.
    // Two.
    //
    //
    // Three.

    // Four.
    //
    { "name": "A", "type": "int8", "versions": "0" },
    /***** Framed. *****/
    /* Over
     * two lines. */
    { "name": "B",
      // Within.
      "type": "int8", // Behind.
      "versions": "0"
      // At the end.
    },
    { "name": "C", "type": "[]C", "versions": "0",
      // Before the fields.
      "fields": [
        // Of the inner field.
        { "name": "D", "type": "int8", "versions": "0" }
      ]
    }
  ] }`).Messages[0]
	want := map[string][]string{
		"A": {"One.", "Two.", "", "Three.", "", "Four."},
		"B": {"Framed.", "Over", "two lines.", "", "Within.", "", "Behind.", "", "At the end."},
		"C": {"Before the fields."},
		"D": {"Of the inner field."},
	}
	got := map[string][]string{}
	for _, f := range append(m.Body.Fields, m.Structs[0].Fields...) {
		got[f.Name] = f.Comments
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("comments differ (-want +got):\n%s", diff)
	}
	if m.Comments != nil {
		t.Errorf("comments of the message are %q, want none", m.Comments)
	}
}
