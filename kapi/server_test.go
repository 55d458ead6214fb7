package kapi_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kapi"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

// serve starts a server and returns a connection to it.
func serve(t *testing.T, s *kapi.Server) *kapi.Conn {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
	conn, err := kapi.Dial(context.Background(), l.Addr().String(), "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn.Close()
		l.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return conn
}

func TestServer(t *testing.T) {
	var s kapi.Server
	kapi.Handle(&s, func(h *kafka.RequestHeader, req *kafka.MetadataRequest, resp *kafka.MetadataResponse) error {
		if len(req.Topics) == 0 {
			return kerror.InvalidTopicException.Err()
		}
		for _, topic := range req.Topics {
			resp.Topics = append(resp.Topics, kafka.MetadataResponseTopic{Name: topic.Name})
		}
		return nil
	})
	kapi.Handle(&s, func(*kafka.RequestHeader, *kafka.ProduceRequest, *kafka.ProduceResponse) error { return nil })
	kapi.Handle(&s, func(*kafka.RequestHeader, *kafka.HeartbeatRequest, *kafka.HeartbeatResponse) error {
		return errors.New("broken")
	})
	problems := make(chan error, 1)
	s.Log = func(err error) { problems <- err }
	conn := serve(t, &s)
	if n := len(conn.Versions()); n != 4 {
		t.Errorf("%d APIs are offered, want 4: %v", n, conn.Versions())
	}

	req := kafka.NewMetadataRequest()
	req.Topics = []kafka.MetadataRequestTopic{{Name: kwire.StringOf("a")}}
	resp, err := kapi.Do(conn, req)
	if err != nil || resp.FindTopic("a") == nil || kapi.Err(resp) != nil {
		t.Errorf("%+v, %v", resp, err)
	}
	if v, err := conn.Version(req); err != nil || v != req.Info().HighestStable() {
		t.Errorf("version %d, %v", v, err)
	}

	// A kerror.Error is the response's, not the connection's.
	resp, err = kapi.Do(conn, kafka.NewMetadataRequest())
	if err != nil {
		t.Fatal(err)
	}
	var failed *kerror.Error
	if err := kapi.Err(resp); !errors.As(err, &failed) || failed.Code != kerror.InvalidTopicException {
		t.Errorf("the failed response has the error %v", err)
	} else if want := "MetadataResponse: ErrorCode: "; !strings.HasPrefix(err.Error(), want) {
		t.Errorf("the error is %q", err)
	}

	if _, err := kapi.Do(conn, kafka.NewFetchRequest()); !errors.Is(err, kwire.ErrUnsupportedVersion) {
		t.Errorf("a request that is not offered: %v", err)
	}
	if _, err := kapi.Do(conn, kafka.NewHeartbeatRequest()); err == nil {
		t.Error("an answer to what cannot be answered")
	}
	if err := <-problems; err.Error() != "Heartbeat v4: broken" {
		t.Errorf("logged: %v", err)
	}
}

func TestAnswer(t *testing.T) {
	var s kapi.Server
	kapi.Handle(&s, func(*kafka.RequestHeader, *kafka.ProduceRequest, *kafka.ProduceResponse) error { return nil })
	// Version 99 of ApiVersions: the header is of version 2, the rest unknown.
	newer := unhex(t, "0012 0063 00000007 ffff 00", "01020304")
	got, err := s.Answer(newer)
	want := unhex(t, "00000016", "00000007", "0023", "00000002", "0000 0003 000d", "0012 0000 0005")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("got  %x, %v\nwant %x", got, err, want)
	}

	ask := func(req kwire.Message, version int16) []byte {
		t.Helper()
		frame, err := kafka.AppendRequest(nil, 7, "", req, version)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Answer(frame[4:])
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := ask(&kafka.ProduceRequest{Acks: 0}, 9); len(got) > 0 {
		t.Errorf("acks of 0 are answered: %x", got)
	}
	if got, want := ask(kafka.NewHeartbeatRequest(), 0), unhex(t, "00000006", "00000007", "0023"); !bytes.Equal(got, want) {
		t.Errorf("without a handler: got %x, want %x", got, want)
	}
	for _, bad := range [][]byte{nil, unhex(t, "7fff 0000 00000007 ffff"), unhex(t, "0000 0009 00000007 ffff 00 07")} {
		if got, err := s.Answer(bad); err == nil {
			t.Errorf("%x is answered: %x", bad, got)
		}
	}
}

// A broker that does not know the newest version of ApiVersions is asked again.
func TestDialAnOlderBroker(t *testing.T) {
	ours, theirs := net.Pipe()
	defer ours.Close()
	go func() {
		defer theirs.Close()
		for _, answer := range []string{
			"00000010 00000001 0023 00000001 0012 0000 0001",
			"00000014 00000002 0000 00000001 0003 0000 0005 00000000",
		} {
			if _, err := kwire.ReadFrame(theirs, nil, 1<<10); err != nil {
				return
			}
			theirs.Write(unhex(t, answer))
		}
	}()
	conn, err := kapi.NewConn(ours, "test")
	if err != nil {
		t.Fatal(err)
	}
	if v, err := conn.Version(kafka.NewMetadataRequest()); v != 5 || err != nil {
		t.Errorf("version %d of Metadata, %v, want 5", v, err)
	}
}
