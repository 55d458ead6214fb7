package kwire_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/kgen-go/kgen/kwire"
)

func TestMetadataRecord(t *testing.T) {
	m := newFake(kwire.KindMetadata, 3)
	m.Number = 0x01020304
	want := unhex(t, "01 03 01 01020304") // frame version, type, version, body
	got, err := kwire.AppendMetadataRecord([]byte{9}, m, 1)
	if err != nil || !bytes.Equal(got, append([]byte{9}, want...)) {
		t.Errorf("got %x, %v, want %x behind 09", got, err, want)
	}
	back, version, err := kwire.DecodeMetadataRecord(makeFake(kwire.KindMetadata), want, 0)
	if err != nil || version != 1 || back.(*fake).Number != m.Number {
		t.Errorf("got %+v, version %d, %v", back, version, err)
	}
	for text, want := range map[string]error{
		"":                        kwire.ErrShortBuffer,
		"00 03 01 01020304":       kwire.ErrUnsupportedVersion, // another frame
		"02 03 01 01020304":       kwire.ErrUnsupportedVersion,
		"01":                      kwire.ErrShortBuffer,
		"01 03":                   kwire.ErrShortBuffer,
		"01 03 01 010203":         kwire.ErrShortBuffer,
		"01 03 01 01020304 00":    kwire.ErrTrailingBytes,
		"01 04 01 01020304":       kwire.ErrUnknownKey,
		"01 03 02 01020304":       kwire.ErrUnsupportedVersion,
		"01 808002 01 01020304":   kwire.ErrBadVarint, // 32768 is no int16
		"01 03 ffffffff7f 00":     kwire.ErrBadVarint,
		"01 03 ffffffffff01 0000": kwire.ErrBadVarint,
	} {
		if m, _, err := kwire.DecodeMetadataRecord(makeFake(kwire.KindMetadata), unhex(t, text), 0); !errors.Is(err, want) {
			t.Errorf("%s: got %+v, %v, want %v", text, m, err, want)
		}
	}
}

func TestCoordinatorRecord(t *testing.T) {
	key, value := newFake(kwire.KindCoordinatorKey, 3), newFake(kwire.KindCoordinatorValue, 3)
	key.Number, value.Number = 5, 6
	b, err := kwire.AppendRecordKey(nil, key)
	if want := unhex(t, "0003 00000005"); err != nil || !bytes.Equal(b, want) { // type, body
		t.Errorf("got %x, %v, want %x", b, err, want)
	}
	back, err := kwire.DecodeRecordKey(makeFake(kwire.KindCoordinatorKey), b, 0)
	if err != nil || back.(*fake).Number != 5 {
		t.Errorf("got %+v, %v", back, err)
	}
	b, err = kwire.AppendRecordValue(nil, value, 1)
	if want := unhex(t, "0001 00000006"); err != nil || !bytes.Equal(b, want) { // version, body
		t.Errorf("got %x, %v, want %x", b, err, want)
	}
	back, version, err := kwire.DecodeRecordValue(makeFake(kwire.KindCoordinatorValue), 3, b, 0)
	if err != nil || version != 1 || back.(*fake).Number != 6 {
		t.Errorf("got %+v, version %d, %v", back, version, err)
	}
	// A tombstone is no message, an empty value is a mistake.
	if m, version, err := kwire.DecodeRecordValue(makeFake(kwire.KindCoordinatorValue), 3, nil, 0); m != nil || version != -1 || err != nil {
		t.Errorf("a tombstone gives %+v, version %d, %v", m, version, err)
	}
	for _, input := range [][]byte{{}, {0}} {
		if _, _, err := kwire.DecodeRecordValue(makeFake(kwire.KindCoordinatorValue), 3, input, 0); !errors.Is(err, kwire.ErrShortBuffer) {
			t.Errorf("%x as value: error %v", input, err)
		}
		if _, err := kwire.DecodeRecordKey(makeFake(kwire.KindCoordinatorKey), input, 0); !errors.Is(err, kwire.ErrShortBuffer) {
			t.Errorf("%x as key: error %v", input, err)
		}
	}
	if _, err := kwire.DecodeRecordKey(makeFake(kwire.KindCoordinatorKey), unhex(t, "0004 00000005"), 0); !errors.Is(err, kwire.ErrUnknownKey) {
		t.Errorf("an unknown type: error %v", err)
	}
}

// TestRecordKinds: what is no such record is not framed as one.
func TestRecordKinds(t *testing.T) {
	other := newFake(kwire.KindRequest, 3)
	frames := map[string]func(kwire.Message) ([]byte, error){
		"metadata": func(m kwire.Message) ([]byte, error) { return kwire.AppendMetadataRecord([]byte{9}, m, 1) },
		"key":      func(m kwire.Message) ([]byte, error) { return kwire.AppendRecordKey([]byte{9}, m) },
		"value":    func(m kwire.Message) ([]byte, error) { return kwire.AppendRecordValue([]byte{9}, m, 1) },
	}
	for name, frame := range frames {
		for _, m := range []kwire.Message{nil, other} {
			if b, err := frame(m); err == nil || !bytes.Equal(b, []byte{9}) {
				t.Errorf("%s: a request gives %x, %v", name, b, err)
			}
		}
	}
	m := newFake(kwire.KindMetadata, 3)
	m.Number = -1
	if b, err := kwire.AppendMetadataRecord([]byte{9}, m, 1); !errors.Is(err, kwire.ErrFieldNotInVersion) || !bytes.Equal(b, []byte{9}) {
		t.Errorf("got %x, %v", b, err)
	}
}

// TestRecordFlags: the flags reach the messages, of which lenient decoding lets
// something follow.
func TestRecordFlags(t *testing.T) {
	type decode func(flags kwire.DecodeFlags) (kwire.Message, error)
	for name, decode := range map[string]decode{
		"metadata": func(flags kwire.DecodeFlags) (kwire.Message, error) {
			m, _, err := kwire.DecodeMetadataRecord(makeFake(kwire.KindMetadata), unhex(t, "01 03 01 00000005 ff"), flags)
			return m, err
		},
		"key": func(flags kwire.DecodeFlags) (kwire.Message, error) {
			return kwire.DecodeRecordKey(makeFake(kwire.KindCoordinatorKey), unhex(t, "0003 00000005 ff"), flags)
		},
		"value": func(flags kwire.DecodeFlags) (kwire.Message, error) {
			m, _, err := kwire.DecodeRecordValue(makeFake(kwire.KindCoordinatorValue), 3, unhex(t, "0001 00000005 ff"), flags)
			return m, err
		},
	} {
		if _, err := decode(0); !errors.Is(err, kwire.ErrTrailingBytes) {
			t.Errorf("%s: error %v", name, err)
		}
		if m, err := decode(kwire.Lenient); err != nil || m.(*fake).Number != 5 {
			t.Errorf("%s, lenient: got %+v, %v", name, m, err)
		}
	}
	// Kafka drops what a varint has above 32 bits.
	if _, version, err := kwire.DecodeMetadataRecord(makeFake(kwire.KindMetadata), unhex(t, "01 03 8180808070 00000005"), kwire.Lenient); err != nil || version != 1 {
		t.Errorf("got version %d, %v", version, err)
	}
	if _, _, err := kwire.DecodeMetadataRecord(makeFake(kwire.KindMetadata), unhex(t, "01 03 8180808070 00000005"), 0); !errors.Is(err, kwire.ErrBadVarint) {
		t.Errorf("error %v", err)
	}
}
