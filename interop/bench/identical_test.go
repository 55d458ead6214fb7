package bench

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/internal/workload"
	"github.com/kgen-go/kgen/interop/bench/peer"
)

// TestIdenticalBytes: every codec reads what the generated code writes, and
// writes the same again, in every way it has. Figures of codecs that do not
// would not be comparable.
func TestIdenticalBytes(t *testing.T) {
	forEach(t, func(t *testing.T, p peer.Peer, c workload.Case, codec peer.Codec) {
		check := func(operation string, frame []byte) {
			t.Helper()
			body := frame[min(codec.Header, len(frame)):]
			switch {
			case bytes.Equal(body, c.Wire):
			case p.Name == "sarama" && c.Message.Info().Name == "DescribeConfigsResponse" && len(body) == len(c.Wire):
				// Its strings cannot be null; empty ones take as many bytes.
			case p.Name == "sarama" && sameBytesInAnyOrder(body, c.Wire):
				// It keeps topics in maps.
			default:
				t.Errorf("%s gives %d other bytes, want %d", operation, len(body), len(c.Wire))
			}
		}
		if codec.Encode != nil {
			check("Encode", codec.Encode(nil))
			check("Encode with a prefix", codec.Encode([]byte("prefix"))[len("prefix"):])
			dst := codec.Encode(nil)
			check("Encode again", codec.Encode(dst[:0]))
		}
		if codec.EncodeNew != nil {
			check("EncodeNew", codec.EncodeNew())
		}
		if codec.EncodeVectored != nil {
			check("EncodeVectored", bytes.Join(codec.EncodeVectored(), nil))
			check("EncodeVectored again", bytes.Join(codec.EncodeVectored(), nil))
		}
	})
}

func sameBytesInAnyOrder(a, b []byte) bool {
	var surplus [256]int // by value, of a over b
	for _, value := range a {
		surplus[value]++
	}
	for _, value := range b {
		surplus[value]--
	}
	return surplus == [256]int{}
}

// TestIdenticalValues: kmsg's structs hold, after decoding, the numbers and
// strings that the workload was built from, in the same order. Equal bytes
// alone would not show that: they would be the same with two fields in the
// wrong order.
func TestIdenticalValues(t *testing.T) {
	forEach(t, func(t *testing.T, p peer.Peer, c workload.Case, codec peer.Codec) {
		if p.Name != "kmsg" && p.Name != "kmsg-1.14" || c.Version != c.Versions[0] {
			return // other structs differ in more than names; older versions drop fields
		}
		want, got := leaves(c.Message), leaves(codec.Message)
		if diff := cmp.Diff(want, got, cmp.Comparer(bytes.Equal)); diff != "" {
			t.Errorf("(-built +%s's):\n%.2000s", p.Name, diff)
		}
	})
}

// TestDecodeOperations: each way to decode succeeds and, where the codec's
// structs can be compared, gives the same.
func TestDecodeOperations(t *testing.T) {
	forEach(t, func(t *testing.T, p peer.Peer, c workload.Case, codec peer.Codec) {
		for name, decode := range map[string]func([]byte) error{
			"Decode":      codec.Decode,
			"DecodeAlias": codec.DecodeAlias,
			"DecodeAgain": codec.DecodeAgain,
		} {
			if decode == nil {
				continue
			}
			peer.Sink = nil
			if err := decode(codec.Input); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if peer.Sink == nil {
				// DecodeAgain: a second time, over what is there.
				if err := decode(codec.Input); err != nil {
					t.Errorf("second %s: %v", name, err)
				}
				continue
			}
			if p.Name == "kgen" && !reflect.DeepEqual(codec.Message, peer.Sink) {
				t.Errorf("%s gives another value", name)
			}
		}
	})
}

func forEach(t *testing.T, test func(*testing.T, peer.Peer, workload.Case, peer.Codec)) {
	t.Helper()
	for _, p := range peers {
		spoken := 0
		for _, c := range allCases(t) {
			codec, ok := load(t, p, c)
			if !ok {
				continue
			}
			spoken++
			t.Run(p.Name+"/"+c.String(), func(t *testing.T) { test(t, p, c, codec) })
		}
		if spoken == 0 {
			t.Errorf("%s speaks nothing", p.Name)
		}
	}
}
