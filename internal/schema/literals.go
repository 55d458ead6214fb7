package schema

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// stringLiteral reads a text in double quotes, at the opening quote.
func (p *parser) stringLiteral() (string, *syntaxError) {
	opening := p.pos()
	p.offset++
	start := p.offset
	var unescaped []byte // the text so far, once it differs from the source
	for {
		if p.atEnd() {
			return "", failAt(opening, "this text has no closing '\"'")
		}
		c := p.text[p.offset]
		switch {
		case c == '"':
			text := string(p.text[start:p.offset])
			if unescaped != nil {
				text = string(append(unescaped, text...))
			}
			p.offset++
			return text, nil
		case c == '\n' || c == '\r':
			return "", failAt(opening, "this text has no closing '\"' on its line")
		case c < ' ':
			return "", p.failf("control character 0x%02x in a text: write it as \\u%04x", c, c)
		case c == '\\':
			if unescaped == nil {
				unescaped = []byte{}
			}
			unescaped = append(unescaped, p.text[start:p.offset]...)
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			unescaped = utf8.AppendRune(unescaped, r)
			start = p.offset
		case c < utf8.RuneSelf:
			p.offset++
		default:
			r, size := utf8.DecodeRune(p.text[p.offset:])
			if r == utf8.RuneError && size == 1 {
				return "", p.failf("found %s", p.found())
			}
			p.offset += size
		}
	}
}

// escape reads an escape sequence at its backslash.
func (p *parser) escape() (rune, *syntaxError) {
	at := p.pos()
	p.offset++
	c := p.peek()
	p.offset++
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		return p.unicodeEscape(at)
	}
	return 0, failAt(at, "unknown escape sequence in a text: JSON knows \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits")
}

// unicodeEscape reads the digits of a \u sequence that began at at, and a
// second sequence where the first is half of a surrogate pair.
func (p *parser) unicodeEscape(at Pos) (rune, *syntaxError) {
	high, ok := p.hexDigits()
	if !ok {
		return 0, failAt(at, "\\u needs four hex digits")
	}
	if !utf16.IsSurrogate(high) {
		return high, nil
	}
	if p.peek() == '\\' {
		p.offset++
		if p.peek() == 'u' {
			p.offset++
			if low, ok := p.hexDigits(); ok {
				if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
					return r, nil
				}
			}
		}
	}
	return 0, failAt(at, "\\u%04x is half of a surrogate pair, and its other half is missing", high)
}

// hexDigits reads four hex digits.
func (p *parser) hexDigits() (rune, bool) {
	if len(p.text)-p.offset < 4 {
		return 0, false
	}
	digits := p.text[p.offset : p.offset+4]
	// ParseUint alone would take a sign or an underscore for granted.
	for _, c := range digits {
		if !isDigit(c) && (c|0x20 < 'a' || 'f' < c|0x20) {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(string(digits), 16, 16)
	p.offset += 4
	return rune(n), err == nil
}

// number reads a number as JSON writes it, and returns its literal.
func (p *parser) number() (string, *syntaxError) {
	start, at := p.offset, p.pos()
	if p.peek() == '-' {
		p.offset++
	}
	whole := p.offset
	wellFormed := p.digits()
	if wellFormed && p.text[whole] == '0' && p.offset-whole > 1 {
		return "", failAt(at, "a number may not start with a needless zero")
	}
	if wellFormed && p.peek() == '.' {
		p.offset++
		wellFormed = p.digits()
	}
	if wellFormed && p.peek()|0x20 == 'e' {
		p.offset++
		if c := p.peek(); c == '+' || c == '-' {
			p.offset++
		}
		wellFormed = p.digits()
	}
	if c := p.peek(); !wellFormed || isLetter(c) || c == '.' {
		return "", failAt(at, "this is no JSON number (hex values stand in double quotes)")
	}
	return string(p.text[start:p.offset]), nil
}

// digits steps over decimal digits and reports whether there was one.
func (p *parser) digits() bool {
	start := p.offset
	for isDigit(p.peek()) {
		p.offset++
	}
	return p.offset > start
}
