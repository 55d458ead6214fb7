package kwire_test

import (
	"encoding/json"
	"testing"

	"github.com/kgen-go/kgen/kwire"
)

type fields struct {
	ID    kwire.UUID
	Name  kwire.NullString
	Other kwire.NullString
	Tags  kwire.Tags
}

// Plain encoding/json shows the types of fields well, and reads them again.
func TestPlainJSON(t *testing.T) {
	v := fields{ID: kwire.UUID{0: 0x10, 15: 0x1f}, Name: kwire.StringOf("é\"\\\n<\xff")}
	v.Tags.Set(9, nil)
	v.Tags.Set(7, []byte{0, 0xff})
	const want = `{"ID":"EAAAAAAAAAAAAAAAAAAAHw","Name":"é\"\\\u000a\u003c�","Other":null,"Tags":"7=00ff 9="}`
	text, err := json.Marshal(v)
	if err != nil || string(text) != want {
		t.Errorf("got  %s, %v\nwant %s", text, err, want)
	}
	var back fields
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if back.ID != v.ID || back.Name != kwire.StringOf("é\"\\\n<�") || back.Other.Valid || !back.Tags.Equal(v.Tags) {
		t.Errorf("came back as %+v", back)
	}
}

func TestUnmarshalTextErrors(t *testing.T) {
	for _, text := range []string{"7", "x=00", "7=0", "7=zz", "2147483647=00", "7=00 7=01", "-1=00"} {
		var tags kwire.Tags
		tags.Set(1, nil)
		if err := tags.UnmarshalText([]byte(text)); err == nil || tags.String() != "1=" {
			t.Errorf("%q: error %v, tags %v", text, err, tags)
		}
	}
	id := kwire.UUID{1}
	if err := id.UnmarshalText([]byte("short")); err == nil || id != (kwire.UUID{1}) {
		t.Errorf("error %v, id %v", err, id)
	}
}
