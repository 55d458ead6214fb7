package kwire_test

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/codec"
)

// unhex reads hexadecimal text, in which blanks may part groups.
func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// fake is a message of one int32 in its versions 0 and 1. A negative number
// cannot be encoded.
type fake struct {
	info   kwire.Info
	Number int32
}

func newFake(kind kwire.Kind, key int16) *fake {
	return &fake{info: kwire.Info{Name: "Fake", Kind: kind, APIKey: key, Highest: 1, FirstFlexible: 2}}
}

func (m *fake) Info() kwire.Info { return m.info }

func (m *fake) SetDefaults() { m.Number = 0 }

func (m *fake) EncodedSize(version int16) (int, error) {
	if !m.info.Supports(version) {
		return 0, codec.Unsupported(&m.info, version, false)
	}
	var e codec.Encoder
	return e.Size(m.encode(&e, e.Begin(nil)), &m.info, version)
}

func (m *fake) Encode(dst []byte, version int16) ([]byte, error) {
	if !m.info.Supports(version) {
		return dst, codec.Unsupported(&m.info, version, false)
	}
	var e codec.Encoder
	return e.End(dst, m.encode(&e, e.Begin(dst)), &m.info, version)
}

func (m *fake) encode(e *codec.Encoder, b []byte) []byte {
	e.Absent(m.Number < 0, "Number")
	return binary.BigEndian.AppendUint32(b, uint32(m.Number))
}

func (m *fake) Decode(src []byte, version int16) error { return m.DecodeWith(src, version, 0) }

func (m *fake) DecodeWith(src []byte, version int16, flags kwire.DecodeFlags) error {
	if !m.info.Supports(version) {
		return codec.Unsupported(&m.info, version, false)
	}
	var d codec.Decoder
	d.Begin(src, flags)
	i := 0
	m.Number, i = d.Int32(src, 0, "Number")
	return d.End(src, i, &m.info, version)
}

// vectored is a fake with bytes behind the number, which it hands over by
// reference where it can.
type vectored struct {
	*fake
	content []byte
}

func (m vectored) EncodeBuffers(v *kwire.Vector, version int16) ([][]byte, error) {
	if !m.info.Supports(version) {
		return nil, codec.Unsupported(&m.info, version, false)
	}
	var e codec.Encoder
	b := m.encode(&e, e.BeginBuffers(v))
	return e.EndBuffers(e.Bytes(b, codec.Classic, m.content), &m.info, version)
}

// makeFake returns a function that makes a message of that kind by its key, of
// which only 3 is known.
func makeFake(kind kwire.Kind) func(int16) (kwire.Message, error) {
	return func(key int16) (kwire.Message, error) {
		if key != 3 {
			return nil, codec.UnknownKey("fake", key)
		}
		return newFake(kind, key), nil
	}
}
