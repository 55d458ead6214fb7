package codec

import (
	"fmt"

	"github.com/kgen-go/kgen/kwire"
)

// Generation3 is named by generated code that fits this runtime. A runtime that
// no longer fits drops it, so that old code does not compile: generate it anew.
const Generation3 = true

// UnknownKeyName is the text for an API key without a name.
func UnknownKeyName(key int16) string { return fmt.Sprintf("unknown(%d)", key) }

// UnknownKey is the error for a key that no message of that kind has.
func UnknownKey(what string, key int16) error {
	return fmt.Errorf("%w: no %s has key %d", kwire.ErrUnknownKey, what, key)
}

// NoVersionLeft is the error for a key that is reserved for a message of which
// no version is left.
func NoVersionLeft(name string, key int16) error {
	return fmt.Errorf("%w: key %d is kept for %s, of which no version is left", kwire.ErrUnsupportedVersion, key, name)
}
