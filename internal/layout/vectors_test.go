package layout_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// A vector is a message that Kafka's own classes wrote, with its value as their
// JSON converters print it.
type vector struct {
	Message     string
	Version     int16
	Kind        string
	N           int
	Frame, Hex  string
	Size        int
	UnknownTags int
	JSON        json.RawMessage
	Records     []*string // the records fields, which the JSON has as ""
}

func readVectors(t *testing.T, path string) []vector {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	for d := json.NewDecoder(unzipped); ; {
		var v vector
		if err := d.Decode(&v); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		list = append(list, v)
	}
}

// TestVectors compares with Kafka's vectors: values, bytes, sizes, frames, and
// that every cut is noticed. The generated code is checked against the same.
func TestVectors(t *testing.T) {
	schemas, vectors := fromEnv(t, "KGEN_SCHEMAS"), fromEnv(t, "KGEN_VECTORS")
	files, err := filepath.Glob(filepath.Join(vectors, "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors in %s", vectors)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			catalog := folder(t, filepath.Join(schemas, name))
			for _, v := range readVectors(t, file) {
				checkVector(t, catalog, v)
			}
		})
	}
}

func checkVector(t *testing.T, catalog *layout.Catalog, v vector) {
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s v%d %s %d: "+format, append([]any{v.Message, v.Version, v.Kind, v.N}, args...)...)
	}
	m := find(t, catalog, v.Message)
	src, err := hex.DecodeString(v.Hex)
	if err != nil {
		t.Fatal(err)
	}
	d, err := catalog.Decode(src, m, v.Version, layout.BodyOnly, layout.Options{Values: true, Full: true})
	if err != nil || d.Fault != nil || d.Leftover > 0 {
		fail("decoding: %v, fault %v, %d bytes left", err, d.Fault, d.Leftover)
		return
	}
	checkNodes(fail, d.Root, len(src))
	if len(src) != v.Size {
		fail("%d bytes, want %d", len(src), v.Size)
	}
	if got := kafkaJSON(t, m, d.Body, v.Version); got != string(v.JSON) {
		fail("JSON (-want +got):\n%s", cmp.Diff(string(v.JSON), got))
	}
	// Default instances have no records, and their vectors no list of them.
	if got := recordsOf(d.Body, v.Version, nil); v.Kind != "default" && !cmp.Equal(v.Records, got) {
		fail("records (-want +got):\n%s", cmp.Diff(v.Records, got))
	}
	encoded, err := value.Append(nil, m, d.Body, v.Version)
	if err != nil || !bytes.Equal(encoded, src) {
		fail("encoding gives %x, %v, want %x", encoded, err, src)
	}
	text, err := value.JSON(m, d.Body, v.Version)
	if err != nil {
		fail("writing JSON: %v", err)
	}
	read, err := value.FromJSON(m, text, v.Version)
	if err != nil {
		fail("reading JSON: %v", err)
		return
	}
	if encoded, err = value.Append(nil, m, read, v.Version); err != nil || !bytes.Equal(encoded, src) {
		fail("encoding from JSON gives %x, %v, want %x", encoded, err, src)
	}
	if v.Kind == "smallest" {
		if encoded, err = value.Append(nil, m, value.Smallest(m, v.Version), v.Version); err != nil || !bytes.Equal(encoded, src) {
			fail("the smallest instance is %x, %v, want %x", encoded, err, src)
		}
	}
	if v.Frame != "" {
		frame, err := catalog.Instance(m, v.Version, layout.WholeFrame, nil, layout.Options{})
		if err != nil || hex.EncodeToString(frame.Bytes) != v.Frame || !frame.OK() {
			fail("the frame is %x, %v, want %s", frame.Bytes, err, v.Frame)
		}
	}
	step := 1
	if v.Kind == "random" && v.N > 0 {
		step = 7 // the first one has every field, which shows most
	}
	for n := 0; n < len(src); n += step {
		cut, err := catalog.Decode(src[:n:n], m, v.Version, layout.BodyOnly, layout.Options{})
		if err != nil || cut.Fault == nil {
			fail("the first %d of %d bytes decode without a fault, %v", n, len(src), err)
		}
		checkNodes(fail, cut.Root, n)
	}
}

// checkNodes checks that nodes lie within one another and that the leaves cover
// all bytes in order.
func checkNodes(fail func(string, ...any), root *layout.Node, size int) {
	at := 0
	var walk func(n *layout.Node)
	walk = func(n *layout.Node) {
		if n.Offset != at {
			fail("node %s begins at %d, but what is before it ends at %d", n.Heading(), n.Offset, at)
		}
		if n.Inner == nil {
			for _, child := range n.Children {
				walk(child)
			}
		}
		if len(n.Children) == 0 || n.Inner != nil {
			at += n.Length
		}
		if n.Offset+n.Length != at && n.Fault == nil {
			fail("node %s ends at %d, but what is in it at %d", n.Heading(), n.Offset+n.Length, at)
		}
		at = n.Offset + n.Length
	}
	walk(root)
	if at != size {
		fail("the tree ends at %d of %d bytes", at, size)
	}
}

// kafkaJSON gives the JSON as Kafka prints it: without unknown tags, and with
// an empty text for records.
func kafkaJSON(t *testing.T, m *model.Message, s *value.Struct, version int16) string {
	t.Helper()
	text, err := value.JSON(m, plainStruct(s), version)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// plainStruct copies s without unknown tags and contents of records.
func plainStruct(s *value.Struct) *value.Struct {
	plain := &value.Struct{Type: s.Type, Fields: make([]any, len(s.Fields))}
	for i, v := range s.Fields {
		plain.Fields[i] = plainValue(v)
		if b, ok := v.([]byte); ok && b != nil && s.Type.Fields[i].Type.Kind == model.Records {
			plain.Fields[i] = []byte{}
		}
	}
	return plain
}

func plainValue(v any) any {
	switch v := v.(type) {
	case *value.Struct:
		return plainStruct(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plainValue(v[i])
		}
		return list
	}
	return v
}

// recordsOf collects the records fields of the version below v in order.
func recordsOf(v any, version int16, list []*string) []*string {
	switch v := v.(type) {
	case *value.Struct:
		for i, field := range v.Fields {
			if !v.Type.Fields[i].Versions.Contains(version) {
				continue
			}
			if v.Type.Fields[i].Type.Kind == model.Records {
				var content *string
				if b, ok := field.([]byte); ok {
					text := hex.EncodeToString(b)
					content = &text
				}
				list = append(list, content)
				continue
			}
			list = recordsOf(field, version, list)
		}
	case []any:
		for _, element := range v {
			list = recordsOf(element, version, list)
		}
	}
	return list
}
