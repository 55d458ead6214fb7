package suite

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/suite/cases"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/kwire"
)

// outcome reads the outcome table of a case into a struct of the test's own.
func outcome[T any](t *testing.T, c cases.Case) T {
	t.Helper()
	var table T
	if err := json.Unmarshal(c.Expect.Outcome, &table); err != nil {
		t.Fatal(err)
	}
	return table
}

// hexOf returns one of a case's inputs.
func hexOf(t *testing.T, c cases.Case, name string) []byte {
	t.Helper()
	b, err := hex.DecodeString(c.Hex[name])
	if err != nil || len(b) == 0 {
		t.Fatalf("%s of %s: %v", name, c.ID, err)
	}
	return b
}

// content returns the content of a whole frame.
func content(t *testing.T, frame []byte) []byte {
	t.Helper()
	content, rest, err := kwire.SplitFrame(frame)
	if err != nil || len(rest) > 0 {
		t.Fatalf("SplitFrame leaves %d bytes, %v", len(rest), err)
	}
	return content
}

// TestResponseHeaderOfApiVersions: the response to ApiVersions has the header
// without tagged fields in all versions, so that any client can read it.
func TestResponseHeaderOfApiVersions(t *testing.T) {
	c := loadCase(t, "case-01")
	type frame struct {
		HeaderVersion int16           `json:"header_version"`
		CorrelationID int32           `json:"correlation_id"`
		BodyVersion   int16           `json:"body_version"`
		ReadAs4       string          `json:"read_as_4"`
		ReadAs0       json.RawMessage `json:"read_as_0"`
	}
	want := outcome[struct {
		Frame    frame            `json:"frame_v3"`
		Fallback frame            `json:"frame_fallback"`
		Versions map[string]int16 `json:"response_header_version"`
	}](t, c)

	m := kafka.NewApiVersionsResponse()
	header, err := kafka.DecodeResponse(content(t, hexOf(t, c, "frame_v3")), m, want.Frame.BodyVersion)
	if err != nil {
		t.Fatal(err) // a byte left over would be an error too
	}
	if header.CorrelationId != want.Frame.CorrelationID {
		t.Errorf("correlation id %d, want %d", header.CorrelationId, want.Frame.CorrelationID)
	}

	fallback := content(t, hexOf(t, c, "frame_fallback"))
	if _, err := kafka.DecodeResponse(fallback, m, 4); err == nil || want.Fallback.ReadAs4 != "error" {
		t.Errorf("a body of version 0 decodes as version 4: %v, want %s", err, want.Fallback.ReadAs4)
	}
	if header, err = kafka.DecodeResponse(fallback, m, 0); err != nil {
		t.Fatal(err)
	}
	if header.CorrelationId != want.Fallback.CorrelationID {
		t.Errorf("correlation id %d, want %d", header.CorrelationId, want.Fallback.CorrelationID)
	}
	var readAs0 struct {
		ErrorCode int16
		ApiKeys   [][3]int16
	}
	if err := json.Unmarshal(want.Fallback.ReadAs0, &readAs0); err != nil {
		t.Fatal(err)
	}
	var keys [][3]int16
	for _, k := range m.ApiKeys {
		keys = append(keys, [3]int16{k.ApiKey, k.MinVersion, k.MaxVersion})
	}
	if m.ErrorCode != readAs0.ErrorCode || !cmp.Equal(keys, readAs0.ApiKeys) {
		t.Errorf("got error code %d and keys %v, want %v", m.ErrorCode, keys, readAs0)
	}
	checkHeaderVersions(t, "Response", want.Versions)
}

// checkHeaderVersions compares header versions, given by "key/version", with
// those of the messages in package kafka.
func checkHeaderVersions(t *testing.T, kind string, want map[string]int16) {
	t.Helper()
	if len(want) == 0 {
		t.Error("there are no header versions to compare")
	}
	for where, header := range want {
		var key, version int16
		if _, err := fmt.Sscanf(where, "%d/%d", &key, &version); err != nil {
			t.Fatal(err)
		}
		make := kafka.NewRequest
		if kind == "Response" {
			make = kafka.NewResponse
		}
		m, err := make(kafka.Key(key))
		if err != nil {
			t.Errorf("%s %s: %v", kind, where, err)
		} else if got := m.Info().HeaderVersion(version); got != header {
			t.Errorf("%s %s has header version %d, want %d", kind, where, got, header)
		}
	}
}

// TestRequestFrames: the client id keeps its two-byte length in the flexible
// header, and what follows a frame's body is not dropped silently.
func TestRequestFrames(t *testing.T) {
	c := loadCase(t, "case-02")
	want := outcome[struct {
		Frame struct {
			HeaderVersion int16           `json:"request_header_version"`
			Body          json.RawMessage `json:"ApiVersionsRequest v3"`
		} `json:"whole_frame"`
		Versions map[string]int16 `json:"request_header_version"`
	}](t, c)

	header, body, err := kafka.DecodeRequest(content(t, hexOf(t, c, "whole_frame")))
	if err != nil {
		t.Fatal(err)
	}
	if got := body.Info().HeaderVersion(header.RequestApiVersion); got != want.Frame.HeaderVersion {
		t.Errorf("header version %d, want %d", got, want.Frame.HeaderVersion)
	}
	value, err := goform.Parse(want.Frame.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, difference := range goform.Compare(body, value, nil) {
		t.Error(difference)
	}
	if _, _, err = kafka.DecodeRequest(content(t, hexOf(t, c, "one_byte_too_many"))); !errors.Is(err, kwire.ErrTrailingBytes) {
		t.Errorf("a byte too many: error %v", err)
	}
	checkHeaderVersions(t, "Request", want.Versions)
}

// TestUUIDText: Kafka prints URL-safe base64.
func TestUUIDText(t *testing.T) {
	want := outcome[struct{ Text map[string]string }](t, loadCase(t, "case-05"))
	for dashed, text := range want.Text {
		b, err := hex.DecodeString(strings.ReplaceAll(dashed, "-", ""))
		if err != nil {
			t.Fatal(err)
		}
		u := kwire.UUID(b)
		if got := u.String(); got != text {
			t.Errorf("%x prints as %s, want %s", b, got, text)
		}
		for _, form := range []string{dashed, text} {
			if got, err := kwire.ParseUUID(form); err != nil || got != u {
				t.Errorf("ParseUUID(%q) gives %x, %v, want %x", form, got[:], err, b)
			}
		}
	}
}
