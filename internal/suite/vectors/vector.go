// Package vectors checks generated packages against vectors: bodies and frames
// that Kafka's own classes wrote, with the value that each of them stands for.
// It runs in a program that was built for the purpose; see package suite.
package vectors

import (
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/kgen-go/kgen/internal/suite/goform"
)

// A vector is one line of a vector file.
type vector struct {
	Message string
	Type    string // of the schema: "request", "data" and so on
	Version int16
	Kind    string // "smallest", "default" or "random"
	N       int    // number of the instance within its kind
	APIKey  *int16
	// HeaderVersion is there for requests and responses, Frame for the smallest
	// instances of those.
	HeaderVersion *int16
	Frame         hexBytes
	Size          int
	Hex           hexBytes
	UnknownTags   int // in all structs together
	JSON          json.RawMessage
	Records       []*hexBytes
}

// name identifies a vector for the reader of a report.
func (v *vector) name() string {
	return fmt.Sprintf("%s v%d %s %d", v.Message, v.Version, v.Kind, v.N)
}

// records returns the contents of the vector's records fields, which have the
// given names.
func (v *vector) records(fields []string) *goform.Records {
	r := &goform.Records{Fields: fields}
	for _, content := range v.Records {
		if content == nil {
			r.Values = append(r.Values, nil)
		} else {
			r.Values = append(r.Values, append([]byte{}, *content...))
		}
	}
	return r
}

// hexBytes are bytes that the file has as hexadecimal text.
type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	*h = b
	return err
}

// read reads a gzipped file of vectors.
func read(path string) ([]vector, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var list []vector
	d := json.NewDecoder(unzipped)
	d.DisallowUnknownFields()
	for {
		var v vector
		if err := d.Decode(&v); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: vector %d: %w", path, len(list)+1, err)
		}
		list = append(list, v)
	}
}
