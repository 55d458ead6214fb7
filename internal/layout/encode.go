package layout

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// Encode writes a body, with what surrounds it. A nil header stands for one
// with correlation id 0, the empty client id and no tags.
func (c *Catalog) Encode(m *model.Message, version int16, parts Parts, header, body *value.Struct) ([]byte, error) {
	if parts == BodyOnly {
		return value.Append(nil, m, body, version)
	}
	h, err := c.Header(m, version)
	if err != nil {
		return nil, err
	}
	if header == nil {
		header = newHeader(h, m, version)
	}
	var dst []byte
	if parts == WholeFrame {
		dst = make([]byte, 4)
	}
	if dst, err = value.Append(dst, h, header, m.HeaderVersion(version)); err != nil {
		return nil, err
	}
	if dst, err = value.Append(dst, m, body, version); err != nil {
		return nil, err
	}
	if parts == WholeFrame {
		size := len(dst) - 4
		if size > math.MaxInt32 {
			return nil, fmt.Errorf("%d bytes are too many for a frame", size)
		}
		binary.BigEndian.PutUint32(dst, uint32(size))
	}
	return dst, nil
}

// Header gives the schema of the header that goes with a version of m.
func (c *Catalog) Header(m *model.Message, version int16) (*model.Message, error) {
	if m.Type != model.Request && m.Type != model.Response {
		return nil, fmt.Errorf("%s is no request or response, so it has no header", m.Name)
	}
	return c.header(m.Type, m.HeaderVersion(version))
}

// newHeader is the smallest header for a version of m.
func newHeader(h, m *model.Message, version int16) *value.Struct {
	header := value.Smallest(h, m.HeaderVersion(version))
	for i, f := range h.Body.Fields {
		switch f.Name {
		case "RequestApiKey":
			header.Fields[i] = int64(m.APIKey)
		case "RequestApiVersion":
			header.Fields[i] = int64(version)
		}
	}
	return header
}
