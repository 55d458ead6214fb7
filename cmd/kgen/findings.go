package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/kgen-go/kgen/internal/schema"
)

// The forms of findings.
const (
	formatText   = "text"
	formatJSON   = "json"
	formatGitHub = "github"
)

// failWith prints findings, of which one at least is an error, and says that
// the run ends here.
func failWith(w io.Writer, findings []schema.Finding, format string) error {
	if err := printFindings(w, findings, format); err != nil {
		return err
	}
	// A reader of JSON wants lines of JSON alone.
	if format != formatJSON {
		fmt.Fprintf(w, "kgen: %s, nothing written\n", count(len(findings), "finding"))
	}
	return errFound
}

// printFindings prints findings, one a line.
func printFindings(w io.Writer, findings []schema.Finding, format string) error {
	for _, f := range findings {
		line := f.String()
		switch format {
		case formatJSON:
			text, err := json.Marshal(newJSONFinding(f))
			if err != nil {
				return err
			}
			line = string(text)
		case formatGitHub:
			line = gitHubCommand(f)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// jsonFinding is a finding as a line of JSON, which scripts rely on.
type jsonFinding struct {
	Path    string     `json:"path"`
	Line    int        `json:"line"`
	Col     int        `json:"col"` // in bytes, from 1
	Rule    string     `json:"rule"`
	Message string     `json:"message"`
	Warning bool       `json:"warning"`
	Also    *jsonPlace `json:"also,omitempty"`
}

type jsonPlace struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	Note string `json:"note"`
}

func newJSONFinding(f schema.Finding) jsonFinding {
	pos := jumpable(f.Pos)
	j := jsonFinding{f.Path, pos.Line, pos.Col, f.Rule, f.Message, f.Warning, nil}
	if a := f.Also; a != nil {
		pos := jumpable(a.Pos)
		j.Also = &jsonPlace{a.Path, pos.Line, pos.Col, a.Note}
	}
	return j
}

// jumpable puts findings on a whole file at its start, as the text form does.
func jumpable(pos schema.Pos) schema.Pos {
	if !pos.IsValid() {
		return schema.Pos{Line: 1, Col: 1}
	}
	return pos
}

// GitHub's runner decodes these in the values and in the text of a command.
var (
	gitHubText  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	gitHubValue = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// gitHubCommand is a finding as a command that has GitHub Actions show it at
// its line of the file.
func gitHubCommand(f schema.Finding) string {
	level := "error"
	if f.Warning {
		level = "warning"
	}
	text := f.Message
	if a := f.Also; a != nil {
		text += fmt.Sprintf(" (%s at %s:%s)", a.Note, a.Path, jumpable(a.Pos))
	}
	pos := jumpable(f.Pos)
	return fmt.Sprintf("::%s file=%s,line=%d,col=%d::%s", level, gitHubValue.Replace(f.Path), pos.Line, pos.Col,
		gitHubText.Replace(fmt.Sprintf("%s [%s]", text, f.Rule)))
}
