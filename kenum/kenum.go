// Package kenum has names for the numbers and words that fields of Kafka's
// messages can hold: isolation levels, acks, types of resources and patterns, ACL
// operations and permissions, sources and types of configurations, offsets to
// look up, types of coordinators, states of groups and transactions.
//
// The fields themselves have plain types, so a value is converted on its way in
// or out:
//
//	req.IsolationLevel = int8(kenum.IsolationLevelReadCommitted)
//	fmt.Println(kenum.ConfigSource(config.ConfigSource))
//
// Each type of numbers has String and a Parse function. A value that is not
// listed, as a newer broker may send, is no error: it prints as UNKNOWN with the
// number.
//
// Error codes are in package kerror.
package kenum

import (
	"fmt"
	"strings"
)

//go:generate go run ./internal/generate

// number are the types of fields that hold numbers.
type number interface{ ~int8 | ~int16 | ~int64 }

// name is a value with what it is called.
type name[T number] struct {
	value T
	name  string
}

func nameOf[T number](list []name[T], v T) string {
	for _, e := range list {
		if e.value == v {
			return e.name
		}
	}
	return fmt.Sprintf("UNKNOWN(%d)", int64(v))
}

func valueOf[T number](list []name[T], what, text string) (T, error) {
	for _, e := range list {
		if strings.EqualFold(e.name, text) {
			return e.value, nil
		}
	}
	return 0, fmt.Errorf("%q is no %s", text, what)
}
