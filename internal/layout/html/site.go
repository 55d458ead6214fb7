// Package html shows layouts in a browser: a site with a page for every API and
// message, or a single page that needs no other file. Pages ask for nothing from
// elsewhere and can be read without JavaScript; with it, bytes and tree mark each
// other and the index can be searched.
package html

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/summary"
	"github.com/kgen-go/kgen/internal/model"
)

//go:embed *.tmpl style.css script.js decoder.js
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"seconds": summary.Seconds}).Option("missingkey=error").ParseFS(files, "*.tmpl"))

// Generator is in every page, so that pages of this package can be told from
// others.
const Generator = `<meta name="generator" content="kgen">`

// A File is one file of a site.
type File struct {
	Name    string
	Content []byte
}

// A Program is the decoder, compiled to WebAssembly, and the script of the same
// release of Go that runs it.
type Program struct{ WASM, Runner []byte }

// Site makes the files of a site over all messages of the catalog, with a page
// that decodes bytes if program is not nil.
func Site(catalog *layout.Catalog, program *Program) ([]File, error) {
	list := []File{{Name: "style.css", Content: asset("style.css")}, {Name: "script.js", Content: asset("script.js")}}
	if program != nil {
		decoder, err := program.files(catalog)
		if err != nil {
			return nil, err
		}
		list = append(list, decoder...)
	}
	var groups []group
	seen := map[string]string{}
	for _, set := range catalog.Sets {
		g := group{Name: set.Name}
		for _, s := range subjects(&set) {
			file := s.name + ".html"
			if other, clash := seen[strings.ToLower(file)]; clash {
				return nil, fmt.Errorf("%s of set %s and of set %s would be the same file", s.name, set.Name, other)
			}
			seen[strings.ToLower(file)] = set.Name
			e := s.entry()
			if !s.versions().Empty() {
				content, err := s.page(catalog, set.Name)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", s.name, err)
				}
				list = append(list, File{file, content})
				e.File = file
			}
			g.Entries = append(g.Entries, e)
		}
		groups = append(groups, g)
	}
	index, err := execute("index.html.tmpl", indexPage{Groups: groups, Decoder: program != nil})
	if err != nil {
		return nil, err
	}
	return append(list, File{"index.html", index}), nil
}

// files are those of the page that decodes bytes.
func (p *Program) files(catalog *layout.Catalog) ([]File, error) {
	var names []string
	for _, set := range catalog.Sets {
		for _, m := range set.Messages {
			if !m.Valid.Empty() {
				names = append(names, m.Name)
			}
		}
	}
	slices.Sort(names)
	page, err := execute("decoder.html.tmpl", slices.Compact(names))
	if err != nil {
		return nil, err
	}
	// A page that lies on a disk may load scripts, but no other files.
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(p.WASM); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	program := fmt.Appendf(nil, "const kgenProgram = %q;\n", base64.StdEncoding.EncodeToString(packed.Bytes()))
	return []File{
		{"decoder.html", page}, {"decoder.js", asset("decoder.js")}, {"wasm_exec.js", p.Runner}, {"program.js", program},
	}, nil
}

func asset(name string) []byte {
	content, err := files.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("%s is not embedded: %v", name, err)) // the compiler has seen to it
	}
	return content
}

func execute(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	err := templates.ExecuteTemplate(&b, name, data)
	return b.Bytes(), err
}

// A subject is what a page is about: an API, or a message that belongs to none.
type subject struct {
	name     string
	messages []*model.Message // the request before the response
}

// subjects groups the messages of a set: APIs first, by key, then the others by
// name.
func subjects(set *layout.Set) []*subject {
	var list []*subject
	byName := map[string]*subject{}
	for _, m := range set.Messages {
		name := m.APIName()
		s := byName[name]
		if s == nil {
			s = &subject{name: name}
			byName[name] = s
			list = append(list, s)
		}
		s.messages = append(s.messages, m) // the set is in order of name, in which Request comes first
	}
	slices.SortStableFunc(list, func(a, b *subject) int {
		return cmp.Or(cmp.Compare(a.order(), b.order()), strings.Compare(a.name, b.name))
	})
	return list
}

// order is the API key of requests, and above all of those for other messages.
func (s *subject) order() int {
	if m := s.messages[0]; m.Type == model.Request || m.Type == model.Response {
		return int(m.APIKey)
	}
	return 1 << 16
}

// versions are those that any message of s has.
func (s *subject) versions() model.Versions { return s.messages[0].Valid }

// An indexPage is what the template of the index sees.
type indexPage struct {
	Groups  []group
	Decoder bool // there is one
}

// A group is the messages of one set on the index.
type group struct {
	Name    string
	Entries []entry
}

// An entry is a line of the index.
type entry struct {
	Key, Name, File, Kind, Versions, Flexible, About string
	Words                                            string // in lower case, by which the search finds it too
}

// entry describes s for the index. It has no file if s has no version any more.
func (s *subject) entry() entry {
	m := s.messages[0]
	e := entry{Name: s.name, Kind: string(m.Type), Versions: m.Valid.String(), Flexible: m.Flexible.String()}
	if m.HasAPIKey {
		e.Key = fmt.Sprint(m.APIKey)
	}
	if len(s.messages) > 1 {
		e.Kind = "API"
	}
	e.About = firstSentence(m.Comments)
	words := map[string]bool{}
	for _, m := range s.messages {
		for _, name := range append(fieldNames(m), m.Name) {
			words[strings.ToLower(name)] = true
		}
	}
	delete(words, strings.ToLower(s.name))
	sorted := make([]string, 0, len(words))
	for word := range words {
		sorted = append(sorted, word)
	}
	slices.Sort(sorted)
	e.Words = strings.Join(sorted, " ")
	return e
}

func fieldNames(m *model.Message) []string {
	var names []string
	for _, s := range append([]*model.Struct{m.Body}, m.Structs...) {
		for _, f := range s.Fields {
			names = append(names, f.Name)
		}
	}
	return names
}

// firstSentence is what the comments of a message begin with.
func firstSentence(comments []string) string {
	end := slices.Index(comments, "")
	if end < 0 {
		end = len(comments)
	}
	paragraph := strings.Join(comments[:end], " ")
	if sentence, _, found := strings.Cut(paragraph, ". "); found {
		return sentence + "."
	}
	return paragraph
}
