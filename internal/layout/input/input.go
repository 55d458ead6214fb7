// Package input reads bytes in the forms that people have them in: as they are,
// as hexadecimal digits, as base64, or as a dump with offsets and text beside
// the digits.
package input

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// Form is how bytes are written.
type Form string

// The forms.
const (
	Auto   Form = "auto" // whichever of the others it looks like
	Raw    Form = "raw"
	Hex    Form = "hex"    // digits in pairs, parted by whatever is usual
	Base64 Form = "base64" // standard or URL-safe, padded or not
	Dump   Form = "dump"   // of xxd, hexdump -C, od -A x -t x1, or Wireshark
)

// Forms lists the names of all forms.
func Forms() []string {
	return []string{string(Auto), string(Raw), string(Hex), string(Base64), string(Dump)}
}

// Read gives the bytes that text stands for. The result may alias text.
func Read(text []byte, form Form) ([]byte, error) {
	switch form {
	case Raw:
		return text, nil
	case Hex:
		return readHex(text)
	case Base64:
		return readBase64(text)
	case Dump:
		return readDump(text)
	}
	return readAuto(text)
}

// readAuto tries the forms from the most particular to the least, so that none
// takes what another is meant for.
func readAuto(text []byte) ([]byte, error) {
	if !isPlainText(text) {
		return text, nil
	}
	if looksLikeDump(string(text)) {
		if b, err := readDump(text); err == nil {
			return b, nil
		}
	}
	b, hexErr := readHex(text)
	if hexErr == nil {
		return b, nil
	}
	if b, err := readBase64(text); err == nil {
		return b, nil
	}
	return nil, fmt.Errorf("this text is no hexadecimal digits (%w), no base64 and no dump; if it is the bytes themselves, say so with -in raw", hexErr)
}

// isPlainText reports whether text is printable ASCII: no form but raw has
// anything else.
func isPlainText(text []byte) bool {
	for _, c := range text {
		if c >= 0x7f || c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

// Marks and separators that stand between digits in programs and tools.
var hexNoise = strings.NewReplacer(`\x`, "", "0x", "", "0X", "", ",", "", ":", "", "\"", "", "{", "", "}", "", "[", "", "]", "")

func readHex(text []byte) ([]byte, error) {
	digits := strings.Join(strings.Fields(hexNoise.Replace(string(text))), "")
	if digits == "" && len(bytes.TrimSpace(text)) > 0 {
		return nil, errors.New("there is none")
	}
	b, err := hex.DecodeString(digits)
	if wrong, ok := errors.AsType[hex.InvalidByteError](err); ok {
		return nil, fmt.Errorf("%q is none", byte(wrong))
	}
	if err != nil {
		return nil, fmt.Errorf("there is an odd number, %d", len(digits))
	}
	return b, nil
}

func readBase64(text []byte) ([]byte, error) {
	digits := strings.TrimRight(strings.Join(strings.Fields(string(text)), ""), "=")
	digits = strings.NewReplacer("-", "+", "_", "/").Replace(digits)
	b, err := base64.RawStdEncoding.DecodeString(digits)
	if err != nil {
		return nil, fmt.Errorf("not base64: %w", err)
	}
	return b, nil
}
