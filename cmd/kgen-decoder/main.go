//go:build js && wasm

// Kgen-decoder is the decoder of the site that kgen docs -decoder writes, to be
// compiled to WebAssembly. It explains bytes by the code that kgen decode has.
package main

import (
	"fmt"
	"io/fs"
	"syscall/js"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/markup"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

func main() {
	catalog, err := load()
	if err != nil {
		panic(err)
	}
	js.Global().Set("kgenExplain", js.FuncOf(func(_ js.Value, args []js.Value) any {
		q := &markup.Question{
			Name: args[0].String(), Data: make([]byte, args[1].Length()), Message: args[2].String(),
			Version: args[3].Int(), Parts: layout.Parts(args[4].Int()),
		}
		js.CopyBytesToGo(q.Data, args[1])
		a := markup.Explain(catalog, q)
		return map[string]any{"html": a.HTML, "problem": a.Problem, "link": a.Link}
	}))
	js.Global().Set("kgenQuestion", js.FuncOf(func(_ js.Value, args []js.Value) any {
		q, err := markup.ParseLink(args[0].String())
		if err != nil {
			return map[string]any{"problem": err.Error()}
		}
		return map[string]any{
			"data": string(q.Data), "message": q.Message, "version": q.Version, "parts": int(q.Parts), "problem": "",
		}
	}))
	js.Global().Call("kgenReady")
	select {} // the functions are called from now on
}

// load reads the schemas that come with kgen, those of clients first.
func load() (*layout.Catalog, error) {
	entries, err := fs.ReadDir(schemas.FS(), ".")
	if err != nil {
		return nil, err
	}
	names := []string{"kafka"}
	for _, e := range entries {
		if e.Name() != names[0] {
			names = append(names, e.Name())
		}
	}
	catalog := &layout.Catalog{}
	for _, name := range names {
		files, findings, err := schema.Load([]string{schema.EmbeddedPrefix + name}, schemas.FS())
		if err != nil {
			return nil, err
		}
		set, more := model.Build(files, model.Options{})
		if set == nil {
			return nil, fmt.Errorf("%s: %v %v", name, findings, more)
		}
		catalog.Sets = append(catalog.Sets, layout.Set{Name: name, Set: set, Files: files})
	}
	return catalog, nil
}
