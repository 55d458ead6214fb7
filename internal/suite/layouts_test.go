package suite

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/kwire"
)

// message returns the smallest instance.
func (l layout) message(t *testing.T) kwire.Message {
	t.Helper()
	value, err := goform.Parse([]byte(l.smallest))
	if err != nil {
		t.Fatal(err)
	}
	m := kafka.NewMessage(l.name)
	if err := goform.Fill(m, value, nil); err != nil {
		t.Fatal(err)
	}
	return m
}

// frame encodes a message as a whole frame with correlation id 0 and an empty
// client id.
func (l layout) frame(t *testing.T, m kwire.Message) []byte {
	t.Helper()
	var frame []byte
	var err error
	if m.Info().Kind == kwire.KindRequest {
		frame, err = kafka.AppendRequest(nil, 0, "", m, l.version)
	} else {
		frame, err = kafka.AppendResponse(nil, 0, m, l.version)
	}
	if err != nil {
		t.Fatal(err)
	}
	return frame
}

// TestLayouts: the smallest instance encodes to the documented bytes, leaf by
// leaf, and decodes from them.
func TestLayouts(t *testing.T) {
	for _, l := range layouts {
		t.Run(l.name, func(t *testing.T) {
			m := l.message(t)
			frame := l.frame(t, m)
			var want []byte
			for _, leaf := range l.leaves {
				b, err := hex.DecodeString(leaf.bytes)
				if err != nil || len(b) != leaf.length || len(want) != leaf.offset {
					t.Fatalf("%s: the table is wrong: %d bytes at %d, %v", leaf.path, len(b), len(want), err)
				}
				want = append(want, b...)
				if len(frame) < len(want) || !bytes.Equal(frame[leaf.offset:len(want)], b) {
					t.Errorf("%s at %d: got %x, want %x", leaf.path, leaf.offset, frame[leaf.offset:], b)
				}
			}
			if len(frame) != l.size || !bytes.Equal(frame, want) {
				t.Fatalf("got %d bytes, want %d\n got %x\nwant %x", len(frame), l.size, frame, want)
			}
			if got := m.Info().HeaderVersion(l.version); got != l.headerVersion {
				t.Errorf("header version %d, want %d", got, l.headerVersion)
			}

			back := kafka.NewMessage(l.name)
			if m.Info().Kind == kwire.KindRequest {
				header, body, err := kafka.DecodeRequest(content(t, want))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(kafka.RequestHeader{RequestApiKey: m.Info().APIKey, RequestApiVersion: l.version, ClientId: kwire.StringOf("")}, *header); diff != "" {
					t.Errorf("header (-want +got):\n%s", diff)
				}
				back = body
			} else if header, err := kafka.DecodeResponse(content(t, want), back, l.version); err != nil || header.CorrelationId != 0 {
				t.Fatal(header, err)
			}
			if diff := cmp.Diff(m, back); diff != "" {
				t.Errorf("decoded (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLayoutPlaces: a number set in the field of a leaf shows at the leaf's
// offset and nowhere else. Zeros alone would not show that.
func TestLayoutPlaces(t *testing.T) {
	for _, l := range layouts {
		for _, leaf := range l.leaves {
			if !strings.HasPrefix(leaf.kind, "int") || strings.HasSuffix(leaf.path, "length") || strings.Contains(leaf.path, "_") || leaf.path == "frame.size" {
				continue
			}
			m := l.message(t)
			want := l.frame(t, m)
			pattern := []byte{0x81, 0x22, 0x43, 0x64, 0x85, 0x26, 0x47, 0x68}[:leaf.length]
			number := int64(binary.BigEndian.Uint64(append(bytes.Clone(pattern), make([]byte, 8-leaf.length)...))) >> (64 - 8*leaf.length)
			field(t, m, leaf.path).SetInt(number)
			copy(want[leaf.offset:], pattern)
			if got := l.frame(t, m); !bytes.Equal(got, want) {
				t.Errorf("%s: %s\n got %x\nwant %x", l.name, leaf.path, got, want)
			}
		}
	}
}

// field finds a field by its path, such as "Topics[0].Name".
func field(t *testing.T, m kwire.Message, path string) reflect.Value {
	t.Helper()
	v := reflect.ValueOf(m).Elem()
	for step := range strings.SplitSeq(path, ".") {
		name, index, isElement := strings.Cut(strings.TrimSuffix(step, "]"), "[")
		v = v.FieldByName(name)
		if isElement {
			i, err := strconv.Atoi(index)
			if err != nil {
				t.Fatal(err)
			}
			v = v.Index(i)
		}
	}
	if !v.IsValid() {
		t.Fatalf("there is no field %s", path)
	}
	return v
}

// TestLayoutsComplete compares the table with the documents it was made from.
func TestLayoutsComplete(t *testing.T) {
	seeds := os.Getenv("KGEN_SEEDS")
	if seeds == "" {
		t.Skip("SKIPPED: set KGEN_SEEDS to the folder of the documented layouts")
	}
	files, err := filepath.Glob(filepath.Join(seeds, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(b)
	}
	node := regexp.MustCompile(`\+-- (\w+) (\w+) = (\S+)([^\[]*)\[0x([0-9a-f]{4}), (\d+)B\]`)
	var documented, table []string
	for _, match := range node.FindAllStringSubmatch(text.String(), -1) {
		if !strings.Contains(match[4], "element") {
			documented = append(documented, fmt.Sprintf("%s %s %s %s %s", match[5], match[6], match[1], match[2], match[3]))
		}
	}
	for _, l := range layouts {
		for _, leaf := range l.leaves {
			name := leaf.path[strings.LastIndexByte(leaf.path, '.')+1:]
			table = append(table, fmt.Sprintf("%04x %d %s %s %s", leaf.offset, leaf.length, name, leaf.kind, leaf.value))
		}
	}
	if diff := cmp.Diff(documented, table); diff != "" || len(table) == 0 {
		t.Errorf("%d leaves (-documented +table):\n%s", len(table), diff)
	}
}
