package tap

import (
	"net"
	"time"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/capture"
)

// Calls is a [Watcher] that finds the calls in what passes.
type Calls struct {
	live        *capture.Live
	connections map[int]*capture.Connection
}

// NewCalls passes calls on to h.
func NewCalls(catalog *layout.Catalog, h capture.Handler) *Calls {
	return &Calls{capture.NewLive(catalog, h), map[int]*capture.Connection{}}
}

// Err is the first error of the handler, after which it is called no more.
func (c *Calls) Err() error { return c.live.Err() }

// Connect is part of [Watcher].
func (c *Calls) Connect(connection int, client, server net.Addr) {
	c.connections[connection] = c.live.Connect(client.String(), server.String())
}

// Close is part of [Watcher].
func (c *Calls) Close(connection int) {
	c.connections[connection].Close()
	delete(c.connections, connection)
}

// Sent is part of [Watcher].
func (c *Calls) Sent(connection int, byClient bool, data []byte, at time.Time) {
	c.connections[connection].Sent(byClient, data, at)
}

// Lost is part of [Watcher].
func (c *Calls) Lost(connection int, byClient bool, n int, at time.Time) {
	c.connections[connection].Lost(byClient, n, at)
}

// All is a [Watcher] that passes everything on to several.
type All []Watcher

// Connect is part of [Watcher].
func (a All) Connect(connection int, client, server net.Addr) {
	for _, w := range a {
		w.Connect(connection, client, server)
	}
}

// Close is part of [Watcher].
func (a All) Close(connection int) {
	for _, w := range a {
		w.Close(connection)
	}
}

// Sent is part of [Watcher].
func (a All) Sent(connection int, byClient bool, data []byte, at time.Time) {
	for _, w := range a {
		w.Sent(connection, byClient, data, at)
	}
}

// Lost is part of [Watcher].
func (a All) Lost(connection int, byClient bool, n int, at time.Time) {
	for _, w := range a {
		w.Lost(connection, byClient, n, at)
	}
}
