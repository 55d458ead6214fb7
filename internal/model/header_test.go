package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHeaderVersion(t *testing.T) {
	tests := []struct {
		name, schema string
		want         []int16 // of versions -1 to the highest and one above
	}{
		{"request with headerVersions",
			`"apiKey": 911, "type": "request", "validVersions": "0-2", "flexibleVersions": "1+", "headerVersions": { "0": "1", "1+": "2" }`,
			[]int16{1, 1, 2, 2, 2}},
		{"response with headerVersions",
			`"apiKey": 911, "type": "response", "validVersions": "0-2", "flexibleVersions": "1+", "headerVersions": { "1+": "1", "0": "0" }`,
			[]int16{0, 0, 1, 1, 1}},
		{"headerVersions decide, not flexibleVersions",
			`"apiKey": 911, "type": "request", "validVersions": "0-2", "flexibleVersions": "none", "headerVersions": { "0-1": "0", "2+": "2" }`,
			[]int16{0, 0, 0, 2, 2}},
		{"request that is never flexible",
			`"apiKey": 911, "type": "request", "validVersions": "0-1", "flexibleVersions": "none"`,
			[]int16{1, 1, 1, 1}},
		{"request that starts late",
			`"apiKey": 908, "type": "request", "validVersions": "3-5", "flexibleVersions": "4+"`,
			[]int16{1, 1, 1, 1, 1, 2, 2, 2}},
		{"request whose valid versions are all flexible",
			`"apiKey": 908, "type": "request", "validVersions": "3-4", "flexibleVersions": "2+"`,
			[]int16{1, 1, 1, 2, 2, 2, 2}},
		{"response",
			`"apiKey": 908, "type": "response", "validVersions": "0-2", "flexibleVersions": "1+"`,
			[]int16{0, 0, 1, 1, 1}},
		{"ControlledShutdown request has no client id in version 0",
			`"apiKey": 7, "type": "request", "validVersions": "0-3", "flexibleVersions": "3+"`,
			[]int16{0, 0, 1, 1, 2, 2}},
		{"ControlledShutdown response",
			`"apiKey": 7, "type": "response", "validVersions": "0-3", "flexibleVersions": "3+"`,
			[]int16{0, 0, 0, 0, 1, 1}},
		{"ApiVersions request",
			`"apiKey": 18, "type": "request", "validVersions": "0-4", "flexibleVersions": "3+"`,
			[]int16{1, 1, 1, 1, 2, 2, 2}},
		{"ApiVersions response",
			`"apiKey": 18, "type": "response", "validVersions": "0-4", "flexibleVersions": "3+"`,
			[]int16{0, 0, 0, 0, 0, 0, 0}},
		{"no versions",
			`"apiKey": 18, "type": "request", "validVersions": "none"`,
			[]int16{-1, -1}},
		{"data",
			`"type": "data", "validVersions": "0-1", "flexibleVersions": "1+"`,
			[]int16{-1, -1, -1, -1}},
		{"metadata",
			`"apiKey": 7, "type": "metadata", "validVersions": "0", "flexibleVersions": "0+"`,
			[]int16{-1, -1, -1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			name := "LampRequest"
			if strings.Contains(test.schema, `"response"`) {
				name = "LampResponse"
			}
			m := build(t, fmt.Sprintf(`{ "name": %q, %s }`, name, test.schema)).Messages[0]
			var got []int16
			for v := int16(-1); v <= m.Valid.High+1; v++ {
				got = append(got, m.HeaderVersion(v))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("header versions differ (-want +got):\n%s", diff)
			}
			if m.HeaderVersion(32767) != test.want[len(test.want)-1] {
				t.Errorf("version 32767 has header %d", m.HeaderVersion(32767))
			}
		})
	}
}
