package kapi

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

// Conn is a connection to one broker. It must not be used by several goroutines
// at a time.
type Conn struct {
	net.Conn
	// Limits are the versions to use, where they are to be lower than what both
	// sides know.
	Limits Versions
	// Timeout is how long the broker may take for an answer; 0 stands for 30
	// seconds.
	Timeout time.Duration
	// MaxFrame bounds how much of a response is read into memory, in bytes; 0
	// stands for 64 MB.
	MaxFrame int

	clientID string
	next     int32
	request  []byte
	versions Versions
}

// A Request is a request whose response has type R. Every request of package
// kafka is one.
type Request[R kwire.Message] interface {
	kwire.Message
	NewResponse() R
}

// Dial connects to a broker and asks which versions it knows. The context is for
// connecting.
func Dial(ctx context.Context, addr, clientID string) (*Conn, error) {
	var dialer net.Dialer
	nc, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	c, err := NewConn(nc, clientID)
	if err != nil {
		nc.Close()
		return nil, err
	}
	return c, nil
}

// NewConn makes use of a connection and asks which versions the broker knows.
// After an error the connection is still open.
func NewConn(nc net.Conn, clientID string) (*Conn, error) {
	c := &Conn{Conn: nc, clientID: clientID}
	req := kafka.NewApiVersionsRequest()
	req.ClientSoftwareName, req.ClientSoftwareVersion = "kgen", "1"
	version := req.Info().HighestStable()
	for {
		frame, err := c.roundTrip(req, version)
		if err != nil {
			return nil, err
		}
		resp, used, err := DecodeApiVersions(frame, version)
		if err != nil {
			return nil, err
		}
		if kerror.Code(resp.ErrorCode) == kerror.UnsupportedVersion && version > 0 {
			// What the broker knows is in the answer, if it is not too old to say so.
			version = 0
			if api := resp.FindApiKey(req.Info().APIKey); api != nil {
				version = min(api.MaxVersion, req.Info().HighestStable())
			}
			continue
		}
		if err := kerror.Code(resp.ErrorCode).Err(); err != nil {
			return nil, fmt.Errorf("ApiVersionsResponse v%d: %w", used, err)
		}
		c.versions = VersionsOf(resp)
		return c, nil
	}
}

// Versions are those that the broker knows.
func (c *Conn) Versions() Versions { return c.versions }

// Version is the version in which a request is sent; see [Versions.Pick].
func (c *Conn) Version(req kwire.Message) (int16, error) { return c.versions.Pick(req, c.Limits) }

// Do sends a request and waits for the response. Bytes fields of the response
// have memory of their own. Error codes in it are not looked at; see [Err]. A
// produce request with acks of 0, which is not answered, does not belong here.
func Do[R kwire.Message](c *Conn, req Request[R]) (R, error) {
	var none R
	version, err := c.Version(req)
	if err != nil {
		return none, err
	}
	frame, err := c.roundTrip(req, version)
	if err != nil {
		return none, err
	}
	resp := req.NewResponse()
	if _, err := kafka.DecodeResponse(frame, resp, version); err != nil {
		return none, err
	}
	return resp, nil
}

// Call is [Do] with the first error code in the response as an error; see [Err].
// The response is returned with it.
func Call[R kwire.Message](c *Conn, req Request[R]) (R, error) {
	resp, err := Do(c, req)
	if err == nil {
		err = Err(resp)
	}
	return resp, err
}

// roundTrip returns the frame of the response.
func (c *Conn) roundTrip(req kwire.Message, version int16) ([]byte, error) {
	c.next++
	var err error
	if c.request, err = kafka.AppendRequest(c.request[:0], c.next, c.clientID, req, version); err != nil {
		return nil, err
	}
	inRequest := func(err error) error { return fmt.Errorf("%s v%d: %w", req.Info().Name, version, err) }
	timeout, maxFrame := c.Timeout, c.MaxFrame
	if timeout == 0 {
		timeout = 30 * time.Second
	}
	if maxFrame == 0 {
		maxFrame = 64 << 20
	}
	if err := c.SetDeadline(time.Now().Add(timeout)); err != nil {
		return nil, inRequest(err)
	}
	if _, err := c.Write(c.request); err != nil {
		return nil, inRequest(err)
	}
	frame, err := kwire.ReadFrame(c, nil, maxFrame)
	if err != nil {
		return nil, inRequest(err)
	}
	if id, err := kwire.PeekResponse(frame); err != nil || id != c.next {
		return nil, inRequest(fmt.Errorf("a response to request %d, not %d", id, c.next))
	}
	return frame, nil
}

// Err returns the first error code in a response as an error that says where it
// is, nil if there is none. It is a *kerror.Error to errors.As.
func Err(resp kwire.Message) error {
	for path, code := range kreflect.Errors(resp) {
		return fmt.Errorf("%s: %s: %w", resp.Info().Name, path, kerror.Code(code).Err())
	}
	return nil
}
