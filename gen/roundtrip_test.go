package gen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/internal/suite/random"
	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/schemas"
)

// valuesPerVersion is how many values each version of each message gets.
const valuesPerVersion = 20

// TestRoundTrip encodes made-up values of every version of every message and
// decodes them again. The seed is fixed, so that a failure stays.
func TestRoundTrip(t *testing.T) {
	for folder, newMessage := range messages.Packages {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			for _, m := range loadModel(t, folder).Messages {
				versions := 0
				for version := m.Valid.Low; version <= m.Valid.High; version++ {
					versions++
					if err := roundTrips(m, version, newMessage); err != nil {
						t.Errorf("%s v%d: %v", m.Name, version, err)
					}
				}
				if versions > 0 != (newMessage(m.Name) != nil) {
					t.Errorf("%s has %d versions, but the package disagrees", m.Name, versions)
				}
			}
		})
	}
}

func loadModel(t *testing.T, folder string) *model.Set {
	t.Helper()
	files, findings, err := schema.Load([]string{schema.EmbeddedPrefix + folder}, schemas.FS())
	if err != nil || schema.HasErrors(findings) {
		t.Fatal(err, findings)
	}
	set, findings := model.Build(files, model.Options{})
	if schema.HasErrors(findings) {
		t.Fatal(findings)
	}
	return set
}

// roundTrips sends values through one version. The message that they are
// decoded into is used again, so that it must not keep anything.
func roundTrips(m *model.Message, version int16, newMessage func(name string) kwire.Message) error {
	r := rand.New(rand.NewPCG(uint64(m.APIKey), uint64(version)))
	used := newMessage(m.Name)
	for range valuesPerVersion {
		value := random.Message(r, m, version)
		if err := roundTrip(value, newMessage(m.Name), used, version); err != nil {
			text, _ := json.Marshal(value)
			return fmt.Errorf("%w\nvalue: %s", err, text)
		}
	}
	return nil
}

func roundTrip(value map[string]any, from, to kwire.Message, version int16) error {
	if err := goform.Fill(from, value, nil); err != nil {
		return err
	}
	encoded, err := from.Encode(nil, version)
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	if size, err := from.EncodedSize(version); err != nil || size != len(encoded) {
		return fmt.Errorf("encoded in %d bytes, EncodedSize gives %d, %v", len(encoded), size, err)
	}
	if err := to.Decode(encoded, version); err != nil {
		return fmt.Errorf("decode %x: %w", encoded, err)
	}
	if differences := goform.Compare(to, value, nil); len(differences) > 0 {
		return fmt.Errorf("decoded from %x: %q", encoded, differences)
	}
	again, err := to.Encode(nil, version)
	if err != nil || !bytes.Equal(again, encoded) {
		return fmt.Errorf("encoded again: %x, %v, want %x", again, err, encoded)
	}
	return nil
}
