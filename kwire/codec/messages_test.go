package codec_test

import (
	"bytes"
	"errors"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"weak"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// buffered is what messages with bytes fields have in addition.
type buffered interface {
	EncodeBuffers(v *kwire.Vector, version int16) ([][]byte, error)
}

// TestNilMessages: a nil pointer is an error wherever a message is taken, and
// still has its Info.
func TestNilMessages(t *testing.T) {
	refused := func(what string, m kwire.Message, err error) {
		t.Helper()
		if !errors.Is(err, kwire.ErrNullNotAllowed) {
			t.Errorf("%s of a nil %T: error %v", what, m, err)
		}
	}
	tested := 0
	check := func(m kwire.Message) {
		none := reflect.Zero(reflect.TypeOf(m)).Interface().(kwire.Message)
		version := none.Info().Highest
		dst := []byte("before")
		b, err := none.Encode(dst, version)
		refused("Encode", none, err)
		if !bytes.Equal(b, dst) {
			t.Errorf("Encode of a nil %T returns %q", none, b)
		}
		_, err = none.EncodedSize(version)
		refused("EncodedSize", none, err)
		refused("Decode", none, none.Decode([]byte{0}, version))
		refused("DecodeWith", none, none.DecodeWith([]byte{0}, version, kwire.Lenient))
		if m, ok := none.(buffered); ok {
			_, err := m.EncodeBuffers(new(kwire.Vector), version)
			refused("EncodeBuffers", none, err)
		}
		var v kwire.Vector
		switch none.Info().Kind {
		case kwire.KindRequest:
			_, err = kafka.AppendRequest(nil, 1, "me", none, version)
			refused("AppendRequest", none, err)
			_, err = kafka.RequestBuffers(&v, 1, "me", none, version)
			refused("RequestBuffers", none, err)
		case kwire.KindResponse:
			_, err = kafka.AppendResponse(nil, 1, none, version)
			refused("AppendResponse", none, err)
			_, err = kafka.ResponseBuffers(&v, 1, none, version)
			refused("ResponseBuffers", none, err)
			_, err = kafka.DecodeResponse(make([]byte, 10), none, version)
			refused("DecodeResponse", none, err)
		}
		tested++
	}
	for _, key := range kafka.Keys() {
		if req, err := kafka.NewRequest(key); err == nil {
			check(req)
		}
		if resp, err := kafka.NewResponse(key); err == nil {
			check(resp)
		}
	}
	for _, name := range []string{"RequestHeader", "ResponseHeader", "ConsumerProtocolAssignment", "VotersRecord"} {
		check(kafka.NewMessage(name))
	}
	if tested < 100 {
		t.Errorf("only %d messages are tested", tested)
	}
	_, err := kafka.AppendRequest(nil, 1, "me", nil, 0)
	refused("AppendRequest", nil, err)
	_, err = kafka.DecodeResponse(make([]byte, 10), nil, 0)
	refused("DecodeResponse", nil, err)
}

// TestNullWithContent: a NullString with a content that is not Valid is refused
// rather than written as null, alone and within arrays, in both forms.
func TestNullWithContent(t *testing.T) {
	null := kwire.NullString{Value: "x"}
	long := kwire.NullString{Value: string(make([]byte, 200))}
	tests := map[string]func(s kwire.NullString) kwire.Message{
		"ClusterId": func(s kwire.NullString) kwire.Message {
			m := kafka.NewMetadataResponse()
			m.ClusterId = s
			return m
		},
		"Brokers[1].Rack": func(s kwire.NullString) kwire.Message {
			m := kafka.NewMetadataResponse()
			m.Brokers = []kafka.MetadataResponseBroker{{}, {Rack: s}}
			return m
		},
	}
	for path, message := range tests {
		for version := int16(2); version <= 13; version++ { // flexible from 9 on
			for _, s := range []kwire.NullString{null, long} {
				m := message(s)
				_, err := m.Encode(nil, version)
				_, inPlace := m.Encode([]byte{}, version)
				_, sized := m.EncodedSize(version)
				for way, err := range map[string]error{"Encode(nil)": err, "Encode": inPlace, "EncodedSize": sized} {
					if e, isOurs := errors.AsType[*kwire.Error](err); !isOurs || e.Err != kwire.ErrNullNotAllowed || e.Path != path {
						t.Errorf("v%d by %s: error %v, want one of %s", version, way, err, path)
					}
				}
			}
			m := message(kwire.NullString{})
			if _, err := m.Encode(nil, version); err != nil {
				t.Errorf("v%d: null is refused: %v", version, err)
			}
		}
	}
}

// produce is a message with a large bytes field, which Encode(nil) refers to
// before it copies.
func produce() *kafka.ProduceRequest {
	return &kafka.ProduceRequest{TopicData: []kafka.ProduceRequestTopicProduceData{{
		Name:          "orders",
		PartitionData: []kafka.ProduceRequestPartitionProduceData{{Records: bytes.Repeat([]byte{0xab}, 64<<10)}},
	}}}
}

// TestNoReferenceKept: once a message is encoded, nothing that is kept for the
// next one holds on to its bytes, whatever has become of it.
func TestNoReferenceKept(t *testing.T) {
	tests := map[string]func(m *kafka.ProduceRequest) error{
		"Encode": func(m *kafka.ProduceRequest) error { _, err := m.Encode(nil, 9); return err },
		"EncodedSize": func(m *kafka.ProduceRequest) error {
			_, err := m.EncodedSize(9)
			return err
		},
		"AppendRequest": func(m *kafka.ProduceRequest) error {
			_, err := kafka.AppendRequest(nil, 1, "me", m, 9)
			return err
		},
		"a failure": func(m *kafka.ProduceRequest) error {
			m.TopicData = append(m.TopicData, kafka.ProduceRequestTopicProduceData{Name: tooLong})
			if _, err := m.Encode(nil, 9); !errors.Is(err, kwire.ErrBadLength) {
				return errors.New("the failure did not happen")
			}
			return nil
		},
	}
	for name, encode := range tests {
		records := func() weak.Pointer[byte] {
			m := produce()
			pointer := weak.Make(&m.TopicData[0].PartitionData[0].Records[0])
			if err := encode(m); err != nil {
				t.Fatal(name, err)
			}
			return pointer
		}()
		runtime.GC() // only the second takes away what a sync.Pool has
		if records.Value() != nil {
			t.Errorf("%s leaves a reference to the message's bytes", name)
		}
	}
}

// TestConcurrentEncode: any number of goroutines may encode one message.
func TestConcurrentEncode(t *testing.T) {
	m := produce()
	want, err := m.Encode(nil, 9)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			var v kwire.Vector
			for range 20 {
				whole, err := m.Encode(nil, 9)
				appended, err2 := m.Encode([]byte{}, 9)
				buffers, err3 := m.EncodeBuffers(&v, 9)
				size, err4 := m.EncodedSize(9)
				if err := errors.Join(err, err2, err3, err4); err != nil {
					t.Error(err)
				}
				if !bytes.Equal(whole, want) || !bytes.Equal(appended, want) || !bytes.Equal(bytes.Join(buffers, nil), want) || size != len(want) {
					t.Error("a message that others encode too comes out wrong")
				}
			}
		})
	}
	group.Wait()
}
