// Package vectors holds bodies that Kafka's own classes wrote, of every message
// in every version, with the values that they stand for. Its tests hold the
// generated code against them; README.md tells how they are made.
package vectors

import (
	"bytes"
	"compress/gzip"
	_ "embed" // for the file of vectors
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

//go:embed testdata/kafka-4.4.0.jsonl.gz
var packed []byte

// A Vector is a body and its value.
type Vector struct {
	Message string // the schema's name
	Version int16
	Kind    string // how the value was chosen; see README.md
	N       int    // number within the kind
	// HeaderVersion is that of the header in front of a request's or response's
	// body, nil for other messages.
	HeaderVersion *int16
	Hex           Body
	// JSON is the value in the notation of package goform, fields at their
	// default left out.
	JSON json.RawMessage
}

// String names the vector for a reader.
func (v *Vector) String() string {
	return fmt.Sprintf("%s v%d %s %d", v.Message, v.Version, v.Kind, v.N)
}

// A Body is bytes that the file has as hexadecimal text.
type Body []byte

// UnmarshalText reads hexadecimal text.
func (b *Body) UnmarshalText(text []byte) error {
	data, err := hex.DecodeString(string(text))
	*b = data
	return err
}

// All returns every vector, those of a message and version next to each other.
func All() ([]Vector, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return Parse(unpacked)
}

// Parse reads vectors, one line of JSON each.
func Parse(r io.Reader) ([]Vector, error) {
	var all []Vector
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	for {
		var v Vector
		if err := d.Decode(&v); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("vector %d: %w", len(all)+1, err)
		}
		all = append(all, v)
	}
}
