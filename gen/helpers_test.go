package gen_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

func TestRequestInfo(t *testing.T) {
	if info, found := kafka.RequestInfo(kafka.KeyFetch); !found || info != kafka.NewFetchRequest().Info() {
		t.Errorf("key 1 has %+v, %v", info, found)
	}
	if info, found := kafka.RequestInfo(int16(0)); !found || info.Name != "ProduceRequest" {
		t.Errorf("key 0 has %+v, %v", info, found)
	}
	for _, key := range []kafka.Key{-1, kafka.KeyLeaderAndIsr} {
		if info, found := kafka.RequestInfo(key); found {
			t.Errorf("key %d, of which no version is left, has %+v", key, info)
		}
	}
}

// The frames are put together by hand after the documented layouts.
func TestAppendRequestHeader(t *testing.T) {
	header := &kafka.RequestHeader{CorrelationId: 7} // a null client id
	header.UnknownTags.Set(1, []byte{0xaa})
	got, err := kafka.AppendRequestHeader(nil, header, &kafka.ListGroupsRequest{}, 3)
	want := unhex(t,
		"0000000f",  // size
		"0010 0003", // API key 16, version 3
		"00000007",  // correlation id
		"ffff",      // client id: null, never compact
		"01 01 01aa",
		"00",
	)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("got  %x, %v\nwant %x", got, err, want)
	}
	back, body, err := kafka.DecodeRequestWith(got[4:], kwire.AliasStrings)
	if err != nil || back.ClientId.Valid || back.UnknownTags.String() != "1=aa" || body.Info().Name != "ListGroupsRequest" {
		t.Errorf("comes back as %+v, %v, %v", back, body, err)
	}
	if got, err := kafka.AppendRequestHeader([]byte("x"), header, &kafka.ListGroupsResponse{}, 3); err == nil || string(got) != "x" {
		t.Errorf("a response was written as a request: %q", got)
	}
}

func TestDecodeWithFlags(t *testing.T) {
	trailing := unhex(t, "0010 0000 00000007 ffff", "00")
	if _, _, err := kafka.DecodeRequestWith(trailing, 0); !errors.Is(err, kwire.ErrTrailingBytes) {
		t.Errorf("strict: %v", err)
	}
	if _, _, err := kafka.DecodeRequestWith(trailing, kwire.Lenient); err != nil {
		t.Errorf("lenient: %v", err)
	}
	trailing = unhex(t, "00000007", "0000 00000000", "00")
	resp := (*kafka.ListGroupsRequest)(nil).NewResponse()
	if id, err := kwire.PeekResponse(trailing); id != 7 || err != nil {
		t.Errorf("correlation id %d, %v", id, err)
	}
	if _, err := kafka.DecodeResponseWith(trailing, resp, 0, 0); !errors.Is(err, kwire.ErrTrailingBytes) {
		t.Errorf("strict: %v", err)
	}
	if _, err := kafka.DecodeResponseWith(trailing, resp, 0, kwire.Lenient); err != nil {
		t.Errorf("lenient: %v", err)
	}
	if _, err := kwire.PeekResponse(trailing[:3]); !errors.Is(err, kwire.ErrShortBuffer) {
		t.Errorf("three bytes: %v", err)
	}
}

func TestFind(t *testing.T) {
	resp := kafka.NewMetadataResponse()
	resp.Topics = []kafka.MetadataResponseTopic{{}, {Name: kwire.StringOf("")}, {Name: kwire.StringOf("a")}}
	if got := resp.FindTopic("a"); got != &resp.Topics[2] {
		t.Errorf("found %v", got)
	}
	if got := resp.FindTopic(""); got != &resp.Topics[1] {
		t.Errorf("found %v: a null name is no empty one", got)
	}
	if got := resp.FindTopic("b"); got != nil {
		t.Errorf("found %v", got)
	}
	configs := &kafka.AlterConfigsRequest{Resources: []kafka.AlterConfigsRequestResource{
		{ResourceType: 4, ResourceName: "1"}, {ResourceType: 2, ResourceName: "1"},
	}}
	if got := configs.FindResource(2, "1"); got != &configs.Resources[1] {
		t.Errorf("found %v: both keys count", got)
	}
}
