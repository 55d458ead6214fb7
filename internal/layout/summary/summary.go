// Package summary counts what a capture or log holds: calls by API and version,
// errors by code, and record batches by codec.
package summary

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/capture"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire/records"
)

// A Summary is what has been counted so far. Its memory grows with the number of
// different APIs, versions, codes and codecs alone.
type Summary struct {
	catalog     *layout.Catalog
	first, last time.Time
	calls       map[callKey]*Calls
	errors      map[errorKey]int
	batches     map[batchKey]*Batches
	notes       int
}

type callKey struct {
	key, version int16
	token        bool
}

type errorKey struct {
	api  string
	code int16
}

type batchKey struct {
	codec records.Codec
	magic int8
}

// Calls are those of one API in one version.
type Calls struct {
	API     string `json:"api"`
	Version int16  `json:"version"`
	Count   int    `json:"count"`
	// Bytes of whole frames.
	RequestBytes  int64 `json:"requestBytes"`
	ResponseBytes int64 `json:"responseBytes"`
	// What became of the requests that were not answered.
	NoResponse  int `json:"noResponse,omitempty"`
	NotExpected int `json:"notExpected,omitempty"`
	Missing     int `json:"missing,omitempty"`
	// Seconds are from the end of the request to that of the response.
	Seconds *Quantiles `json:"latencySeconds,omitempty"`
	// Latency has the same in full.
	Latency Histogram `json:"-"`
}

// An Error is an error code and how often responses of an API have it.
type Error struct {
	API   string `json:"api"`
	Code  int16  `json:"code"`
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Batches are those of one codec and format.
type Batches struct {
	Codec   string `json:"codec"`
	Magic   int8   `json:"magic"`
	Count   int    `json:"batches"`
	Records int64  `json:"records"`
	Bytes   int64  `json:"bytes"` // as they are
	// Unpacked are the bytes of the records' keys, values and headers.
	Unpacked int64 `json:"unpackedBytes"`
	Damaged  int   `json:"damaged,omitempty"`
	// Sizes are those of batches in bytes.
	Sizes *Quantiles `json:"batchBytes,omitempty"`
	sizes Histogram
}

// New counts nothing yet.
func New(catalog *layout.Catalog) *Summary {
	return &Summary{catalog: catalog, calls: map[callKey]*Calls{}, errors: map[errorKey]int{}, batches: map[batchKey]*Batches{}}
}

// Remark counts a remark on what is missing or damaged.
func (s *Summary) Remark() { s.notes++ }

// Call counts a call, its errors and its batches. The error is always nil.
func (s *Summary) Call(c *capture.Call) error {
	key := callKey{c.APIKey, c.Version, c.Token}
	counted := s.calls[key]
	if counted == nil {
		counted = &Calls{API: capture.APIName(s.catalog, c.APIKey), Version: c.Version}
		if c.Token {
			counted.API = "SASL token"
		}
		s.calls[key] = counted
	}
	if s.first.IsZero() || c.Time.Before(s.first) {
		s.first = c.Time
	}
	if c.Time.After(s.last) {
		s.last = c.Time
	}
	counted.Count++
	counted.RequestBytes += int64(c.RequestSize)
	counted.ResponseBytes += int64(len(c.Response))
	switch c.Outcome {
	case capture.Answered:
		counted.Latency.Add(c.ResponseTime.Sub(c.Time).Seconds())
	case capture.NoResponse:
		counted.NoResponse++
	case capture.NotExpected:
		counted.NotExpected++
	case capture.Missing:
		counted.Missing++
	}
	if c.Token {
		return nil
	}
	s.message(counted.API, c.Request, c.Message, c.Version)
	m, version := capture.ResponseMessage(s.catalog, c.APIKey, c.Version, c.Response)
	s.message(counted.API, c.Response, m, version)
	return nil
}

// message counts what is in a frame, if it is there and can be read.
func (s *Summary) message(api string, frame []byte, m *model.Message, version int16) {
	if frame == nil || m == nil {
		return
	}
	d, err := s.catalog.Decode(frame, m, version, layout.WholeFrame, layout.Options{NoTree: true, Values: true})
	if err == nil && d.Fault == nil {
		s.value(api, m.Type == model.Response, d.Body)
	}
}

// value counts the error codes and batches in v.
func (s *Summary) value(api string, isResponse bool, v any) {
	switch v := v.(type) {
	case []any:
		for _, element := range v {
			s.value(api, isResponse, element)
		}
	case *value.Struct:
		if v == nil {
			return
		}
		for i, f := range v.Type.Fields {
			content := v.Fields[i]
			code, isNumber := content.(int64)
			batches, isBytes := content.([]byte)
			switch {
			case isResponse && isNumber && code != 0 && f.Name == "ErrorCode":
				s.errors[errorKey{api, int16(code)}]++
			case isBytes && f.Type.Kind == model.Records:
				s.Records(batches)
			default:
				s.value(api, isResponse, content)
			}
		}
	}
}

// Records counts the batches in a row. One that is cut off at the end, as in
// responses, is left out.
func (s *Summary) Records(src []byte) {
	for len(src) > 0 {
		b, rest, err := records.ReadBatch(src, &records.Options{SkipChecksum: true})
		if err != nil {
			return
		}
		s.batch(&b, len(src)-len(rest))
		src = rest
	}
}

func (s *Summary) batch(b *records.Batch, size int) {
	key := batchKey{b.Attributes.Codec(), b.Magic}
	counted := s.batches[key]
	if counted == nil {
		counted = &Batches{Codec: key.codec.String(), Magic: key.magic}
		s.batches[key] = counted
	}
	counted.Count++
	counted.Bytes += int64(size)
	counted.sizes.Add(float64(size))
	for rec, err := range b.Records() {
		if err != nil {
			counted.Damaged++
			break
		}
		counted.Records++
		counted.Unpacked += int64(len(rec.Key) + len(rec.Value))
		for _, h := range rec.Headers {
			counted.Unpacked += int64(len(h.Key) + len(h.Value))
		}
	}
}

// A Report is a summary in the order of tables, and as JSON, which scripts rely
// on.
type Report struct {
	First   *time.Time `json:"first,omitempty"` // of the requests
	Last    *time.Time `json:"last,omitempty"`
	Calls   []*Calls   `json:"calls,omitempty"`
	Errors  []Error    `json:"errors,omitempty"`
	Batches []*Batches `json:"batches,omitempty"`
	// Notes is how many remarks there are on what is missing or damaged.
	Notes int `json:"notes,omitempty"`
}

// Report sums up: the most frequent calls and errors come first.
func (s *Summary) Report() *Report {
	r := &Report{Notes: s.notes}
	if !s.first.IsZero() {
		r.First, r.Last = &s.first, &s.last
	}
	r.Calls = slices.SortedFunc(maps.Values(s.calls), func(a, b *Calls) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.API, b.API), int(a.Version)-int(b.Version))
	})
	for _, c := range r.Calls {
		c.Seconds = c.Latency.Quantiles()
	}
	for key, n := range s.errors {
		r.Errors = append(r.Errors, Error{key.api, key.code, kerror.Code(key.code).String(), n})
	}
	slices.SortFunc(r.Errors, func(a, b Error) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.API, b.API), int(a.Code)-int(b.Code))
	})
	r.Batches = slices.SortedFunc(maps.Values(s.batches), func(a, b *Batches) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Codec, b.Codec), int(a.Magic)-int(b.Magic))
	})
	for _, b := range r.Batches {
		b.Sizes = b.sizes.Quantiles()
	}
	return r
}

// Classes gives the classes of a histogram that have numbers, for plots.
func (h *Histogram) Classes() []Class { return h.sorted() }
