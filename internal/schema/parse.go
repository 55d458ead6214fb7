package schema

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Rule ids of what Parse finds.
const (
	RuleSyntax      = "json-syntax"
	RuleRepeatedKey = "json-repeated-key"
	// RuleExtraBracket is for closing brackets behind the schema, which Kafka's
	// reader never sees: it stops at the end of the object.
	RuleExtraBracket = "json-extra-bracket"
)

// maxDepth bounds how deeply arrays and objects may nest, so that hostile text
// cannot exhaust the stack. Kafka's deepest schema needs about 20.
const maxDepth = 200

// Parse reads the text of one schema: JSON with // and /* */ comments. path and
// name become File.Path and File.Name.
//
// It stops at the first mistake in the syntax, and then returns no file. A key
// that an object has twice is a finding too: an error if the two values differ,
// else a warning; the file keeps the first. Closing brackets behind the object
// are a warning. A byte order mark and all three kinds of line ends are
// accepted. The File does not alias text.
func Parse(path, name string, text []byte) (*File, []Finding) {
	p := &parser{path: path, text: text, line: 1, keys: map[objectKey]keyUse{}}
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		p.offset = len("\ufeff")
		p.lineStart = p.offset // editors do not count the mark as a column
	}
	file, err := p.file()
	if err != nil {
		finding := Finding{Path: path, Pos: err.pos, Message: err.message, Rule: RuleSyntax, Also: err.also}
		return nil, SortFindings(append(p.findings, finding))
	}
	file.Path, file.Name = path, name
	return file, SortFindings(p.findings)
}

// parser reads text from front to back. Methods that return a *syntaxError
// leave the parser in no useful state when it is not nil.
type parser struct {
	path      string
	text      []byte
	offset    int // of the next byte
	line      int // of the next byte, from 1
	lineStart int // offset of the first byte of that line

	depth    int
	comments []Comment // read, but not yet given to a node
	keys     map[objectKey]keyUse
	findings []Finding
}

// objectKey identifies a key within one object. One map for the whole file
// costs less than one for each object.
type objectKey struct {
	object *Value
	key    string
}

// keyUse is where a key stands first, and the text of its value.
type keyUse struct {
	pos  Pos
	text []byte
}

type syntaxError struct {
	pos     Pos
	message string
	also    *Place // such as where a list was opened
}

func (p *parser) pos() Pos {
	return Pos{Line: p.line, Col: p.offset - p.lineStart + 1}
}

// failf makes an error at the next byte.
func (p *parser) failf(format string, args ...any) *syntaxError {
	return failAt(p.pos(), format, args...)
}

func failAt(pos Pos, format string, args ...any) *syntaxError {
	return &syntaxError{pos: pos, message: fmt.Sprintf(format, args...)}
}

// peek returns the next byte, or 0 at the end of the text. A zero byte in the
// text is no trouble: it is allowed nowhere, and atEnd tells them apart.
func (p *parser) peek() byte {
	if p.atEnd() {
		return 0
	}
	return p.text[p.offset]
}

func (p *parser) atEnd() bool { return p.offset >= len(p.text) }

// newline steps over the line end at the next byte.
func (p *parser) newline() {
	if bytes.HasPrefix(p.text[p.offset:], []byte("\r\n")) {
		p.offset++
	}
	p.offset++
	p.line++
	p.lineStart = p.offset
}

// found describes what stands at the next byte, for error messages.
func (p *parser) found() string {
	if p.atEnd() {
		return "the end of the file"
	}
	r, size := utf8.DecodeRune(p.text[p.offset:])
	if r == utf8.RuneError && size == 1 {
		return fmt.Sprintf("byte 0x%02x, which is not UTF-8", p.text[p.offset])
	}
	return fmt.Sprintf("%q", r)
}

// file reads the whole text.
func (p *parser) file() (*File, *syntaxError) {
	if err := p.blanks(); err != nil {
		return nil, err
	}
	if p.peek() != '{' {
		return nil, p.failf("a schema is a JSON object and starts with '{', found %s", p.found())
	}
	root, err := p.value()
	if err != nil {
		return nil, err
	}
	rootLine := p.line
	if err := p.blanks(); err != nil {
		return nil, err
	}
	if err := p.extraBrackets(); err != nil {
		return nil, err
	}
	p.giveTrailing(root, rootLine)
	return &File{Root: root, EndComments: p.takeComments()}, nil
}

// extraBrackets steps over closing brackets behind the schema's object; nothing
// else may stand there. The first of them becomes a finding.
func (p *parser) extraBrackets() *syntaxError {
	reported := false
	for !p.atEnd() {
		c := p.peek()
		if c != ']' && c != '}' {
			return p.failf("nothing may follow the schema's object, found %s", p.found())
		}
		if !reported {
			p.findings = append(p.findings, Finding{
				Path: p.path, Pos: p.pos(), Rule: RuleExtraBracket, Warning: true,
				Message: fmt.Sprintf("the schema has ended, so this '%c' closes nothing; remove it", c),
			})
			reported = true
		}
		p.offset++
		if err := p.blanks(); err != nil {
			return err
		}
	}
	return nil
}

// value reads any value at the next byte, which is no blank.
func (p *parser) value() (*Value, *syntaxError) {
	v := &Value{Pos: p.pos(), Comments: p.takeComments()}
	var err *syntaxError
	switch c := p.peek(); {
	case c == '{':
		v.Kind = Object
		err = p.nested(v, p.object)
	case c == '[':
		v.Kind = Array
		err = p.nested(v, p.array)
	case c == '"':
		v.Kind = String
		v.Text, err = p.stringLiteral()
	case c == '-' || isDigit(c):
		v.Kind = Number
		v.Text, err = p.number()
	case isLetter(c):
		v.Kind, v.Text, err = p.word()
	default:
		err = p.failf("a value is missing here, found %s", p.found())
	}
	return v, err
}

// nested reads an array or object within the limit of depth.
func (p *parser) nested(v *Value, read func(*Value) *syntaxError) *syntaxError {
	if p.depth++; p.depth > maxDepth {
		return p.failf("nested more than %d deep", maxDepth)
	}
	p.offset++ // the opening bracket
	err := read(v)
	p.depth--
	return err
}

// word reads true, false or null.
func (p *parser) word() (Kind, string, *syntaxError) {
	start := p.offset
	end := start
	for end < len(p.text) && (isLetter(p.text[end]) || isDigit(p.text[end])) {
		end++
	}
	kind := Bool
	switch string(p.text[start:end]) {
	case "true", "false":
	case "null":
		kind = Null
	default:
		return 0, "", p.failf("%q is no JSON value: texts stand in double quotes", p.text[start:end])
	}
	p.offset = end
	return kind, string(p.text[start:end]), nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }
