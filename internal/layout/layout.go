package layout

import (
	"fmt"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// Parts says what surrounds the body of a request or response.
type Parts uint8

// What may surround a body.
const (
	BodyOnly   Parts = iota // nothing
	WithHeader              // the header before it
	WholeFrame              // the header, and before that the size of both
)

// A Decoded is a message that was read.
type Decoded struct {
	Tree
	Message *model.Message
	Version int16
	Parts   Parts
	// Header and Body are nil unless values were asked for, and of no use where
	// the tree has a fault. Header is nil for a body alone, too.
	Header, Body *value.Struct
	// HeaderMessage is the schema of the header, HeaderVersion its version.
	HeaderMessage *model.Message
	HeaderVersion int16
}

// Decode explains src as one message of the given version. What is wrong with
// src is in the tree; the error is about message and version alone.
func (c *Catalog) Decode(src []byte, m *model.Message, version int16, parts Parts, opts Options) (*Decoded, error) {
	if err := CheckVersion(m, version); err != nil {
		return nil, err
	}
	d := &Decoded{Tree: Tree{Bytes: src}, Message: m, Version: version, Parts: parts}
	if parts != BodyOnly {
		var err error
		if d.HeaderMessage, err = c.Header(m, version); err != nil {
			return nil, err
		}
		d.HeaderVersion = m.HeaderVersion(version)
	}
	r := &reader{src: src, opts: opts, catalog: c}
	root := r.begin(m.Name, fmt.Sprintf("message v%d", version), "")
	if opts.NoTree {
		r.quiet = 1
	}
	size := -1
	if parts == WholeFrame {
		size = r.frame()
	}
	d.Header = r.rpcHeader(d.HeaderMessage, d.HeaderVersion)
	r.message, r.version, r.category = m, version, bodyCategory(m)
	body := r.begin(m.Name, "struct", fmt.Sprintf("message body, version %d", version))
	d.Body = r.structure(m.Body)
	r.end(body)
	if r.fault == nil && size > len(src) {
		r.fail(0, plural(size, "byte")+" of a frame", fmt.Sprint(len(src)))
	}
	r.finish(root, &d.Tree)
	return d, nil
}

// frame reads the size in front of header and body, hides what lies behind
// them, and gives the size of the whole frame.
func (r *reader) frame() int {
	r.category = Frame
	n := r.begin("Frame", "", "length-delimited framing")
	start := r.at
	size := r.plain("size", "int32", "number of bytes that follow", func() int64 { return r.integer(4) })
	r.end(n)
	if r.fault != nil {
		return -1
	}
	if size < 0 {
		r.fail(start, "the size of a frame", fmt.Sprint(size))
		return -1
	}
	if end := r.at + int(size); end < len(r.src) {
		r.src = r.src[:end]
	}
	return r.at + int(size)
}

// rpcHeader reads the header of a request or response, nothing if m is nil.
func (r *reader) rpcHeader(m *model.Message, version int16) *value.Struct {
	if m == nil {
		return nil
	}
	r.message, r.version, r.category = m, version, RPCHeader
	about := "common response header"
	if m.Name == "RequestHeader" {
		about = "common request header"
	}
	n := r.begin(m.Name, fmt.Sprintf("v%d", version), about)
	defer r.end(n)
	return r.structure(m.Body)
}

func bodyCategory(m *model.Message) Category {
	switch m.Type {
	case model.Request:
		return RequestBody
	case model.Response:
		return ResponseBody
	case model.Header:
		return RPCHeader
	}
	return Body
}

// finish closes the root and accounts for the bytes that were not read.
func (r *reader) finish(root *Node, t *Tree) {
	t.Fault, t.Damaged = r.fault, r.damaged
	if left := len(t.Bytes) - r.at; left > 0 {
		about := "bytes behind the end of the message"
		if r.fault != nil {
			about = "bytes that were not read"
		}
		t.Leftover = left
		root.Children = append(root.Children, &Node{
			Name: "unread", Value: r.shown(t.Bytes[r.at:]), Offset: r.at, Length: left, About: about, Category: Unread,
		})
		r.at = len(t.Bytes)
	}
	// A fault leaves nodes open that it ended.
	for len(r.open) > 0 {
		r.end(r.open[len(r.open)-1])
	}
	t.Root = root
}

// Instance encodes a message from values and explains the bytes. A nil body
// stands for the smallest instance; a header is the smallest one, too, with the
// API key and the version of the body.
func (c *Catalog) Instance(m *model.Message, version int16, parts Parts, body *value.Struct, opts Options) (*Decoded, error) {
	if err := CheckVersion(m, version); err != nil {
		return nil, err
	}
	if body == nil {
		body = value.Smallest(m, version)
	}
	encoded, err := c.Encode(m, version, parts, nil, body)
	if err != nil {
		return nil, err
	}
	return c.Decode(encoded, m, version, parts, opts)
}
