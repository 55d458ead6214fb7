package input

import (
	"errors"
	"fmt"
	"strings"
)

// dumpLines splits a dump. Headings and frames are left out. Packets is whether
// tcpdump has written it, which dumps packets with their headers.
func dumpLines(text string) (lines []dumpLine, packets bool, err error) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "+-") || len(lines) == 0 && isHeading(trimmed) {
			continue
		}
		if trimmed == "*" && len(lines) > 0 {
			lines = append(lines, dumpLine{number: number, repeat: true})
			continue
		}
		offset, rest, _ := strings.Cut(strings.Replace(trimmed, "\t", "  ", 1), " ")
		if strings.HasPrefix(trimmed, "|") { // as Netty frames it
			columns := strings.SplitN(trimmed, "|", 4)
			if len(columns) < 4 {
				return nil, false, fmt.Errorf("line %d has no three columns", number)
			}
			offset, rest = columns[1], strings.TrimRight(columns[2], " ")
		}
		offset, colon := strings.CutSuffix(offset, ":")
		if digits, found := strings.CutPrefix(offset, "0x"); found {
			offset = digits
			if packets = true; strings.Trim(digits, "0") == "" && len(lines) > 0 {
				return nil, true, errors.New("there are several packets; write them to a file with tcpdump -w, which -pcap reads")
			}
		} else if packets && len(lines) > 0 {
			return nil, true, fmt.Errorf("line %d is no row of a packet; write several packets to a file with tcpdump -w, which -pcap reads", number)
		}
		if strings.Trim(offset, hexDigits) != "" || len(offset) < 4 {
			if len(lines) == 0 && strings.Contains(text, "0x0000:") {
				continue // what tcpdump tells of the packet
			}
			return nil, false, fmt.Errorf("line %d begins with no offset of at least four hexadecimal digits", number)
		}
		lines = append(lines, dumpLine{number: number, offset: offset, rest: rest, colon: colon})
	}
	if len(lines) == 0 {
		return nil, false, errors.New("there is no line with an offset")
	}
	return lines, packets, nil
}

// isHeading reports whether line stands above the rows: it numbers columns, as 0
// 1 2 and so on, or is one of those of PowerShell's Format-Hex.
func isHeading(line string) bool {
	for _, start := range []string{"Label:", "Path:", "Offset Bytes", "------ -"} {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	for i, word := range strings.Fields(strings.Trim(line, "| ")) {
		if !strings.EqualFold(strings.TrimLeft(word, "0"), strings.TrimLeft(fmt.Sprintf("%x", i), "0")) || len(word) > 2 {
			return false
		}
	}
	return true
}

// payload gives what a TCP packet carries, which begins with the header of IP or,
// before that, of Ethernet.
func payload(packet []byte) ([]byte, error) {
	const ethernet, tcp = 14, 6
	p := packet
	if len(p) > ethernet && (p[12] == 8 && p[13] == 0 && p[14]>>4 == 4 || p[12] == 0x86 && p[13] == 0xdd) {
		p = p[ethernet:]
	}
	header, total, protocol := 0, 0, byte(0)
	switch {
	case len(p) >= 20 && p[0]>>4 == 4:
		header, total, protocol = int(p[0]&15)*4, int(p[2])<<8|int(p[3]), p[9]
	case len(p) >= 40 && p[0]>>4 == 6:
		header, protocol = 40, p[6]
		total = header + int(p[4])<<8 + int(p[5])
	default:
		return nil, errors.New("tcpdump dumps packets with their headers, but this has none of IP")
	}
	if total == 0 { // the network card fills it in
		total = len(p)
	}
	if protocol != tcp || header < 20 || len(p) < header+20 {
		return nil, errors.New("the packet is none of TCP")
	}
	if total > len(p) {
		return nil, fmt.Errorf("the packet has %d bytes, but only %d are there; let tcpdump take whole packets (-s 0)", total, len(p))
	}
	start := header + int(p[header+12]>>4)*4
	if start < header+20 || start >= total {
		return nil, errors.New("the packet carries no bytes")
	}
	return p[start:total], nil
}
