package capture

import (
	"bytes"
	"fmt"
	"time"
)

// isHandshake reports whether a request is a SaslHandshake of version 0. The
// frames behind it are tokens of the mechanism, without a header and perhaps
// empty, until the client sends requests again.
func isHandshake(call *Call) bool {
	const saslHandshake = 17
	return call.APIKey == saslHandshake && call.Version == 0
}

// token keeps a token until it is answered.
func (c *conversation) token(frame []byte, at time.Time) {
	c.tokens = append(c.tokens, &Call{
		Client: c.client.address, Server: c.other(c.client).address, Time: at, APIKey: -1,
		Request: frame, RequestSize: len(frame), Token: true,
	})
	if len(c.tokens) > maxPending {
		c.nextToken(nil, time.Time{})
	}
}

// tokenAnswer completes the token that was sent first.
func (c *conversation) tokenAnswer(frame []byte, at time.Time) { c.nextToken(frame, at) }

func (c *conversation) nextToken(answer []byte, at time.Time) {
	call := c.tokens[0]
	c.tokens = c.tokens[1:]
	if answer != nil {
		call.Response, call.ResponseTime, call.Outcome = answer, at, Answered
	}
	c.out.call(call)
}

// protocol names what is no Kafka by its first bytes; empty if it is neither.
func protocol(first []byte) string {
	// A record of type handshake, alert or data, of SSL 3.0 to TLS 1.3.
	if len(first) >= 3 && first[0] >= 0x14 && first[0] <= 0x17 && first[1] == 3 && first[2] <= 4 {
		return "TLS"
	}
	for _, start := range []string{"GET ", "POST ", "PUT ", "HEAD ", "DELETE ", "OPTIONS ", "CONNECT ", "PATCH ", "HTTP/", "PRI * HTTP/2"} {
		if bytes.HasPrefix(first, []byte(start)) {
			return "HTTP"
		}
	}
	return ""
}

// foreign describes bytes of another protocol.
func foreign(kind string, n int) string {
	switch kind {
	case "TLS":
		return fmt.Sprintf("%d bytes of TLS, which hides what is in it", n)
	case "":
		return fmt.Sprintf("%d bytes that are not Kafka", n)
	}
	return fmt.Sprintf("%d bytes of %s, which are not Kafka", n, kind)
}
