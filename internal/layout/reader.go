package layout

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/kgen-go/kgen/internal/model"
)

// Options say how much of what is read to keep.
type Options struct {
	// Full keeps a node for every element and all of every text. Otherwise long
	// arrays and texts are cut short in the tree, which bounds its memory.
	Full bool
	// NoTree makes no nodes but the root, for those who want the values alone:
	// records are not opened then.
	NoTree bool
	// Values also gives the message's value, as package value holds it.
	Values bool
}

const (
	// maxElements is how many elements of an array the tree shows unless it is
	// to be full.
	maxElements = 100
	// maxNodes is about how many nodes a tree may have unless it is to be full;
	// arrays beyond that are only counted.
	maxNodes = 50_000
	// maxText is how many bytes of a text or of bytes a node shows unless the
	// tree is to be full.
	maxText = 64
)

// A reader reads bytes front to back and builds a tree of nodes. Once it has
// met a fault it reads nothing more, so callers need not look for one after
// each step, but where it decides what comes next.
type reader struct {
	src      []byte
	at       int
	opts     Options
	catalog  *Catalog
	message  *model.Message // whose fields are being read
	version  int16
	category Category // of new nodes

	open  []*Node // the nodes that are being read, outermost first
	nodes int     // made so far
	// quiet counts the reasons not to make nodes: the elements that a tree
	// leaves out are read all the same.
	quiet int
	fault *Fault

	// damaged are the faults in records, which do not end reading, and inflated
	// is how many bytes came out of compressed ones.
	damaged  []*Fault
	inflated int
	// topic is that whose records are being read, and protocol the type of the
	// group that the message is about, as far as they are known.
	topic, protocol string
}

// begin opens a node at the next byte. It is nil while nodes are left out,
// which all methods of nodes in this package take.
func (r *reader) begin(name, typ, about string) *Node {
	if r.quiet > 0 || r.fault != nil {
		return nil
	}
	n := &Node{Name: name, Type: typ, About: about, Offset: r.at, Category: r.category}
	if len(r.open) > 0 {
		outer := r.open[len(r.open)-1]
		outer.Children = append(outer.Children, n)
	}
	r.open = append(r.open, n)
	r.nodes++
	return n
}

// end closes n, which is the node opened last, at the next byte.
func (r *reader) end(n *Node) {
	if n == nil {
		return
	}
	n.Length = r.at - n.Offset
	r.open = r.open[:len(r.open)-1]
}

// fail ends reading because of what begins at byte at.
func (r *reader) fail(at int, want, have string) {
	if r.fault != nil {
		return
	}
	r.fault = &Fault{Offset: at, Want: want, Have: have}
	if len(r.open) > 0 && r.quiet == 0 {
		r.open[len(r.open)-1].Fault = r.fault
	}
}

// left is the number of bytes that have not been read.
func (r *reader) left() int { return len(r.src) - r.at }

// take reads n bytes, nil where there are not that many.
func (r *reader) take(n int) []byte {
	if r.fault != nil {
		return nil
	}
	if r.left() < n {
		r.fail(r.at, plural(n, "byte"), strconv.Itoa(r.left()))
		r.fault.Short = true
		return nil
	}
	b := r.src[r.at : r.at+n : r.at+n]
	r.at += n
	return b
}

// integer reads a number of the given width in bytes, 1 to 8, as signed.
func (r *reader) integer(width int) int64 {
	b := r.take(width)
	if b == nil {
		return 0
	}
	switch width {
	case 1:
		return int64(int8(b[0]))
	case 2:
		return int64(int16(binary.BigEndian.Uint16(b)))
	case 4:
		return int64(int32(binary.BigEndian.Uint32(b)))
	}
	return int64(binary.BigEndian.Uint64(b))
}

// uvarint reads an unsigned number of up to 32 bits in groups of seven.
func (r *reader) uvarint() uint32 {
	start := r.at
	n := r.varbits(5)
	if n > 1<<32-1 {
		r.fail(start, "a varint of up to 32 bits", fmt.Sprintf("%x, which is %d", r.src[start:r.at], n))
		return 0
	}
	return uint32(n)
}

// zigzag reads a signed number of up to 32 or 64 bits, in at most 5 or 10 bytes.
func (r *reader) zigzag(maxBytes int) int64 {
	start := r.at
	n := r.varbits(maxBytes)
	if maxBytes == 5 && n > 1<<32-1 {
		r.fail(start, "a varint of up to 32 bits", fmt.Sprintf("%x", r.src[start:r.at]))
		return 0
	}
	return int64(n>>1) ^ -int64(n&1)
}

// varbits reads groups of seven bits, lowest first, up to one without the mark
// that another one follows.
func (r *reader) varbits(maxBytes int) uint64 {
	var n uint64
	start := r.at
	for i := range maxBytes {
		b := r.take(1)
		if b == nil {
			return 0
		}
		// The tenth byte has room for a single bit.
		if i == 9 && b[0] > 1 {
			break
		}
		n |= uint64(b[0]&0x7f) << (7 * i)
		if b[0] < 0x80 {
			return n
		}
	}
	r.fail(start, "a varint of up to "+plural(maxBytes, "byte"), fmt.Sprintf("%x", r.src[start:r.at]))
	return 0
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
