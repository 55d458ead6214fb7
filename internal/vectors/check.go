package vectors

import (
	"bytes"
	"fmt"

	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/kwire"
)

// Check holds the generated code against a vector and returns what is wrong. It
// decodes the body, compares the value, and encodes it: once what was decoded,
// once a message filled from the value.
func Check(v *Vector) []string {
	m, filled := messages.New(v.Message), messages.New(v.Message)
	if m == nil {
		return []string{"no such message"}
	}
	want, err := goform.Parse(v.JSON)
	if err != nil {
		return []string{err.Error()}
	}
	var wrong []string
	for _, flags := range []kwire.DecodeFlags{0, kwire.Lenient, kwire.AliasStrings} {
		if err := m.DecodeWith(v.Hex, v.Version, flags); err != nil {
			wrong = append(wrong, err.Error())
		}
		wrong = append(wrong, goform.Compare(m, want, nil)...)
		wrong = append(wrong, checkEncode(v, m)...)
	}
	if err := goform.Fill(filled, want, nil); err != nil {
		wrong = append(wrong, err.Error())
	}
	wrong = append(wrong, checkEncode(v, filled)...)
	if header := m.Info().HeaderVersion(v.Version); v.HeaderVersion != nil && header != *v.HeaderVersion {
		wrong = append(wrong, fmt.Sprintf("header version %d, want %d", header, *v.HeaderVersion))
	}
	return wrong
}

func checkEncode(v *Vector, m kwire.Message) (wrong []string) {
	got, err := m.Encode(nil, v.Version)
	if err != nil || !bytes.Equal(got, v.Hex) {
		wrong = append(wrong, fmt.Sprintf("%v\ngot  %x\nwant %x", err, got, []byte(v.Hex)))
	}
	if n, err := m.EncodedSize(v.Version); n != len(v.Hex) || err != nil {
		wrong = append(wrong, fmt.Sprintf("EncodedSize is %d, %v, want %d", n, err, len(v.Hex)))
	}
	return wrong
}
