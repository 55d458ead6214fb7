// Package proof makes tests that are generated beside the code: bytes of every
// message and version, which package layout makes from the schemas alone, and
// what must hold for them.
package proof

import (
	"bytes"
	_ "embed"
	"encoding/hex"
	"fmt"
	"go/format"
	"strconv"
	"text/template"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/output"
)

// FileName is the name of the file with the tests.
const FileName = "kgen_test.go"

//go:embed kgen_test.go.tmpl
var text string

var tests = template.Must(template.New(FileName).Funcs(template.FuncMap{"quote": strconv.Quote}).Parse(text))

// A vector is a message in one version, in two values.
type vector struct {
	Name    string
	Version int16
	// Fresh has every field at its default, Example is that of function example.
	// Both are hexadecimal; Fresh is "-" where a default cannot be encoded, as
	// null in a version without it.
	Fresh, Example string
}

// File makes the file with the tests of a package.
func File(set *model.Set, goPackage string) (output.File, error) {
	var vectors []vector
	for _, m := range set.Messages {
		if m.Valid.Empty() {
			continue
		}
		for v := m.Valid.Low; v <= m.Valid.High; v++ {
			example, err := value.Append(nil, m, example(m, v), v)
			if err != nil {
				return output.File{}, fmt.Errorf("the example of %s v%d: %w", m.Name, v, err)
			}
			fresh := "-"
			if b, err := value.Append(nil, m, value.New(m.Body), v); err == nil {
				fresh = hex.EncodeToString(b)
			}
			vectors = append(vectors, vector{m.Name, v, fresh, hex.EncodeToString(example)})
		}
	}
	var b bytes.Buffer
	header, _ := output.Header(FileName)
	err := tests.Execute(&b, map[string]any{"Header": header, "Package": goPackage, "Vectors": vectors})
	if err != nil {
		return output.File{}, err
	}
	content, err := format.Source(b.Bytes())
	return output.File{Name: FileName, Content: content}, err
}
