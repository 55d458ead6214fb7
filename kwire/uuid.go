package kwire

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
)

// UUID is a 128-bit id, most significant byte first. The zero UUID stands for
// "none" throughout the protocol.
type UUID [16]byte

// String gives the form that Kafka prints: URL-safe base64 without padding, 22
// characters.
func (u UUID) String() string { return base64.RawURLEncoding.EncodeToString(u[:]) }

// ParseUUID reads Kafka's form (22 characters of URL-safe base64, padding
// allowed) or the dashed hexadecimal form of RFC 9562.
func ParseUUID(text string) (UUID, error) {
	var u UUID
	if len(text) == 36 {
		if text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-' {
			if n, err := hex.Decode(u[:], []byte(strings.ReplaceAll(text, "-", ""))); err == nil && n == len(u) {
				return u, nil
			}
		}
		return UUID{}, fmt.Errorf("%q is no UUID", text)
	}
	b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil || len(b) != len(u) {
		return UUID{}, fmt.Errorf("%q is no UUID", text)
	}
	return UUID(b), nil
}
