package input

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// asText gives a text in printable ASCII, whatever its encoding. A byte order
// mark, which Windows' tools write, tells UTF-16; no form has other characters.
func asText(text []byte) (string, bool) {
	var plain string
	if order := byteOrder(text); order != nil {
		plain = decodeUTF16(text[2:], order)
	} else {
		plain = string(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	}
	for _, c := range []byte(plain) {
		if c >= 0x7f || c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return "", false
		}
	}
	return plain, true
}

// byteOrder is that of UTF-16, nil if text is none.
func byteOrder(text []byte) binary.ByteOrder {
	switch {
	case len(text)%2 != 0:
		return nil
	case bytes.HasPrefix(text, []byte("\xff\xfe")):
		return binary.LittleEndian
	case bytes.HasPrefix(text, []byte("\xfe\xff")):
		return binary.BigEndian
	}
	return nil
}

func decodeUTF16(text []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = order.Uint16(text[2*i:])
	}
	return string(utf16.Decode(units))
}
