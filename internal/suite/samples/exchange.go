package samples

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/internal/suite/random"
)

// A Reading is what Kafka makes of bytes. A file has one a line, in JSON.
type Reading struct {
	Message string
	Version int16
	// Sent are the bytes, in hexadecimal.
	Sent string
	// Refuses is why Kafka does not read them, empty if it does.
	Refuses string
	// Value is in the notation of package goform.
	Value json.RawMessage
	// Left is how many bytes are left over behind the message.
	Left int
	// Again is what Kafka writes for the value, in hexadecimal, unless
	// RefusesAgain tells why it does not.
	Again        string
	RefusesAgain string
}

// write prints bytes of the message for Kafka to read, a line each: the name,
// the version, and the bytes in hexadecimal, parted by tabs.
func (c *checker) write(r *rand.Rand) {
	for range values {
		for version := c.m.Valid.Low; version <= c.m.Valid.High; version++ {
			s := &sample{version: version, value: random.Message(r, c.m, version)}
			m := c.pkg.New(c.m.Name)
			if err := goform.Fill(m, s.value, nil); err != nil {
				c.problem(s, "filled: %v", err)
				continue
			}
			body, err := m.Encode(nil, version)
			if err != nil {
				c.problem(s, "%v", err)
				continue
			}
			c.values++
			fmt.Printf("%s\t%d\t%x\n", c.m.Name, version, body)
		}
	}
}

// readFile checks what the packages make of the bytes of readings: the same
// value and the same bytes again.
func readFile(checkers []*checker, path string) error {
	byName := map[string]*checker{}
	for _, c := range checkers {
		byName[c.m.Name] = c
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	d := json.NewDecoder(bufio.NewReaderSize(f, 1<<20))
	for {
		var r Reading
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		c := byName[r.Message]
		if c == nil {
			return fmt.Errorf("%s: no message is called %q", path, r.Message)
		}
		if err := c.read(&r); err != nil {
			return fmt.Errorf("%s: %s v%d: %w", path, r.Message, r.Version, err)
		}
	}
}

func (c *checker) read(r *Reading) error {
	body, err := hex.DecodeString(r.Sent)
	if err != nil {
		return err
	}
	parsed, err := goform.Parse(r.Value)
	if err != nil {
		return err
	}
	s := &sample{version: r.Version, body: body}
	var isObject bool
	if s.value, isObject = parsed.(map[string]any); !isObject {
		return fmt.Errorf("the value %s is no object", r.Value)
	}
	c.check(s)
	return nil
}
