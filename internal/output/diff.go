package output

import (
	"bytes"
	"path"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff shows what Write would change as a unified diff, in the form that git
// apply and patch -p1 accept; it is empty if nothing would change. Each file
// is named by prefix, a path with forward slashes, and its base name.
//
// Line ends are part of the diff: a file with CRLF whose content is out of
// date is replaced as a whole, as Write would do.
func (p *Plan) Diff(prefix string) []byte {
	const none = "/dev/null"
	var out bytes.Buffer
	for _, c := range p.Changes {
		oldName := "a/" + path.Join(prefix, c.Name)
		newName := "b/" + path.Join(prefix, c.Name)
		switch c.Action {
		case Keep:
			continue
		case Create:
			oldName = none
		case Remove:
			newName = none
		}
		out.Write(diff.Diff(oldName, c.old, newName, c.new))
	}
	return out.Bytes()
}
