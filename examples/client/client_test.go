package client_test

import (
	"errors"
	"io"
	"net"
	"testing"

	"github.com/kgen-go/kgen/examples/client"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

// answering makes a client of a broker that answers one request with resp,
// whatever is asked, and hands over what was asked.
func answering(t *testing.T, correlationID int32, resp kwire.Message) (*client.Client, <-chan kwire.Message) {
	t.Helper()
	ours, theirs := net.Pipe()
	asked := make(chan kwire.Message, 1)
	go func() {
		defer theirs.Close()
		frame, err := kwire.ReadFrame(theirs, nil, 1<<20)
		if err != nil {
			t.Error(err)
			return
		}
		header, body, err := kafka.DecodeRequest(frame)
		if err != nil {
			t.Error(err)
			return
		}
		asked <- body
		out, err := kafka.AppendResponse(nil, correlationID, resp, header.RequestApiVersion)
		if err != nil {
			t.Error(err)
			return
		}
		if _, err := theirs.Write(out); err != nil {
			t.Error(err)
		}
	}()
	c := client.New(ours, "test")
	t.Cleanup(func() { c.Close() })
	return c, asked
}

func TestVersions(t *testing.T) {
	resp := kafka.NewApiVersionsResponse()
	resp.ApiKeys = []kafka.ApiVersionsResponseApiVersion{
		{ApiKey: int16(kafka.KeyFetch), MinVersion: 0, MaxVersion: 11},        // older than the client
		{ApiKey: int16(kafka.KeyProduce), MinVersion: 9, MaxVersion: 99},      // newer
		{ApiKey: int16(kafka.KeyMetadata), MinVersion: 90, MaxVersion: 99},    // none in common
		{ApiKey: 30_000, MinVersion: 0, MaxVersion: 1},                        // not known
		{ApiKey: int16(kafka.KeyDeleteRecords), MinVersion: 1, MaxVersion: 1}, // one only
	}
	c, asked := answering(t, 1, resp)
	if _, err := c.APIVersions(); err != nil {
		t.Fatal(err)
	}
	if req := (<-asked).(*kafka.ApiVersionsRequest); req.ClientSoftwareName == "" {
		t.Error("the request does not name the client")
	}
	for key, want := range map[kafka.Key]client.Range{
		kafka.KeyFetch: {Lowest: 4, Highest: 11}, kafka.KeyProduce: {Lowest: 9, Highest: 13}, kafka.KeyDeleteRecords: {Lowest: 1, Highest: 1},
	} {
		if got, found := c.Versions(key); got != want || !found {
			t.Errorf("%s: %v, %v, want %v", key, got, found, want)
		}
		if got, err := c.Version(key); got != want.Highest || err != nil {
			t.Errorf("%s: version %d, %v, want %d", key, got, err, want.Highest)
		}
	}
	for _, key := range []kafka.Key{kafka.KeyMetadata, 30_000, kafka.KeyVote} {
		if got, found := c.Versions(key); found {
			t.Errorf("%s: %v", key, got)
		}
		if _, err := c.Version(key); err == nil {
			t.Errorf("%s: no error", key)
		}
	}
	c.Pin(kafka.KeyFetch, 7)
	if got, err := c.Version(kafka.KeyFetch); got != 7 || err != nil {
		t.Errorf("pinned: %d, %v", got, err)
	}
}

// TestFailures: an error code, an answer to another request and a closed
// connection are errors.
func TestFailures(t *testing.T) {
	refusal := kafka.NewApiVersionsResponse()
	refusal.ErrorCode = int16(kerror.InvalidRequest)
	c, _ := answering(t, 1, refusal)
	if _, err := c.APIVersions(); !errors.Is(err, kerror.InvalidRequest.Err()) {
		t.Errorf("refused: %v", err)
	}
	if _, err := c.APIVersions(); !errors.Is(err, io.ErrClosedPipe) && !errors.Is(err, io.EOF) {
		t.Errorf("closed: %v", err)
	}
	c, _ = answering(t, 2, kafka.NewApiVersionsResponse())
	if _, err := c.APIVersions(); err == nil {
		t.Error("the answer to another request is taken")
	}
}
