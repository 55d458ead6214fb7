package vectors

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/kgen-go/kgen/internal/suite/generated"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/kwire"
)

// A checker checks the vectors of one generated package, one after the other.
type checker struct {
	pkg     generated.Package
	records map[string][]string // names of records fields by message
	// used holds one value per message that every vector is decoded into, so
	// that each finds what the one before it left there.
	used map[string]kwire.Message
	// problems are those of the current vector.
	problems []string
}

func (c *checker) problem(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// check returns what is wrong with how the package treats the vector, split in
// body and frame; nil where there is nothing.
func (c *checker) check(v *vector) (body, frame []string) {
	m := c.pkg.New(v.Message)
	if m == nil {
		return []string{"the package has no such message"}, nil
	}
	want, err := goform.Parse(v.JSON)
	if err != nil {
		return []string{err.Error()}, nil
	}
	c.problems = nil
	c.info(m.Info(), v)
	c.decode("decoding", m, v, want, 0)
	c.encode("after decoding", m, v)
	c.decodeModes(v, want)
	c.trailing(v)
	c.build(v, want)
	body, c.problems = c.problems, nil
	if len(v.Frame) > 0 {
		c.frame(m, v, want)
	}
	return body, c.problems
}

func (c *checker) info(info kwire.Info, v *vector) {
	if info.Name != v.Message || info.Kind.String() != v.Type {
		c.problem("Info says %s %s, want %s %s", info.Kind, info.Name, v.Type, v.Message)
	}
	if !info.Supports(v.Version) {
		c.problem("Info has versions %d-%d", info.Lowest, info.Highest)
	}
	if v.APIKey != nil && info.APIKey != *v.APIKey {
		c.problem("Info has API key %d, want %d", info.APIKey, *v.APIKey)
	}
	if v.HeaderVersion != nil && info.HeaderVersion(v.Version) != *v.HeaderVersion {
		c.problem("Info has header version %d, want %d", info.HeaderVersion(v.Version), *v.HeaderVersion)
	}
}

// decode decodes the vector's body into m and compares the value.
func (c *checker) decode(how string, m kwire.Message, v *vector, want any, flags kwire.DecodeFlags) {
	if err := m.DecodeWith(v.Hex, v.Version, flags); err != nil {
		c.problem("%s: %v", how, err)
		return
	}
	c.compare(how, m, v, want)
}

func (c *checker) compare(how string, m kwire.Message, v *vector, want any) {
	for _, difference := range goform.Compare(m, want, v.records(c.records[v.Message])) {
		c.problem("%s: %s", how, difference)
	}
	if n := goform.UnknownTags(m); n != v.UnknownTags {
		c.problem("%s: %d unknown tagged fields, want %d", how, n, v.UnknownTags)
	}
}

// decodeModes decodes into a value that other vectors have been decoded into
// before, and in the modes that must give the same for valid input.
func (c *checker) decodeModes(v *vector, want any) {
	used := c.used[v.Message]
	if used == nil {
		used = c.pkg.New(v.Message)
		c.used[v.Message] = used
	}
	c.decode("decoding into a used value", used, v, want, 0)
	c.decode("decoding into it again", used, v, want, 0)
	c.encode("after decoding into a used value", used, v)
	c.decode("decoding leniently", c.pkg.New(v.Message), v, want, kwire.Lenient)
	c.decode("decoding with strings that alias", c.pkg.New(v.Message), v, want, kwire.AliasStrings)
}

// trailing appends a byte to the body: an error, unless decoding is lenient.
func (c *checker) trailing(v *vector) {
	longer := append(bytes.Clone(v.Hex), 0)
	if err := c.pkg.New(v.Message).Decode(longer, v.Version); !errors.Is(err, kwire.ErrTrailingBytes) {
		c.problem("decoding with a byte too many: error %v", err)
	}
	if err := c.pkg.New(v.Message).DecodeWith(longer, v.Version, kwire.Lenient); err != nil {
		c.problem("decoding leniently with a byte too many: %v", err)
	}
}

// build fills a value from the JSON and encodes it, which does not depend on
// decoding. The JSON is the whole value only without unknown tags.
func (c *checker) build(v *vector, want any) {
	if v.UnknownTags > 0 {
		return
	}
	m := c.pkg.New(v.Message)
	if err := goform.Fill(m, want, v.records(c.records[v.Message])); err != nil {
		c.problem("filling from JSON: %v", err)
		return
	}
	c.encode("after filling from JSON", m, v)
}

// encode encodes m in every way and compares with the vector's body.
func (c *checker) encode(how string, m kwire.Message, v *vector) {
	b, err := m.Encode(nil, v.Version)
	if err != nil {
		c.problem("%s: %v", how, err)
		return
	}
	if !bytes.Equal(b, v.Hex) {
		c.problem("%s: %s", how, firstDifference(b, v.Hex))
	}
	if n, err := m.EncodedSize(v.Version); err != nil || n != v.Size {
		c.problem("%s: EncodedSize is %d, %v, want %d", how, n, err, v.Size)
	}
	if b, err = m.Encode([]byte("before"), v.Version); err != nil || string(b) != "before"+string(v.Hex) {
		c.problem("%s: appending to a buffer gives %x, %v", how, b, err)
	}
	e, hasBytes := m.(generated.BufferEncoder)
	if !hasBytes {
		if len(c.records[v.Message]) > 0 {
			c.problem("%s: the message has records fields, but no EncodeBuffers", how)
		}
		return
	}
	buffers, err := e.EncodeBuffers(new(kwire.Vector), v.Version)
	if err != nil || !bytes.Equal(bytes.Join(buffers, nil), v.Hex) {
		c.problem("%s: EncodeBuffers gives %x, %v", how, buffers, err)
	}
}

// frame writes the frame of the value in m, and reads the vector's.
func (c *checker) frame(m kwire.Message, v *vector, want any) {
	frames := c.pkg.Frames
	if frames == nil {
		c.problem("the package has no frames")
		return
	}
	var written []byte
	var buffers [][]byte
	var err, buffersErr error
	if v.Type == "request" {
		written, err = frames.AppendRequest(nil, 0, "", m, v.Version)
		buffers, buffersErr = frames.RequestBuffers(new(kwire.Vector), 0, "", m, v.Version)
	} else {
		written, err = frames.AppendResponse(nil, 0, m, v.Version)
		buffers, buffersErr = frames.ResponseBuffers(new(kwire.Vector), 0, m, v.Version)
	}
	if err != nil || !bytes.Equal(written, v.Frame) {
		c.problem("writing the frame: %s, %v", firstDifference(written, v.Frame), err)
	}
	if joined := bytes.Join(buffers, nil); buffersErr != nil || !bytes.Equal(joined, v.Frame) {
		c.problem("writing the frame as buffers: %s, %v", firstDifference(joined, v.Frame), buffersErr)
	}
	content, rest, err := kwire.SplitFrame(v.Frame)
	if err != nil || len(rest) > 0 {
		c.problem("splitting the frame: %d bytes left, %v", len(rest), err)
		return
	}
	body := c.pkg.New(v.Message)
	var header kwire.Message
	if v.Type == "request" {
		header, body, err = frames.DecodeRequest(content)
	} else {
		header, err = frames.DecodeResponse(content, body, v.Version)
	}
	if err != nil {
		c.problem("reading the frame: %v", err)
		return
	}
	c.compare("reading the frame", body, v, want)
	c.header(header, v)
}

// header compares the header of a frame, whose correlation id is 0 and whose
// client id is empty.
func (c *checker) header(header kwire.Message, v *vector) {
	want := map[string]any{}
	if v.Type == "request" {
		want["requestApiKey"] = jsonNumber(*v.APIKey)
		want["requestApiVersion"] = jsonNumber(v.Version)
	}
	for _, difference := range goform.Compare(header, want, nil) {
		c.problem("header of the frame: %s", difference)
	}
}

// firstDifference says where two bodies part.
func firstDifference(got, want []byte) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("%d bytes, want %d; byte %d is %02x, want %02x\n\tgot  %x\n\twant %x",
				len(got), len(want), i, got[i], want[i], got, want)
		}
	}
	return fmt.Sprintf("%d bytes, want %d\n\tgot  %x\n\twant %x", len(got), len(want), got, want)
}
