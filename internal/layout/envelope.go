package layout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// partsWords are what an envelope calls the parts of a message.
var partsWords = []string{BodyOnly: "body", WithHeader: "header", WholeFrame: "frame"}

// An envelope is a message as JSON along with all that is needed to encode it.
type envelope struct {
	Message string          `json:"message"`
	Version *int16          `json:"version"`
	Parts   string          `json:"parts"` // "body", "header" or "frame"
	Header  json.RawMessage `json:"header,omitempty"`
	Body    json.RawMessage `json:"body"`
}

// Envelope gives the message as a JSON object on one line, which [Catalog.Open]
// takes back. It needs the values that [Options] can ask for.
func (d *Decoded) Envelope() ([]byte, error) {
	if d.Fault != nil {
		return nil, fmt.Errorf("%s v%d is damaged: %v", d.Message.Name, d.Version, d.Fault)
	}
	body, err := value.JSON(d.Message, d.Body, d.Version)
	if err != nil {
		return nil, err
	}
	// Put together by hand, as bodies may be large. Names are ASCII.
	text := fmt.Appendf(nil, `{"message":"%s","version":%d,"parts":"%s",`, d.Message.Name, d.Version, partsWords[d.Parts])
	if d.Parts != BodyOnly {
		header, err := value.JSON(d.HeaderMessage, d.Header, d.HeaderVersion)
		if err != nil {
			return nil, err
		}
		text = fmt.Appendf(text, `"header":%s,`, header)
	}
	return append(append(append(text, `"body":`...), body...), '}'), nil
}

// Reversible reports whether [Catalog.Open] makes the same bytes of the
// message's envelope. It does not where they were not written as Kafka writes
// them, with a tagged field at its default, say, or a varint with needless
// zeros, nor where a string is not UTF-8.
func (c *Catalog) Reversible(d *Decoded) bool {
	again, err := c.Encode(d.Message, d.Version, d.Parts, d.Header, d.Body)
	return err == nil && bytes.Equal(again, d.Bytes[:len(d.Bytes)-d.Leftover]) && value.FitsJSON(d.Header) && value.FitsJSON(d.Body)
}

// Open encodes the message in an envelope.
func (c *Catalog) Open(text []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var e envelope
	if err := d.Decode(&e); err != nil {
		return nil, err
	}
	parts := slices.Index(partsWords, e.Parts)
	m := c.Message(e.Message)
	switch {
	case m == nil:
		return nil, fmt.Errorf("no message is called %q", e.Message)
	case e.Version == nil:
		return nil, errors.New(`"version" is missing`)
	case parts < 0:
		return nil, fmt.Errorf(`"parts" is %q; it takes body, header and frame`, e.Parts)
	case e.Body == nil:
		return nil, errors.New(`"body" is missing`)
	case (e.Header == nil) != (Parts(parts) == BodyOnly):
		return nil, fmt.Errorf(`"parts" is %q, which does not go with the presence of "header"`, e.Parts)
	}
	if err := CheckVersion(m, *e.Version); err != nil {
		return nil, err
	}
	var header *value.Struct
	if Parts(parts) != BodyOnly {
		h, err := c.Header(m, *e.Version)
		if err != nil {
			return nil, err
		}
		if header, err = value.FromJSON(h, e.Header, m.HeaderVersion(*e.Version)); err != nil {
			return nil, err
		}
	}
	body, err := value.FromJSON(m, e.Body, *e.Version)
	if err != nil {
		return nil, err
	}
	return c.Encode(m, *e.Version, Parts(parts), header, body)
}

// Identify tells which request the start of src is, by the API key and version
// in its header, behind the size of the frame if it has one. The error tells
// why it cannot be one; m is nil then.
func (c *Catalog) Identify(src []byte, parts Parts) (m *model.Message, version int16, err error) {
	at := 0
	if parts == WholeFrame {
		at = 4
	}
	if len(src) < at+4 {
		return nil, 0, fmt.Errorf("%s are too few for a request", plural(len(src), "byte"))
	}
	r := &reader{src: src, at: at}
	key := int16(r.integer(2))
	version = int16(r.integer(2))
	m = c.ByKey(model.Request, key)
	switch {
	case m == nil:
		return nil, 0, fmt.Errorf("no API has the key %d", key)
	case !m.Valid.Contains(version):
		return nil, 0, fmt.Errorf("version %d of %s is not known, only %s", version, m.Name, m.Valid)
	}
	return m, version, nil
}
