package layout

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// Versioned explains src as the message called name with its version before it,
// as files and values of records have it. An error means that the message, or
// this version of it, is not known.
func (c *Catalog) Versioned(src []byte, name string, opts Options) (*Tree, error) {
	m := c.Message(name)
	if m == nil {
		return nil, fmt.Errorf("the schemas have no %s", name)
	}
	content := versioned(m, src)
	if content == nil || content.Message == nil {
		if content == nil {
			content = unknown("there is none")
		}
		return nil, fmt.Errorf("%s: %s", name, content.Why)
	}
	opts.Values = false
	r := &reader{src: src, opts: opts, catalog: c, message: m, version: content.Version, category: bodyCategory(m)}
	root := r.begin(name, fmt.Sprintf("message v%d", content.Version), "")
	r.int("version", 2, "version of the message")
	body := r.begin(name, "struct", "")
	r.structure(m.Body)
	r.end(body)
	r.checkCRC(body)
	t := &Tree{Bytes: src}
	r.finish(root, t)
	return t, nil
}

// checkCRC compares the checksum that a file of producers' states begins with.
func (r *reader) checkCRC(body *Node) {
	const at, end = 2, 6
	if r.fault != nil || r.message.Name != "ProducerSnapshot" {
		return
	}
	stored, computed := binary.BigEndian.Uint32(r.src[at:]), crc32.Checksum(r.src[end:], crc32.MakeTable(crc32.Castagnoli))
	if stored != computed {
		n := body.Children[0]
		n.Fault = &Fault{Offset: at, Want: fmt.Sprintf("checksum %d", computed), Have: fmt.Sprint(stored)}
		r.damaged = append(r.damaged, n.Fault)
	}
}
