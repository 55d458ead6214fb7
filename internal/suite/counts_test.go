package suite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// TestGreatCounts decodes counts and sizes whose multiples do not fit into 32
// bits. It says most with GOARCH=386.
func TestGreatCounts(t *testing.T) {
	const txn = "00 0000000000000000 0000" // no transactional id, producer 0, epoch 0
	places := []struct {
		what, message string
		version       int16
		before        string // hexadecimal; the count comes next
		compact       bool   // as a varint, plus one
	}{
		{"int32s", "AddPartitionsToTxnRequest", 0, "00" + txn + "00000001 0000", false},
		{"compact int32s", "AddPartitionsToTxnRequest", 3, "01 0000000000000000 0000 02 01", true},
		{"strings", "DeleteTopicsRequest", 1, "", false},
		{"compact strings", "DeleteTopicsRequest", 4, "", true},
		{"structs", "MetadataRequest", 1, "", false},
		{"compact structs", "MetadataRequest", 9, "", true},
		{"bytes", "SaslAuthenticateRequest", 0, "", false},
		{"compact bytes", "SaslAuthenticateRequest", 2, "", true},
		{"records", "ProduceRequest", 3, "ffff 0000 00000000 00000001 0000 00000001 00000000", false},
		{"compact records", "ProduceRequest", 9, "00 0000 00000000 02 01 02 00000000", true},
		{"tagged fields", "MetadataRequest", 9, "00 00 00 00", true},
		{"size of a tagged field", "MetadataRequest", 9, "00 00 00 00 01 09", true},
	}
	for _, p := range places {
		for _, count := range []uint32{1 << 27, 1 << 28, 1<<28 + 1, 1 << 29, 1<<29 + 1, 1 << 30, 1<<30 + 1, math.MaxInt32 - 1} {
			input := unhex(t, p.before)
			if p.compact {
				input = binary.AppendUvarint(input, uint64(count)+1)
			} else {
				input = binary.BigEndian.AppendUint32(input, count)
			}
			input = append(input, make([]byte, 8)...)
			for _, flags := range []kwire.DecodeFlags{0, kwire.Lenient} {
				name := fmt.Sprintf("%d %s, flags %d", count, p.what, flags)
				err := kafka.NewMessage(p.message).DecodeWith(input, p.version, flags)
				if !errors.Is(err, kwire.ErrBadLength) && !errors.Is(err, kwire.ErrShortBuffer) {
					t.Errorf("%s: error %v", name, err)
				}
			}
		}
	}
}
