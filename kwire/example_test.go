package kwire_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// A request goes out as a frame; the frame of the response is taken apart with the
// version of the request, which it does not have itself.
func ExampleAppendFrame() {
	const version = 0
	req := kafka.NewListGroupsRequest()
	header := kafka.RequestHeader{
		RequestApiKey: req.Info().APIKey, RequestApiVersion: version, CorrelationId: 7, ClientId: kwire.StringOf("me"),
	}
	frame, err := kwire.AppendFrame(nil, &header, req.Info().HeaderVersion(version), req, version)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("request  %x\n", frame)

	// Size, correlation id, error code, the count of groups; a group's id and
	// protocol.
	answer := []byte("\x00\x00\x00\x1c" + "\x00\x00\x00\x07" + "\x00\x00" + "\x00\x00\x00\x01" +
		"\x00\x06orders" + "\x00\x08consumer")
	content, rest, err := kwire.SplitFrame(answer)
	if err != nil {
		log.Fatal(err)
	}
	resp := kafka.NewListGroupsResponse()
	respHeader, err := kafka.DecodeResponse(content, resp, version)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("response %d: %s (%s), %d bytes follow\n",
		respHeader.CorrelationId, resp.Groups[0].GroupId, resp.Groups[0].ProtocolType, len(rest))

	// An error says where it is.
	_, err = kafka.DecodeResponse(content[:20], resp, version)
	fmt.Println(err)
	fmt.Println(errors.Is(err, kwire.ErrShortBuffer))
	// Output:
	// request  0000000c001000000000000700026d65
	// response 7: orders (consumer), 0 bytes follow
	// ListGroupsResponse v0: Groups[0].ProtocolType at byte 16: need 8 bytes, have 0
	// true
}

// A broker reads one request after the other, all into the same buffer.
func ExampleReadFrame() {
	var stream bytes.Buffer // a connection
	for id, req := range []kwire.Message{kafka.NewHeartbeatRequest(), kafka.NewListGroupsRequest()} {
		frame, err := kafka.AppendRequest(nil, int32(id), "me", req, 2)
		if err != nil {
			log.Fatal(err)
		}
		stream.Write(frame)
	}

	const limit = 1 << 20 // bytes of a frame
	var frame []byte
	for {
		var err error
		frame, err = kwire.ReadFrame(&stream, frame, limit)
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		key, version, err := kwire.PeekRequest(frame)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s v%d in %d bytes\n", kafka.Key(key), version, len(frame))
	}
	// Output:
	// Heartbeat v2 in 20 bytes
	// ListGroups v2 in 12 bytes
}
