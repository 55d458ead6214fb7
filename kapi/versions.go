package kapi

import (
	"encoding/binary"
	"fmt"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kwire"
)

// A Range is from the lowest to the highest version, both included.
type Range struct{ Lowest, Highest int16 }

// Versions are those that one side knows of each API.
type Versions map[kafka.Key]Range

// VersionsOf returns what a broker says it knows.
func VersionsOf(resp *kafka.ApiVersionsResponse) Versions {
	v := make(Versions, len(resp.ApiKeys))
	for _, api := range resp.ApiKeys {
		v[kafka.Key(api.ApiKey)] = Range{api.MinVersion, api.MaxVersion}
	}
	return v
}

// Ours are the versions of package kafka, without unstable ones.
func Ours() Versions {
	v := Versions{}
	for _, key := range kafka.Keys() {
		if info, found := kafka.RequestInfo(key); found && info.Lowest <= info.HighestStable() {
			v[key] = Range{info.Lowest, info.HighestStable()}
		}
	}
	return v
}

// Common returns the versions that both have; APIs without any are left out.
func (v Versions) Common(other Versions) Versions {
	common := Versions{}
	for key, a := range v {
		b, found := other[key]
		r := Range{max(a.Lowest, b.Lowest), min(a.Highest, b.Highest)}
		if found && r.Lowest <= r.Highest {
			common[key] = r
		}
	}
	return common
}

// Pick returns the highest stable version of a request that the broker knows and
// the limits, which may be nil, allow. An API that limits do not name is not
// limited. The error is a [kwire.ErrUnsupportedVersion].
func (v Versions) Pick(req kwire.Message, limits Versions) (int16, error) {
	info := req.Info()
	key := kafka.Key(info.APIKey)
	theirs, found := v[key]
	if !found {
		return 0, fmt.Errorf("%s: the broker does not have the API: %w", info.Name, kwire.ErrUnsupportedVersion)
	}
	r := Range{max(theirs.Lowest, info.Lowest), min(theirs.Highest, info.HighestStable())}
	if limit, limited := limits[key]; limited {
		r = Range{max(r.Lowest, limit.Lowest), min(r.Highest, limit.Highest)}
	}
	if r.Lowest > r.Highest {
		return 0, fmt.Errorf("%s: the broker has versions %d-%d, of which none can be used: %w",
			info.Name, theirs.Lowest, theirs.Highest, kwire.ErrUnsupportedVersion)
	}
	return r.Highest, nil
}

// DecodeApiVersions decodes the response to an ApiVersionsRequest of the given
// version. A broker that does not know the version answers in version 0 with
// the code UNSUPPORTED_VERSION (KIP-511), which is no error here; used is the
// version that the response has.
func DecodeApiVersions(frame []byte, version int16) (resp *kafka.ApiVersionsResponse, used int16, err error) {
	// Both begin alike: the correlation id, never with tagged fields behind it,
	// and the error code.
	if len(frame) >= 6 && kerror.Code(binary.BigEndian.Uint16(frame[4:])) == kerror.UnsupportedVersion {
		version = 0
	}
	resp = kafka.NewApiVersionsResponse()
	_, err = kafka.DecodeResponse(frame, resp, version)
	return resp, version, err
}
