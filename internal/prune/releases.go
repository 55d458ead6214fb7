package prune

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kgen-go/kgen/internal/model"
)

// The table says, for each API and each release of Kafka, the highest stable
// version of the API that a broker of the release takes. conformance/versiontable
// makes it from Kafka's jars.
//
//go:embed releases.txt
var releasesText string

// A releaseTable is the table once read.
type releaseTable struct {
	releases []string           // in order
	highest  map[string][]int16 // by API, one for each release; -1 where it has none
}

var table = sync.OnceValue(func() releaseTable {
	t := releaseTable{highest: map[string][]int16{}}
	for line := range strings.Lines(releasesText) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
			continue
		case words[0] == "release":
			t.releases = words[1:]
			continue
		}
		row := make([]int16, len(words)-1)
		for i, word := range words[1:] {
			row[i] = -1
			if n, err := strconv.ParseInt(word, 10, 16); err == nil {
				row[i] = int16(n)
			}
		}
		t.highest[words[0]] = row
	}
	return t
})

// Releases lists the releases of Kafka that [Selection] knows, from the oldest.
func Releases() []string { return table().releases }

// always is the API whose every version stays: a client that asks for one that
// the broker does not know is answered in version 0.
const always = "ApiVersions"

// spoken are the versions of an API that a peer speaks to brokers of the given
// release and newer ones. Peers speak the highest version that both know: that
// is at least the highest one of the oldest broker with that API. Without such a
// broker there are none. An API that the table does not have may have any.
func spoken(api, release string) model.Versions {
	row := table().highest[api]
	if api == always || row == nil {
		return model.Versions{Low: 0, High: model.MaxVersion}
	}
	versions := model.None
	for _, highest := range row[slices.Index(Releases(), release):] {
		switch {
		case highest < 0:
		case versions.Empty():
			versions = model.Versions{Low: highest, High: model.MaxVersion}
		default:
			versions.Low = min(versions.Low, highest)
		}
	}
	return versions
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
