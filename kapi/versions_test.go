package kapi_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kapi"
	"github.com/kgen-go/kgen/kwire"
)

func TestPick(t *testing.T) {
	highest := kafka.NewFetchRequest().Info().HighestStable()
	for _, c := range []struct {
		theirs, limits kapi.Versions
		want           int16
		problem        string
	}{
		{kapi.Versions{kafka.KeyFetch: {4, 11}}, nil, 11, ""},
		{kapi.Versions{kafka.KeyFetch: {0, 1000}}, nil, highest, ""},
		{kapi.Versions{kafka.KeyFetch: {4, 11}}, kapi.Versions{kafka.KeyFetch: {0, 7}}, 7, ""},
		{kapi.Versions{kafka.KeyFetch: {4, 11}}, kapi.Versions{kafka.KeyProduce: {0, 7}}, 11, ""},
		{kapi.Versions{kafka.KeyFetch: {4, 11}}, kapi.Versions{kafka.KeyFetch: {12, 13}}, 0, "FetchRequest: the broker has versions 4-11, of which none can be used: unsupported version"},
		{kapi.Versions{kafka.KeyFetch: {0, 2}}, nil, 0, "FetchRequest: the broker has versions 0-2, of which none can be used: unsupported version"},
		{nil, nil, 0, "FetchRequest: the broker does not have the API: unsupported version"},
	} {
		got, err := c.theirs.Pick(kafka.NewFetchRequest(), c.limits)
		if got != c.want || (err == nil) != (c.problem == "") || err != nil && (err.Error() != c.problem || !errors.Is(err, kwire.ErrUnsupportedVersion)) {
			t.Errorf("%v, limits %v: got %d, %v, want %d, %s", c.theirs, c.limits, got, err, c.want, c.problem)
		}
	}
	common := kapi.Versions{1: {4, 11}, 2: {0, 1}}.Common(kapi.Versions{1: {0, 9}, 2: {2, 3}, 3: {0, 0}})
	if len(common) != 1 || common[1] != (kapi.Range{Lowest: 4, Highest: 9}) {
		t.Errorf("in common: %v", common)
	}
}

func unhex(t *testing.T, parts ...string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(strings.Join(parts, ""), " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What brokers answer to an ApiVersionsRequest of a version that they know, and
// of one that they do not (KIP-511).
func TestDecodeApiVersions(t *testing.T) {
	known := unhex(t,
		"00000007", "0000", // correlation id, no error
		"02", "0012 0000 0003 00", // one key: 18, versions 0-3, no tags
		"00000000", "00", // throttle time, no tags
	)
	resp, used, err := kapi.DecodeApiVersions(known, 3)
	if err != nil || used != 3 || resp.FindApiKey(18).MaxVersion != 3 {
		t.Errorf("%+v in version %d, %v", resp, used, err)
	}
	fallback := unhex(t, "00000007", "0023", "00000001", "0012 0000 0003")
	resp, used, err = kapi.DecodeApiVersions(fallback, 5)
	if err != nil || used != 0 || resp.ErrorCode != 35 || resp.FindApiKey(18).MaxVersion != 3 {
		t.Errorf("%+v in version %d, %v", resp, used, err)
	}
	if _, _, err := kapi.DecodeApiVersions(known[:5], 3); err == nil {
		t.Error("half a frame is decoded")
	}
}

func TestVersioned(t *testing.T) {
	sub := &kafka.ConsumerProtocolSubscription{Topics: []string{"a"}}
	data, err := kapi.AppendVersioned(nil, sub, 0)
	want := unhex(t, "0000", "00000001", "0001 61", "ffffffff")
	if err != nil || !bytes.Equal(data, want) {
		t.Errorf("got  %x, %v\nwant %x", data, err, want)
	}
	// A version from the future has what version 3 has, and more.
	newer := unhex(t, "0063", "00000001", "0001 61", "ffffffff", "00000000", "00000005", "0001 72", "cafe")
	var back kafka.ConsumerProtocolSubscription
	version, err := kapi.DecodeVersioned(newer, &back)
	if err != nil || version != 3 || back.Topics[0] != "a" || back.RackId.Value != "r" || back.GenerationId != 5 {
		t.Errorf("%+v in version %d, %v", back, version, err)
	}
	for _, bad := range [][]byte{nil, {0}, {0xff, 0xff, 0, 0}, want[:7]} {
		if _, err := kapi.DecodeVersioned(bad, &back); err == nil {
			t.Errorf("%x is decoded", bad)
		}
	}
}

func TestEmbedded(t *testing.T) {
	sub := unhex(t, "0000", "00000001", "0001 61", "ffffffff")
	count := func(m kwire.Message) (n int) {
		for d := range kapi.Embedded(m) {
			inner, version, err := d.Decode()
			if err != nil {
				t.Fatal(err)
			}
			if inner == nil {
				continue
			}
			n++
			if s, ok := inner.(*kafka.ConsumerProtocolSubscription); ok {
				s.Topics[0] = "bc"
				if err := d.Set(s, version); err != nil {
					t.Fatal(err)
				}
			}
		}
		return n
	}
	join := &kafka.JoinGroupRequest{ProtocolType: "consumer", Protocols: []kafka.JoinGroupRequestProtocol{{Metadata: sub}, {Metadata: sub}}}
	if n := count(join); n != 2 {
		t.Errorf("%d subscriptions, want 2", n)
	}
	if want := unhex(t, "0000", "00000001", "0002 6263", "ffffffff"); !bytes.Equal(join.Protocols[1].Metadata, want) {
		t.Errorf("got %x, want %x", join.Protocols[1].Metadata, want)
	}
	for _, c := range []struct {
		m    kwire.Message
		want int
	}{
		{&kafka.JoinGroupRequest{ProtocolType: "connect", Protocols: []kafka.JoinGroupRequestProtocol{{Metadata: []byte("other")}}}, 0},
		{&kafka.JoinGroupResponse{Members: []kafka.JoinGroupResponseMember{{Metadata: sub}}}, 1},
		{&kafka.SyncGroupRequest{Assignments: []kafka.SyncGroupRequestAssignment{{Assignment: unhex(t, "0000 00000000 ffffffff")}}}, 1},
		{&kafka.SyncGroupResponse{}, 0},
		{&kafka.DescribeGroupsResponse{Groups: []kafka.DescribeGroupsResponseDescribedGroup{{
			ProtocolType: "consumer", Members: []kafka.DescribeGroupsResponseDescribedGroupMember{{MemberMetadata: sub, MemberAssignment: unhex(t, "0000 00000000 ffffffff")}},
		}}}, 2},
		{kafka.NewFetchRequest(), 0},
	} {
		if n := count(c.m); n != c.want {
			t.Errorf("%s: %d, want %d", c.m.Info().Name, n, c.want)
		}
	}
}

// The controllers' and coordinators' APIs by what their errors are: an API whose
// responses speak of a wrong coordinator has one.
func TestRoute(t *testing.T) {
	for key, want := range map[kafka.Key]kapi.Target{
		kafka.KeyMetadata: kapi.AnyBroker, kafka.KeyProduce: kapi.PartitionLeader, kafka.KeyJoinGroup: kapi.GroupCoordinator,
		kafka.KeyEndTxn: kapi.TransactionCoordinator, kafka.KeyCreateTopics: kapi.Controller, -1: kapi.AnyBroker,
	} {
		if got := kapi.Route(key); got != want {
			t.Errorf("%s is for %s, want %s", key, got, want)
		}
	}
}
