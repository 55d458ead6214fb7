package schema

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// blanks steps over blanks, line ends and comments; the comments go to
// p.comments.
func (p *parser) blanks() *syntaxError {
	for !p.atEnd() {
		switch p.text[p.offset] {
		case ' ', '\t':
			p.offset++
		case '\n', '\r':
			p.newline()
		case '/':
			if err := p.comment(); err != nil {
				return err
			}
		case '#':
			return p.failf("'#' starts no comment here: use // or /* */")
		default:
			return nil
		}
	}
	return nil
}

// comment reads the comment at the next byte, a slash.
func (p *parser) comment() *syntaxError {
	rest := p.text[p.offset:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		return p.lineComment()
	case bytes.HasPrefix(rest, []byte("/*")):
		return p.blockComment()
	}
	return p.failf("a single '/' starts no comment: use // or /* */")
}

// lineComment reads a comment up to the line end, without the line end.
func (p *parser) lineComment() *syntaxError {
	c := Comment{Pos: p.pos()}
	start := p.offset + len("//")
	end := len(p.text)
	if n := bytes.IndexAny(p.text[start:], "\r\n"); n >= 0 {
		end = start + n
	}
	if err := p.checkUTF8(end); err != nil {
		return err
	}
	c.Lines = []string{trimBlanks(string(p.text[start:end]))}
	p.offset = end
	p.comments = append(p.comments, c)
	return nil
}

// blockComment reads a comment up to and with its end marker.
func (p *parser) blockComment() *syntaxError {
	c := Comment{Pos: p.pos()}
	start := p.offset + len("/*")
	length := bytes.Index(p.text[start:], []byte("*/"))
	if length < 0 {
		return p.failf("this comment has no end: \"*/\" is missing")
	}
	end := start + length
	for lineAt := start; ; {
		lineEnd := end
		if n := bytes.IndexAny(p.text[lineAt:end], "\r\n"); n >= 0 {
			lineEnd = lineAt + n
		}
		if err := p.checkUTF8(lineEnd); err != nil {
			return err
		}
		// Stars that frame a block comment are decoration, not text.
		line := trimBlanks(string(p.text[lineAt:lineEnd]))
		c.Lines = append(c.Lines, trimBlanks(strings.Trim(line, "*")))
		p.offset = lineEnd
		if lineEnd == end {
			break
		}
		p.newline()
		lineAt = p.offset
	}
	p.offset = end + len("*/")
	p.comments = append(p.comments, c)
	return nil
}

// checkUTF8 refuses text up to end, on the present line, that is not UTF-8.
func (p *parser) checkUTF8(end int) *syntaxError {
	if utf8.Valid(p.text[p.offset:end]) {
		return nil
	}
	for p.offset < end {
		r, size := utf8.DecodeRune(p.text[p.offset:end])
		if r == utf8.RuneError && size == 1 {
			break
		}
		p.offset += size
	}
	return p.failf("found %s", p.found())
}

func trimBlanks(s string) string { return strings.Trim(s, " \t") }

// takeComments hands over the comments that were read since the last call.
func (p *parser) takeComments() []Comment {
	taken := p.comments
	p.comments = nil
	return taken
}

// giveTrailing gives v, which ended on line, the comments behind it on that
// line, unless more text follows there: "1, /* two */ 2" speaks of what follows.
func (p *parser) giveTrailing(v *Value, line int) {
	if p.line == line && !p.atEnd() {
		return
	}
	n := 0
	for n < len(p.comments) && p.comments[n].Pos.Line == line {
		n++
	}
	if n > 0 {
		v.Trailing = append(v.Trailing, p.comments[:n]...)
		p.comments = p.comments[n:]
	}
}
