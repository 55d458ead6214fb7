// Package input reads bytes in the forms that people have them in: as they are,
// as digits, as numbers in brackets, as a string literal, as base64, or as a dump
// with offsets and text beside the digits. Text that could stand for different
// bytes is refused rather than guessed at.
package input

import (
	"errors"
	"fmt"
	"strings"
)

// Form is how bytes are written.
type Form string

// The forms.
const (
	Auto    Form = "auto"    // whichever of the others it looks like
	Raw     Form = "raw"     // the bytes themselves
	Hex     Form = "hex"     // digits in pairs, parted by one separator or none, or each with 0x
	Base64  Form = "base64"  // standard or URL-safe, padded or not
	Dump    Form = "dump"    // rows with offsets
	Numbers Form = "numbers" // decimal numbers from -128 to 255 in brackets
	Literal Form = "literal" // a string literal of Go, Python, Java, C or JSON
)

// Forms lists the names of all forms.
func Forms() []string {
	var names []string
	for _, form := range []Form{Auto, Raw, Hex, Base64, Dump, Numbers, Literal} {
		names = append(names, string(form))
	}
	return names
}

// Read gives the bytes that text stands for. The result may alias text.
func Read(text []byte, form Form) ([]byte, error) {
	if form == Raw {
		return text, nil
	}
	plain, isText := asText(text)
	if form == Auto && !isText {
		return text, nil
	}
	if !isText {
		return nil, errors.New("this is no text in ASCII")
	}
	switch form {
	case Hex:
		return readHex(plain)
	case Base64:
		return readBase64(plain)
	case Dump:
		return readDump(plain)
	case Numbers:
		return readNumbers(plain)
	case Literal:
		return readLiteral(plain)
	}
	return readAuto(plain)
}

// readAuto reads the form that text has. Each form is known by something that no
// other has, so that a mistake in one does not make it another.
func readAuto(text string) ([]byte, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return nil, nil
	case isLiteral(text):
		b, err := readLiteral(text)
		return b, inForm(err, "a string literal")
	case isNumbers(text):
		b, err := readNumbers(text)
		return b, inForm(err, "numbers in brackets")
	case looksLikeDump(text):
		b, err := readDump(text)
		return b, inForm(err, "a dump")
	}
	b, hexErr := readHex(text)
	if hexErr == nil {
		if strings.ContainsAny(text, "abcdef") && strings.ContainsAny(text, "ABCDEF") && strings.Trim(text, hexDigits) == "" {
			return nil, errors.New("these may be hexadecimal digits or base64; say which with -in hex or -in base64")
		}
		return b, nil
	}
	// Digits of which one is missing are no base64, nor are several words.
	if strings.ContainsAny(text, " \t,") || strings.Trim(text, hexDigits+"-:\r\n") == "" {
		return nil, asHex(hexErr)
	}
	if b, err := readBase64(text); err == nil {
		return b, nil
	}
	return nil, asHex(hexErr)
}

// inForm says what text was taken for, as it may be wrong.
func inForm(err error, form string) error {
	if err != nil {
		err = fmt.Errorf("this looks like %s, but cannot be read as it: %w", form, err)
	}
	return err
}

func asHex(err error) error {
	return fmt.Errorf("this text is no hexadecimal digits (%w), and neither base64, a dump, a literal nor numbers in brackets; if it is the bytes themselves, say so with -in raw", err)
}
