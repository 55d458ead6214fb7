// Package layout explains bytes: it reads a message as its schema lays it out
// and gives a tree in which every byte belongs to a node with a name, a type
// and a value. It works on the checked model alone, and shares no code with
// generated messages or their runtime, so that each can be checked against the
// other.
package layout

import "slices"

// A Tree is what was made of a sequence of bytes.
type Tree struct {
	Root *Node
	// Bytes are what was read. The tree aliases them.
	Bytes []byte
	// Fault is where reading ended early, nil if it did not.
	Fault *Fault
	// Leftover is how many bytes lie behind the end of what was to be read, or
	// behind the fault.
	Leftover int
	// Damaged are the faults within records, behind which reading went on.
	Damaged []*Fault
}

// OK reports whether all bytes have been understood.
func (t *Tree) OK() bool { return t.Fault == nil && t.Leftover == 0 && len(t.Damaged) == 0 }

// A Node is a run of bytes with a meaning. Its children lie within it, one
// after the other, unless it has Inner bytes.
type Node struct {
	// Name is a field's name, an element's with its index, or the name of a part
	// that is no field, such as "length". Headers and record batches have
	// snake_case names, fields those of their schema.
	Name string
	// Type is the type as a schema or the protocol's documentation writes it.
	// Empty for a part that only groups others.
	Type string
	// Value is the value as text, empty for a part that has none of its own.
	Value string
	// Form is how the value is written, such as "compact, len+1=1"; empty where
	// the type says it all.
	Form string
	// Offset and Length are in bytes. The offset counts from the start of
	// Tree.Bytes, or of the nearest outer node's Inner.
	Offset, Length int
	About          string
	Category       Category
	Children       []*Node
	// Fault is set on the innermost node in which reading ended early.
	Fault *Fault
	// Inner are bytes that the node's own bytes hold in compressed form. If they
	// are there, the children lie within them.
	Inner []byte
}

// A Fault says why the bytes cannot be what they were taken for.
type Fault struct {
	// Offset is the byte at which the part begins that cannot be read, counted as
	// in Node.
	Offset int
	// Want and Have say what was expected there and what there is.
	Want, Have string
	// Short is whether the bytes may only end too early, and nothing else be wrong
	// with them.
	Short bool
}

func (f *Fault) String() string { return "want " + f.Want + ", have " + f.Have }

// Category is what part of a message a node belongs to.
type Category uint8

// The categories.
const (
	Message Category = iota // the root, and what groups parts of several kinds
	Frame
	RPCHeader
	RequestBody
	ResponseBody
	Body // of a message that is no request or response
	RecordBatch
	Record
	TaggedFields
	Unread // bytes that nothing is known of
)

var categoryNames = [...]string{
	"message", "frame", "rpc header", "request body", "response body", "message body", "RecordBatch", "Record",
	"tagged_fields", "unread",
}

// String gives the name that legends show.
func (c Category) String() string { return categoryNames[c] }

// Categories lists those that bytes can belong to, in the order of legends.
func Categories() []Category {
	return []Category{Frame, RPCHeader, RequestBody, ResponseBody, Body, RecordBatch, Record, TaggedFields, Unread}
}

// Paint gives the category of each byte, which is that of the innermost node
// around it. What is inside compressed records has no bytes of its own.
func (t *Tree) Paint() []Category {
	painted := make([]Category, len(t.Bytes))
	var paint func(n *Node)
	paint = func(n *Node) {
		for i := n.Offset; i < n.Offset+n.Length; i++ {
			painted[i] = n.Category
		}
		if n.Inner != nil {
			return
		}
		for _, child := range n.Children {
			paint(child)
		}
	}
	paint(t.Root)
	return painted
}

// Categories lists those of the tree's nodes, in the order of legends.
func (t *Tree) Categories() []Category {
	found := map[Category]bool{}
	var visit func(n *Node)
	visit = func(n *Node) {
		found[n.Category] = true
		for _, child := range n.Children {
			visit(child)
		}
	}
	visit(t.Root)
	return slices.DeleteFunc(Categories(), func(c Category) bool { return !found[c] })
}
