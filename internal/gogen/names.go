package gogen

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/iancoleman/strcase"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// Every Go name of the output is chosen here, before any text is rendered, and
// depends on the message's own schema alone: what other files are in the set
// never changes a name. Names that clash are findings, not renamed.

// reserved are the exported methods and the field that generated structs have.
// A schema field of such a name gets an underscore behind it, which no other
// field can have: schema names are letters and digits.
var reserved = []string{
	"Decode", "DecodePrefix", "DecodeWith", "Encode", "EncodeBuffers", "EncodedSize", "Info", "NewResponse", "SchemaFacts", "SetDefaults",
	"UnknownTags",
}

// fieldName is the Go name of a schema field: the schema's, with an upper-case
// first letter and nothing else changed, so that one spelling finds it in Java,
// Wireshark and the documentation.
func fieldName(name string) string {
	name = upperFirst(name)
	if slices.Contains(reserved, name) {
		return name + "_"
	}
	return name
}

// messageName is the Go name of a message.
func messageName(m *model.Message) string { return upperFirst(m.Name) }

// infoName is the Go variable that describes a message.
func infoName(m *model.Message) string { return lowerFirst(m.Name) + "Info" }

// slabsName is the Go type that holds a message's slabs.
func slabsName(m *model.Message) string { return lowerFirst(m.Name) + "Slabs" }

// structName is the Go name of a struct within a message: the message's name
// and the struct's, less a leading message or API name, which would stand
// there twice.
func structName(message, name string) string {
	api := strings.TrimSuffix(strings.TrimSuffix(message, "Request"), "Response")
	for _, prefix := range []string{message, api} {
		if rest, found := strings.CutPrefix(name, prefix); found && startsWord(rest) {
			return message + rest
		}
	}
	return message + name
}

func startsWord(s string) bool {
	return s != "" && (unicode.IsUpper(rune(s[0])) || unicode.IsDigit(rune(s[0])))
}

// fileName is the Go file of a message: its name in snake case. An ending that
// the go command gives a meaning to is moved away from the end.
func fileName(message string) string {
	name := strcase.ToSnake(message)
	if last := name[strings.LastIndexByte(name, '_')+1:]; last == "test" || slices.Contains(platforms, last) {
		name += "_msg"
	}
	return name + ".go"
}

// platforms are the operating systems and architectures that the go command
// knows as file name endings.
var platforms = strings.Fields(`
	aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos
	386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle
	ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)

// lowerFirst makes a name unexported. Nothing else changes, so that different
// names stay different.
func lowerFirst(name string) string {
	return strings.ToLower(name[:1]) + name[1:]
}

func upperFirst(name string) string {
	return strings.ToUpper(name[:1]) + name[1:]
}

// CheckNames returns what Generate finds: Go names that would be declared twice
// in the package, and files that would have the same name.
func CheckNames(set *model.Set) []schema.Finding {
	type place struct {
		message *model.Message
		pos     schema.Pos
		what    string
	}
	first := map[string]place{}
	for _, name := range registryNames {
		first[name] = place{what: "a name of registry.go"}
	}
	var findings []schema.Finding
	declare := func(name string, p place) (isNew bool) {
		before, found := first[name]
		if !found {
			first[name] = p
			return true
		}
		f := schema.Finding{
			Path: p.message.Path, Pos: p.pos, Rule: "go-name-clash",
			Message: fmt.Sprintf("Go name %s of %s is taken by %s", name, p.what, before.what),
		}
		if before.message != nil {
			f.Also = &schema.Place{Path: before.message.Path, Pos: before.pos, Note: "declared"}
		}
		findings = append(findings, f)
		return false
	}
	// A type comes with its constructor; one finding for both is enough.
	declareType := func(name string, p place) {
		if declare(name, p) {
			declare("New"+name, p)
		}
	}
	files := map[string]place{"registry.go": {what: "the registry"}, factsFileName: {what: "the facts of the schemas"}, "doc.go": {what: "the package's documentation"}}
	for _, m := range set.Messages {
		if m.Valid.Empty() {
			continue
		}
		p := place{m, m.Pos, "message " + m.Name}
		declareType(messageName(m), p)
		if m.Type == model.Request {
			declare("Key"+m.APIName(), place{m, m.Pos, "the API key of " + m.Name})
		}
		for _, s := range m.Structs {
			declareType(structName(messageName(m), s.Name), place{m, s.Pos, "struct " + s.Name + " of " + m.Name})
		}
		file := strings.ToLower(fileName(m.Name))
		if before, found := files[file]; found {
			findings = append(findings, schema.Finding{
				Path: m.Path, Pos: m.Pos, Rule: "go-file-clash",
				Message: fmt.Sprintf("file %s of %s is taken by %s", file, p.what, before.what),
			})
		}
		files[file] = p
	}
	return schema.SortFindings(findings)
}
