package kapi_test

import (
	"slices"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kapi"
)

// The versions are those of Kafka's documentation: FetchRequest of 12 came with
// 2.7, of 13 with 3.1; topic ids in Produce with 4.0 at the latest.
func TestReleases(t *testing.T) {
	all := kapi.Releases()
	if len(all) < 21 || all[0] != "2.3" || !slices.Contains(all, "3.9") {
		t.Errorf("releases are %v", all)
	}
	for release, want := range map[string]int16{"2.6": 11, "2.7": 12, "3.0": 12, "3.1": 13} {
		v, found := kapi.ReleaseVersions(release)
		if !found || v[kafka.KeyFetch].Highest != want {
			t.Errorf("Fetch in %s: %v, %v, want up to %d", release, v[kafka.KeyFetch], found, want)
		}
	}
	if _, found := kapi.ReleaseVersions("1.0"); found {
		t.Error("there is a release 1.0")
	}
	newest, _ := kapi.ReleaseVersions(all[len(all)-1])
	for key, r := range newest {
		if ours := kapi.Ours()[key]; ours != r {
			t.Errorf("%s of the newest release: %v, the schemas have %v", key, r, ours)
		}
	}
}

func TestGuessRelease(t *testing.T) {
	for _, release := range kapi.Releases() {
		v, _ := kapi.ReleaseVersions(release)
		delete(v, kafka.KeyVote) // which a broker may not offer
		guess, exact := kapi.GuessRelease(v)
		same, _ := kapi.ReleaseVersions(guess)
		delete(same, kafka.KeyVote)
		if !exact || len(same.Common(v)) != len(v) {
			t.Errorf("%s is taken for %s, exactly: %v", release, guess, exact)
		}
		v[kafka.KeyMetadata] = kapi.Range{Lowest: 0, Highest: 99}
		if odd, exact := kapi.GuessRelease(v); odd != guess || exact {
			t.Errorf("%s with an odd Metadata is taken for %s, exactly: %v", release, odd, exact)
		}
	}
}
