package proxy

import (
	"bytes"
	"slices"
	"testing"

	"github.com/kgen-go/kgen/examples/fakebroker"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kapi"
	"github.com/kgen-go/kgen/kwire"
)

// A client sees its own name of a topic, and the broker the other.
func TestProxyRenames(t *testing.T) {
	b, err := fakebroker.New()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	b.AddTopic("p-orders", 1)
	p := &Proxy{Prefix: "p-"}
	defer p.Close()
	addr, err := p.Listen(b.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := kapi.Dial(t.Context(), addr.String(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	resp, err := kapi.Call(conn, &kafka.MetadataRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if resp.FindTopic("orders") == nil || len(resp.Topics) != 1 || resp.Brokers[0].Port != int32(addr.Port) {
		t.Errorf("the client sees %+v", resp)
	}
	again, err := p.Listen(b.Addr().String())
	if err != nil || again.Port != addr.Port {
		t.Errorf("a second listener for one broker: %v, %v", again, err)
	}
}

func TestRename(t *testing.T) {
	p := &Proxy{Prefix: "p-"}
	sub, err := kapi.AppendVersioned(nil, &kafka.ConsumerProtocolSubscription{Topics: []string{"a"}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	join := kafka.NewJoinGroupRequest()
	join.ProtocolType = "consumer"
	join.Protocols = []kafka.JoinGroupRequestProtocol{{Metadata: sub}, {Metadata: []byte("x")}}
	acl := &kafka.DescribeAclsRequest{ResourceTypeFilter: 2, ResourceNameFilter: kwire.StringOf("a")}
	for _, c := range []struct {
		m       kwire.Message
		changed bool
		have    func() string
		want    string
	}{
		{join, true, func() string { return string(join.Protocols[0].Metadata[6:11]) }, "\x00\x03p-a"},
		{acl, true, func() string { return acl.ResourceNameFilter.Value }, "p-a"},
		{kafka.NewHeartbeatRequest(), false, func() string { return "" }, ""},
	} {
		version := c.m.Info().Highest
		changed, err := rename(c.m, version, p.toBroker)
		if err != nil || changed != c.changed || c.have() != c.want {
			t.Errorf("%s: changed %v, %v, got %q, want %q", c.m.Info().Name, changed, err, c.have(), c.want)
		}
	}
	if got := string(join.Protocols[1].Metadata); got != "x" {
		t.Errorf("what is no subscription has become %q", got)
	}
	for _, name := range []string{"", "*", "__consumer_offsets"} {
		if p.toBroker(name) != name {
			t.Errorf("%q is renamed", name)
		}
	}
}

// A frame in which nothing is renamed goes on as it is: nil stands for that.
func TestUnchangedFrames(t *testing.T) {
	s := &session{Proxy: &Proxy{Prefix: "p-"}, pending: map[int32]asked{}}
	frame, err := kafka.AppendRequest(nil, 7, "client", kafka.NewHeartbeatRequest(), 4)
	if err != nil {
		t.Fatal(err)
	}
	before := slices.Clone(frame)
	if out, err := s.request(frame[4:]); out != nil || err != nil || !bytes.Equal(frame, before) {
		t.Errorf("the request becomes %x, %v", out, err)
	}
	frame, err = kafka.AppendResponse(nil, 7, kafka.NewHeartbeatResponse(), 4)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := s.response(frame[4:]); out != nil || err != nil {
		t.Errorf("the response becomes %x, %v", out, err)
	}
	if _, err := s.response(frame[4:]); err == nil {
		t.Error("a second response to one request")
	}
	if _, err := s.request(frame[4:8]); err == nil {
		t.Error("half a request")
	}
}
