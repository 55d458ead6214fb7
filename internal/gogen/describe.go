package gogen

import "github.com/kgen-go/kgen/internal/model"

// Names are the Go names that the generated code of a message has, for those
// who write more Go for it.
type Names struct{ g *messageGen }

// NamesOf returns the names for m, which has a valid version.
func NamesOf(m *model.Message) Names { return Names{newMessageGen(m)} }

// Struct is the name of a struct of the message, or of its body.
func (n Names) Struct(s *model.Struct) string { return n.g.structNames[s] }

// Field is the name of a field.
func (n Names) Field(f *model.Field) string { return fieldName(f.Name) }

// Type is the Go type of a field that some valid version has.
func (n Names) Type(f *model.Field) string { return n.g.goType(f) }

// File is the base name of the message's file, without ".go".
func (n Names) File() string {
	name := fileName(n.g.m.Name)
	return name[:len(name)-len(".go")]
}
