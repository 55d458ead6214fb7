package gogen

import (
	"bytes"
	"fmt"
	"go/token"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// factsFileName is the file that has the facts of all messages of a package.
const factsFileName = "facts.go"

// runtimePath is the package of the types that parameters can have.
const runtimePath = "github.com/kgen-go/kgen/kwire"

// factsData is what the template of facts.go sees.
type factsData struct {
	Package  string
	Runtime  string         // import path of the runtime, "" where nothing names it
	Messages []factsMessage // in order of name
}

type factsMessage struct {
	Go, Facts string
	// Response is the Go name of the response to a request, "" if the set has
	// none.
	Response string
	Article  string // of Response
	Finders  []findData
}

// factsFile renders what package kreflect reads of the messages, which must
// have a valid version, and the methods that stand on what schemas say beside
// the layout.
func (r renderer) factsFile(messages []*model.Message, pkg string) (File, error) {
	responses := map[int16]string{}
	for _, m := range messages {
		if m.Type == model.Response {
			responses[m.APIKey] = messageName(m)
		}
	}
	d := factsData{Package: pkg}
	for _, m := range messages {
		f := factsMessage{Go: messageName(m), Facts: factsOf(m), Finders: newMessageGen(m).finders()}
		for _, find := range f.Finders {
			if strings.Contains(find.Params, "kwire.") {
				d.Runtime = runtimePath
			}
		}
		if response, found := responses[m.APIKey]; found && m.Type == model.Request {
			f.Response, f.Article = response, article(response)
		}
		d.Messages = append(d.Messages, f)
	}
	var b bytes.Buffer
	if err := r.ExecuteTemplate(&b, "facts", d); err != nil {
		return File{Name: factsFileName}, err
	}
	return formatSource(factsFileName, b.Bytes())
}

// factsOf is what the schema says of the fields of m, in the form that package
// kreflect documents: a line for each struct, the body first, with its fields.
// There is nothing in it that a raw string literal could not hold.
func factsOf(m *model.Message) string {
	var b strings.Builder
	writeStruct := func(s *model.Struct) {
		var fields []string
		for _, f := range liveFields(s) {
			fields = append(fields, " "+fieldFacts(m, f))
		}
		b.WriteString("\n" + s.Name + ":" + strings.Join(fields, ";"))
	}
	writeStruct(m.Body)
	for _, s := range m.Structs {
		if !s.Versions.Empty() {
			writeStruct(s)
		}
	}
	return b.String()
}

func fieldFacts(m *model.Message, f *model.Field) string {
	words := []string{f.Name, typeText(&f.Type), versionsText(m, f.Versions)}
	if isNullable(f) {
		words = append(words, "null="+versionsText(m, f.Nullable))
	}
	if !f.Tagged.Empty() {
		words = append(words, fmt.Sprintf("tag%d=%s", f.Tag, versionsText(m, f.Tagged)))
	}
	if token.IsIdentifier(f.EntityType) { // an unknown word can be any text
		words = append(words, "entity="+f.EntityType)
	}
	if f.MapKey {
		words = append(words, "key")
	}
	if f.Ignorable {
		words = append(words, "ignorable")
	}
	return strings.Join(words, " ")
}
