package tap

import (
	"bytes"
	"net"
	"sync"
	"time"
)

// maxQueued is how many bytes wait for the watcher; more are left out.
const maxQueued = 256 << 20

// An event is one call of a watcher, and how many bytes it holds.
type event struct {
	call  func(Watcher)
	bytes int
}

// lossKey is one direction of a connection.
type lossKey struct {
	connection int
	byClient   bool
}

// A queue calls a watcher without letting anyone wait for it.
type queue struct {
	mu     sync.Mutex
	more   sync.Cond
	events []event
	bytes  int
	limit  int
	// lost are the bytes that have been left out since the last that were not.
	lost   map[lossKey]int
	closed bool
	done   chan struct{}
}

func newQueue(w Watcher) *queue {
	q := &queue{limit: maxQueued, lost: map[lossKey]int{}, done: make(chan struct{})}
	q.more.L = &q.mu
	go q.run(w)
	return q
}

// run calls the watcher until the queue is closed and empty.
func (q *queue) run(w Watcher) {
	defer close(q.done)
	for {
		q.mu.Lock()
		for len(q.events) == 0 && !q.closed {
			q.more.Wait()
		}
		events := q.events
		q.events = nil
		q.mu.Unlock()
		if len(events) == 0 {
			return
		}
		for _, e := range events {
			e.call(w)
			q.mu.Lock()
			q.bytes -= e.bytes
			q.mu.Unlock()
		}
	}
}

// close returns when the watcher has been called for all.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.more.Signal()
	<-q.done
}

// add appends an event; q.mu is held.
func (q *queue) add(e event) {
	q.bytes += e.bytes
	q.events = append(q.events, e)
	q.more.Signal()
}

func (q *queue) connect(number int, client, server net.Addr) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.add(event{call: func(w Watcher) { w.Connect(number, client, server) }})
}

func (q *queue) closeConnection(number int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, byClient := range []bool{true, false} {
		q.tellLost(lossKey{number, byClient}, time.Now())
	}
	q.add(event{call: func(w Watcher) { w.Close(number) }})
}

// sent takes a copy of bytes that have been passed on, or their number alone.
func (q *queue) sent(number int, byClient bool, data []byte, at time.Time) {
	key := lossKey{number, byClient}
	q.mu.Lock()
	if q.bytes+len(data) > q.limit {
		q.lost[key] += len(data)
		q.mu.Unlock()
		return
	}
	q.bytes += len(data) // before the copy, which others need not wait for
	q.mu.Unlock()
	kept := bytes.Clone(data)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= len(data)
	q.tellLost(key, at)
	q.add(event{func(w Watcher) { w.Sent(number, byClient, kept, at) }, len(kept)})
}

// tellLost tells of the bytes that were left out before what follows; q.mu is
// held.
func (q *queue) tellLost(key lossKey, at time.Time) {
	n := q.lost[key]
	if n == 0 {
		return
	}
	delete(q.lost, key)
	q.add(event{call: func(w Watcher) { w.Lost(key.connection, key.byClient, n, at) }})
}
