package summary_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/capture"
	"github.com/kgen-go/kgen/internal/layout/summary"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/kwire/records"
	"github.com/kgen-go/kgen/schemas"
)

func catalog(t testing.TB) *layout.Catalog {
	t.Helper()
	files, _, err := schema.Load([]string{schema.EmbeddedPrefix + "kafka"}, schemas.FS())
	if err != nil {
		t.Fatal(err)
	}
	set, findings := model.Build(files, model.Options{})
	if set == nil {
		t.Fatal(findings)
	}
	return &layout.Catalog{Sets: []layout.Set{{Name: "kafka", Set: set, Files: files}}}
}

func number(n int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(n))) }

func framed(content string) []byte { return []byte(number(len(content)) + content) }

func batch(t *testing.T, codec records.Codec, values ...string) string {
	t.Helper()
	b, err := records.NewBuilder(nil, &records.BuilderOptions{Codec: codec})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range values {
		if err := b.Append(records.Record{Key: []byte("key"), Value: []byte(v), Timestamp: 1}); err != nil {
			t.Fatal(err)
		}
	}
	out, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestSummary counts calls written by hand: two Produce requests, one without a
// response, and three Heartbeats with two errors.
func TestSummary(t *testing.T) {
	c := catalog(t)
	s := summary.New(c)
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	plain, packed := batch(t, records.None, "one", "two"), batch(t, records.Gzip, strings.Repeat("x", 1000))
	for i, src := range []string{plain, packed} {
		request := framed("\x00\x00\x00\x03" + number(i) + "\xff\xff" + "\xff\xff\x00\x00" + number(7) + number(1) + "\x00\x01t" + number(1) + number(0) + number(len(src)) + src)
		if err := s.Call(&capture.Call{
			Time: start, APIKey: 0, Version: 3, Message: c.Message("ProduceRequest"), Request: request, RequestSize: len(request), Outcome: capture.NotExpected,
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i, code := range []string{"\x00\x00", "\x00\x1b", "\x00\x1b"} {
		request := framed("\x00\x0c\x00\x00" + number(i) + "\xff\xff" + "\x00\x01g" + number(7) + "\x00\x01m")
		if err := s.Call(&capture.Call{
			Time: start.Add(time.Second), ResponseTime: start.Add(time.Second + time.Duration(i+1)*100*time.Millisecond), APIKey: 12, Message: c.Message("HeartbeatRequest"),
			Request: request, RequestSize: len(request), Response: framed(number(i) + code), Outcome: capture.Answered,
		}); err != nil {
			t.Fatal(err)
		}
	}
	s.Remark()
	r := s.Report()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	type part = map[string]any
	var got part
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	size := func(n int) part {
		f := float64(n)
		return part{"min": f, "p50": f, "p90": f, "p99": f, "max": f}
	}
	// What quantiles between the ends are is TestQuantiles' matter.
	latency := got["calls"].([]any)[0].(part)["latencySeconds"].(part)
	delete(latency, "p50")
	want := part{
		"first": "2026-01-02T03:04:05Z", "last": "2026-01-02T03:04:06Z", "notes": 1.0,
		"calls": []any{
			part{
				"api": "Heartbeat", "version": 0.0, "count": 3.0, "requestBytes": 72.0, "responseBytes": 30.0,
				"latencySeconds": part{"min": 0.1, "p90": 0.3, "p99": 0.3, "max": 0.3},
			},
			part{"api": "Produce", "version": 3.0, "count": 2.0, "requestBytes": float64(2*41 + len(plain) + len(packed)), "responseBytes": 0.0, "notExpected": 2.0},
		},
		"errors": []any{part{"api": "Heartbeat", "code": 27.0, "name": "REBALANCE_IN_PROGRESS", "count": 2.0}},
		"batches": []any{
			part{"codec": "gzip", "magic": 2.0, "batches": 1.0, "records": 1.0, "bytes": float64(len(packed)), "unpackedBytes": 1003.0, "batchBytes": size(len(packed))},
			part{"codec": "none", "magic": 2.0, "batches": 1.0, "records": 2.0, "bytes": float64(len(plain)), "unpackedBytes": 12.0, "batchBytes": size(len(plain))},
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	var b strings.Builder
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"from 2026-01-02 03:04:05.000 UTC, for 1s", "Heartbeat  27    REBALANCE_IN_PROGRESS  2", "2 acks=0"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %q in\n%s", want, b.String())
		}
	}
}

// TestQuantiles compares with the sorted numbers themselves.
func TestQuantiles(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 3000; n = n*3 + 1 {
		var h summary.Histogram
		var list []float64
		for range n {
			x := math.Exp(rnd.NormFloat64()*3 - 5)
			list = append(list, x)
			h.Add(x)
		}
		slices.Sort(list)
		for _, share := range []float64{0.01, 0.5, 0.9, 0.99, 1} {
			want := list[int(math.Ceil(share*float64(n)))-1]
			if got := h.Quantile(share); math.Abs(got/want-1) > 0.05 {
				t.Errorf("%d numbers: quantile %v is %v, want %v", n, share, got, want)
			}
		}
		if h.Min != list[0] || h.Max != list[n-1] || h.Count != n {
			t.Errorf("%d numbers: %d from %v to %v", n, h.Count, h.Min, h.Max)
		}
	}
	var h summary.Histogram
	h.Add(-1)
	if h.Min != 0 || h.Quantile(0.5) != 0 || (&summary.Histogram{}).Quantiles() != nil {
		t.Errorf("a negative number counts as %v", h.Min)
	}
}
