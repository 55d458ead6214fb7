// Package client is an example: a client of a Kafka broker written with nothing
// but the generated messages of gen/kafka, the runtime kwire and the record
// batches of kwire/records. It talks to one broker, one request at a time, and
// shows which fields a request needs; it does not retry, follow leaders or
// balance load.
package client

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

const (
	// maxFrame bounds how much of a response is read into memory, in bytes.
	maxFrame = 64 << 20
	// patience is how long the broker may take to answer.
	patience = 30 * time.Second
)

// A Client is a connection to one broker. It must not be used by several
// goroutines at a time.
type Client struct {
	conn     net.Conn
	clientID string
	next     int32 // correlation id
	request  []byte
	offered  map[kafka.Key]Range
	pinned   map[kafka.Key]int16
	// Sent counts the requests by API and version.
	Sent map[Request]int
}

// A Range is from the lowest to the highest version.
type Range struct{ Lowest, Highest int16 }

// A Request is an API in a version.
type Request struct {
	Key     kafka.Key
	Version int16
}

// Dial connects to the broker at addr and asks which versions it knows.
func Dial(ctx context.Context, addr, clientID string) (*Client, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	c := New(conn, clientID)
	if _, err := c.APIVersions(); err != nil {
		conn.Close()
		return nil, err
	}
	return c, nil
}

// New makes a client of a connection, of which nothing is known about the
// broker yet: call APIVersions first.
func New(conn net.Conn, clientID string) *Client {
	return &Client{
		conn: conn, clientID: clientID,
		offered: map[kafka.Key]Range{kafka.KeyApiVersions: {0, 3}},
		pinned:  make(map[kafka.Key]int16),
		Sent:    make(map[Request]int),
	}
}

// Close closes the connection.
func (c *Client) Close() error { return c.conn.Close() }

// APIVersions asks which versions the broker knows, and remembers them.
func (c *Client) APIVersions() (*kafka.ApiVersionsResponse, error) {
	req := kafka.NewApiVersionsRequest()
	version, err := c.Version(kafka.KeyApiVersions)
	if err != nil {
		return nil, err
	}
	if version >= 3 {
		req.ClientSoftwareName, req.ClientSoftwareVersion = "kgen-example", "1"
	}
	resp := kafka.NewApiVersionsResponse()
	if err := c.Do(req, resp); err != nil {
		return nil, err
	}
	if err := kerror.Code(resp.ErrorCode).Err(); err != nil {
		return nil, err
	}
	for _, api := range resp.ApiKeys {
		c.offered[kafka.Key(api.ApiKey)] = Range{api.MinVersion, api.MaxVersion}
	}
	return resp, nil
}

// Versions is the range of versions of an API that both sides know. It is false
// where there is none.
func (c *Client) Versions(key kafka.Key) (common Range, found bool) {
	theirs, found := c.offered[key]
	req, err := kafka.NewRequest(key)
	if !found || err != nil {
		return Range{}, false
	}
	info := req.Info()
	common = Range{max(theirs.Lowest, info.Lowest), min(theirs.Highest, info.Highest)}
	return common, common.Lowest <= common.Highest
}

// Pin makes requests of an API use a version in place of the highest one.
func (c *Client) Pin(key kafka.Key, version int16) { c.pinned[key] = version }

// Version is the version in which requests of an API are sent.
func (c *Client) Version(key kafka.Key) (int16, error) {
	if v, found := c.pinned[key]; found {
		return v, nil
	}
	common, found := c.Versions(key)
	if !found {
		return 0, fmt.Errorf("the broker has no version of %s that the client knows", key)
	}
	return common.Highest, nil
}

// Do sends a request and waits for the response. Error codes within that are
// the caller's business.
func (c *Client) Do(req, resp kwire.Message) error {
	key := kafka.Key(req.Info().APIKey)
	version, err := c.Version(key)
	if err != nil {
		return err
	}
	c.next++
	if c.request, err = kafka.AppendRequest(c.request[:0], c.next, c.clientID, req, version); err != nil {
		return err
	}
	if err := c.conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if _, err := c.conn.Write(c.request); err != nil {
		return fmt.Errorf("%s v%d: %w", key, version, err)
	}
	// A frame of its own for each response, whose bytes fields refer to it.
	frame, err := kwire.ReadFrame(c.conn, nil, maxFrame)
	if err != nil {
		return fmt.Errorf("%s v%d: %w", key, version, err)
	}
	header, err := kafka.DecodeResponse(frame, resp, version)
	if err != nil {
		return err
	}
	if header.CorrelationId != c.next {
		return fmt.Errorf("%s v%d: response to request %d, want %d", key, version, header.CorrelationId, c.next)
	}
	c.Sent[Request{key, version}]++
	return nil
}
