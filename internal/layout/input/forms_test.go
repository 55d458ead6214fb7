package input_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/kgen-go/kgen/internal/layout/input"
)

// joined prints each byte by itself.
func joined(b []byte, separator string, each func(c byte) string) string {
	words := make([]string, len(b))
	for i, c := range b {
		words[i] = each(c)
	}
	return strings.Join(words, separator)
}

func printf(format string) func(c byte) string {
	return func(c byte) string { return fmt.Sprintf(format, c) }
}

func signed(c byte) string { return strconv.Itoa(int(int8(c))) }

// printers are the forms that languages and tools print bytes in.
var printers = map[string]func(b []byte) string{
	"hex":                    hex.EncodeToString,
	"HEX":                    func(b []byte) string { return strings.ToUpper(hex.EncodeToString(b)) },
	"0x before all":          func(b []byte) string { return "0x" + hex.EncodeToString(b) },
	"pairs":                  func(b []byte) string { return fmt.Sprintf("% x", b) },
	"colons":                 func(b []byte) string { return joined(b, ":", printf("%02x")) },
	".NET BitConverter":      func(b []byte) string { return joined(b, "-", printf("%02X")) },
	"0x each":                func(b []byte) string { return joined(b, ", ", printf("%#x")) },
	"0x02 each":              func(b []byte) string { return joined(b, " ", printf("0x%02X")) },
	"Go %v":                  func(b []byte) string { return fmt.Sprintf("%v", b) },
	"Go %#v":                 func(b []byte) string { return fmt.Sprintf("%#v", b) },
	"Go %q":                  func(b []byte) string { return quoted(b) },
	"Go %x with blank":       func(b []byte) string { return fmt.Sprintf("% X\n", b) },
	"Java Arrays.toString":   func(b []byte) string { return "[" + joined(b, ", ", signed) + "]" },
	"Java source":            func(b []byte) string { return "new byte[] {" + joined(b, ", ", signed) + "};" },
	"Java source with casts": func(b []byte) string { return "new byte[]{" + joined(b, ", ", printf("(byte)0x%02x")) + "}" },
	"JavaScript":             func(b []byte) string { return "[" + joined(b, ",", printf("%d")) + "]" },
	"Python list":            func(b []byte) string { return "bytes([" + joined(b, ", ", printf("%d")) + "])" },
	"Python bytes":           pythonBytes,
	"shell":                  func(b []byte) string { return joined(b, "", printf(`\x%02x`)) },
	"C":                      func(b []byte) string { return "{ " + joined(b, ", ", printf("0x%02x")) + " }" },
	"base64":                 base64.StdEncoding.EncodeToString,
	"base64 URL":             base64.URLEncoding.EncodeToString,
	"base64 unpadded":        base64.RawStdEncoding.EncodeToString,
	"hexdump -C":             hex.Dump,
	"od -tx1":                func(b []byte) string { return rows(b, "%07o ", "", "%07o\n") },
	"od -Ad -tx1":            func(b []byte) string { return rows(b, "%07d ", "", "%07d\n") },
	"PowerShell":             func(b []byte) string { return "   Label: String\n\n" + rows(b, "%016X ", " ", "") },
	"Wireshark":              func(b []byte) string { return rows(b, "%04x   ", "   ", "") },
	"Netty":                  netty,
	"UTF-16":                 func(b []byte) string { return inUTF16(hex.Dump(b)) },
}

// quoted escapes every byte that is not printable.
func quoted(b []byte) string {
	return `"` + joined(b, "", func(c byte) string {
		if c == '"' || c == '\\' {
			return `\` + string(rune(c))
		}
		if c < ' ' || c >= 0x7f {
			return fmt.Sprintf(`\x%02x`, c)
		}
		return string(rune(c))
	}) + `"`
}

func pythonBytes(b []byte) string { return "b" + quoted(b) }

// rows prints 16 bytes a line, with the text beside them set apart by gap, and
// the offset of the end.
func rows(b []byte, offset, gap, end string) string {
	var text strings.Builder
	for at := 0; at < len(b); at += 16 {
		row := b[at:min(at+16, len(b))]
		fmt.Fprintf(&text, offset+"%-47s", at, fmt.Sprintf("% x", row))
		if gap != "" {
			text.WriteString(gap + printable(row))
		}
		text.WriteByte('\n')
	}
	if end != "" {
		fmt.Fprintf(&text, end, len(b))
	}
	return text.String()
}

func printable(row []byte) string {
	return joined(row, "", func(c byte) string {
		if c < ' ' || c >= 0x7f {
			return "."
		}
		return string(rune(c))
	})
}

func netty(b []byte) string {
	const edge = "+--------+-------------------------------------------------+----------------+"
	text := "         +-------------------------------------------------+\n         |  0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f |\n" + edge
	for at := 0; at < len(b); at += 16 {
		row := b[at:min(at+16, len(b))]
		text += fmt.Sprintf("\n|%08x| %-47s |%-16s|", at, fmt.Sprintf("% x", row), printable(row))
	}
	return text + "\n" + edge
}

func inUTF16(text string) string {
	out := []byte("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return string(out)
}

// TestForms prints random bytes in each form: they are read back the same.
func TestForms(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for name, print := range printers {
		t.Run(name, func(t *testing.T) {
			for range 2000 {
				// Frames begin with the upper bytes of their size, which are zeros.
				b := append([]byte{0, 0, 0, byte(rnd.IntN(256))}, make([]byte, rnd.IntN(60))...)
				if strings.HasPrefix(name, "base64") {
					b = append(b, make([]byte, 20)...) // fewer may be digits alone, which are taken for hexadecimal ones
				}
				for i := 4; i < len(b); i++ {
					b[i] = byte(rnd.IntN(256))
					if rnd.IntN(2) == 0 {
						b[i] = "0123456789abcdef .|\"\\'"[rnd.IntN(22)]
					}
				}
				text := print(b)
				got, err := input.Read([]byte(text), input.Auto)
				if err != nil || !bytes.Equal(got, b) {
					t.Fatalf("%x printed as\n%s\nis %x, %v", b, text, got, err)
				}
			}
		})
	}
}

// TestRefused has texts that could stand for other bytes than those that are
// written, or for none.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"10, 20, 30, 40":  "may be decimal",
		"[00, 0a]":        `"00" is no decimal number`,
		"[10, 256]":       `"256" is no decimal number`,
		"[-1, 200]":       "bytes are signed or not",
		"[1, 2] and more": "do not go around all",
		"0 0 0 10":        "odd number",
		"0 00 0 0a":       "whole bytes", "AAAA47c4": "-in base64",
		"00-00-0":                                "no pair",
		"00:00-00":                               "no pair",
		"0x0000 0x0021":                          "no byte with 0x",
		"0x00 21":                                "no byte with 0x",
		`\x00ab`:                                 "no byte with",
		`"\x0"`:                                  "is no escape",
		`"\q"`:                                   "is no escape",
		`b'\x00`:                                 "closing quote",
		"00000":                                  "odd number",
		"hello there":                            "in raw",
		"AAEC AwQF":                              "in raw",
		"AAECA===":                               "in raw",
		"AAEC\nAwQFBg":                           "in raw",
		"0000000 0000 2100 1500 0200\n0000008\n": "words",
		"0000000 000000 020400 012400\n0000006\n":    "cannot be read",
		"00000000: 0000 0021\n00000006: 0000 0002\n": "cannot be read",
		"*\n0010 00\n":                            "in raw",
		"0000 00 01\n*\nffffffffff\n":             "how often",
		"\t0x0000:  6000\n\t0x0002:  0000\n":      "none of IP",
		"\t0x0000:  4500 003c\n\t0x0000:  4500\n": "several packets",
	} {
		if got, err := input.Read([]byte(text), input.Auto); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %x, error %v, want one with %q", text, got, err, want)
		}
	}
}
