package kapi

import (
	"errors"
	"fmt"
	"net"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

// Server answers requests with handlers, which [Handle] adds before it serves.
// The zero value has none, and answers ApiVersions alone.
type Server struct {
	// Log is told of requests that cannot be answered. It may be nil.
	Log func(error)
	// MaxFrame bounds how much of a request is read into memory, in bytes; 0
	// stands for 64 MB.
	MaxFrame int

	handlers map[kafka.Key]handler
}

type handler func(h *kafka.RequestHeader, req kwire.Message) (kwire.Message, error)

// Handle makes s answer the requests of one API by f, which fills in a response
// whose fields are at their defaults. Request and response have to belong
// together, or it does not compile. The header has the version, in which the
// response will be encoded.
//
// An error of type [*kerror.Error] becomes a response in which everything has
// failed with its code; see [kreflect.Fail]. Any other error ends the connection.
// Handlers are called by one goroutine for each connection.
func Handle[Req Request[Resp], Resp kwire.Message](s *Server, f func(h *kafka.RequestHeader, req Req, resp Resp) error) {
	if s.handlers == nil {
		s.handlers = map[kafka.Key]handler{}
	}
	var none Req
	s.handlers[kafka.Key(none.Info().APIKey)] = func(h *kafka.RequestHeader, m kwire.Message) (kwire.Message, error) {
		req := m.(Req)
		resp := req.NewResponse()
		err := f(h, req, resp)
		var failed *kerror.Error
		if errors.As(err, &failed) {
			kreflect.Fail(resp, req, h.RequestApiVersion, failed.Code)
			return resp, nil
		}
		return resp, err
	}
}

// Serve answers everyone who connects, until l is closed.
func (s *Server) Serve(l net.Listener) error {
	for {
		conn, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		go func() {
			defer conn.Close()
			s.ServeConn(conn)
		}()
	}
}

// ServeConn answers the requests of one connection, one after the other, until
// it ends or a request cannot be answered.
func (s *Server) ServeConn(conn net.Conn) {
	maxFrame := s.MaxFrame
	if maxFrame == 0 {
		maxFrame = 64 << 20
	}
	for {
		frame, err := kwire.ReadFrame(conn, nil, maxFrame)
		if err != nil {
			return
		}
		out, err := s.Answer(frame)
		if err == nil && len(out) > 0 {
			_, err = conn.Write(out)
		}
		if err != nil {
			if s.Log != nil {
				s.Log(err)
			}
			return
		}
	}
}

// Answer returns the frame that answers the content of a request's frame: its
// size, header and body. A request without a handler fails with the code
// UNSUPPORTED_VERSION. The answer is empty for a produce request with acks of 0.
// The error is for requests that cannot be decoded, and what handlers return.
func (s *Server) Answer(frame []byte) ([]byte, error) {
	h, req, err := kafka.DecodeRequest(frame)
	if h == nil {
		return nil, err
	}
	key, version := kafka.Key(h.RequestApiKey), h.RequestApiVersion
	if key == kafka.KeyApiVersions {
		resp := s.apiVersions()
		if errors.Is(err, kwire.ErrUnsupportedVersion) {
			// KIP-511: a client that is newer gets what it can read.
			resp.ErrorCode, version, err = int16(kerror.UnsupportedVersion), 0, nil
		}
		if err == nil && s.handlers[key] == nil {
			return kafka.AppendResponse(nil, h.CorrelationId, resp, version)
		}
	}
	if err != nil {
		return nil, err
	}
	resp, err := s.handle(h, req)
	if err != nil {
		return nil, fmt.Errorf("%s v%d: %w", key, version, err)
	}
	if p, ok := req.(*kafka.ProduceRequest); ok && p.Acks == 0 {
		return nil, nil
	}
	return kafka.AppendResponse(nil, h.CorrelationId, resp, version)
}

// handle has a request handled, or fails it where no one is there to.
func (s *Server) handle(h *kafka.RequestHeader, req kwire.Message) (kwire.Message, error) {
	key := kafka.Key(h.RequestApiKey)
	if handle := s.handlers[key]; handle != nil {
		return handle(h, req)
	}
	resp, err := kafka.NewResponse(key)
	if err == nil {
		kreflect.Fail(resp, req, h.RequestApiVersion, kerror.UnsupportedVersion)
	}
	return resp, err
}

// apiVersions offers what there are handlers for.
func (s *Server) apiVersions() *kafka.ApiVersionsResponse {
	resp := kafka.NewApiVersionsResponse()
	ours := Ours()
	for _, key := range kafka.Keys() {
		r, found := ours[key]
		if found && (s.handlers[key] != nil || key == kafka.KeyApiVersions) {
			resp.ApiKeys = append(resp.ApiKeys, kafka.ApiVersionsResponseApiVersion{ApiKey: int16(key), MinVersion: r.Lowest, MaxVersion: r.Highest})
		}
	}
	return resp
}
