package gogen

import (
	"bytes"
	"fmt"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestFramesNeedTheirHeaders: there are functions for frames only if the set's
// headers have every version that its messages need. They would fail when they
// run otherwise.
func TestFramesNeedTheirHeaders(t *testing.T) {
	const schemas = `
-- PingRequest.json --
{ "apiKey": 900, "type": "request", "listeners": ["broker"], "name": "PingRequest", "validVersions": "0-1", "flexibleVersions": "1+", "fields": [] }
-- PingResponse.json --
{ "apiKey": 900, "type": "response", "name": "PingResponse", "validVersions": "0-1", "flexibleVersions": "1+", "fields": [] }
-- RequestHeader.json --
{ "type": "header", "name": "RequestHeader", "validVersions": "%s", "flexibleVersions": "2+", "fields": [
  { "name": "RequestApiKey", "type": "int16", "versions": "0+" },
  { "name": "RequestApiVersion", "type": "int16", "versions": "0+" },
  { "name": "CorrelationId", "type": "int32", "versions": "0+" },
  { "name": "ClientId", "type": "string", "versions": "0+", "nullableVersions": "0+", "flexibleVersions": "none" } ] }
-- ResponseHeader.json --
{ "type": "header", "name": "ResponseHeader", "validVersions": "%s", "flexibleVersions": "1+", "fields": [
  { "name": "CorrelationId", "type": "int32", "versions": "0+" } ] }
`
	for _, test := range []struct {
		request, response string
		want              bool
	}{
		{"1-2", "0-1", true},
		{"0-2", "0-2", true},
		{"1", "0-1", false},
		{"2", "0-1", false},
		{"1-2", "0", false},
		{"1-2", "1", false},
	} {
		archive := txtar.Parse(fmt.Appendf(nil, schemas, test.request, test.response))
		for _, f := range generate(t, buildSet(t, archive)) {
			if f.Name != "registry.go" {
				continue
			}
			if got := bytes.Contains(f.Content, []byte("func AppendRequest(")); got != test.want {
				t.Errorf("request headers %s, response headers %s: frames %v, want %v", test.request, test.response, got, test.want)
			}
		}
	}
}
