package layout_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/internal/layout"
)

// TestDocumentedPages compares the smallest instances of two APIs with their
// published layouts, node for node: name, type, value, form, offset, length and
// order, as testdata/pages has them.
func TestDocumentedPages(t *testing.T) {
	catalog := embedded(t)
	files, err := filepath.Glob(filepath.Join("testdata", "pages", "*.txt"))
	if err != nil || len(files) != 4 {
		t.Fatalf("want the layouts of 4 messages, have %v, %v", files, err)
	}
	sizes := map[string]int{
		"DeleteRecordsRequest": 37, "DeleteRecordsResponse": 33, "OffsetDeleteRequest": 30, "OffsetDeleteResponse": 30,
	}
	for _, file := range files {
		name, versionText, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txt"), "-v")
		t.Run(name, func(t *testing.T) {
			version, err := strconv.ParseInt(versionText, 10, 16)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d, err := catalog.Instance(find(t, catalog, name), int16(version), layout.WholeFrame, nil, layout.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Bytes) != sizes[name] {
				t.Errorf("%d bytes, want %d", len(d.Bytes), sizes[name])
			}
			var got strings.Builder
			outline(&got, "", d.Root)
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// outline writes a node and what is below it in the form of testdata/pages.
func outline(b *strings.Builder, indent string, n *layout.Node) {
	fmt.Fprintf(b, "%s%s [0x%04x, %dB]\n", indent, n.Heading(), n.Offset, n.Length)
	for _, child := range n.Children {
		outline(b, indent+"  ", child)
	}
}
