// Package cases runs cases: small schemas with vectors and the errors to
// expect, made after faults that users of other implementations have reported.
// Its Main runs in a program that was built for the purpose, with a package
// generated from the schemas of each case; see package suite.
package cases

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A Case is one line of a file of cases.
type Case struct {
	ID     string
	Schema Schemas
	Hex    map[string]string // inputs that the outcome speaks of
	Expect struct {
		// Outcome has results that are no vectors, in a form of each case's own.
		Outcome json.RawMessage
		Vectors []Vector
	}
}

// Schemas are texts of schemas by file name.
type Schemas map[string]string

// UnmarshalJSON reads an object, or the text of one schema, whose file is named
// after the message.
func (s *Schemas) UnmarshalJSON(text []byte) error {
	if text[0] == '{' {
		return json.Unmarshal(text, (*map[string]string)(s))
	}
	var one string
	if err := json.Unmarshal(text, &one); err != nil {
		return err
	}
	match := regexp.MustCompile(`"name": "(\w+)"`).FindStringSubmatch(one)
	if match == nil {
		return fmt.Errorf("schema without a name: %s", one)
	}
	*s = Schemas{match[1] + ".json": one}
	return nil
}

// Write writes the schemas as files into a new folder.
func (s Schemas) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range s {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// A Vector is a value, its bytes, or the error that one of them gives.
type Vector struct {
	Do      string // "encode", "decode" or "both"
	Version int16
	Value   json.RawMessage
	Hex     *string
	// Error is the class of the error to expect, Mentions what its text says.
	Error       string
	Mentions    []string
	Lenient     bool    // how to decode
	EncodeAgain *string `json:"encode_again"`
	Note        string
	// The value of a long vector is given by a rule, its bytes by three parts.
	ValueRule  string `json:"value_rule"`
	HexPrefix  string `json:"hex_prefix"`
	HexThen    string `json:"hex_then"`
	TotalBytes int    `json:"total_bytes"`
}

// UnmarshalJSON refuses keys that it does not know, which would else be left
// unchecked.
func (v *Vector) UnmarshalJSON(text []byte) error {
	type plain Vector // without this method
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode((*plain)(v))
}

// Load reads a file of cases, or open.jsonl in a folder.
func Load(path string) ([]Case, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "open.jsonl")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []Case
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var c Case
		if err := d.Decode(&c); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: case %d: %w", path, len(list)+1, err)
		}
		for i := range c.Expect.Vectors {
			if err := c.Expect.Vectors[i].expand(); err != nil {
				return nil, fmt.Errorf("%s: %s, vector %d: %w", path, c.ID, i+1, err)
			}
		}
		list = append(list, c)
	}
}

// Package is the name of the package that is generated for the case.
func (c *Case) Package() string { return strings.ReplaceAll(c.ID, "-", "") }

// message is the name of the message that the vectors are for.
func (c *Case) message() (string, error) {
	var outcome struct {
		VectorsFor string `json:"vectors_for"`
		Message    string
	}
	if len(c.Expect.Outcome) > 0 {
		if err := json.Unmarshal(c.Expect.Outcome, &outcome); err != nil {
			return "", err
		}
	}
	switch {
	case outcome.VectorsFor != "":
		return outcome.VectorsFor, nil
	case outcome.Message != "":
		return outcome.Message, nil
	}
	for name := range c.Schema {
		return strings.TrimSuffix(name, ".json"), nil
	}
	return "", fmt.Errorf("%s has no schema", c.ID)
}

var (
	valueRule = regexp.MustCompile(`^(\w+) = "(\w)" repeated (\d+)$`)
	hexRule   = regexp.MustCompile(`^([0-9a-f]{2}) repeated (\d+)$`)
)

// expand works out the rules of a long vector.
func (v *Vector) expand() error {
	if v.ValueRule == "" {
		return nil
	}
	value, then := valueRule.FindStringSubmatch(v.ValueRule), hexRule.FindStringSubmatch(v.HexThen)
	if value == nil || then == nil {
		return fmt.Errorf("rules %q and %q are not understood", v.ValueRule, v.HexThen)
	}
	repeat := func(s, times string) string {
		n, _ := strconv.Atoi(times) // digits only
		return strings.Repeat(s, n)
	}
	v.Value = fmt.Appendf(nil, `{%q: %q}`, value[1], repeat(value[2], value[3]))
	all := v.HexPrefix + repeat(then[1], then[2])
	if b, err := hex.DecodeString(all); err != nil || len(b) != v.TotalBytes {
		return fmt.Errorf("%d bytes instead of %d, %v", len(b), v.TotalBytes, err)
	}
	v.Hex = &all
	return nil
}
