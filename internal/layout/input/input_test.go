package input_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kgen-go/kgen/internal/layout/input"
)

// sample is 20 bytes, the last of which look like digits when shown as text.
var sample = []byte("\x00\x00\x00\x21\x00\x15\x00\x02 cafe babe \x02beef")[:20]

func TestAuto(t *testing.T) {
	tests := map[string]string{
		"digits":             "000000210015000220636166652062616265200262",
		"digits with blanks": "00000021 00150002\n20 63 61 66 65 20 62 61 62 65 20 02\n",
		"a Go literal":       `"\x00\x00\x00\x21\x00\x15\x00\x02\x20\x63\x61\x66\x65\x20\x62\x61\x62\x65\x20\x02"`,
		"a C array":          "{0x00, 0x00, 0x00, 0x21, 0x00, 0x15, 0x00, 0x02, 0x20, 0x63,\n0x61, 0x66, 0x65, 0x20, 0x62, 0x61, 0x62, 0x65, 0x20, 0x02}",
		"colons":             "00:00:00:21:00:15:00:02:20:63:61:66:65:20:62:61:62:65:20:02",
		"base64":             "AAAAIQAVAAIgY2FmZSBiYWJlIAI=",
		"base64 unpadded":    "AAAAIQAVAAIgY2FmZSBiYWJlIAI",
		"raw":                string(sample),
		"xxd": "00000000: 0000 0021 0015 0002 2063 6166 6520 6261  ...!.... cafe ba\n" +
			"00000010: 6265 2002                                be .\n",
		"hexdump -C": "00000000  00 00 00 21 00 15 00 02  20 63 61 66 65 20 62 61  |...!.... cafe ba|\n" +
			"00000010  62 65 20 02                                       |be .|\n00000014\n",
		"Wireshark": "0000   00 00 00 21 00 15 00 02 20 63 61 66 65 20 62 61   ...!.... cafe ba\n" +
			"0010   62 65 20 02                                       be .\n",
		"a layout": "       0  1  2  3  4  5  6  7  8  9  A  B  C  D  E  F\n" +
			"0000  00 00 00 21 00 15 00 02 20 63 61 66 65 20 62 61\n0010  62 65 20 02\n",
		"one line of groups": "00000021 00150002 20636166 65206261 62652002",
		"Netty": "         +-------------------------------------------------+\n" +
			"         |  0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f |\n" +
			"+--------+-------------------------------------------------+----------------+\n" +
			"|00000000| 00 00 00 21 00 15 00 02 20 63 61 66 65 20 62 61 |...!.... cafe ba|\n" +
			"|00000010| 62 65 20 02                                     |be .            |\n" +
			"+--------+-------------------------------------------------+----------------+",
		"Format-Hex of Windows PowerShell": "           Path: C:\\temp\\request.bin\r\n\r\n           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\r\n\r\n" +
			"00000000   00 00 00 21 00 15 00 02 20 63 61 66 65 20 62 61  ...!.... cafe ba\r\n00000010   62 65 20 02                                      be .\r\n",
		"Format-Hex of PowerShell 7": "   Label: String (System.String) <2A5F6F8B>\n\n          Offset Bytes                                           Ascii\n" +
			"                 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n          ------ ----------------------------------------------- -----\n" +
			"0000000000000000 00 00 00 21 00 15 00 02 20 63 61 66 65 20 62 61 ...!.... cafe ba\n0000000000000010 62 65 20 02                                     be .\n",
		"od": "0000000 00 00 00 21 00 15 00 02 20 63 61 66 65 20 62 61\n0000020 62 65 20 02\n0000024\n",
		"tcpdump -x": "12:00:00.000000 IP 10.0.0.1.50000 > 10.0.0.2.9092: Flags [P.], seq 1:21, ack 1, win 512, length 20\n" +
			"\t0x0000:  4500 003c 0001 4000 4006 0000 0a00 0001\n\t0x0010:  0a00 0002 c350 2384 0000 0001 0000 0001\n" +
			"\t0x0020:  5018 0200 0000 0000 0000 0021 0015 0002\n\t0x0030:  2063 6166 6520 6261 6265 2002\n",
		"tcpdump -X": "\t0x0000:  4500 003c 0001 4000 4006 0000 0a00 0001  E..<..@.@.......\n\t0x0010:  0a00 0002 c350 2384 0000 0001 0000 0001  .....P#.........\n" +
			"\t0x0020:  5018 0200 0000 0000 0000 0021 0015 0002  P..........!....\n\t0x0030:  2063 6166 6520 6261 6265 2002            .cafe.babe..\n",
		"a JSON string":  `"000000210015000220636166652062616265200 2"`[:39] + `02"`,
		"text of digits": "0000   00 00 00 21 00 15 00 02 20 63   aa bb\n000a   61 66 65 20 62 61 62 65 20 02   cc dd\n",
	}
	for name, text := range tests {
		want := sample
		if name == "digits" {
			want = append(bytes.Clone(sample), 'b')
		}
		got, err := input.Read([]byte(text), input.Auto)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		text string
		form input.Form
		want string
	}{
		{"0000002", input.Hex, "odd number"},
		{"00zz", input.Hex, `'z'`},
		{"not: bytes?", input.Auto, "-in raw"},
		{"AA*A", input.Base64, "not base64"},
		{"hello", input.Dump, "line 1"},
		{"", input.Dump, "no line"},
		{"0000 00 01\n0003 02\n", input.Dump, "line 1: 2 bytes"},
		{"0000 00 01\nffffffff 02\n", input.Dump, "too far"},
	}
	for _, test := range tests {
		if _, err := input.Read([]byte(test.text), test.form); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q as %s: error %v, want one with %q", test.text, test.form, err, test.want)
		}
	}
}

// TestTools reads what the tools of this machine write, where it has them.
func TestTools(t *testing.T) {
	data := make([]byte, 400) // the last 100 are zeros, which some tools squeeze
	for i := range 300 {
		data[i] = byte(i)
	}
	for _, command := range []string{"xxd", "xxd -c 8", "xxd -p", "hexdump -C", "od -A x -t x1 -v", "od -tx1", "od -A d -tx1", "hexdump -C -v", "base64", "base64 -w 0"} {
		t.Run(command, func(t *testing.T) {
			for _, n := range []int{1, 7, 8, 9, 16, 17, 300, 400} {
				args := strings.Fields(command)
				cmd := exec.Command(args[0], args[1:]...)
				cmd.Stdin = bytes.NewReader(data[:n])
				text, err := cmd.Output()
				if err != nil {
					t.Skipf("SKIPPED: cannot run %s: %v", command, err)
				}
				got, err := input.Read(text, input.Auto)
				if err != nil || !bytes.Equal(got, data[:n]) {
					t.Errorf("of %d bytes: %x, %v\n%s", n, got, err, text)
				}
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add("00000000: 0000 0021 0015 0002  ...!....\n", "dump")
	f.Add("0x00, 0x01", "hex")
	f.Add("AAEC", "base64")
	f.Add("[0, 10, -1]", "auto")
	f.Add(`b"\x00\n"`, "auto")
	f.Add("0000000 00 01\n*\n0000020\n", "auto")
	f.Add("\t0x0000:  4500 0029 0001 4000 4006 0000\n", "auto")
	f.Fuzz(func(t *testing.T, text, form string) {
		got, err := input.Read([]byte(text), input.Form(form))
		if err != nil {
			return
		}
		// Dumps leave out lines that repeat the one before.
		if len(got) > len(text) && !strings.Contains(text, "*") {
			t.Errorf("%d bytes out of %d", len(got), len(text))
		}
		// What was read can be written down again in each form.
		for form, again := range map[input.Form]string{
			input.Hex: hex.EncodeToString(got), input.Base64: base64.StdEncoding.EncodeToString(got), input.Raw: string(got),
		} {
			if back, err := input.Read([]byte(again), form); err != nil || !bytes.Equal(back, got) {
				t.Errorf("%x as %s: %x, %v", got, form, back, err)
			}
		}
	})
}
