package kapi

import (
	_ "embed" // for the table of releases
	"fmt"
	"strings"
	"sync"

	"github.com/kgen-go/kgen/gen/kafka"
)

// releasesText has a line for each release, in order: its name, and each API key
// with the lowest and highest stable version.
//
//go:embed releases.txt
var releasesText string

type release struct {
	name     string
	versions Versions
}

// releaseTable reads the table when it is first asked for.
var releaseTable = sync.OnceValue(func() []release {
	var list []release
	for line := range strings.Lines(releasesText) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		r := release{words[0], make(Versions, len(words)-1)}
		for _, word := range words[1:] {
			var key, lowest, highest int16
			if _, err := fmt.Sscanf(word, "%d:%d-%d", &key, &lowest, &highest); err != nil {
				panic(fmt.Sprintf("releases.txt: %q: %v", word, err)) // a test reads all of it
			}
			r.versions[kafka.Key(key)] = Range{lowest, highest}
		}
		list = append(list, r)
	}
	return list
})

// Releases are the Kafka releases that [ReleaseVersions] knows, such as "3.6", in
// order.
func Releases() []string {
	var names []string
	for _, r := range releaseTable() {
		names = append(names, r.name)
	}
	return names
}

// ReleaseVersions returns the stable versions of each API in a Kafka release,
// such as "3.6", those between controllers included. They can be the Limits of a
// [Conn]. The result is the caller's.
func ReleaseVersions(name string) (v Versions, found bool) {
	for _, r := range releaseTable() {
		if r.name == name {
			return r.versions.Common(r.versions), true
		}
	}
	return nil, false
}

// GuessRelease returns the release whose versions are most like those that a
// broker offers, and whether all the highest ones are these. What the broker does
// not offer counts for nothing, as some APIs are for controllers or can be turned
// off, nor do the lowest versions: brokers of Kafka 4 offer old ones of Produce
// that they do not take, for the sake of some clients. Of several releases it is
// the oldest, as a release may change nothing.
func GuessRelease(offered Versions) (name string, exact bool) {
	fewest := -1
	for _, r := range releaseTable() {
		wrong := 0
		for key, theirs := range offered {
			if ours, has := r.versions[key]; !has || ours.Highest != theirs.Highest {
				wrong++
			}
		}
		if fewest < 0 || wrong < fewest {
			name, fewest = r.name, wrong
		}
	}
	return name, fewest == 0
}
