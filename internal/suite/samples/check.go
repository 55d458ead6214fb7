package samples

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/suite/generated"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/internal/suite/random"
	"github.com/kgen-go/kgen/kwire"
)

// A checker checks one message of a generated package.
type checker struct {
	pkg     generated.Package
	catalog *layout.Catalog
	m       *model.Message
	// used is what all bodies are decoded into, of whatever version.
	used     kwire.Message
	values   int
	cuts     int
	problems []string
}

// A sample is a value with the bytes that another has for it.
type sample struct {
	version int16
	value   map[string]any
	body    []byte
}

func (c *checker) problem(s *sample, format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf("v%d: %s\n\t%x", s.version, fmt.Sprintf(format, args...), s.body))
}

// layout makes up values, whose bytes package layout has to write.
func (c *checker) layout(r *rand.Rand) {
	for range values {
		for version := c.m.Valid.Low; version <= c.m.Valid.High; version++ {
			s := &sample{version: version, value: random.Message(r, c.m, version)}
			var err error
			if s.body, err = value.Append(nil, c.m, structure(c.m.Body, s.value), version); err != nil {
				c.problem(s, "layout: %v", err)
				continue
			}
			c.check(s)
			c.guard(s, c.refused)
		}
	}
}

// check checks one value in both directions.
func (c *checker) check(s *sample) {
	c.values++
	c.guard(s, c.ours)
	c.guard(s, func(s *sample) {
		for _, flags := range []kwire.DecodeFlags{0, kwire.Lenient, kwire.AliasStrings} {
			c.decode(s, c.pkg.New(c.m.Name), "decoded", flags)
		}
		c.decode(s, c.used, "decoded into a used value", 0)
	})
}

// guard runs a check, which a panic ends.
func (c *checker) guard(s *sample, check func(s *sample)) {
	defer func() {
		if r := recover(); r != nil {
			c.problem(s, "panic: %v\n%s", r, debug.Stack())
		}
	}()
	check(s)
}

// ours encodes a message filled from the value, and has layout read the bytes.
func (c *checker) ours(s *sample) {
	m := c.pkg.New(c.m.Name)
	if err := goform.Fill(m, s.value, nil); err != nil {
		c.problem(s, "filled: %v", err)
		return
	}
	encoded := c.encode(s, m, "filled")
	d, err := c.catalog.Decode(encoded, c.m, s.version, layout.BodyOnly, layout.Options{Values: true})
	if err != nil || d.Fault != nil || d.Leftover > 0 {
		c.problem(s, "layout reads %x: %v, %v, %d bytes left", encoded, err, d.Fault, d.Leftover)
		return
	}
	again, err := value.Append(nil, c.m, d.Body, s.version)
	if err != nil || !bytes.Equal(again, s.body) {
		c.problem(s, "layout reads %x as %x, %v", encoded, again, err)
	}
}

// decode decodes layout's bytes, compares the value, and encodes it again.
func (c *checker) decode(s *sample, m kwire.Message, how string, flags kwire.DecodeFlags) {
	how = fmt.Sprintf("%s (flags %d)", how, flags)
	if err := m.DecodeWith(s.body, s.version, flags); err != nil {
		c.problem(s, "%s: %v", how, err)
		return
	}
	for _, difference := range goform.Compare(m, s.value, nil) {
		c.problem(s, "%s: %s", how, difference)
	}
	c.encode(s, m, how)
}

// encode encodes m in every way, compares with layout's bytes, and returns what
// Encode gives.
func (c *checker) encode(s *sample, m kwire.Message, how string) []byte {
	encoded, err := m.Encode(nil, s.version)
	if err != nil || !bytes.Equal(encoded, s.body) {
		c.problem(s, "%s: encodes to %x, %v", how, encoded, err)
	}
	if n, err := m.EncodedSize(s.version); err != nil || n != len(s.body) {
		c.problem(s, "%s: EncodedSize is %d, %v, want %d", how, n, err, len(s.body))
	}
	appended, err := m.Encode([]byte("before"), s.version)
	if err != nil || string(appended) != "before"+string(s.body) {
		c.problem(s, "%s: appending to a buffer gives %x, %v", how, appended, err)
	}
	if e, hasBytes := m.(generated.BufferEncoder); hasBytes {
		buffers, err := e.EncodeBuffers(new(kwire.Vector), s.version)
		if joined := bytes.Join(buffers, nil); err != nil || !bytes.Equal(joined, s.body) {
			c.problem(s, "%s: EncodeBuffers gives %x, %v", how, joined, err)
		}
	}
	return encoded
}

// refused decodes the bytes with some missing and with one too many.
func (c *checker) refused(s *sample) {
	m := c.pkg.New(c.m.Name)
	for n := range s.body {
		c.cuts++
		for _, flags := range []kwire.DecodeFlags{0, kwire.Lenient} {
			if err := m.DecodeWith(s.body[:n:n], s.version, flags); err == nil {
				c.problem(s, "the first %d of %d bytes decode (flags %d)", n, len(s.body), flags)
			}
		}
	}
	longer := append(bytes.Clone(s.body), 0)
	if err := m.Decode(longer, s.version); !errors.Is(err, kwire.ErrTrailingBytes) {
		c.problem(s, "with a byte too many: error %v", err)
	}
	if err := m.DecodeWith(longer, s.version, kwire.Lenient); err != nil {
		c.problem(s, "leniently with a byte too many: %v", err)
	}
}
