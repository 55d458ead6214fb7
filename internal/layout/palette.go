package layout

import "fmt"

// A Palette gives categories their colours on a terminal, or none at all.
type Palette struct{ Coloured bool }

// The terminal's own eight colours, which users have made readable on their
// background, rather than fixed ones.
var terminalColours = map[Category]int{
	Frame: 90, RPCHeader: 36, RequestBody: 32, ResponseBody: 34, Body: 32, RecordBatch: 35, Record: 33, TaggedFields: 31,
	Unread: 7,
}

// Paint gives text the colour of c.
func (p Palette) Paint(c Category, text string) string {
	colour, found := terminalColours[c]
	if !p.Coloured || !found {
		return text
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[0m", colour, text)
}

// Bad marks text that tells of a fault.
func (p Palette) Bad(text string) string {
	if !p.Coloured {
		return text
	}
	return "\x1b[1;31m" + text + "\x1b[0m"
}
