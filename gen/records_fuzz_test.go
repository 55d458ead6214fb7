package gen_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/groupcoordinator"
	"github.com/kgen-go/kgen/gen/metadata"
)

// FuzzRecord decodes arbitrary bytes as the value of a metadata record. What can
// be decoded must survive being encoded and decoded again.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{1, 2, 0, 4, 'f', 'o', 'o', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0})
	f.Add([]byte{1, 20, 0, 0})
	f.Add([]byte{0, 20, 0, 0})
	f.Fuzz(func(t *testing.T, value []byte) {
		record, version, err := metadata.DecodeRecord(value)
		if err != nil {
			return
		}
		again, err := metadata.AppendRecord(nil, record, version)
		if err != nil {
			t.Fatalf("%x decodes, but: %v", value, err)
		}
		second, secondVersion, err := metadata.DecodeRecord(again)
		if err != nil || secondVersion != version || !cmp.Equal(record, second, sameFuzzed) {
			t.Errorf("%x becomes %x: version %d, %v\n%s", value, again, secondVersion, err, cmp.Diff(record, second, sameFuzzed))
		}
	})
}

// FuzzCoordinatorRecord does the same for the keys and values of coordinator
// records.
func FuzzCoordinatorRecord(f *testing.F) {
	f.Add([]byte{0, 1, 0, 1, 'g', 0, 1, 't', 0, 0, 0, 7}, []byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 42, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3})
	f.Add([]byte{0, 3, 0, 1, 'g'}, []byte{})
	f.Fuzz(func(t *testing.T, keyBytes, valueBytes []byte) {
		key, err := groupcoordinator.DecodeKey(keyBytes)
		if err != nil {
			return
		}
		// Keys have one form each.
		if again, err := groupcoordinator.AppendKey(nil, key); err != nil || !cmp.Equal(keyBytes, again) {
			t.Errorf("key %x becomes %x, %v", keyBytes, again, err)
		}
		value, version, err := groupcoordinator.DecodeValue(key, valueBytes)
		if err != nil || value == nil {
			return
		}
		again, err := groupcoordinator.AppendValue(nil, value, version)
		if err != nil {
			t.Fatalf("value %x decodes, but: %v", valueBytes, err)
		}
		second, secondVersion, err := groupcoordinator.DecodeValue(key, again)
		if err != nil || secondVersion != version || !cmp.Equal(value, second, sameFuzzed) {
			t.Errorf("value %x becomes %x: version %d, %v\n%s", valueBytes, again, secondVersion, err, cmp.Diff(value, second, sameFuzzed))
		}
	})
}

// sameFuzzed compares messages. Not-a-number is the same as itself here.
var sameFuzzed = cmp.Options{sameTags, cmp.Comparer(func(a, b float64) bool { return a == b || a != a && b != b })}
