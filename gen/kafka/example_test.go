package kafka_test

import (
	"fmt"
	"log"
	"net"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

// maxFrame bounds what either side reads into memory at once, in bytes.
const maxFrame = 1 << 20

// A client asks a broker which versions of which APIs it knows. The two talk
// over an in-memory connection here.
func Example() {
	client, broker := net.Pipe()
	defer client.Close()
	go answerOne(broker)

	const version, correlationID = 3, 7
	req := kafka.NewApiVersionsRequest()
	req.ClientSoftwareName = "example"
	req.ClientSoftwareVersion = "1.0"
	frame, err := kafka.AppendRequest(nil, correlationID, "my-client", req, version)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := client.Write(frame); err != nil {
		log.Fatal(err)
	}

	// The response says neither its API nor its version; the client knows them
	// from the request with the same correlation id.
	content, err := kwire.ReadFrame(client, nil, maxFrame)
	if err != nil {
		log.Fatal(err)
	}
	resp := kafka.NewApiVersionsResponse()
	header, err := kafka.DecodeResponse(content, resp, version)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("answer to request", header.CorrelationId)
	if err := kerror.Code(resp.ErrorCode).Err(); err != nil {
		log.Fatal(err)
	}
	for _, api := range resp.ApiKeys {
		fmt.Printf("%s: versions %d to %d\n", kafka.Key(api.ApiKey), api.MinVersion, api.MaxVersion)
	}
	// Output:
	// answer to request 7
	// Fetch: versions 4 to 18
	// ApiVersions: versions 0 to 5
}

// answerOne is a broker that answers a single request.
func answerOne(conn net.Conn) {
	defer conn.Close()
	content, err := kwire.ReadFrame(conn, nil, maxFrame)
	if err != nil {
		log.Fatal(err)
	}
	header, body, err := kafka.DecodeRequest(content)
	if err != nil {
		log.Fatal(err)
	}
	resp := kafka.NewApiVersionsResponse()
	switch body.(type) {
	case *kafka.ApiVersionsRequest:
		resp.ApiKeys = []kafka.ApiVersionsResponseApiVersion{
			{ApiKey: int16(kafka.KeyFetch), MinVersion: 4, MaxVersion: 18},
			{ApiKey: int16(kafka.KeyApiVersions), MinVersion: 0, MaxVersion: 5},
		}
	default:
		resp.ErrorCode = int16(kerror.InvalidRequest)
	}
	frame, err := kafka.AppendResponse(nil, header.CorrelationId, resp, header.RequestApiVersion)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := conn.Write(frame); err != nil {
		log.Fatal(err)
	}
}

// A message can be encoded without a frame around it, into memory that is used
// again and again.
func ExampleMetadataRequest_Encode() {
	req := kafka.NewMetadataRequest()
	req.Topics = []kafka.MetadataRequestTopic{{Name: kwire.StringOf("orders")}}

	var buf []byte
	for _, version := range []int16{1, 4, 9} {
		var err error
		if buf, err = req.Encode(buf[:0], version); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("version %d: %x\n", version, buf)
	}
	// Output:
	// version 1: 0000000100066f7264657273
	// version 4: 0000000100066f726465727301
	// version 9: 02076f72646572730001000000
}

// Every version that a message has, and what it is called, is in its Info.
func ExampleNewRequest() {
	req, err := kafka.NewRequest(kafka.KeyFetch)
	if err != nil {
		log.Fatal(err)
	}
	info := req.Info()
	fmt.Println(info.Name, info.Lowest, info.Highest)
	fmt.Println("header version", info.HeaderVersion(info.Highest))
	// Output:
	// FetchRequest 4 18
	// header version 2
}
