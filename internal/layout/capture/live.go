package capture

import (
	"time"

	"github.com/kgen-go/kgen/internal/layout"
)

// A Live finds the calls in connections while they are open, out of the bytes
// that someone passes on between client and server. It is not safe for
// concurrent use, and neither are its connections.
type Live struct{ out *output }

// NewLive passes what it finds to h.
func NewLive(catalog *layout.Catalog, h Handler) *Live {
	return &Live{&output{catalog: catalog, handler: h, limit: maxHeld, missing: "left out, as they came faster than they could be shown"}}
}

// Err is the first error of the handler, after which nothing is found any more.
func (l *Live) Err() error { return l.out.err }

// A Connection is one that a Live follows from its beginning.
type Connection struct{ *conversation }

// Connect begins a connection between two addresses.
func (l *Live) Connect(client, server string) *Connection {
	c := newConversation(l.out, client, server)
	c.client = &c.sides[0]
	for i := range c.sides {
		c.sides[i].synced, c.sides[i].whole = true, true
	}
	return &Connection{c}
}

// Sent takes the next bytes of the client or the server, which it may keep.
func (c *Connection) Sent(byClient bool, data []byte, at time.Time) {
	c.take(c.side(byClient), data, at)
}

// Lost takes note that n bytes of the client or the server will not be given.
func (c *Connection) Lost(byClient bool, n int, at time.Time) { c.gap(c.side(byClient), n, at) }

// Close ends the connection.
func (c *Connection) Close() { c.finish() }

func (c *Connection) side(byClient bool) *side {
	if byClient {
		return &c.sides[0]
	}
	return &c.sides[1]
}
