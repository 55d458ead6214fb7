// Generate writes values.go, the types of package kenum, from values.json in the
// working directory.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/format"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/iancoleman/strcase"
)

// enum is an entry of the table.
type enum struct {
	Name   string           // of the Go type
	Type   string           // of the fields
	About  string           // completes "is"
	Fields []string         // by the names of the schemas, with the message in front
	Values map[string]int64 // of a number, by the names that Kafka has
	Words  []string         // of a string
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("generate: ")
	table, err := os.ReadFile("values.json")
	if err != nil {
		log.Fatal(err)
	}
	source, err := generate(table)
	if err != nil {
		log.Fatalf("values.json: %v", err)
	}
	if err := os.WriteFile("values.go", source, 0o644); err != nil {
		log.Fatal(err)
	}
}

// generate turns values.json into Go source.
func generate(text []byte) ([]byte, error) {
	var table []enum
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&table); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("// Code generated from values.json. DO NOT EDIT.\n\npackage kenum\n")
	for _, e := range table {
		e.write(&b)
	}
	return format.Source(b.Bytes())
}

func (e enum) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n// %s is %s:\n// %s.\ntype %s %s\n", e.Name, e.About, strings.Join(e.Fields, ",\n// "), e.Name, e.Type)
	fmt.Fprintf(b, "\n// The values of [%s].\nconst (\n", e.Name)
	for _, word := range e.Words {
		fmt.Fprintf(b, "%s%s %s = %q\n", e.Name, word, e.Name, word)
	}
	names := e.byValue()
	for _, name := range names {
		fmt.Fprintf(b, "%s%s %s = %d\n", e.Name, strcase.ToCamel(strings.ToLower(name)), e.Name, e.Values[name])
	}
	b.WriteString(")\n")
	if e.Words != nil {
		return
	}
	list := strings.ToLower(e.Name[:1]) + e.Name[1:] + "Names"
	if strings.HasPrefix(e.Name, "ACL") {
		list = "acl" + e.Name[3:] + "Names"
	}
	fmt.Fprintf(b, "\nvar %s = []name[%s]{\n", list, e.Name)
	for _, name := range names {
		fmt.Fprintf(b, "{%d, %q},\n", e.Values[name], name)
	}
	b.WriteString("}\n")
	fmt.Fprintf(b, "\n// String gives the name that Kafka has for the value, or UNKNOWN with the number\n// in parentheses.\nfunc (v %s) String() string { return nameOf(%s, v) }\n", e.Name, list)
	fmt.Fprintf(b, "\n// Parse%s finds a value by Kafka's name for it, in any case.\nfunc Parse%s(name string) (%s, error) { return valueOf(%s, %q, name) }\n", e.Name, e.Name, e.Name, list, e.Name)
}

// byValue are the names of numbers, in order of these.
func (e enum) byValue() []string {
	var names []string
	for name := range e.Values {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(e.Values[a], e.Values[b]) })
	return names
}
