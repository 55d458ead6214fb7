package messages_test

import (
	"encoding/binary"
	"testing"

	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/kwire"
)

// TestLimits holds the limits that Kafka 4.4 has and kgen has not: Kafka reads
// what is just within them and refuses one more, kgen reads both.
func TestLimits(t *testing.T) {
	kafka := newJudge(t, "judge")
	inputs := map[string]func(n int) question{"many-tags": manyTags, "many-elements": manyElements}
	limits := map[string]int{"many-tags": 10_000, "many-elements": 1_000_000}
	for _, d := range readDifferences(t) {
		if d.Mode != "limit" {
			continue
		}
		most := inputs[d.ID](limits[d.ID])
		if v := kafka.ask([]question{most})[0]; v.Refuses != "" {
			t.Errorf("%s: Kafka refuses %d: %s", d.ID, limits[d.ID], v.Refuses)
		}
		more := inputs[d.ID](limits[d.ID] + 1)
		if v := kafka.ask([]question{more})[0]; v.Refuses == "" || !d.detail.MatchString(v.Refuses) {
			t.Errorf("%s: of %d Kafka says %q, want %q", d.ID, limits[d.ID]+1, v.Refuses, d.Detail)
		}
		for _, flags := range []kwire.DecodeFlags{0, kwire.Lenient} {
			if err := messages.New(more.message).DecodeWith(more.body, more.version, flags); err != nil {
				t.Errorf("%s (flags %d): %v", d.ID, flags, err)
			}
		}
	}
}

// manyTags is an ApiVersionsResponse v3 with n unknown tagged fields without
// content.
func manyTags(n int) question {
	body := []byte{0, 0, 1, 0, 0, 0, 0}
	body = binary.AppendUvarint(body, uint64(n))
	for i := range n {
		body = binary.AppendUvarint(body, uint64(100+i))
		body = append(body, 0)
	}
	return question{"ApiVersionsResponse", 3, body}
}

// manyElements is a MetadataRequest v1 for n topics with empty names.
func manyElements(n int) question {
	body := binary.BigEndian.AppendUint32(nil, uint32(n))
	return question{"MetadataRequest", 1, append(body, make([]byte, 2*n)...)}
}
