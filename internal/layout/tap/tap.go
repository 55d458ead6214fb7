// Package tap forwards connections of Kafka clients to brokers and tells what
// passes. It changes nothing but the addresses of brokers in responses, so that
// clients come through it for all of them.
package tap

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/kgen-go/kgen/internal/layout"
)

// A Watcher takes what passes. Its methods are called one at a time, in the order
// in which things happen on each connection. They may be slow: forwarding does
// not wait for them.
type Watcher interface {
	// Connect begins a connection with the given number, Close ends it.
	Connect(connection int, client, server net.Addr)
	Close(connection int)
	// Sent takes bytes that are being passed on, as the sender has sent them.
	Sent(connection int, byClient bool, data []byte, at time.Time)
	// Lost tells of n bytes that have been passed on, but are not shown as too much
	// waits for the Watcher already.
	Lost(connection int, byClient bool, n int, at time.Time)
}

// A Tap listens for clients on a port for each broker that it knows.
type Tap struct {
	catalog *layout.Catalog
	watch   *queue
	log     func(text string)
	host    string // to listen on; empty for all addresses

	mu        sync.Mutex
	ports     map[string]int // of listeners, by the address of the broker
	listeners []net.Listener
	conns     map[net.Conn]bool
	next      int // number of the next connection
	closed    bool
	running   sync.WaitGroup
}

// Start listens on one address for the broker on another one. Log takes what goes
// wrong, and which ports there are, at any time and from any goroutine.
func Start(catalog *layout.Catalog, listen, broker string, w Watcher, log func(text string)) (*Tap, error) {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, err
	}
	if _, _, err := net.SplitHostPort(broker); err != nil {
		return nil, err
	}
	t := &Tap{catalog: catalog, watch: newQueue(w), log: log, host: host, ports: map[string]int{}, conns: map[net.Conn]bool{}}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := t.listen(listen, broker); err != nil {
		t.watch.close()
		return nil, err
	}
	return t, nil
}

// Addr is the address on which the tap listens for the first broker.
func (t *Tap) Addr() net.Addr { return t.listeners[0].Addr() }

// Close ends all connections, and returns once the watcher has been told of all.
func (t *Tap) Close() {
	t.mu.Lock()
	t.closed = true
	for _, l := range t.listeners {
		l.Close()
	}
	for c := range t.conns {
		c.Close()
	}
	t.mu.Unlock()
	t.running.Wait()
	t.watch.close()
}

// listen begins to listen for a broker; t.mu is held.
func (t *Tap) listen(address, broker string) (port int, err error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return 0, err
	}
	port = l.Addr().(*net.TCPAddr).Port
	t.ports[broker] = port
	t.listeners = append(t.listeners, l)
	t.log(fmt.Sprintf("%s leads to broker %s", l.Addr(), broker))
	t.running.Go(func() { t.accept(l, broker) })
	return port, nil
}

// portFor gives the port that leads to a broker, which is opened if there is none
// yet: the next above the one for the first broker, if that is free.
func (t *Tap) portFor(broker string) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if port := t.ports[broker]; port != 0 {
		return port, nil
	}
	if t.closed {
		return 0, net.ErrClosed
	}
	wanted := t.listeners[0].Addr().(*net.TCPAddr).Port + len(t.listeners)
	port, err := t.listen(net.JoinHostPort(t.host, strconv.Itoa(wanted)), broker)
	if err != nil {
		port, err = t.listen(net.JoinHostPort(t.host, "0"), broker)
	}
	return port, err
}

func (t *Tap) accept(l net.Listener, broker string) {
	for {
		client, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			t.log(err.Error())
			time.Sleep(time.Second) // too many open files, most likely
			continue
		}
		t.running.Go(func() { t.serve(client, broker) })
	}
}

// serve forwards one connection until either end closes it.
func (t *Tap) serve(client net.Conn, broker string) {
	defer t.forget(client)
	if !t.keep(client) {
		return
	}
	server, err := net.DialTimeout("tcp", broker, 10*time.Second)
	if err != nil {
		t.log(fmt.Sprintf("%v: no connection to the broker: %v", client.RemoteAddr(), err))
		return
	}
	defer t.forget(server)
	if !t.keep(server) {
		return
	}
	t.mu.Lock()
	number := t.next
	t.next++
	t.mu.Unlock()
	t.watch.connect(number, client.RemoteAddr(), server.RemoteAddr())
	f := newForwarder(t, number, client, server)
	var both sync.WaitGroup
	both.Go(f.requests)
	both.Go(f.responses)
	both.Wait()
	t.watch.closeConnection(number)
}

// keep has Close end a connection, unless that has been called already.
func (t *Tap) keep(c net.Conn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.conns[c] = true
	return !t.closed
}

func (t *Tap) forget(c net.Conn) {
	c.Close()
	t.mu.Lock()
	delete(t.conns, c)
	t.mu.Unlock()
}
