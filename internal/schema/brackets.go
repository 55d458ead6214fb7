package schema

import "bytes"

// object reads the members of v and the closing bracket.
func (p *parser) object(v *Value) *syntaxError {
	return p.list(v, '}', func() (*Value, *syntaxError) {
		m, err := p.member(v)
		if err != nil {
			return nil, err
		}
		return m.Value, nil
	})
}

// array reads the items of v and the closing bracket.
func (p *parser) array(v *Value) *syntaxError {
	return p.list(v, ']', func() (*Value, *syntaxError) {
		item, err := p.value()
		v.Items = append(v.Items, item)
		return item, err
	})
}

// list reads what stands between the brackets of v: elements that are parted
// by commas, up to the closing bracket.
func (p *parser) list(v *Value, closing byte, element func() (*Value, *syntaxError)) *syntaxError {
	var (
		last     *Value // the element before the next byte, if any
		lastLine int    // the line on which it ends
		comma    Pos    // of the comma after it, if it was read
	)
	for {
		if err := p.blanks(); err != nil {
			return err
		}
		if last != nil {
			p.giveTrailing(last, lastLine)
		}
		c := p.peek()
		switch {
		case c == closing && comma.IsValid():
			return failAt(comma, "a comma before the closing '%c' is not allowed", closing)
		case c == closing:
			p.offset++
			v.EndComments = p.takeComments()
			return nil
		case c == ',' && last != nil && !comma.IsValid():
			comma = p.pos()
			p.offset++
			continue
		case c == ',' || p.atEnd():
			return p.failf("want %s, found %s", wantedIn(closing, last, comma), p.found())
		case last != nil && !comma.IsValid() && (c == ']' || c == '}'):
			err := p.failf("a '%c' is missing before this, found %s", closing, p.found())
			err.also = &Place{Path: p.path, Pos: v.Pos, Note: "what it closes was opened"}
			return err
		case last != nil && !comma.IsValid():
			return p.failf("a comma is missing before this, found %s", p.found())
		}
		value, err := element()
		if err != nil {
			return err
		}
		last, lastLine, comma = value, p.line, Pos{}
	}
}

// wantedIn says what may come next within brackets that end with closing, after
// the element last and perhaps a comma.
func wantedIn(closing byte, last *Value, comma Pos) string {
	element := "a value"
	if closing == '}' {
		element = "a key"
	}
	switch {
	case comma.IsValid():
		return element
	case last == nil:
		return element + " or '" + string(closing) + "'"
	}
	return "',' or '" + string(closing) + "'"
}

// member reads a key, a colon and a value, and adds them to object. A key that
// object has already becomes a finding instead.
func (p *parser) member(object *Value) (*Member, *syntaxError) {
	m := &Member{KeyPos: p.pos(), Comments: p.takeComments()}
	if p.peek() != '"' {
		return nil, p.failf("want a key in double quotes, found %s", p.found())
	}
	var err *syntaxError
	if m.Key, err = p.stringLiteral(); err != nil {
		return nil, err
	}
	if err := p.blanks(); err != nil {
		return nil, err
	}
	if p.peek() != ':' {
		return nil, p.failf("want ':' after key %q, found %s", m.Key, p.found())
	}
	p.offset++
	if err := p.blanks(); err != nil {
		return nil, err
	}
	start := p.offset
	if m.Value, err = p.value(); err != nil {
		return nil, err
	}
	text := p.text[start:p.offset]
	id := objectKey{object, m.Key}
	if first, repeated := p.keys[id]; repeated {
		p.reportRepeat(m, first, bytes.Equal(first.text, text))
	} else {
		p.keys[id] = keyUse{m.KeyPos, text}
		object.Members = append(object.Members, m)
	}
	return m, nil
}

func (p *parser) reportRepeat(m *Member, first keyUse, same bool) {
	message := "key \"" + m.Key + "\" is given twice, with different values"
	if same {
		message = "key \"" + m.Key + "\" is given twice"
	}
	p.findings = append(p.findings, Finding{
		Path: p.path, Pos: m.KeyPos, Message: message, Rule: RuleRepeatedKey, Warning: same,
		Also: &Place{Path: p.path, Pos: first.pos, Note: "first used"},
	})
}
