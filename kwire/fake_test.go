package kwire_test

import (
	"encoding/binary"

	"github.com/kgen-go/kgen/kwire"
)

// fake is a message of one int32 in its versions 0 and 1. A negative number
// cannot be encoded.
type fake struct {
	info   kwire.Info
	Number int32
}

func newFake(kind kwire.Kind, key int16) *fake {
	return &fake{info: kwire.Info{Name: "Fake", Kind: kind, APIKey: key, Highest: 1, HighestStable: 1, FirstFlexible: 2}}
}

func (m *fake) Info() *kwire.Info { return &m.info }

func (m *fake) SetDefaults() { m.Number = 0 }

func (m *fake) EncodedSize(version int16) (int, error) {
	if !m.info.Supports(version) {
		return 0, kwire.UnsupportedVersion(&m.info, version)
	}
	return 4, nil
}

func (m *fake) Encode(dst []byte, version int16) ([]byte, error) {
	if _, err := m.EncodedSize(version); err != nil {
		return dst, err
	}
	if m.Number < 0 {
		return dst, kwire.InMessage(kwire.FieldNotInVersion("Number"), &m.info, version)
	}
	return binary.BigEndian.AppendUint32(dst, uint32(m.Number)), nil
}

func (m *fake) Decode(src []byte, version int16) error { return m.DecodeWith(src, version, 0) }

func (m *fake) DecodeWith(src []byte, version int16, flags kwire.DecodeFlags) error {
	if _, err := m.EncodedSize(version); err != nil {
		return err
	}
	if len(src) < 4 {
		return kwire.InMessage(kwire.ShortRun(src, 0, "Number:4"), &m.info, version)
	}
	m.Number = int32(binary.BigEndian.Uint32(src))
	var d kwire.Decoder
	d.Begin(src, flags)
	return d.End(src, 4, nil, &m.info, version)
}

// makeFake returns a function that makes a message of that kind by its key, of
// which only 3 is known.
func makeFake(kind kwire.Kind) func(int16) (kwire.Message, error) {
	return func(key int16) (kwire.Message, error) {
		if key != 3 {
			return nil, kwire.UnknownKey("fake", key)
		}
		return newFake(kind, key), nil
	}
}
