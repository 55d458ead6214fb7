// Package templates holds the text of the Go code that kgen writes: one file
// for each construct, with a template for each thing that is done with it.
// They contain no decisions but "range", "if" and "with"; what they print was
// planned by package gogen, whose types the first line of each template names.
package templates

import "embed"

// FS holds the templates.
//
//go:embed *.go.tmpl
var FS embed.FS
