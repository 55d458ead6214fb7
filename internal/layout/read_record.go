package layout

import (
	"fmt"
	"hash/crc32"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/kgen-go/kgen/kwire/records"
)

// record reads one record of a batch of magic 2.
func (r *reader) record(i int, control bool) {
	outer := r.category
	defer func() { r.category = outer }()
	r.category = Record
	n := r.begin("Record["+strconv.Itoa(i)+"]", "", "")
	defer r.end(n)
	start := r.at
	length := r.varint("length", "number of bytes that follow in this record")
	if r.fault == nil && (length < 0 || length > int64(r.left())) {
		r.fail(start, "the length of a record", fmt.Sprintf("%d, with %s left", length, plural(r.left(), "byte")))
	}
	if r.fault != nil {
		return
	}
	whole := r.src
	defer func() { r.src = whole }()
	r.src = whole[:r.at+int(length)]

	r.int("attributes", 1, "none has a meaning yet")
	r.plain("timestamp_delta", "varlong", "milliseconds since the base timestamp", func() int64 { return r.zigzag(10) })
	r.varint("offset_delta", "offset, counted from the base offset")
	key := r.varBytes("key", "bytes", true)
	value := r.varBytes("value", "bytes", true)
	headers := r.begin("headers", "[]Header", "")
	countAt := r.at
	count := r.varint("length", "number of headers")
	if r.fault == nil && (count < 0 || count > int64(r.left())) {
		r.fail(countAt, "a number of headers", fmt.Sprintf("%d, with %s left", count, plural(r.left(), "byte")))
	}
	if headers != nil && r.fault == nil {
		headers.Value = plural(int(count), "element")
	}
	r.elements(int(count), r.header)
	r.end(headers)
	if r.fault == nil && r.left() > 0 {
		r.fail(r.at, "the end of the record", plural(r.left(), "byte"))
	}
	if r.fault == nil && n != nil && r.catalog != nil {
		r.explainRecord(control, key, value)
	}
}

// header reads one header of a record.
func (r *reader) header(i int) {
	n := r.begin("Header["+strconv.Itoa(i)+"]", "", "")
	r.varBytes("key", "string", false)
	r.varBytes("value", "bytes", true)
	r.end(n)
}

// A run is a part of a record whose content can be explained further.
type run struct {
	node    *Node
	start   int // of the content, behind its length
	content []byte
	length  *Node // how the length is written, nil for a varint
}

// varBytes reads bytes with a varint length in front, -1 for null.
func (r *reader) varBytes(name, typ string, nullable bool) run {
	n := r.begin(name, typ, "")
	defer r.end(n)
	start := r.at
	length := r.zigzag(5)
	if r.fault == nil && (length < -1 || length < 0 && !nullable) {
		r.fail(start, "the length of a "+name, strconv.FormatInt(length, 10))
	}
	contentAt := r.at
	content, _ := r.content(int(length))
	if n != nil && r.fault == nil {
		n.set(r.readable(content), fmt.Sprintf("varint len=%d", length))
	}
	return run{node: n, start: contentAt, content: content}
}

func (r *reader) varint(name, about string) int64 {
	return r.plain(name, "varint", about, func() int64 { return r.zigzag(5) })
}

// readable shows what someone has put into a record: as text if it looks like
// one, else as hexadecimal digits.
func (r *reader) readable(content []byte) string {
	switch {
	case content == nil:
		return "null"
	case isText(content):
		return r.quoted(content)
	}
	return r.shown(content)
}

func isText(content []byte) bool {
	for len(content) > 0 {
		c, size := utf8.DecodeRune(content)
		if c == utf8.RuneError && size == 1 || !unicode.IsPrint(c) && !unicode.IsSpace(c) {
			return false
		}
		content = content[size:]
	}
	return true
}

// maxDepth is how many compressed messages may lie in one another. Kafka itself
// nests them once.
const maxDepth = 4

// legacyMessage reads a message of magic 0 or 1 that has the given size in bytes.
func (r *reader) legacyMessage(i, size int, magic int8, depth int) {
	r.category = Record
	n := r.begin(fmt.Sprintf("Message[%d]", i), fmt.Sprintf("v%d", magic), "message of a format from before Kafka 0.11")
	defer r.end(n)
	whole := r.src
	defer func() { r.src = whole }()
	start := r.at
	r.src = whole[:start+size]

	r.int("offset", 8, "offset of the message; of the last one inside, if it is compressed")
	r.int("message_size", 4, "number of bytes that follow in this message")
	if r.left() >= 4 {
		r.crc(crc32.ChecksumIEEE(r.src[r.at+4:]), "CRC-32 of all that follows in this message")
	}
	r.int("magic", 1, "version of the message format")
	codec := records.Attributes(r.attributes(1)).Codec()
	if magic == 1 {
		r.timestamp("timestamp", "milliseconds since the Unix epoch")
	}
	r.intBytes("key")
	if codec == records.None || depth == maxDepth {
		r.intBytes("value")
	} else if length := r.int("value_length", 4, "number of bytes of the value"); r.fault == nil {
		if length != int64(r.left()) {
			r.fail(r.at-4, "the length of the value", strconv.FormatInt(length, 10))
			return
		}
		r.compressed("messages", codec, whole[start:start+size], start+size, func(inside *reader) { inside.batches(depth + 1) })
	}
	if r.fault == nil && r.left() > 0 {
		r.fail(r.at, "the end of the message", plural(r.left(), "byte"))
	}
}

// intBytes reads bytes with a length of four bytes in front, -1 for null.
func (r *reader) intBytes(name string) {
	n := r.begin(name, "bytes", "")
	defer r.end(n)
	start := r.at
	length := r.integer(4)
	if r.fault == nil && length < -1 {
		r.fail(start, "the length of a "+name, strconv.FormatInt(length, 10))
	}
	content, _ := r.content(int(length))
	if r.fault == nil {
		n.set(r.readable(content), fmt.Sprintf("int32 len=%d", length))
	}
}
