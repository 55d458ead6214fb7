package cases

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/kgen-go/kgen/internal/suite/generated"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/kwire"
)

// newValue checks the defaults of a new message.
func newValue(p generated.Package, text json.RawMessage) []string {
	var outcome struct {
		NewValue json.RawMessage `json:"new_value"`
	}
	if err := json.Unmarshal(text, &outcome); err != nil {
		return []string{err.Error()}
	}
	value, err := goform.Parse(outcome.NewValue)
	if err != nil {
		return []string{err.Error()}
	}
	return goform.Compare(p.New("PumpDefaults"), value, nil)
}

// versions is what a case expects of a message's versions. HighestStable is
// nil where it is not told.
type versions struct {
	Lowest, Highest int16
	HighestStable   *int16           `json:"highest_stable"`
	HeaderVersions  map[string]int16 `json:"request_header_version"`
}

func (want versions) check(info kwire.Info) []string {
	var problems []string
	if info.Lowest != want.Lowest || info.Highest != want.Highest {
		problems = append(problems, fmt.Sprintf("%s has versions %d-%d, want %d-%d", info.Name, info.Lowest, info.Highest, want.Lowest, want.Highest))
	}
	if want.HighestStable != nil && info.HighestStable() != *want.HighestStable {
		problems = append(problems, fmt.Sprintf("%s is stable up to %d, want %d", info.Name, info.HighestStable(), *want.HighestStable))
	}
	if len(want.HeaderVersions) == 0 {
		problems = append(problems, "no header versions are expected")
	}
	for text, header := range want.HeaderVersions {
		version, err := strconv.ParseInt(text, 10, 16)
		if got := info.HeaderVersion(int16(version)); err != nil || got != header {
			problems = append(problems, fmt.Sprintf("%s v%s has header version %d, want %d", info.Name, text, got, header))
		}
	}
	return problems
}

func stableVersions(p generated.Package, text json.RawMessage) []string {
	var outcome struct{ LampSwitchRequest versions }
	if err := json.Unmarshal(text, &outcome); err != nil {
		return []string{err.Error()}
	}
	return outcome.LampSwitchRequest.check(p.New("LampSwitchRequest").Info())
}

// removedVersions checks a message that does not start at version 0, and one
// of which no version is left.
func removedVersions(p generated.Package, text json.RawMessage) []string {
	var outcome struct{ LateStartRequest versions }
	if err := json.Unmarshal(text, &outcome); err != nil {
		return []string{err.Error()}
	}
	problems := outcome.LateStartRequest.check(p.New("LateStartRequest").Info())
	if p.New("RetiredRequest") != nil {
		problems = append(problems, "there is a RetiredRequest to encode")
	}
	// The key is known, unlike any other.
	if _, err := p.NewRequest(907); !errors.Is(err, kwire.ErrUnsupportedVersion) {
		problems = append(problems, fmt.Sprintf("key 907: error %v", err))
	}
	if _, err := p.NewRequest(906); !errors.Is(err, kwire.ErrUnknownKey) {
		problems = append(problems, fmt.Sprintf("key 906: error %v", err))
	}
	return problems
}
